// Colors of materials as data of vertices, so that one material suffices.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

// With Palette, a picture has one pixel for each material, and UV set 0 of each vertex is its
// middle; with Vertex, vertices have colors. All opaque materials become one, and so do all others.
// Materials stay as they are if there is none.
void spread_colors(ExportModel& model, ExportColors colors);

// Gives the vertices of a geometry their color.
void paint(const VertexPaint& with, Geometry& geometry, OwnNumbers& own);

}  // namespace rigy::outputs
