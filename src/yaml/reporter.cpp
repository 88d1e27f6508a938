#include "yaml/reporter.hpp"

namespace rigy {

Spot Reporter::spot_of(NodeId node) const {
  const Node& at = tree[node];
  // A value that is not there is pointed at by its key.
  if (at.kind == NodeKind::Scalar && at.start == at.end && is_value(tree, node)) {
    return {source, tree[node - 1].start, tree[node - 1].end};
  }
  // A whole block would be underlined to its end; its first key says enough.
  if (at.kind == NodeKind::Mapping && at.size > 0 && tree[node + 1].start == at.start) {
    return {source, at.start, tree[node + 1].end};
  }
  return {source, at.start, at.end};
}

}  // namespace rigy
