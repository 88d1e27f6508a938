// Fewer parts and meshes: engines draw each part by itself.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

// Parts of a mesh with the same material become one, and so do meshes bound to one armature if
// `merge` says so. What each primitive contributed stays known as a group of its part.
void merge_parts(ExportModel& model, ExportMerge merge);

// Takes geometries away that no mesh uses.
void drop_unused_geometries(ExportModel& model);

}  // namespace rigy::outputs
