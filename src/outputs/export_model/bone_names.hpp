// Names of bones that engines know.
#pragma once

#include "export_model/nodes.hpp"

namespace rigy::outputs {

// Renames the bones of a person in each armature that is one; all others keep their names.
void name_bones(ModelDraft& draft, ExportBones names);

}  // namespace rigy::outputs
