// Poses as animations of an export model.
#pragma once

#include "export_model/model.hpp"
#include "export_model/nodes.hpp"

namespace rigy::outputs {

// One animation for each pose of the root asset, which moves every armature of that asset; all
// others stay at rest.
void add_animations(ModelDraft& draft, const Asset& root, const ExportOptions& options,
                    Diagnostics& diagnostics);

// What the bone has where nothing moves it.
[[nodiscard]] const RigidMotion& rest_of(const ExportModel& model, const ExportChannel& channel);

}  // namespace rigy::outputs
