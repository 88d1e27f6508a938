#include "syntax/asked_version.hpp"

#include <algorithm>
#include <optional>

namespace rigy::language {

Version asked_version(const Tree& tree) {
  const NodeId root = tree.resolve(0);
  if (tree[root].kind != NodeKind::Mapping) return newest_version;
  for (NodeId key = root + 1; key < tree[root].after; key = tree[key + 1].after) {
    if (tree.text_of(key) != "version") continue;
    const NodeId value = tree.resolve(key + 1);
    if (tree[value].kind != NodeKind::Scalar) return newest_version;
    const std::optional<Version> version = parse_version(tree.text_of(value));
    if (!version || *version < oldest_version) return newest_version;
    return std::min(*version, newest_version);
  }
  return newest_version;
}

}  // namespace rigy::language
