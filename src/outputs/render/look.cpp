#include "render/look.hpp"

#include <algorithm>

#include "evaluated_scene/lookup.hpp"

namespace rigy::outputs {
namespace {

constexpr double faded_alpha = 0.13;

bool names_any(const std::vector<std::string>& ids, std::string_view full_id) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& id) { return names_a_part(id, full_id); });
}

// Which primitives the ids name.
std::vector<bool> chosen_primitives(const EvaluatedScene& scene,
                                    const std::vector<std::string>& ids) {
  std::vector<bool> chosen(scene.primitives.size());
  for (const std::string& id : ids) {
    for (const Thing& thing : find_things(scene, id)) {
      for (const std::uint32_t primitive : primitives_of(scene, thing)) chosen[primitive] = true;
    }
  }
  return chosen;
}

bool names_bone(const EvaluatedScene& scene, const std::string& id) {
  for (const ShownArmature& armature : scene.armatures) {
    for (const ShownBone& bone : armature.bones) {
      if (names_a_part(id, full_id(armature, bone))) return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> heat_bone(const EvaluatedScene& scene, const ShownMesh& mesh,
                                       const std::string& id) {
  if (mesh.armature == no_index) return std::nullopt;
  const ShownArmature& armature = scene.armatures[mesh.armature];
  for (std::uint32_t i = 0; i < armature.bones.size(); ++i) {
    const std::string full = full_id(armature, armature.bones[i]);
    // The bone itself, not all bones of an armature.
    if (full == id || full.ends_with("." + id)) return i;
  }
  return std::nullopt;
}

// Whether a bone that one of the ids names moves some of the primitive.
bool follows_any(const EvaluatedScene& scene, const ShownPrimitive& primitive,
                 const std::vector<std::string>& ids) {
  const ShownMesh& mesh = scene.mesh_of(primitive);
  if (mesh.armature == no_index || primitive.influences == nullptr) return false;
  const ShownArmature& armature = scene.armatures[mesh.armature];
  std::vector<bool> named;
  for (const ShownBone& bone : armature.bones) {
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

Paint paint_of(const ShownPrimitive& primitive) {
  Paint paint;
  paint.color = {primitive.color[0], primitive.color[1], primitive.color[2]};
  paint.alpha = primitive.color[3];
  // A shadow is all or nothing, and a full one would darken what stands in a glass.
  paint.casts_shadow = paint.alpha >= 0.5;
  // Where its domain ends, it may be open.
  paint.two_sided = primitive.primitive->type == PrimitiveType::ImplicitSurface;
  return paint;
}

void stand_out(Paint& paint, const Rgb& color, double share) {
  paint.color = mix(paint.color, color, share);
  paint.alpha = std::max(paint.alpha, 0.6);
}

bool check_name(const EvaluatedScene& scene, const std::string& id, Diagnostics& diagnostics) {
  std::vector<Thing> things = find_things(scene, id);
  std::erase_if(things, [](const Thing& thing) { return thing.kind == ThingKind::Anchor; });
  if (things.size() > 1) {
    report_ambiguous_id(id, things, diagnostics);
    return false;
  }
  if (!things.empty() || names_bone(scene, id)) return true;
  std::vector<std::string> ids = all_ids(scene);
  for (const ShownArmature& armature : scene.armatures) {
    for (const ShownBone& bone : armature.bones) ids.push_back(full_id(armature, bone));
  }
  report_unknown_id(Code::UnknownIdInOptions, "mesh, primitive, instance or bone", id, ids,
                    diagnostics);
  return false;
}

// Colors of the document would hide those of marks: a red part looks like an error.
void fade_unmarked(const std::vector<Mark>& marks, const std::vector<bool>& highlighted,
                   Look& look) {
  std::vector<bool> kept = highlighted;
  bool paints_any = false;
  for (const Mark& mark : marks) {
    for (const std::uint32_t primitive : mark.primitives) kept[primitive] = paints_any = true;
  }
  if (!paints_any) return;
  for (std::size_t i = 0; i < look.paints.size(); ++i) {
    Rgb& color = look.paints[i].color;
    if (!kept[i]) color = mix(color, {0.5, 0.5, 0.52}, 0.9);
  }
}

void paint_mark(const Mark& mark, Look& look) {
  const Rgb color = linear_rgb(mark.is_error ? 0xe5352b : 0xf2b01e);
  // Nearly all of it, so that an error does not look like the warning it covers.
  for (const std::uint32_t i : mark.primitives) stand_out(look.paints[i], color, 0.95);
}

}  // namespace

bool check_names(const EvaluatedScene& scene, const RenderOptions& options,
                 Diagnostics& diagnostics) {
  bool all_known = true;
  for (const std::vector<std::string>* ids : {&options.focus, &options.highlight}) {
    for (const std::string& id : *ids) {
      all_known = check_name(scene, id, diagnostics) && all_known;
    }
  }
  const std::string& bone = options.heat;
  const bool has_heat =
      bone.empty() ||
      std::any_of(scene.meshes.begin(), scene.meshes.end(),
                  [&](const ShownMesh& mesh) { return heat_bone(scene, mesh, bone).has_value(); });
  if (!has_heat) {
    diagnostics.add(Code::UnknownIdInOptions, {}, "no mesh is bound to a bone '{}'", bone)
        .help("name a bone of an armature that a mesh is bound to");
  }
  return all_known && has_heat;
}

void drop_unusable_names(const EvaluatedScene& scene, std::vector<std::string>& ids) {
  std::erase_if(ids, [&scene](const std::string& id) {
    Diagnostics unheard;
    return !check_name(scene, id, unheard);
  });
}

Look look_of(const EvaluatedScene& scene, const RenderOptions& options,
             const std::vector<Mark>& marks) {
  Look look;
  const Rgb highlight = linear_rgb(0xff8a1f);
  const std::vector<bool> highlighted = chosen_primitives(scene, options.highlight);
  const std::vector<bool> focused = chosen_primitives(scene, options.focus);
  for (std::size_t i = 0; i < scene.primitives.size(); ++i) {
    const ShownPrimitive& primitive = scene.primitives[i];
    Paint paint = paint_of(primitive);
    if (highlighted[i]) stand_out(paint, highlight, 0.8);
    if (!options.focus.empty() && !focused[i] && !follows_any(scene, primitive, options.focus)) {
      paint.alpha *= faded_alpha;
      paint.color = mix(paint.color, {0.35, 0.37, 0.4}, 0.7);
      paint.casts_shadow = false;
    }
    look.paints.push_back(paint);
    if (options.heat.empty()) continue;
    look.heat_bone.push_back(heat_bone(scene, scene.mesh_of(primitive), options.heat));
    if (!look.heat_bone.back()) look.paints.back().color = {0.5, 0.5, 0.52};
  }
  if (options.heat.empty()) fade_unmarked(marks, highlighted, look);
  // Errors count more than warnings.
  for (const bool is_error : {false, true}) {
    for (const Mark& mark : marks) {
      if (mark.is_error == is_error) paint_mark(mark, look);
    }
  }
  return look;
}

}  // namespace rigy::outputs
