// Analysis: a document, asset or scene, and the files it names, read, linked, checked and placed.
// Checkers, editors and all writers begin with it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/diagnostic.hpp"
#include "rigy/files.hpp"

namespace rigy {

[[nodiscard]] std::string_view version();           // of this program
[[nodiscard]] std::string_view language_version();  // the newest language version it compiles

// A value for a param of the document: a YAML scalar, so that "2" in quotes is text.
struct ParamValue {
  std::string name;
  std::string value;
};

enum class ParamType : std::uint8_t { Integer, Number, Text, Boolean };

// A param as the document declares it.
struct DeclaredParam {
  std::string name;
  ParamType type = ParamType::Text;
  std::string text;   // the value as it is written, without quotes
  double number = 0;  // of an Integer or Number
  Place place;        // of the value
};

// Imported assets, contracts and weight files, kept between compilations: each is read and analyzed
// by the first compilation that needs it, on any thread, and then used by all. What compilations
// give does not depend on it. All compilations that share it must have the same warning options.
namespace model {
class SharedAssets;
}  // namespace model
using model::SharedAssets;
[[nodiscard]] std::shared_ptr<SharedAssets> make_shared_assets();

// How many of its files were read, and how often one was used again.
struct SharedCounts {
  std::size_t read = 0;
  std::size_t reused = 0;
};
[[nodiscard]] SharedCounts counts_of(const SharedAssets& shared);

struct AnalyzeOptions {
  // Override the values that the document itself gives its params; imports keep theirs.
  std::vector<ParamValue> params;
  bool list_params = false;  // also return the params that the document declares
  // Motion documents (Rigm) of the asset, besides the entry.
  std::vector<std::string> motions = {};
  // Warning ids to treat as errors, and ids not to report. Suppression takes precedence.
  std::vector<std::string> warnings_as_errors;
  std::vector<std::string> suppressed_warnings;
  std::size_t max_errors = 100;
  unsigned threads = 1;  // the result does not depend on it
  std::shared_ptr<SharedAssets> shared = nullptr;
  // The bone map of the asset. If it is empty and `find_bone_map` is set, NAME.bones.yaml beside
  // the asset is used if it exists.
  std::string bone_map = {};
  bool find_bone_map = false;
};

struct StepTiming {
  std::string_view step;
  std::chrono::nanoseconds time{};
  std::size_t bytes = 0;
};

// The document and its imports as writers take them; its parts are internal to the library.
namespace analysis {
struct AnalyzedAssembly;
}  // namespace analysis
using analysis::AnalyzedAssembly;

// What every result has, besides what was made: the result of an operation continues that of the
// analysis it began with.
struct Outcome {
  Report report;
  // Every file read or looked for, as shown in messages; the entry comes first.
  std::vector<std::string> files;
  // Set when the entry itself could not be read; the report then says why.
  bool entry_unreadable = false;
  // Whether the entry is a scene (Rigs), which has neither poses nor params.
  bool is_scene = false;
  // Whether the entry is a motion (Rigm); its asset is then written.
  bool is_motion = false;
  // Mistakes in params, and in other options. If either list is not empty, nothing was made.
  std::vector<std::string> param_faults;
  std::vector<std::string> option_faults;
  // If requested: the params of the entry, in order, even if the rest has mistakes.
  std::vector<DeclaredParam> declared_params;
  std::vector<StepTiming> timings;

  [[nodiscard]] bool ok() const {
    return report.ok() && param_faults.empty() && option_faults.empty();
  }
};

struct Analysis : Outcome {
  // Never changes, so any number of threads may write from it. Null if memory ran out.
  std::shared_ptr<const AnalyzedAssembly> assembly;
};

// Analyzes the document at `entry`. Never throws; everything it finds is in the report. What only
// the geometry shows (W01 and coordinates that do not fit, X13) is found by check() and compile().
[[nodiscard]] Analysis analyze(const std::string& entry, FileReader& files,
                               const AnalyzeOptions& options = {});

}  // namespace rigy
