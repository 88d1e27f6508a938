#include "render/overlays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluated_scene/lookup.hpp"

namespace rigy::outputs {
namespace {

constexpr std::uint32_t bone_color = 0xf4f1ea;
constexpr std::uint32_t bone_highlight = 0xff9d2e;
constexpr std::uint32_t anchor_color = 0xd6457a;
constexpr std::uint32_t bounds_color = 0x6a56c8;
constexpr std::array<std::uint32_t, 3> axis_colors{0xd23f31, 0x35953d, 0x2f6fd6};
constexpr double bone_waist = 0.14;  // where along the bone it is thickest
constexpr double bone_width = 0.075;
// More would cover everything, and placing them would take long.
constexpr std::size_t max_labels = 400;

Vec3 aside_of(const Vec3& along) {
  const Vec3 other = std::abs(along.y) < 0.9 * length(along) ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 side = cross(along, other);
  return side / length(side);
}

// Head, four corners of the waist, tail.
std::array<Vec3, 6> octahedron(const ShownBone& bone) {
  const Vec3 along = bone.tail - bone.head;
  const double size = bone_width * length(along);
  const Vec3 u = size * aside_of(along);
  const Vec3 v = cross(along, u) / length(along);
  const Vec3 waist = bone.head + bone_waist * along;
  return {bone.head, waist + u, waist + v, waist - u, waist - v, bone.tail};
}

// Corners run counterclockwise seen from outside.
constexpr std::array<std::array<std::size_t, 3>, 8> octahedron_faces{
    {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {5, 1, 2}, {5, 2, 3}, {5, 3, 4}, {5, 4, 1}}};
constexpr std::array<std::array<std::size_t, 2>, 12> octahedron_edges{{{0, 1},
                                                                       {0, 2},
                                                                       {0, 3},
                                                                       {0, 4},
                                                                       {5, 1},
                                                                       {5, 2},
                                                                       {5, 3},
                                                                       {5, 4},
                                                                       {1, 2},
                                                                       {2, 3},
                                                                       {3, 4},
                                                                       {4, 1}}};

void add_bone(const ShownBone& bone, std::uint32_t paint, Surfaces& out) {
  if (!(length(bone.tail - bone.head) > 0)) return;
  const std::array<Vec3, 6> corners = octahedron(bone);
  for (const auto& face : octahedron_faces) {
    const auto first = static_cast<std::uint32_t>(out.positions.size());
    const Vec3 normal =
        cross(corners[face[1]] - corners[face[0]], corners[face[2]] - corners[face[0]]);
    for (const std::size_t corner : face) {
      out.positions.push_back(corners[corner]);
      out.normals.push_back(normal / length(normal));
      if (!out.heat.empty()) out.heat.push_back(-1);
    }
    out.triangles.push_back({{first, first + 1, first + 2}, paint});
  }
}

std::array<Vec3, 8> corners_of(const Bounds& box) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i) {
    corners[i] = {(i & 1) != 0 ? box.max.x : box.min.x, (i & 2) != 0 ? box.max.y : box.min.y,
                  (i & 4) != 0 ? box.max.z : box.min.z};
  }
  return corners;
}

// A size with its line, at a distance from the box.
struct Measure {
  Vec3 from;
  Vec3 to;
  double value = 0;
};

std::array<Measure, 3> measures_of(const Bounds& box) {
  const Vec3 size = box.max - box.min;
  const double off = 0.07 * std::max({size.x, size.y, size.z});
  const double low = box.min.y;
  return {{{{box.min.x, low, box.min.z - off}, {box.max.x, low, box.min.z - off}, size.x},
           {{box.max.x + off, low, box.min.z}, {box.max.x + off, box.max.y, box.min.z}, size.y},
           {{box.min.x - off, low, box.min.z}, {box.min.x - off, low, box.max.z}, size.z}}};
}

double axis_length(const EvaluatedScene& scene) {
  const std::optional<Bounds> box = bounds_of(scene);
  return box ? std::max(0.3 * length(box->max - box->min), 1e-30) : 1;
}

class Overlay {
 public:
  Overlay(const OverlayView& view, Drawing& drawing) : view_(view), drawing_(drawing) {}

