// W01: which vertices lose influences to the limit of four.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "influences/influences.hpp"

namespace rigy::model {

// Consecutive vertices of a primitive that lose the same joints (D17).
struct DroppedRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Dropped what;
};

[[nodiscard]] std::vector<DroppedRun> dropped_runs(InfluenceRuns& influences,
                                                   std::size_t vertex_count);

// Whether any vertex can have more than four influences, judged only by the lengths of the lists.
[[nodiscard]] bool may_drop(const InfluenceLayers& layers);

// The text of the warning, made only if it will be read: there may be one per vertex.
struct DroppedText {
  const DroppedRun& run;
  const Armature& armature;
  std::string_view primitive;

  [[nodiscard]] std::string to_string() const;
};

}  // namespace rigy::model

template <>
struct fmt::formatter<rigy::model::DroppedText> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const rigy::model::DroppedText& text, Context& context) const {
    return fmt::formatter<std::string_view>::format(text.to_string(), context);
  }
};
