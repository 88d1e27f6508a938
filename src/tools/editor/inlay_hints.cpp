#include "editor/inlay_hints.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "editor/known_ids.hpp"
#include "editor/values.hpp"

namespace rigy::tools {
namespace {

std::string value_text(const std::vector<std::string>& values) {
  const bool are_equal = std::all_of(values.begin(), values.end(),
                                     [&](const std::string& one) { return one == values.front(); });
  if (are_equal) return "= " + values.front();
  return fmt::format("= {} … {}", values.front(), values.back());
}

std::string count_text(const std::vector<std::size_t>& counts) {
  if (counts.size() == 1) return fmt::format("{} vertices", counts.front());
  return fmt::format("{} × {} vertices", counts.size(), counts.front());
}

// The id of what symmetry makes of the item that is named here.
std::string image_at(const OpenDocument& document, NodeId node) {
  const Type* type = document.meanings[node].type;
  if (type == nullptr || type->role != SymbolRole::Definition) return {};
  return image_of(document, type->item, document.tree().text_of(node));
}

}  // namespace

std::vector<InlayHint> inlay_hints(const OpenDocument& document, const AnalyzedAssembly& analyzed) {
  std::vector<InlayHint> hints;
  const AnalyzedValues known(document, analyzed);
  const Tree& tree = document.tree();
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const ByteRange range = document.authored.ranges[node];
    if (tree[node].kind == NodeKind::Scalar) {
      const std::vector<std::string> values = known.expanded(node);
      if (!values.empty()) hints.push_back({range.end, value_text(values)});
      const std::string image = image_at(document, node);
      if (!image.empty()) hints.push_back({range.end, "and " + image});
      continue;
    }
    const std::vector<std::size_t> counts = known.vertex_counts(node);
    const NodeId id = counts.empty() ? no_index : find_value(tree, node, "id");
    if (id != no_index) {
      hints.push_back({document.authored.ranges[id].end, count_text(counts)});
    }
  }
  return hints;
}

}  // namespace rigy::tools
