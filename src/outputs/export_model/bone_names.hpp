// Names of bones that engines know.
#pragma once

#include "export_model/nodes.hpp"

namespace rigy::outputs {

// Renames the bones of a person, or of what the bone map says, in each armature that is one; all
// others keep their names.
void name_bones(ModelDraft& draft, const Assembly& assembly, ExportBones names);

}  // namespace rigy::outputs
