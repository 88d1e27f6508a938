// What a VRM file asks of a model: that it is a person, in T-pose, on the ground, and who made it.
#pragma once

#include "diagnostics/diagnostics.hpp"
#include "export_model/model.hpp"
#include "export_model/nodes.hpp"

namespace rigy::outputs {

// Brings persons into T-pose if the options ask for it. For VRM files also adds
// ExportModel::person and lets it stand on the ground; reports what is missing. The model is turned
// already.
void pose_person(const Scene& scene, ModelDraft& draft, const AnalyzedAssembly& analyzed,
                 const ExportOptions& options, Diagnostics& diagnostics);

}  // namespace rigy::outputs
