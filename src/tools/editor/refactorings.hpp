// What functions that offer common work get and give.
#pragma once

#include <optional>
#include <string_view>

#include "editor/actions.hpp"
#include "load/assembly.hpp"

namespace rigy::tools {

struct ActionContext {
  const OpenDocument& document;
  const Analysis* analysis = nullptr;
  const Asset* asset = nullptr;  // that the document is, as far as it could be read
  NodeId node = no_index;        // at the place

  [[nodiscard]] const AuthoredText& authored() const { return document.authored; }
  [[nodiscard]] const Tree& tree() const { return document.tree(); }
  // The innermost mapping around the place that is such an object; no_index if there is none.
  [[nodiscard]] NodeId around(const Object& object) const;
  // The text of a field of a mapping; empty if it has none.
  [[nodiscard]] std::string_view text_in(NodeId mapping, std::string_view field) const;
};

// Nothing where there is nothing to do.
using Refactoring = std::optional<EditorAction> (*)(const ActionContext& context);

[[nodiscard]] std::optional<EditorAction> make_param(const ActionContext& context);
[[nodiscard]] std::optional<EditorAction> capsule_along_bone(const ActionContext& context);
[[nodiscard]] std::optional<EditorAction> rest_in_pose(const ActionContext& context);
[[nodiscard]] std::optional<EditorAction> add_missing_weights(const ActionContext& context);

}  // namespace rigy::tools
