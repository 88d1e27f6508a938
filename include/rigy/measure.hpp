// Measurements: how two things of a document lie relative to each other, on their real surfaces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// Within this distance, in meters, two surfaces touch.
inline constexpr double touching_tolerance = 1e-6;

enum class MeasureStatus : std::uint8_t {
  Apart,
  Touching,     // within touching_tolerance
  Overlapping,  // partly inside each other
  Containing,   // b lies inside a
  Contained,    // a lies inside b
};
[[nodiscard]] std::string_view name_of(MeasureStatus status);

struct MeasureOptions {
  AnalyzeOptions analysis;
  // Ids of a primitive, mesh, instance or anchor, with as much of the path as is needed: "head",
  // "body.head", "car.wheel.rim"; "bone:hand", the segment from head to tail of a bone; "ground".
  std::string a;
  std::string b;
  std::string pose;  // of the root asset; if empty, everything keeps its rest shape
};

struct Measurement {
  std::string a;  // the full ids: "car.wheel.rim"
  std::string b;
  MeasureStatus status = MeasureStatus::Apart;
  // In meters: between the nearest points if the two are apart, else 0.
  double distance = 0;
  // How far b must move along `direction` to come apart: 0 if the two are apart or touch, not given
  // if they overlap and one of them is not convex. A single box, sphere, cylinder, capsule or wedge
  // and an anchor are convex.
  std::optional<double> penetration;
  // Of unit length, from a to b: the shortest way to each other, or out of each other. Not given if
  // there is none: two anchors at one place, or no penetration.
  std::optional<std::array<double, 3>> direction;
  // The nearest points of a and of b; the deepest ones, each inside the other, if they overlap.
  std::array<std::array<double, 3>, 2> points{};
};

struct MeasureResult : Outcome {
  std::optional<Measurement> measurement;  // given if and only if report.ok()
};

// Measures in the document at `entry`. Never throws; everything it finds is in the report.
[[nodiscard]] MeasureResult measure(const std::string& entry, FileReader& files,
                                    const MeasureOptions& options);
// Measures in what was analyzed before.
[[nodiscard]] MeasureResult measure(const Analysis& analysis, const MeasureOptions& options);

// {"a", "b", "status", "distance", "penetration", "direction", "points"} on one line, without a
// line end.
[[nodiscard]] std::string to_json(const Measurement& measurement);

}  // namespace rigy
