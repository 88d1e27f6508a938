// The evaluated meshes: every vertex and triangle that the output shows, where it shows them, for
// programs that draw, simulate or measure them without reading a file.
//
//     const rigy::MeshesResult result = rigy::evaluate_meshes("arm.rigy.yaml", files);
//     for (const rigy::PlacedPrimitive& one : result.meshes.primitives) {
//       draw(one.positions, one.normals, one.triangles, one.base_color);
//     }
//
// Unlike a GLB, everything is in world space, so there are no nodes to multiply: a mesh with
// several instances is there several times. Numbers are binary64, before they are rounded for a
// file, and all triangles face outward.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rigy/analyze.hpp"
#include "rigy/inspect.hpp"

namespace rigy {

struct MeshesOptions {
  AnalyzeOptions analysis;
  std::string pose;  // of the root asset; if empty, everything keeps its rest shape
};

// The bones that a vertex follows; a weight of 0 is an unused place. Weights sum to 1.
struct VertexInfluences {
  std::array<std::uint16_t, 4> joints{};  // of PlacedArmature::bones
  std::array<double, 4> weights{};
};

// A primitive at one place. All spans but `triangles` have one element for each vertex.
struct PlacedPrimitive {
  std::string id;        // with the path of instances and mesh: "car.axle.rim.tire"
  std::size_t mesh = 0;  // of Meshes::meshes
  std::string type;      // "box"
  std::string material;  // its name in the output; empty: none
  std::array<double, 4> base_color{1, 1, 1, 1};  // linear; white without a material
  std::span<const Vector3> positions;            // in meters, posed
  std::span<const Vector3> normals;              // of unit length
  // Corners are indices of vertices, counterclockwise seen from outside.
  std::span<const std::array<std::uint32_t, 3>> triangles;
  // Of each UV set of the mesh, in order; v = 0 is at the top, as in glTF.
  std::vector<std::span<const std::array<double, 2>>> uv_sets;
  std::span<const VertexInfluences> influences;  // empty unless the mesh is bound
};

// A mesh at one place. A mesh without any vertices is not listed.
struct PlacedMesh {
  std::string id;                       // with the path of instances: "car.axle.rim"
  std::size_t first_primitive = 0;      // of Meshes::primitives
  std::size_t primitive_count = 0;      // some of them may have no vertices
  std::optional<std::size_t> armature;  // of Meshes::armatures; nothing: not bound
};

struct PlacedBone {
  std::string id;
  std::optional<std::size_t> parent;  // of PlacedArmature::bones
  Vector3 head{};                     // posed
  Vector3 tail{};
};

// An armature at one place.
struct PlacedArmature {
  std::string id;  // with the path of instances
  std::vector<PlacedBone> bones;
};

// Lists are in the order of the output.
struct Meshes {
  std::vector<PlacedMesh> meshes;
  std::vector<PlacedPrimitive> primitives;
  std::vector<PlacedArmature> armatures;
  // The numbers that the spans refer to. Copies share them, and the last one frees them.
  std::shared_ptr<const void> numbers;
};

struct MeshesResult : Outcome {
  Meshes meshes;  // empty unless report.ok()
};

// Evaluates the document at `entry`. Never throws; everything it finds is in the report. More than
// 8,000,000 vertices, counting every instance, are refused (X50).
[[nodiscard]] MeshesResult evaluate_meshes(const std::string& entry, FileReader& files,
                                           const MeshesOptions& options = {});
// Evaluates what was analyzed before.
[[nodiscard]] MeshesResult evaluate_meshes(const Analysis& analysis,
                                           const MeshesOptions& options = {});

}  // namespace rigy