  void draw() {
    const Overlays& wanted = view_.overlays;
    if (wanted.wireframe) draw_wireframe();
    if (wanted.bounds) draw_bounds();
    if (wanted.axes) draw_axes();
    if (wanted.dimensions) draw_dimensions();
    if (wanted.skeleton) draw_bones();
    if (wanted.anchors) draw_anchors();
    if (wanted.names && !wanted.skeleton && !wanted.anchors) name_primitives();
    number_primitives();
    for (const Mark& mark : view_.marks) draw_mark(mark);
    draw_labels();
  }

 private:
  struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
  };
  struct Label {
    double x = 0;
    double y = 0;
    std::string text;
    Ink ink;
  };

  [[nodiscard]] Projected at(const Vec3& point) const { return view_.camera(point); }
  // Whether a point has a place in the picture at all.
  [[nodiscard]] bool in_front(const Projected& place) const {
    const bool finite = std::abs(place.x) < 1e7 && std::abs(place.y) < 1e7;
    return finite && (!view_.camera.perspective || place.nearness > 0);
  }
  void line(const Vec3& a, const Vec3& b, const Stroke& stroke) {
    const Projected from = at(a);
    const Projected to = at(b);
    if (in_front(from) && in_front(to)) drawing_.line(from, to, stroke);
  }
  void label(const Vec3& point, std::string text, const Ink& ink) {
    const Projected place = at(point);
    if (in_front(place)) add_label({place.x, place.y, std::move(text), ink});
  }
  void add_label(Label label) {
    if (labels_.size() < max_labels) {
      labels_.push_back(std::move(label));
    } else {
      ++without_room_;
    }
  }
  [[nodiscard]] Ink plain() const { return {view_.dark ? 0xe8eaf0u : 0x22262eu, 1}; }

  void draw_wireframe();
  void draw_bounds();
  void draw_axes();
  void draw_dimensions();
  void draw_bones();
  void draw_anchors();
  void label_primitive(const ShownPrimitive& primitive, std::string text);
  void name_primitives();
  void number_primitives();
  void draw_mark(const Mark& mark);
  void draw_labels();
  // False if there is no room for it.
  bool draw_label(const Label& label);
  // The top of the nearest place below or above where the box covers no label.
  [[nodiscard]] std::optional<double> free_height(const Box& wanted, bool down) const;

  const OverlayView& view_;
  Drawing& drawing_;
  std::vector<Label> labels_;
  std::vector<Box> taken_;  // by labels
  std::size_t without_room_ = 0;
};

void Overlay::draw_wireframe() {
  const Surfaces& surfaces = view_.surfaces;
  std::vector<Projected> places;
  places.reserve(surfaces.positions.size());
  for (const Vec3& position : surfaces.positions) places.push_back(at(position));
  for (const PaintedTriangle& triangle : surfaces.triangles) {
    if (surfaces.paints[triangle.paint].in_front) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const Projected& a = places[triangle.corners[i]];
      const Projected& b = places[triangle.corners[(i + 1) % 3]];
      const double tolerance = 0.004 * std::abs(a.nearness);
      drawing_.line(a, b, {{plain().color, 0.3}, 0.8, true, tolerance});
    }
  }
}

void Overlay::draw_bounds() {
  for (const ShownMesh& mesh : view_.scene.meshes) {
    std::optional<Bounds> box;
    for (const ShownPrimitive& primitive : view_.scene.primitives_of(mesh)) {
      if (primitive.positions.empty()) continue;
      const Bounds own = bounds_of(primitive.positions);
      if (box) {
        extend(*box, own);
      } else {
        box = own;
      }
    }
    if (!box) continue;
    const std::array<Vec3, 8> corners = corners_of(*box);
    for (std::size_t i = 0; i < 8; ++i) {
      for (const std::size_t bit : {1u, 2u, 4u}) {
        if ((i & bit) == 0) line(corners[i], corners[i | bit], {{bounds_color, 0.75}, 1.3});
      }
    }
  }
}

void Overlay::draw_axes() {
  const double size = axis_length(view_.scene);
  constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 end{i == 0 ? size : 0, i == 1 ? size : 0, i == 2 ? size : 0};
    line({}, end, {{axis_colors[i], 1}, 2.2});
    label(1.08 * end, axis_names[i], {axis_colors[i], 1});
  }
}

