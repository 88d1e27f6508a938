// Reporting about the nodes of a tree.
#pragma once

#include <optional>
#include <string>

#include "diagnostics/diagnostics.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// Reports about the nodes of one file.
struct Reporter {
  Diagnostics& diagnostics;
  const Tree& tree;
  SourceId source = 0;
  // A contract reports whatever is wrong with it under one id.
  std::optional<Code> every_code = std::nullopt;

  [[nodiscard]] Spot spot_of(NodeId node) const;

  template <class... Args>
  Added report(Code code, NodeId node, fmt::format_string<const Args&...> format,
               const Args&... args) const {
    const Spot spot = spot_of(node);
    code = every_code.value_or(code);
    if (!diagnostics.wants(code, spot)) return {};
    return diagnostics.keep(code, spot, message_of<Args...>(format, args...), path_of(tree, node));
  }

  // For items that symmetry made: as report, but says nothing that was said of the original.
  template <class... Args>
  Added report_mirrored(Code code, NodeId node, fmt::format_string<const Args&...> format,
                        const Args&... args) const {
    const Spot spot = spot_of(node);
    if (diagnostics.was_said(code, spot) || !diagnostics.wants(code, spot)) return {};
    return diagnostics.keep(code, spot,
                            message_of<Args...>(format, args...) + " (mirrored by symmetry)",
                            path_of(tree, node));
  }

  // One of the two.
  template <class... Args>
  Added report_item(Code code, NodeId node, bool mirrored,
                    fmt::format_string<const Args&...> format, const Args&... args) const {
    return mirrored ? report_mirrored<Args...>(code, node, format, args...)
                    : report<Args...>(code, node, format, args...);
  }
};

}  // namespace rigy
