// What languages 0.7 to 0.13 add to meshes: UV sets, tags, further ways to place and to make
// primitives, repetitions, macros and implicit surfaces.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "document/primitive_types.hpp"
#include "fuzz/generate_parts.hpp"
#include "shapes/shape.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr const char* roles[] = {"albedo", "detail", "directional", "radial", "decal", "lightmap"};
constexpr double degrees_per_step = 22.5;
constexpr double shortest_axis = 1e-6;

Value text_list(Decisions& decisions, std::size_t most) {
  std::vector<Value> items;
  for (std::size_t i = decisions.below(most + 1); i > 0; --i) {
    items.emplace_back(fmt::format("tag {}", i));
  }
  return Value::list(std::move(items));
}

std::size_t type_bit(PrimitiveType type) {
  return std::size_t{1} << static_cast<std::size_t>(type);
}

// The generators that fit a mesh with those types of primitives.
std::vector<std::string> generators_for(std::size_t types) {
  if ((types & type_bit(PrimitiveType::ImplicitSurface)) != 0) return {};
  std::vector<std::string> fitting{std::string(word_for(UvGenerator::PlanarXy))};
  for (const Word& word : shape_words) {
    const auto type = static_cast<PrimitiveType>(word.value);
    const UvGenerator own = info_of(type).uv_generator;
    if (types == type_bit(type) && own != UvGenerator::PlanarXy)
      fitting.emplace_back(word_for(own));
  }
  return fitting;
}

}  // namespace

void AssetMaker::note_type(GeneratedMesh& mesh, PrimitiveType type) {
  mesh.types |= type_bit(type);
}

// A number without surprises, in eighths.
double AssetMaker::eighths(int least, int most) {
  const std::size_t count = static_cast<std::size_t>(most - least) + 1;
  return (least + static_cast<int>(decisions_.below(count))) / 8.0;
}

Value AssetMaker::plain_point() {
  return Value(std::array<double, 3>{eighths(-16, 16), eighths(-16, 16), eighths(-16, 16)});
}

// --- primitives ----------------------------------------------------------------------------------

void AssetMaker::add_labels(Value& primitive) {
  if (!since(11)) return;
  primitive.fields.emplace_back("tags", decisions_.one_in(4) ? text_list(decisions_, 3) : Value());
  primitive.fields.emplace_back("surface", optional_name());
}

// One of the forms of rotation that the version has, with its name.
std::pair<std::string, Value> AssetMaker::make_rotation() {
  const std::size_t forms = since(12) ? 4 : since(7) ? 2 : 1;
  const std::size_t form = decisions_.below(forms);
  if (form == 0) return {"rotation_euler", point()};
  if (form == 1) return {"rotation_degrees", point()};
  std::array<double, 3> axis = point();
  const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (length < shortest_axis) axis = {0, 1, 0};
  if (form == 2) {
    const double degrees = decisions_.flip() ? coordinate() : degrees_per_step * eighths(-128, 128);
    return {"rotation_axis_angle", Value::map({{"axis", axis}, {"degrees", degrees}})};
  }
  return {"rotation_quat", Value::list({axis[0], axis[1], axis[2], coordinate()})};
}

// A box from corner to corner.
Value AssetMaker::make_aabb_box(GeneratedMesh& mesh, const std::string& id) {
  std::vector<Value> min;
  std::vector<Value> max;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = eighths(-16, 16);
    min.emplace_back(low);
    max.emplace_back(low + eighths(1, 16));
  }
  note_type(mesh, PrimitiveType::Box);
  return Value::map({{"id", id},
                     {"type", "box"},
                     {"aabb", Value::map({{"min", Value::list(std::move(min))},
                                          {"max", Value::list(std::move(max))}})}});
}

Value AssetMaker::make_op() {
  static constexpr const char* fields[] = {"metaball_sphere@1", "metaball_capsule@1",
                                           "sdf_sphere@1", "sdf_capsule@1"};
  const std::string_view field = decisions_.pick(fields);
  Value op = Value::map({{"op", decisions_.one_in(4) ? "subtract" : "add"},
                         {"field", std::string(field)},
                         {"radius", eighths(1, 16)},
                         {"strength", eighths(1, 16)}});
  if (field.find("capsule") != std::string_view::npos) {
    op.fields.emplace_back("height", eighths(1, 16));
  }
  if (decisions_.one_in(4)) return op;
  Value transform = Value::map({{"translation", decisions_.one_in(4) ? Value() : plain_point()}});
  if (decisions_.flip()) transform.fields.push_back(make_rotation());
  if (decisions_.one_in(4)) {
    const double scale = eighths(1, 16);
    transform.fields.emplace_back("scale", Value::list({scale, scale, scale}));
  }
  op.fields.emplace_back("transform", std::move(transform));
  return op;
}