void Overlay::draw_dimensions() {
  const std::optional<Bounds> box = bounds_of(view_.scene);
  if (!box) return;
  for (const Measure& measure : measures_of(*box)) {
    const Projected from = at(measure.from);
    const Projected to = at(measure.to);
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double size = std::sqrt(dx * dx + dy * dy);
    if (!in_front(from) || !in_front(to) || size < 2 * view_.text_size) continue;
    const Ink ink{plain().color, 0.8};
    drawing_.line(from, to, {ink, 1.2});
    // Ticks across its ends.
    const double tick = 0.5 * view_.text_size / size;
    for (const Projected& end : {from, to}) {
      drawing_.line({end.x - tick * dy, end.y + tick * dx, 0},
                    {end.x + tick * dy, end.y - tick * dx, 0}, {ink, 1.2});
    }
    label(0.5 * (measure.from + measure.to), fmt::format("{:.4g} m", measure.value), plain());
  }
}

void Overlay::draw_bones() {
  for (const ShownArmature& armature : view_.scene.armatures) {
    for (const ShownBone& bone : armature.bones) {
      if (!(length(bone.tail - bone.head) > 0)) continue;
      const std::array<Vec3, 6> corners = octahedron(bone);
      for (const auto& [a, b] : octahedron_edges) {
        line(corners[a], corners[b], {{0x3a3d45, 0.45}, 0.9});
      }
      if (view_.overlays.names) {
        label(0.5 * (bone.head + bone.tail), std::string(bone.bone->id.value), plain());
      }
    }
  }
}

void Overlay::draw_anchors() {
  for (const ShownAnchor& anchor : view_.scene.anchors) {
    const Projected place = at(anchor.position);
    if (!in_front(place)) continue;
    const double size = 0.55 * view_.text_size;
    drawing_.dot(place, size, {0xffffff, 0.9});
    drawing_.dot(place, 0.68 * size, {anchor_color, 1});
    if (view_.overlays.names) {
      add_label({place.x,
                 place.y - 2 * view_.text_size,
                 join_path(anchor.path, anchor.anchor->id.value),
                 {anchor_color, 1}});
    }
  }
}

void Overlay::label_primitive(const ShownPrimitive& primitive, std::string text) {
  if (primitive.positions.empty()) return;
  const Bounds box = bounds_of(primitive.positions);
  label(0.5 * (box.min + box.max), std::move(text), plain());
}

void Overlay::name_primitives() {
  for (const ShownPrimitive& primitive : view_.scene.primitives) {
    label_primitive(primitive, std::string(primitive.primitive->id.value));
  }
}

void Overlay::number_primitives() {
  for (std::size_t i = 0; i < view_.numbered.size(); ++i) {
    label_primitive(view_.scene.primitives[view_.numbered[i]], fmt::format("{}", i + 1));
  }
}

void Overlay::draw_mark(const Mark& mark) {
  const Projected place = at(mark.at);
  if (!in_front(place)) return;
  const std::string text = fmt::format("{} {}", mark.name, fmt::join(mark.ids, " "));
  double y = place.y;
  if (mark.primitives.empty()) {
    const double size = 0.6 * view_.text_size;
    drawing_.dot(place, size, {0xffffff, 0.9});
    drawing_.dot(place, 0.7 * size, {mark.is_error ? 0xe5352bu : 0xf2b01eu, 1});
    y -= 2 * view_.text_size;
  }
  add_label({place.x, y, text, {mark_color(mark.is_error, view_.dark), 1}});
}

std::optional<double> Overlay::free_height(const Box& wanted, bool down) const {
  Box box = wanted;
  const double height = wanted.bottom - wanted.top;
  // Each step passes at least one label.
  for (std::size_t tries = 0; tries <= taken_.size(); ++tries) {
    if (box.top < 0 || box.bottom > drawing_.viewport().height) return std::nullopt;
    const auto blocking = std::find_if(taken_.begin(), taken_.end(), [&](const Box& other) {
      return box.left < other.right && box.right > other.left && box.top < other.bottom &&
             box.bottom > other.top;
    });
    if (blocking == taken_.end()) return box.top;
    box.top = down ? blocking->bottom : blocking->top - height;
    box.bottom = box.top + height;
  }
  return std::nullopt;
}

