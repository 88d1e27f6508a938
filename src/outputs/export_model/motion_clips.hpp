// Clips of motions as animations.
#pragma once

#include "export_model/nodes.hpp"

namespace rigy::outputs {

// Adds the clips of all motions of the root asset, with names that no other animation has.
void add_clips(ModelDraft& draft, const Assembly& assembly, const ExportOptions& options);

}  // namespace rigy::outputs
