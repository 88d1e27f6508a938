// What is wrong with a document, over a picture from when nothing was.
#pragma once

#include "outputs_floor.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

// Writes the first errors of an outcome at the top of a light picture.
void write_errors_over(Picture& picture, const Outcome& outcome);

}  // namespace rigy::outputs
