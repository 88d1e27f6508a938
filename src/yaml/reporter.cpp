#include "yaml/reporter.hpp"

#include <algorithm>

namespace rigy {
namespace {

std::uint32_t points_in(std::string_view utf8) {
  return static_cast<std::uint32_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

Spot Reporter::spot_of(NodeId node) const {
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

Spot Reporter::spot_within(NodeId scalar, std::size_t begin, std::size_t size) const {
  const Node& node = tree[scalar];
  const std::string_view text = tree.text_of(scalar);
  const std::uint32_t quote = node.plain ? 0 : 1;
  const bool as_written = node.start.line == node.end.line &&
                          node.end.column - node.start.column == points_in(text) + 2 * quote;
  if (!as_written) return spot_of(scalar);
  const std::uint32_t first = node.start.column + quote + points_in(text.substr(0, begin));
  const std::uint32_t last = first + points_in(text.substr(begin, size));
  return {source, {node.start.line, first}, {node.start.line, last}};
}

}  // namespace rigy
