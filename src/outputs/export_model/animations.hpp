// Poses as animations of an export model.
#pragma once

#include "export_model/model.hpp"
#include "export_model/nodes.hpp"

namespace rigy::outputs {

// One animation for each pose of each asset in each place, which moves the armatures of that asset
// there; all others stay at rest.
void add_animations(ModelDraft& draft, const ExportOptions& options, Diagnostics& diagnostics);

// What the bone has where nothing moves it.
[[nodiscard]] const RigidMotion& rest_of(const ExportModel& model, const ExportChannel& channel);

}  // namespace rigy::outputs
