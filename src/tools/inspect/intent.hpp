// Intent checks: what the author of a document says about its geometry, and whether it is so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inspect/build.hpp"

namespace rigy::tools {

enum class CheckKind : std::uint8_t {
  NormalParallel,
  PointOnLine,
  Coplanar,
  // From here on surfaces are compared.
  Touching,
  Above,
  Inside,
  Distance,
  Symmetric
};

// One of geometry_checks.alignment, as it is written. The rest of geometry_checks may hold
// anything.
struct IntentCheck {
  NodeId node = no_index;
  std::string name;
  std::optional<CheckKind> kind;
  std::string label;
  std::string a;  // or the point
  std::string b;  // or the line
  double tolerance = 1e-6;
  std::optional<double> min;
  std::optional<double> max;
  Axis axis = Axis::X;
  std::string error;  // why it cannot be evaluated; empty if it can
};

// The names of the two things that a kind of check compares: "a" and "b", or "point" and "line".
[[nodiscard]] std::pair<std::string_view, std::string_view> operand_names(CheckKind kind);

// What a document says; nothing in it is an error of the document.
[[nodiscard]] std::vector<IntentCheck> read_checks(const Tree& tree);

[[nodiscard]] std::vector<InspectedCheck> evaluate_checks(const InspectedScene& inspected,
                                                          const std::vector<IntentCheck>& checks);

}  // namespace rigy::tools
