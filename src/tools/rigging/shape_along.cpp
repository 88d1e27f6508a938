// A primitive from one point to another.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "diagnostics/suggestions.hpp"
#include "edit/find_item.hpp"
#include "expand/yaml_text.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "rigy/edit.hpp"
#include "rigy/rigging.hpp"
#include "rigy/weights.hpp"
#include "tables/features.hpp"
#include "text/number_text.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// A number that is one of twelve decimals but for rounding is that one.
std::string short_number(double value) {
  const double rounded = std::nearbyint(value * 1e12) / 1e12;
  std::string text;
  append_shortest(text, std::abs(value - rounded) <= 1e-14 * std::abs(value) ? rounded : value);
  return text;
}

std::string short_vector(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", short_number(v.x), short_number(v.y), short_number(v.z));
}

// About x and then about z brings +y to any direction.
Vec3 angles_of(const Vec3& direction) {
  const double flat = std::sqrt(direction.x * direction.x + direction.y * direction.y);
  if (flat == 0) return {base::atan2(direction.z, 0), 0, 0};
  if (direction.x == 0) return {base::atan2(direction.z, direction.y), 0, 0};
  return {base::atan2(direction.z, flat), 0, base::atan2(-direction.x, direction.y)};
}

// These shapes are the same upside down, so they point up: small angles read best.
std::string rotation_text(const Vec3& direction, bool in_degrees) {
  const Vec3 angles = angles_of(direction.y < 0 ? -direction : direction);
  if (angles.x == 0 && angles.z == 0) return {};
  if (!in_degrees) return ", rotation_euler: " + short_vector(angles);
  return ", rotation_degrees: " + short_vector(degrees_per_radian * angles);
}

std::string dimensions_text(const ShapeOptions& options, double length) {
  if (options.type == "box") {
    const std::string side = short_number(2 * options.radius);
    return fmt::format("{{x: {}, y: {}, z: {}}}", side, short_number(length), side);
  }
  return fmt::format("{{radius: {}, height: {}}}", short_number(options.radius),
                     short_number(length));
}

struct Segment {
  Vec3 from;
  Vec3 to;
};

std::optional<Segment> bone_segment(const Document& document, const std::string& id,
                                    std::vector<std::string>& faults) {
  ClosestWord closest(id);
  for (const Armature& armature : document.armatures) {
    for (const Bone& bone : armature.bones) {
      if (bone.id.value == id) return Segment{bone.head.value, bone.tail.value};
      closest.offer(bone.id.value);
    }
  }
  const std::string_view best = closest.best();
  faults.push_back(fmt::format("there is no bone '{}'{}", id,
                               best.empty() ? "" : fmt::format("; did you mean '{}'?", best)));
  return {};
}

Vec3 point_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

std::optional<Segment> segment_of(const Document* document, const ShapeOptions& options,
                                  std::vector<std::string>& faults) {
  if (!options.along.empty() && document != nullptr) {
    return bone_segment(*document, options.along, faults);
  }
  if (options.from && options.to && options.along.empty()) {
    return Segment{point_of(*options.from), point_of(*options.to)};
  }
  faults.emplace_back(options.along.empty() ? "give two points, or a bone"
                                            : "a bone needs the document that has it");
  return {};
}

const Document* document_of(const Analysis* analysis) {
  if (analysis == nullptr || analysis->assembly == nullptr) return nullptr;
  const Asset* const asset = analysis->assembly->assembly.root();
  return asset == nullptr ? nullptr : &asset->document;
}

}  // namespace

MadeShape make_shape(const Analysis* analysis, const ShapeOptions& options) {
  MadeShape shape;
  const Document* const document = document_of(analysis);
  const std::optional<Segment> segment = segment_of(document, options, shape.faults);
  if (!(options.radius > 0)) shape.faults.emplace_back("the radius must be greater than 0");
  if (!segment) return shape;
  const Vec3 way = segment->to - segment->from;
  const double size = length(way);
  if (!(size > 0)) shape.faults.emplace_back("the two points are the same");
  if (!shape.faults.empty()) return shape;
  shape.id = !options.id.empty()      ? options.id
             : !options.along.empty() ? options.along
                                      : options.type;
  shape.bone = options.along;
  const bool in_degrees = document == nullptr || has(document->version, Feature::RotationDegrees);
  const std::string material =
      options.material.empty() ? "" : fmt::format(", material: {}", yaml_text(options.material));
  shape.entry = fmt::format(
      "{{id: {}, type: {}{}, dimensions: {}, transform: {{translation: {}{}}}}}",
      yaml_text(shape.id), options.type, material, dimensions_text(options, size),
      short_vector(0.5 * (segment->from + segment->to)), rotation_text(way / size, in_degrees));
  return shape;
}

std::optional<std::string> with_shape(std::string_view text, std::string_view mesh,
                                      const MadeShape& shape) {
  const std::string path = find_item(text, "meshes", "id", mesh);
  if (path.empty()) return {};
  const auto edits = insert_item(text, path + ".primitives", {shape.entry});
  std::optional<std::string> next = edits ? apply_edits(text, *edits) : std::nullopt;
  const bool is_bound = !find_item(text, "bindings", "mesh_id", mesh).empty();
  if (!next || !is_bound || shape.bone.empty()) return next;
  MadeWeights weights;
  weights.mesh = mesh;
  weights.primitive = shape.id;
  weights.bones = {shape.bone};
  return with_weights(*next, weights, "");
}

}  // namespace rigy
