// The decoders of the document's parts, one per object of the schema.
#pragma once

#include "document/document.hpp"
#include "yaml/reporter.hpp"

namespace rigy {

[[nodiscard]] Mesh decode_mesh(const Reporter& at, NodeId node);
[[nodiscard]] Armature decode_armature(const Reporter& at, NodeId node);
[[nodiscard]] Binding decode_binding(const Reporter& at, NodeId node);
[[nodiscard]] Pose decode_pose(const Reporter& at, NodeId node);
[[nodiscard]] Anchor decode_anchor(const Reporter& at, NodeId node);
[[nodiscard]] Import decode_import(const Reporter& at, NodeId key, NodeId node);
[[nodiscard]] Instance decode_instance(const Reporter& at, NodeId node);
[[nodiscard]] std::optional<Solver> decode_solver(const Reporter& at, NodeId node);

}  // namespace rigy
