#include "check/check.hpp"
#include "document/names.hpp"

namespace rigy::analysis {

// R09: the ids of children are unique in the whole tree.
void check_rigs(const RigsFile& scene, const Reporter& at) {
  const std::vector<RigsChild>& children = scene.document.children;
  Names known;
  known.reserve(children.size());
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    const Text& id = children[i].id;
    if (!id.given() || id.value.empty()) continue;
    const std::uint32_t first = known.find(id.value);
    known.add(id.value, i);
    if (first == no_index) continue;
    at.report(Code::DuplicateChildId, id.node, "child id '{}' is already used", id.value)
        .help("ids are unique in the whole scene, at any depth")
        .related(at.range_of(children[first].id.node), "first here");
  }
}

}  // namespace rigy::analysis
