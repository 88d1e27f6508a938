// Shapes where bones are, and bones where shapes are, as entries of a document to edit.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// A capsule, box or cylinder from one point to another. The round ends of a capsule are beyond
// them.
struct ShapeOptions {
  std::string type = "capsule";  // or "box", "cylinder"
  std::string id;                // if empty, that of the bone, or the type
  std::string material;          // if empty, none
  std::optional<std::array<double, 3>> from;
  std::optional<std::array<double, 3>> to;
  std::string along;  // a bone instead of the two points
  double radius = 0;  // of a box, half of its width and depth
};

struct MadeShape {
  std::string id;
  std::string bone;   // that it is along; empty: none
  std::string entry;  // {id: …, type: …, dimensions: {…}, transform: {…}}, on one line
  // What is wrong with the options; then there is no entry.
  std::vector<std::string> faults;
};

// For a document without errors, which knows its bones and its version; or for none (null).
[[nodiscard]] MadeShape make_shape(const Analysis* analysis, const ShapeOptions& options);

// The text of a document with the shape as the last primitive of a mesh. Along a bone, it follows
// the bone if the mesh is bound. Nothing if there is no such mesh. The caller must analyze the
// result before using it.
[[nodiscard]] std::optional<std::string> with_shape(std::string_view text, std::string_view mesh,
                                                    const MadeShape& shape);

// "biped", "quadruped", …
[[nodiscard]] std::vector<std::string_view> rig_kinds();

// A skeleton of a kind, fitted to the box around everything that a document shows. Bones of the
// left side only if the document has symmetry, which makes the others.
struct MadeArmature {
  std::string id;
  std::vector<std::string> bones;  // {id: …, parent: …, head: […], tail: […]}, each on one line
  std::vector<std::string> faults;
};
[[nodiscard]] MadeArmature make_armature(const Analysis& analysis, std::string_view kind);

// As an element of a list, each line indented by this many spaces.
[[nodiscard]] std::string armature_entry(const MadeArmature& armature, std::size_t indent);
// The text of a document with the armature as the last one.
[[nodiscard]] std::optional<std::string> with_armature(std::string_view text,
                                                       const MadeArmature& armature);

}  // namespace rigy