// The number of its vertices is unknown here, so nothing refers to them.
Value AssetMaker::make_implicit_surface(GeneratedMesh& mesh) {
  const bool mirrored = symmetry_ && decisions_.one_in(3);
  const std::string id = unique_id(mirrored);
  note_type(mesh, PrimitiveType::ImplicitSurface);
  mesh.primitives.push_back({{id, false, false}, 0});
  std::vector<Value> ops;
  for (std::size_t i = decisions_.below(3); i > 0; --i) ops.push_back(make_op());
  Value last = make_op();
  ops.push_back(decisions_.one_in(3) ? make_repeat(std::move(last), ops.empty()) : std::move(last));
  const auto count = [this] {
    return Value::of_integer(2 + static_cast<std::int64_t>(decisions_.below(9)));
  };
  Value nx = count();
  Value ny = count();
  Value grid = Value::map({{"nx", std::move(nx)}, {"ny", std::move(ny)}, {"nz", count()}});
  Value box = make_aabb_box(mesh, id).fields.back().second;
  Value surface = Value::map(
      {{"id", id},
       {"type", "implicit_surface"},
       {"iso", eighths(-1, 8)},
       {"domain", Value::map({{"aabb", std::move(box)}, {"grid", std::move(grid)}})},
       {"ops", Value::list(std::move(ops))},
       {"extraction",
        decisions_.one_in(4) ? Value::map({{"algorithm", "marching_cubes@1"}}) : Value()},
       {"transform", mirrored ? Value() : make_transform()}});
  return surface;
}

// --- repetitions and macros ----------------------------------------------------------------------

// Moves each copy by its index, if it can be moved. The count is 0 only if the list has other
// elements.
Value AssetMaker::make_repeat(Value body, bool is_alone) {
  const std::size_t count = is_alone ? 1 + decisions_.below(3) : decisions_.below(4);
  for (auto& [name, value] : body.fields) {
    const bool moves = name == "transform" && value.kind == Value::Kind::Map;
    if (!moves) continue;
    for (auto& [part, translation] : value.fields) {
      if (part != "translation") continue;
      translation = Value::list({since(12) ? "=${i}*0.5" : "${i}", eighths(-8, 8), "${i}"});
    }
  }
  return Value::map(
      {{"repeat", Value::map({{"count", Value::of_integer(static_cast<std::int64_t>(count))},
                              {"as", "i"},
                              {"body", std::move(body)}})}});
}

// A primitive whose copies are numbered.
Value AssetMaker::make_repeated_primitive(const Value& material, GeneratedMesh& mesh) {
  Value body = make_primitive(material, mesh);
  const GeneratedPrimitive original = mesh.primitives.back();
  mesh.primitives.pop_back();
  body.fields[0].second = original.item.id + "_${i}";
  Value repeat = make_repeat(std::move(body), mesh.primitives.empty());
  const std::int64_t count = repeat.fields[0].second.fields[0].second.integer;
  for (std::int64_t i = 0; i < count; ++i) {
    GeneratedPrimitive copy = original;
    copy.item.id += fmt::format("_{}", i);
    mesh.primitives.push_back(std::move(copy));
  }
  return repeat;
}

