// The text of a document, changed in one place; everything else stays as it is written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/tree.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// An element of a list, in both styles: "- id: up\n  bones:\n" and "{id: up}".
struct ListItem {
  std::string block;
  std::string flow;
};

// The lines of an element, each indented by this many spaces.
[[nodiscard]] std::string indented(std::string_view lines, std::size_t indent);

class DocumentText {
 public:
  // Nothing if the text is not YAML, or its root is not a mapping in block style.
  [[nodiscard]] static std::optional<DocumentText> read(std::string text);

  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  // The element of the list `list` of a mapping whose `key` is this text; no_index if there is
  // none.
  [[nodiscard]] NodeId item_with(NodeId mapping, std::string_view list, std::string_view key,
                                 std::string_view value) const;

  // The text with another element at the end of the list, which is made if the mapping has none.
  // Nothing if the value is no list.
  [[nodiscard]] std::optional<std::string> with_item(NodeId mapping, std::string_view list,
                                                     const ListItem& item) const;

  // The text without an element of a list; without the list if it has no other. Nothing if it
  // cannot be taken out alone.
  [[nodiscard]] std::optional<std::string> without_item(NodeId item) const;

  // The text with another value in the place of a node.
  [[nodiscard]] std::string with_value(NodeId node, std::string_view flow) const;

 private:
  [[nodiscard]] std::size_t offset_of(const Position& position) const;
  [[nodiscard]] std::size_t end_of(NodeId node) const;
  [[nodiscard]] std::string with(std::size_t begin, std::size_t end,
                                 std::string_view insertion) const;
  [[nodiscard]] std::string with_new_list(NodeId mapping, std::string_view list,
                                          const ListItem& item) const;
  [[nodiscard]] std::optional<std::string> without_lines(NodeId first, NodeId last) const;
  [[nodiscard]] std::string without_flow_item(NodeId item) const;
  [[nodiscard]] std::string in_flow(NodeId node, std::string_view piece) const;

  std::string text_;
  Tree tree_;
};

}  // namespace rigy::tools
