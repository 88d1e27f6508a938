// Edits of an authored text, by its nodes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/edit.hpp"
#include "syntax/authored_text.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// Each gives nothing where there is no place for the change.

// Another value of a key, or another element.
[[nodiscard]] std::optional<TextEdits> replace_value(const AuthoredText& authored, NodeId node,
                                                     const NewValue& value);
// An element of a list that is written, before the one with that index.
[[nodiscard]] std::optional<TextEdits> insert_element(const AuthoredText& authored, NodeId list,
                                                      const NewValue& value,
                                                      std::size_t index = at_the_end);
// A pair of a mapping that is written, as its last one, or before one of its keys.
[[nodiscard]] std::optional<TextEdits> insert_pair(const AuthoredText& authored, NodeId mapping,
                                                   std::string_view key, const NewValue& value,
                                                   NodeId before = no_index);
// Several of them on one line each, as the last ones.
struct NewPair {
  std::string key;
  std::string value;
};
[[nodiscard]] std::optional<TextEdits> insert_pairs(const AuthoredText& authored, NodeId mapping,
                                                    const std::vector<NewPair>& pairs);
[[nodiscard]] std::optional<TextEdits> insert_elements(const AuthoredText& authored, NodeId list,
                                                       const std::vector<std::string>& values);
// An element, or the pair of a key or value.
[[nodiscard]] std::optional<TextEdits> remove_node(const AuthoredText& authored, NodeId node);
// Another text of a scalar or key, in its style if that is possible.
[[nodiscard]] TextEdits replace_text(const AuthoredText& authored, NodeId scalar,
                                     std::string_view text);

// The value of a key as it is written there, be it an alias; no_index if there is none.
[[nodiscard]] NodeId written_value(const Tree& tree, NodeId mapping, std::string_view key);
// Whether it is written with brackets.
[[nodiscard]] bool is_flow(const AuthoredText& authored, NodeId node);
// Whether it is inside brackets.
[[nodiscard]] bool is_in_flow(const AuthoredText& authored, NodeId node);
// "\n" or "\r\n", as most of the text has it.
[[nodiscard]] std::string_view line_break_of(std::string_view text);
// The end of what is written of a node, without the line breaks after a block scalar.
[[nodiscard]] std::size_t end_of_content(const AuthoredText& authored, NodeId node);

}  // namespace rigy::tools
