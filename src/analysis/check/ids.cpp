// V01–V04, V24, V25, V28, X08: ids are unique.

#include <fmt/format.h>

#include "check/check.hpp"
#include "expand/tokens.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::analysis {
namespace {

// The origin of items that symmetry may have made; for others, the node of the id.
template <class Item>
ItemOrigin origin_of(const Item& item) {
  if constexpr (requires { item.origin; }) {
    return item.origin;
  } else {
    return item.id.node;
  }
}

void help_to_rename(const CheckContext& context, NewFinding added, const Text& id,
                    const ItemOrigin& item) {
  if (item.is_mirrored()) {
    added.help("symmetry renames '{}' to '{}'", context.at.tree.text_of(id.node), id.value);
  } else {
    const std::string help = help_for_braces_in_text(context.at.tree, id.node);
    added.help(help.empty() ? "rename one of the two" : help);
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
    const NewFinding added =
        context.at.report(code, origin_of(item).at(item.id.node), "{} id '{}' is used twice{}",
                          what, item.id.value, where);
    help_to_rename(context, added, item.id, origin_of(item));
    added.related(context.at.range_of(found->second), "first here");
  }
}

// V28: the ids that are taken, and by what.
class SharedIds {
 public:
  explicit SharedIds(const CheckContext& context) : context_(context) {}

  template <class Item>
  void take(const std::vector<Item>& items, std::string_view kind) {
    for (const Item& item : items) {
      if (!item.id.given()) continue;
      const auto [found, added] = taken_.emplace(item.id.value, Taken{kind, item.id.node});
      if (added || found->second.kind == kind) continue;
      report(item.id, origin_of(item), kind, found->second);
    }
  }

 private:
  struct Taken {
    std::string_view kind;
    NodeId node;
  };

  void report(const Text& id, const ItemOrigin& item, std::string_view kind, const Taken& other) {
    const NewFinding added =
        context_.at.report(Code::IdOfTwoKinds, item.at(id.node), "'{}' is the id of both {} and {}",
                           id.value, other.kind, kind);
    help_to_rename(context_, added, id, item);
    added.related(context_.at.range_of(other.node), "the other one");
  }

  const CheckContext& context_;
  TextMap<std::string_view, Taken> taken_;
};

}  // namespace

void check_ids(const CheckContext& context) {
  const Document& document = context.document;
  check_unique(context, document.meshes, Code::DuplicateMeshId, "mesh");
  for (const Mesh& mesh : document.meshes) {
    check_unique(context, mesh.primitives, Code::DuplicatePrimitiveId, "primitive",
                 fmt::format(" in mesh '{}'", mesh.id.value));
  }
  check_unique(context, document.armatures, Code::DuplicateArmatureId, "armature");
  for (const Armature& armature : document.armatures) {
    check_unique(context, armature.bones, Code::DuplicateBoneId, "bone",
                 fmt::format(" in armature '{}'", armature.id.value));
  }
  check_unique(context, document.anchors, Code::DuplicateAnchorId, "anchor");
  check_unique(context, document.instances, Code::DuplicateInstanceId, "instance");
  check_unique(context, document.poses, Code::DuplicatePoseId, "pose");
  SharedIds shared(context);
  shared.take(document.materials, "a material");
  shared.take(document.meshes, "a mesh");
  shared.take(document.armatures, "an armature");
  shared.take(document.anchors, "an anchor");
  shared.take(document.instances, "an instance");
}

}  // namespace rigy::analysis
