// What there is to say about each kind of object. References are described by the ids of today, so
// that `renames` is empty for the later document.
#pragma once

#include <initializer_list>
#include <string_view>

#include "diff/description.hpp"
#include "diff/renames.hpp"
#include "document/document.hpp"
#include "document/rigs_document.hpp"
#include "load/contract.hpp"
#include "math/affine.hpp"

namespace rigy::tools {

[[nodiscard]] Description describe(const Material& material);
[[nodiscard]] Description describe(const Mesh& mesh);
[[nodiscard]] Description describe(const Primitive& primitive, const Mesh& mesh, const Tree& tree,
                                   const Renames& renames);
[[nodiscard]] Description describe(const Armature& armature);
[[nodiscard]] Description describe(const Bone& bone, const Armature& armature,
                                   const Renames& renames);
// The same without what it refers to.
[[nodiscard]] Description describe_members(const Bone& bone);
[[nodiscard]] Description describe(const Binding& binding, const Document& document,
                                   const Renames& renames);
[[nodiscard]] Description describe(const Pose& pose, const Renames& renames);
[[nodiscard]] Description describe(const Anchor& anchor, const Tree& tree);
// Where its files are.
[[nodiscard]] Description describe(const Import& import);
// What it says: "contract.frame3_sets.hub".
[[nodiscard]] Description describe(const Contract& contract);
// Each check under geometry_checks as one text.
[[nodiscard]] Description describe_checks(const Tree& tree);
// With the place that its anchors give it.
[[nodiscard]] Description describe(const Instance& instance, const Affine& place,
                                   const Renames& renames);
// With its place on its parent.
[[nodiscard]] Description describe(const RigsChild& child, const RigsDocument& document,
                                   const Affine& place, const Renames& renames);

// The parts that others are made of. Notes are texts of a mapping that the document does not keep.
void add_notes(Description& to, const Tree& tree, NodeId mapping,
               std::initializer_list<std::string_view> fields);
void add_transform(Description& to, const Transform& transform);
void add_place(Description& to, const Affine& place);
void add_surface(Description& to, const SurfaceFields& surface);

}  // namespace rigy::tools
