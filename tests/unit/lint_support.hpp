// Documents that are linted, for tests.
#pragma once

#include <string>

#include <fmt/format.h>

#include "rigy/lint.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

inline LintResult linted(const std::string& document, LintOptions options = {}) {
  MemoryFiles files(Files{{entry_name, document}});
  options.analysis.suppressed_warnings = {"W07", "W09", "W14"};
  return lint(entry_name, files, options);
}

inline std::string parts(const std::string& primitives) {
  return "version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n" + primitives;
}

inline std::string box(const std::string& id, const Vec3& size, const Vec3& at) {
  return fmt::format(
      "  - {{id: {}, type: box, dimensions: {{x: {}, y: {}, z: {}}}, transform: {{translation: "
      "[{}, "
      "{}, {}]}}}}\n",
      id, size.x, size.y, size.z, at.x, at.y, at.z);
}

}  // namespace rigy::test
