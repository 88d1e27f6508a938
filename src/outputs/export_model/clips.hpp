// What programs expect of the clips of a model, apart from what they show.
#pragma once

#include "export_model/model.hpp"

namespace rigy::outputs {

// Adds a channel with one key, at the first time of the clip: the bone is at rest.
void append_rest(const RigidMotion& rest, ExportChannel channel, ExportAnimation& clip);

// Puts a clip "rest" before all others, in which everything that they move is at rest.
void add_rest_clip(ExportModel& model);

// Godot's importer lets clips loop that are named "NAME-loop", and needs a letter in each name.
void name_clips_for_godot(ExportModel& model);

}  // namespace rigy::outputs