// Labels stay inside the picture and make way for those before them, downward or else upward.
bool Overlay::draw_label(const Label& one) {
  const double size = view_.text_size;
  const double width = text_width(one.text, size) + 1.2 * size;
  const double height = 2.2 * size;
  const Viewport& whole = drawing_.viewport();
  const double left = std::max(0.0, std::min(one.x - width / 2, whole.width - width));
  const double top = std::max(0.0, std::min(one.y - height / 2, whole.height - height));
  const Box box{left, top, left + width, top + height};
  std::optional<double> free = free_height(box, true);
  if (!free) free = free_height(box, false);
  if (!free) return false;
  taken_.push_back({left, *free, left + width, *free + height});
  const Ink paper = view_.dark ? Ink{0x20242b, 0.82} : Ink{0xffffff, 0.82};
  drawing_.label(left + width / 2, *free + height / 2, size, one.text, one.ink, paper);
  return true;
}

void Overlay::draw_labels() {
  const double size = view_.text_size;
  for (const Label& one : labels_) {
    if (!draw_label(one)) ++without_room_;
  }
  if (without_room_ == 0) return;
  const std::string text = fmt::format("+{} more", without_room_);
  const Viewport& whole = drawing_.viewport();
  drawing_.text(whole.width - text_width(text, size) - size, whole.height - size, size, text,
                plain());
}

}  // namespace

std::uint32_t mark_color(bool is_error, bool dark) {
  if (dark) return is_error ? 0xff8a80 : 0xffd166;
  return is_error ? 0xc0261c : 0x9a6a00;
}

std::vector<Vec3> overlay_points(const EvaluatedScene& scene, const Overlays& overlays) {
  std::vector<Vec3> points;
  if (overlays.skeleton) {
    for (const ShownArmature& armature : scene.armatures) {
      for (const ShownBone& bone : armature.bones) {
        points.push_back(bone.head);
        points.push_back(bone.tail);
      }
    }
  }
  if (overlays.anchors) {
    for (const ShownAnchor& anchor : scene.anchors) points.push_back(anchor.position);
  }
  const std::optional<Bounds> box = bounds_of(scene);
  if (overlays.dimensions && box) {
    for (const Measure& measure : measures_of(*box)) {
      points.push_back(measure.from);
      points.push_back(measure.to);
    }
  }
  if (overlays.axes) {
    const double size = axis_length(scene);
    points.insert(points.end(), {{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}});
  }
  return points;
}

std::vector<std::size_t> numbered_primitives(const EvaluatedScene& scene,
                                             const RenderOptions& options) {
  std::vector<std::size_t> numbered;
  if (!options.overlays.numbers) return numbered;
  for (std::size_t i = 0; i < scene.primitives.size(); ++i) {
    const std::string id = full_id(scene, scene.primitives[i]);
    const auto names_it = [&](const std::string& one) { return names_a_part(one, id); };
    const bool is_in_focus =
        options.focus.empty() || std::any_of(options.focus.begin(), options.focus.end(), names_it);
    if (is_in_focus) numbered.push_back(i);
  }
  return numbered;
}

void add_bones(const EvaluatedScene& scene, const std::vector<std::string>& highlight,
               Surfaces& surfaces) {
  Paint paint;
  paint.color = linear_rgb(bone_color);
  paint.alpha = 0.88;
  paint.lit = false;
  paint.in_front = true;
  paint.casts_shadow = false;
  const auto plain = static_cast<std::uint32_t>(surfaces.paints.size());
  surfaces.paints.push_back(paint);
  paint.color = linear_rgb(bone_highlight);
  surfaces.paints.push_back(paint);
  for (const ShownArmature& armature : scene.armatures) {
    for (const ShownBone& bone : armature.bones) {
      const std::string id = full_id(armature, bone);
      const bool stands_out =
          std::any_of(highlight.begin(), highlight.end(),
                      [&](const std::string& one) { return names_a_part(one, id); });
      add_bone(bone, stands_out ? plain + 1 : plain, surfaces);
    }
  }
}

void draw_overlays(const OverlayView& view, Drawing& drawing) { Overlay(view, drawing).draw(); }

}  // namespace rigy::outputs
