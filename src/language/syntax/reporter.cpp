#include "syntax/reporter.hpp"

#include "syntax/written_text.hpp"

namespace rigy::language {

SourceRange Reporter::range_of(NodeId node) const {
  const Node& at = tree[node];
  // A missing value is pointed at by its key.
  if (at.kind == NodeKind::Scalar && at.start == at.end && is_value(tree, node)) {
    return {source, tree[node - 1].start, tree[node - 1].end};
  }
  // A whole block would be underlined to its end; its first key is enough.
  if (at.kind == NodeKind::Mapping && at.size > 0 && tree[node + 1].start == at.start) {
    return {source, at.start, tree[node + 1].end};
  }
  return {source, at.start, at.end};
}

SourceRange Reporter::range_within(NodeId scalar, std::size_t begin, std::size_t size) const {
  if (!is_as_written(tree, scalar)) return range_of(scalar);
  const Node& node = tree[scalar];
  const std::string_view text = tree.text_of(scalar);
  const std::uint32_t quote = node.plain ? 0 : 1;
  const std::uint32_t first = node.start.column + quote + code_points_in(text.substr(0, begin));
  const std::uint32_t last = first + code_points_in(text.substr(begin, size));
  return {source, {node.start.line, first}, {node.start.line, last}};
}

}  // namespace rigy::language