Value AssetMaker::make_wall(const Value& material, GeneratedMesh& mesh) {
  static constexpr const char* modes[] = {"centerline", "neg_face", "pos_face"};
  const double start = eighths(-16, 16);
  const double height = eighths(8, 24);
  double at = start + eighths(0, 4);
  std::vector<Value> cutouts;
  for (std::size_t i = decisions_.below(4); i > 0; --i) {
    const double end = at + eighths(1, 8);
    const double bottom = eighths(0, 4);
    cutouts.push_back(Value::map({{"id", fmt::format("hole{}", i)},
                                  {"span", Value::list({at, end})},
                                  {"bottom", decisions_.flip() ? Value(bottom) : Value()},
                                  {"top", decisions_.flip() ? Value(eighths(5, 8)) : Value()}}));
    at = end + eighths(0, 4);
  }
  note_type(mesh, PrimitiveType::Box);
  const bool has_mode = since(12) && decisions_.flip();
  Value wall = Value::map({{"macro", "box_decompose"},
                           {"id", fmt::format("wall{}", ids_++)},
                           {"axis", decisions_.flip() ? "x" : "z"},
                           {"span", Value::list({start, at + eighths(1, 8)})},
                           {"height", height},
                           {"thickness", eighths(1, 4)},
                           {"base_y", decisions_.flip() ? Value(eighths(-8, 8)) : Value()},
                           {"offset", has_mode ? Value() : Value(eighths(-8, 8))},
                           {"offset_mode", has_mode ? Value(decisions_.pick(modes)) : Value()},
                           {"cutouts", cutouts.empty() ? Value() : Value::list(std::move(cutouts))},
                           {"material", material}});
  add_labels(wall);
  return wall;
}

Value AssetMaker::make_prism(const Value& material, GeneratedMesh& mesh) {
  const std::size_t first = decisions_.below(3);
  const auto along = [&](std::size_t axis) {
    std::array<double, 3> leg{};
    leg[(first + axis) % 3] = (decisions_.flip() ? -1 : 1) * eighths(1, 16);
    return Value(leg);
  };
  const std::string id = fmt::format("prism{}", ids_++);
  note_type(mesh, PrimitiveType::Wedge);
  mesh.primitives.push_back(
      {{id, false, false}, shape_of(PrimitiveType::Wedge)->topology.vertex_count});
  Value normal = along(0);
  Value leg_p = along(1);
  Value leg_q = along(2);
  Value prism =
      Value::map({{"macro", "triangle_prism_on_plane"},
                  {"id", id},
                  {"plane", Value::map({{"origin", plain_point()}, {"normal", std::move(normal)}})},
                  {"leg_p", std::move(leg_p)},
                  {"leg_q", std::move(leg_q)},
                  {"length", eighths(1, 16)},
                  {"material", material}});
  add_labels(prism);
  return prism;
}

// An element of `primitives`.
Value AssetMaker::make_item(const Value& material, GeneratedMesh& mesh) {
  switch (decisions_.below(10)) {
    case 9:
      if (since(10)) return make_repeated_primitive(material, mesh);
      break;
    case 8:
      if (since(11)) return make_wall(material, mesh);
      break;
    case 7:
      if (since(12)) return make_prism(material, mesh);
      break;
    case 6:
      if (since(13)) return make_implicit_surface(mesh);
      break;
    default:
      break;
  }
  return make_primitive(material, mesh);
}

// --- UV sets and materials -----------------------------------------------------------------------

// Adds sets and roles that the version and the primitives support.
void AssetMaker::add_uv(Value& mesh, GeneratedMesh& made) {
  if (!since(7) || decisions_.flip()) return;
  const std::vector<std::string> fitting = generators_for(made.types);
  if (since(8) && fitting.empty()) return;
  const std::size_t sets = 1 + decisions_.below(4);
  if (since(8)) {
    Value uv_sets = Value::map();
    for (std::size_t i = 0; i < sets; ++i) {
      uv_sets.fields.emplace_back(fmt::format("uv{}", i),
                                  Value::map({{"generator", decisions_.pick(fitting)}}));
    }
    mesh.fields.emplace_back("uv_sets", std::move(uv_sets));
  }
  Value uv_roles = Value::map();
  for (const char* role : roles) {
    if (role != roles[0] && !decisions_.one_in(3)) continue;
    uv_roles.fields.emplace_back(
        role, Value::map({{"set", fmt::format("uv{}", decisions_.below(sets))}}));
  }
  mesh.fields.emplace_back("uv_roles", std::move(uv_roles));
  made.has_albedo = true;
}

// From 0.12 on a mesh may have a material, and needs one if there are materials at all.
void AssetMaker::add_mesh_material(Value& mesh, const GeneratedMesh& made) {
  if (!since(12)) return;
  Value material = pick_material();
  if (material.kind == Value::Kind::Absent && !made_.materials.empty()) {
    material = decisions_.pick(made_.materials);
  }
  if (made.has_albedo && !made_.mapped_materials.empty() && decisions_.flip()) {
    material = decisions_.pick(made_.mapped_materials);
  }
  mesh.fields.emplace_back("material", std::move(material));
}

}  // namespace rigy::fuzz
