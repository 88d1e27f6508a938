// The JSON chunk of a canonical GLB: key order and number text are part of the bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canonical/layout.hpp"
#include "canonical/plan.hpp"
#include "math/bounds.hpp"

namespace rigy::outputs {

// Takes a long text in pieces.
using TextSink = std::function<void(std::string_view)>;

// `bounds` are those of the parts. Stops early once `out` has more than `max_size` bytes: it will
// be discarded. A sink gets the text, and what was in `out` before it, in pieces; `out` then ends
// with what is left.
void append_gltf_json(std::string& out, const PlannedScene& planned, const NodeNumbers& numbers,
                      const Layout& layout, const std::vector<Bounds>& bounds,
                      std::uint64_t max_size, const TextSink& sink = {});

// The size of that text. Most of a long one is bones, which every mesh bound to them repeats: they
// are counted without being written. More than `max_size` if it is too long.
[[nodiscard]] std::uint64_t gltf_json_size(const PlannedScene& planned, const NodeNumbers& numbers,
                                           const Layout& layout, const std::vector<Bounds>& bounds,
                                           std::uint64_t max_size);

}  // namespace rigy::outputs
