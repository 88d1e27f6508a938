#include "evaluated_scene/lookup.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace rigy::evaluation {
namespace {

constexpr std::array<std::string_view, 4> kind_names{"primitive", "mesh", "instance", "anchor"};

// Takes "anchor:" off the id.
std::optional<ThingKind> take_kind(std::string_view& id) {
  for (std::size_t i = 0; i < kind_names.size(); ++i) {
    const std::string_view name = kind_names[i];
    if (!id.starts_with(name) || id.substr(name.size()).substr(0, 1) != ":") continue;
    id.remove_prefix(name.size() + 1);
    return static_cast<ThingKind>(i);
  }
  return std::nullopt;
}

bool ends_with_id(std::string_view full, std::string_view id) {
  return full.size() > id.size() && full.ends_with(id) && full[full.size() - id.size() - 1] == '.';
}

// Calls visit(kind, index, full id) for everything.
template <class Visit>
void visit_things(const World& world, const Visit& visit) {
  const auto visit_all = [&](ThingKind kind, const auto& list, const auto& id_of) {
    for (std::uint32_t i = 0; i < list.size(); ++i) visit(kind, i, id_of(list[i]));
  };
  visit_all(ThingKind::Primitive, world.primitives,
            [&](const WorldPrimitive& one) { return full_id(world, one); });
  visit_all(ThingKind::Mesh, world.meshes, [](const WorldMesh& one) { return full_id(one); });
  visit_all(ThingKind::Instance, world.instances,
            [](const WorldInstance& one) { return one.path; });
  visit_all(ThingKind::Anchor, world.anchors,
            [](const WorldAnchor& one) { return join_path(one.path, one.anchor->id.value); });
}

bool lies_in(const World& world, std::uint32_t instance, std::uint32_t outer) {
  while (instance != no_index && instance != outer) instance = world.instances[instance].parent;
  return instance == outer;
}

}  // namespace

bool names_a_part(std::string_view id, std::string_view full_id) {
  for (std::size_t at = full_id.find(id); at != std::string_view::npos;
       at = full_id.find(id, at + 1)) {
    const std::size_t end = at + id.size();
    const bool starts = at == 0 || full_id[at - 1] == '.';
    const bool ends = end == full_id.size() || full_id[end] == '.';
    if (starts && ends) return true;
  }
  return false;
}

std::string_view name_of(ThingKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::string full_id(const WorldArmature& armature, const WorldBone& bone) {
  return join_path(join_path(armature.path, armature.armature->id.value), bone.bone->id.value);
}

std::vector<Thing> find_things(const World& world, std::string_view id) {
  const std::optional<ThingKind> wanted = take_kind(id);
  std::vector<Thing> exact;
  std::vector<Thing> ending;
  visit_things(world, [&](ThingKind kind, std::uint32_t index, std::string full) {
    if (wanted && kind != *wanted) return;
    if (full == id) {
      exact.push_back({kind, index, std::move(full)});
    } else if (ends_with_id(full, id)) {
      ending.push_back({kind, index, std::move(full)});
    }
  });
  return exact.empty() ? ending : exact;
}

std::vector<std::string> all_ids(const World& world) {
  std::vector<std::string> ids;
  visit_things(world, [&](ThingKind /*kind*/, std::uint32_t /*index*/, std::string full) {
    ids.push_back(std::move(full));
  });
  return ids;
}

void report_unknown_id(Code code, std::string_view kinds, const std::string& id,
                       const std::vector<std::string>& full_ids, Diagnostics& diagnostics) {
  std::vector<std::string_view> ids;
  for (const std::string& full : full_ids) {
    ids.emplace_back(full);
    const std::size_t dot = full.rfind('.');
    if (dot != std::string::npos) ids.push_back(ids.back().substr(dot + 1));
  }
  std::string help = diagnostics.did_you_mean(id, ids);
  if (help.empty()) help = "name it as in the document, or with the path to it: mesh.primitive";
  diagnostics.add(code, {}, "no {} is called '{}'", kinds, id).help(std::move(help));
}

void report_ambiguous_id(const std::string& id, const std::vector<Thing>& things,
                         Diagnostics& diagnostics) {
  constexpr std::size_t shown = 4;
  std::string list;
  for (std::size_t i = 0; i < std::min(shown, things.size()); ++i) {
    if (i > 0) list += ", ";
    list.append(name_of(things[i].kind)).append(":").append(things[i].id);
  }
  if (things.size() > shown) list += ", ...";
  diagnostics.add(Code::AmbiguousId, {}, "'{}' names {} things", id, things.size())
      .help("write one of {}", list);
}

std::vector<std::uint32_t> primitives_of(const World& world, const Thing& thing) {
  if (thing.kind == ThingKind::Primitive) return {thing.index};
  std::vector<std::uint32_t> primitives;
  for (std::uint32_t i = 0; i < world.meshes.size(); ++i) {
    const WorldMesh& mesh = world.meshes[i];
    const bool belongs =
        thing.kind == ThingKind::Mesh
            ? i == thing.index
            : thing.kind == ThingKind::Instance && lies_in(world, mesh.instance, thing.index);
    if (!belongs) continue;
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      primitives.push_back(mesh.first_primitive + p);
    }
  }
  return primitives;
}

}  // namespace rigy::evaluation
