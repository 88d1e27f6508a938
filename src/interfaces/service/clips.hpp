// The clips of a motion in answers: what they are, and how they look.
#pragma once

#include <cstdint>
#include <string>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"
#include "service/answer.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {

// The key `clips`. Returns the id of the clip to draw: the one that is wanted, or the first.
std::string write_clips(JsonWriter& json, const Analysis& motion, const std::string& wanted,
                        ListPage& page);

// Moments of a clip, from `view`; if that is empty, from where its gait is seen best.
[[nodiscard]] DrawnPicture draw_clip(const Analysis& motion, const std::string& clip,
                                     std::string view, std::uint32_t size);

}  // namespace rigy::interfaces
