#include "render/look.hpp"

#include <algorithm>
#include <map>

#include "world/lookup.hpp"

namespace rigy {
namespace {

constexpr double faded_alpha = 0.13;

bool names_any(const std::vector<std::string>& ids, std::string_view full_id) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& id) { return names_a_part(id, full_id); });
}

std::string full_id(const WorldArmature& armature, const WorldBone& bone) {
  return join_path(join_path(armature.path, armature.armature->id.value), bone.bone->id.value);
}

bool names_primitive(const World& world, const std::string& id) {
  return std::any_of(
      world.primitives.begin(), world.primitives.end(),
      [&](const WorldPrimitive& primitive) { return names_a_part(id, full_id(world, primitive)); });
}

bool names_bone(const World& world, const std::string& id) {
  for (const WorldArmature& armature : world.armatures) {
    for (const WorldBone& bone : armature.bones) {
      if (names_a_part(id, full_id(armature, bone))) return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> heat_bone(const World& world, const WorldMesh& mesh,
                                       const std::string& id) {
  if (mesh.armature == no_index) return std::nullopt;
  const WorldArmature& armature = world.armatures[mesh.armature];
  for (std::uint32_t i = 0; i < armature.bones.size(); ++i) {
    const std::string full = full_id(armature, armature.bones[i]);
    // The bone itself, not all bones of an armature.
    if (full == id || full.ends_with("." + id)) return i;
  }
  return std::nullopt;
}

// Whether a bone that one of the ids names moves some of the primitive.
bool follows_any(const World& world, const WorldPrimitive& primitive,
                 const std::vector<std::string>& ids) {
  const WorldMesh& mesh = world.mesh_of(primitive);
  if (mesh.armature == no_index || primitive.influences == nullptr) return false;
  const WorldArmature& armature = world.armatures[mesh.armature];
  std::vector<bool> named;
  for (const WorldBone& bone : armature.bones) {
    named.push_back(names_any(ids, full_id(armature, bone)));
  }
  return std::any_of(primitive.influences->begin(), primitive.influences->end(),
                     [&](const JointWeights& influences) {
                       for (std::size_t i = 0; i < 4; ++i) {
                         if (influences.weights[i] > 0 && named[influences.joints[i]]) return true;
                       }
                       return false;
                     });
}

Paint paint_of(const WorldPrimitive& primitive) {
  Paint paint;
  paint.color = {primitive.color[0], primitive.color[1], primitive.color[2]};
  paint.alpha = primitive.color[3];
  // A shadow is all or nothing, and a full one would darken what stands in a glass.
  paint.casts_shadow = paint.alpha >= 0.5;
  // Where its domain ends, it may be open.
  paint.two_sided = primitive.primitive->type == PrimitiveType::ImplicitSurface;
  return paint;
}

void stand_out(Paint& paint, const Rgb& color) {
  paint.color = mix(paint.color, color, 0.8);
  paint.alpha = std::max(paint.alpha, 0.6);
}

// Which lines of a source an item stands on.
struct Lines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t primitive = 0;
};

Lines lines_of(const Tree& tree, NodeId node, std::uint32_t primitive) {
  return {tree[node].start.line, tree[node].end.line, primitive};
}

// Where primitives and their weights are written, by the name of the file.
std::map<std::string, std::vector<Lines>> written_lines(const World& world) {
  std::map<std::string, std::vector<Lines>> lines;
  for (std::uint32_t i = 0; i < world.primitives.size(); ++i) {
    const WorldPrimitive& primitive = world.primitives[i];
    const WorldMesh& mesh = world.mesh_of(primitive);
    const Tree& tree = mesh.asset->tree;
    std::vector<Lines>& of_file = lines[mesh.asset->source->name];
    of_file.push_back(lines_of(tree, primitive.primitive->origin.node, i));
    if (mesh.binding == nullptr) continue;
    const std::uint32_t number = i - mesh.first_primitive;
    for (const PrimitiveWeights& weights : mesh.binding->weights) {
      if (weights.primitive.index != number) continue;
      of_file.push_back(lines_of(tree, weights.origin.node, i));
    }
    for (const WeightMap& map : mesh.binding->weight_maps) {
      if (map.primitive.index != number) continue;
      of_file.push_back(lines_of(tree, map.origin.node, i));
    }
  }
  return lines;
}

}  // namespace

std::vector<Mark> marks_of(const World& world, const Report& report) {
  std::map<std::uint32_t, Mark> marks;
  const auto lines = written_lines(world);
  for (const Diagnostic& one : report.diagnostics) {
    const auto file = lines.find(one.place.file);
    if (file == lines.end() || one.place.start.line == 0) continue;
    for (const Lines& item : file->second) {
      if (one.place.start.line < item.first || one.place.start.line > item.last) continue;
      Mark& mark = marks[item.primitive];
      mark.primitive = item.primitive;
      mark.is_error = mark.is_error || one.severity == Severity::Error;
      if (names_a_part(one.id, mark.ids)) continue;
      mark.ids = join_path(mark.ids, one.id);
    }
  }
  std::vector<Mark> list;
  for (auto& [primitive, mark] : marks) {
    std::replace(mark.ids.begin(), mark.ids.end(), '.', ' ');
    list.push_back(std::move(mark));
  }
  return list;
}

bool check_names(const World& world, const RenderOptions& options, Diagnostics& diagnostics) {
  std::vector<std::string> ids = options.focus;
  ids.insert(ids.end(), options.highlight.begin(), options.highlight.end());
  for (const std::string& id : ids) {
    if (names_primitive(world, id) || names_bone(world, id)) continue;
    diagnostics.add(Code::X51, {}, "no mesh, primitive, instance or bone is called '{}'", id)
        .help("name it as in the document, or with the path to it: mesh.primitive");
  }
  const std::string& bone = options.heat;
  const bool has_heat =
      bone.empty() ||
      std::any_of(world.meshes.begin(), world.meshes.end(),
                  [&](const WorldMesh& mesh) { return heat_bone(world, mesh, bone).has_value(); });
  if (!has_heat) {
    diagnostics.add(Code::X51, {}, "no mesh is bound to a bone '{}'", bone)
        .help("name a bone of an armature that a mesh is bound to");
  }
  return !diagnostics.has_errors();
}

Look look_of(const World& world, const RenderOptions& options, const std::vector<Mark>& marks) {
  Look look;
  const Rgb highlight = linear_rgb(0xff8a1f);
  for (const WorldPrimitive& primitive : world.primitives) {
    Paint paint = paint_of(primitive);
    const std::string id = full_id(world, primitive);
    if (names_any(options.highlight, id)) stand_out(paint, highlight);
    if (!options.focus.empty() && !names_any(options.focus, id) &&
        !follows_any(world, primitive, options.focus)) {
      paint.alpha *= faded_alpha;
      paint.color = mix(paint.color, {0.35, 0.37, 0.4}, 0.7);
      paint.casts_shadow = false;
    }
    look.paints.push_back(paint);
    if (options.heat.empty()) continue;
    look.heat_bone.push_back(heat_bone(world, world.mesh_of(primitive), options.heat));
    if (!look.heat_bone.back()) look.paints.back().color = {0.5, 0.5, 0.52};
  }
  for (const Mark& mark : marks) {
    stand_out(look.paints[mark.primitive], linear_rgb(mark.is_error ? 0xe5352b : 0xf2b01e));
  }
  return look;
}

}  // namespace rigy
