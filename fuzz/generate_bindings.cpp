// Bindings: weights, gradients, overrides and weight files.
#include <algorithm>

#include "fuzz/generate_parts.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// A weight that binary32, or normalizing, may turn into 0.
constexpr double perhaps_lost = 1e-30;

}  // namespace

Value AssetMaker::influences(const GeneratedArmature& armature, std::size_t most) {
  std::vector<Value> list;
  const std::size_t count = 1 + decisions_.below(most);
  for (const std::size_t bone : decisions_.choose(count, armature.bones.size())) {
    const double share = weight();
    if (share < perhaps_lost) generated_.has_zero_weights = true;
    list.push_back(Value::map({{"bone_id", armature.bones[bone]}, {"weight", share}}));
  }
  return Value::list(std::move(list));
}

Value AssetMaker::make_gradient(const GeneratedArmature& armature) {
  static constexpr const char* axes[] = {"x", "y", "z"};
  const auto side = [&] {
    Value list = influences(armature, 3);
    return list.items.size() == 1 && decisions_.flip() ? list.items[0] : list;
  };
  const double start = static_cast<double>(decisions_.below(41)) / 8 - 2.5;
  const double end = start + (decisions_.one_in(8) ? 1e-9 : dimension() + 0.001);
  const char* axis = decisions_.pick(axes);
  Value from = side();
  return Value::map({{"axis", axis},
                     {"range", Value::list({start, end})},
                     {"from", std::move(from)},
                     {"to", side()}});
}

Value AssetMaker::make_override(std::size_t vertices, const GeneratedArmature& armature) {
  std::vector<Value> list;
  for (std::size_t i = decisions_.below(8); i > 0; --i) {
    list.push_back(Value::of_integer(static_cast<std::int64_t>(decisions_.below(vertices))));
  }
  return Value::map(
      {{"vertices", Value::list(std::move(list))}, {"bones", influences(armature, 5)}});
}

std::string AssetMaker::make_weight_file(const GeneratedPrimitive& primitive, const std::string& id,
                                         const GeneratedArmature& armature) {
  std::vector<Value> entries;
  for (const std::size_t vertex : decisions_.choose(decisions_.below(12), primitive.vertices)) {
    entries.push_back(Value::map({{"vertex", Value::of_integer(static_cast<std::int64_t>(vertex))},
                                  {"bones", influences(armature, 5)}}));
  }
  return new_file(".json",
                  Value::map({{"primitive_id", id},
                              {"vertex_count",
                               Value::of_integer(static_cast<std::int64_t>(primitive.vertices))},
                              {"influences", Value::list(std::move(entries))}}));
}

Value AssetMaker::make_weight_map(const GeneratedPrimitive& primitive, const std::string& id,
                                  const GeneratedArmature& armature) {
  Value gradients;
  Value overrides;
  Value source;
  // Only a gradient needs no vertex count.
  const std::size_t layers = primitive.vertices == 0 ? 1 : 1 + decisions_.below(7);
  if ((layers & 1) != 0) {
    gradients = Value::list();
    // A map whose only layer is an empty list has none (D21).
    const std::size_t least = layers == 1 ? 1 : 0;
    for (std::size_t i = least + decisions_.below(3); i > 0; --i) {
      gradients.items.push_back(make_gradient(armature));
    }
  }
  if ((layers & 2) != 0) {
    overrides = Value::list();
    const bool alone = (layers & 4) == 0 && gradients.items.empty();
    for (std::size_t i = (alone ? 1 : 0) + decisions_.below(3); i > 0; --i) {
      overrides.items.push_back(make_override(primitive.vertices, armature));
    }
  }
  if ((layers & 4) != 0) source = make_weight_file(primitive, id, armature);
  return Value::map({{"primitive_id", id},
                     {"gradients", std::move(gradients)},
                     {"overrides", std::move(overrides)},
                     {"source", std::move(source)}});
}

Value AssetMaker::make_binding(const GeneratedMesh& mesh, const GeneratedArmature& armature) {
  static constexpr const char* solvers[] = {"lbs", "dqs"};
  Value weights = decisions_.one_in(4) ? Value() : Value::list();
  Value maps = decisions_.one_in(4) ? Value() : Value::list();
  for (const GeneratedPrimitive& primitive : mesh.primitives) {
    // An entry for a primitive also applies to its image; or the entry is for the image alone.
    const auto named = [&] {
      return primitive.item.has_image && decisions_.one_in(4) ? image_of(primitive.item.id)
                                                              : primitive.item.id;
    };
    if (weights.kind == Value::Kind::List && decisions_.flip()) {
      weights.items.push_back(
          Value::map({{"primitive_id", named()}, {"bones", influences(armature, 6)}}));
    }
    if (maps.kind == Value::Kind::List && decisions_.flip()) {
      maps.items.push_back(make_weight_map(primitive, named(), armature));
    }
  }
  return Value::map(
      {{"mesh_id", mesh.id},
       {"armature_id", armature.id},
       {"weights", std::move(weights)},
       {"weight_maps", std::move(maps)},
       {"skinning_solver", decisions_.flip() ? Value(decisions_.pick(solvers)) : Value()}});
}

Value AssetMaker::make_bindings() {
  std::vector<Value> bindings;
  for (const GeneratedMesh& mesh : made_.meshes) {
    if (made_.armatures.empty() || decisions_.one_in(4)) continue;
    bindings.push_back(make_binding(mesh, decisions_.pick(made_.armatures)));
  }
  return Value::list(std::move(bindings));
}

}  // namespace rigy::fuzz
