// What is made of a document for a person to edit, by name and with options by name: poses,
// weights, shapes, skeletons and motions. The C interface and pages have the same rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c_api/choices.hpp"
#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"
#include "rigy/export.hpp"

namespace rigy::interfaces {

struct MakingResult : Outcome {
  // An entry or a motion; or the document with it, if that is asked for. Nobody has analyzed that
  // document yet.
  std::string text = {};
  std::vector<ExportedFile> files = {};  // weight files
  std::vector<std::string> notes = {};   // what is not as asked
};

struct Making {
  std::string_view name;
  std::vector<ChoiceInfo> (*choices)();
  MakingResult (*make)(const Analysis& analysis, const AnalyzeOptions& options,
                       std::span<const ParamValue> choices);
};
[[nodiscard]] std::span<const Making> all_makings();
// Null if there is none of that name.
[[nodiscard]] const Making* making_named(std::string_view name);

}  // namespace rigy::interfaces
