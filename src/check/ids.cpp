// V01–V04, V24, V25, V28, X08: ids are unique.

#include <fmt/format.h>

#include "base/text_hash.hpp"
#include "check/check.hpp"

namespace rigy {
namespace {

bool is_mirrored(const Primitive& item) { return item.mirrored; }
bool is_mirrored(const Bone& item) { return item.mirrored; }
bool is_mirrored(const Anchor& item) { return item.mirrored; }
bool is_mirrored(const Instance& item) { return item.mirrored; }
template <class Item>
bool is_mirrored(const Item&) {
  return false;
}

void help_to_rename(const CheckContext& context, Added added, const Text& id, bool mirrored) {
  if (mirrored) {
    added.help("in the mirror image '{}' becomes '{}'", context.at.tree.text_of(id.node), id.value);
  } else {
    added.help("rename one of the two");
  }
}

template <class Item>
void check_unique(const CheckContext& context, const std::vector<Item>& items, Code code,
                  std::string_view what, std::string_view where = {}) {
  TextMap<std::string_view, NodeId> first;
  first.reserve(items.size());
  for (const Item& item : items) {
    if (!item.id.given()) continue;
    const auto [found, is_first] = first.emplace(item.id.value, item.id.node);
    if (is_first) continue;
    const Added added = context.report(code, item.id.node, is_mirrored(item),
                                       "{} id '{}' is used twice{}", what, item.id.value, where);
    help_to_rename(context, added, item.id, is_mirrored(item));
    added.related(context.at.spot_of(found->second), "first here");
  }
}

// V28: what is taken, and by what.
class SharedIds {
 public:
  explicit SharedIds(const CheckContext& context) : context_(context) {}

  template <class Item>
  void take(const std::vector<Item>& items, std::string_view kind) {
    for (const Item& item : items) {
      if (!item.id.given()) continue;
      const auto [found, added] = taken_.emplace(item.id.value, Taken{kind, item.id.node});
      if (added || found->second.kind == kind) continue;
      report(item.id, is_mirrored(item), kind, found->second);
    }
  }

 private:
  struct Taken {
    std::string_view kind;
    NodeId node;
  };

  void report(const Text& id, bool mirrored, std::string_view kind, const Taken& other) {
    const Added added = context_.report(
        Code::V28, id.node, mirrored, "'{}' is the id of {} and of {}", id.value, other.kind, kind);
    help_to_rename(context_, added, id, mirrored);
    added.related(context_.at.spot_of(other.node), "the other one");
  }

  const CheckContext& context_;
  TextMap<std::string_view, Taken> taken_;
};

}  // namespace

void check_ids(const CheckContext& context) {
  const Document& document = context.document;
  check_unique(context, document.meshes, Code::V01, "mesh");
  for (const Mesh& mesh : document.meshes) {
    check_unique(context, mesh.primitives, Code::V02, "primitive",
                 fmt::format(" in mesh '{}'", mesh.id.value));
  }
  check_unique(context, document.armatures, Code::V03, "armature");
  for (const Armature& armature : document.armatures) {
    check_unique(context, armature.bones, Code::V04, "bone",
                 fmt::format(" in armature '{}'", armature.id.value));
  }
  check_unique(context, document.anchors, Code::V24, "anchor");
  check_unique(context, document.instances, Code::V25, "instance");
  check_unique(context, document.poses, Code::X08, "pose");
  SharedIds shared(context);
  shared.take(document.materials, "a material");
  shared.take(document.meshes, "a mesh");
  shared.take(document.armatures, "an armature");
  shared.take(document.anchors, "an anchor");
  shared.take(document.instances, "an instance");
}

}  // namespace rigy
