// --skip-unchanged: what earlier runs wrote to a folder, and from what.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/document_options.hpp"
#include "cli/noted_files.hpp"
#include "common/made_once.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::interfaces::cli {

// One output, and what it was made from.
struct BuiltOutput {
  std::vector<std::string> inputs = {};  // every file that was read, the document first
  std::vector<InputLink> links = {};     // between them, without where they led
  std::string digest = {};               // of the program, the options and the inputs
  std::string checksum;                  // of the output
  std::size_t size = 0;                  // of the output
  std::size_t warnings = 0;
};

// The outputs of a folder, in its file .rigy-state.json. Used by several threads, and by several
// runs at the same time: each adds what it knows to what the others have written.
class BuildState {
 public:
  // Reads the state of the folder. `made_by` describes the program and its options. A state that
  // does not exist or cannot be read is empty.
  BuildState(std::string folder, std::string made_by);

  // What was recorded of the output, if making it again from this document would give the same.
  [[nodiscard]] std::optional<BuiltOutput> find_current(const std::string& output,
                                                        const std::string& document,
                                                        FileReader& reader);
  void record(const std::string& output, const JobInputs& inputs, BuiltOutput built);

  // Writes the state. Called after every output, `save_sometimes` writes it only so often that
  // little time is spent on it; a run that is killed then loses little. At the end of a run, `save`
  // also drops outputs that no longer exist.
  [[nodiscard]] std::error_code save();
  void save_sometimes();

  [[nodiscard]] std::string path() const;

 private:
  using Outputs = TextMap<std::string, BuiltOutput>;  // by name in the folder

  [[nodiscard]] std::string digest_of(const JobInputs& inputs) const;
  // Nothing if a file cannot be read.
  [[nodiscard]] std::optional<std::string> current_digest(const BuiltOutput& built,
                                                          FileReader& reader);
  [[nodiscard]] Outputs with_ours(Outputs outputs);
  void drop_missing(Outputs& outputs) const;
  enum class Missing { Keep, Drop };
  [[nodiscard]] std::error_code save(Missing missing);

  std::string folder_;
  std::string made_by_;
  Outputs earlier_;  // when the run began
  std::mutex mutex_;
  Outputs ours_;  // that this run has made, or found to be current
  MadeOnce<InputFile> files_{32u << 20};
  std::chrono::steady_clock::time_point next_save_;
};

// The file that has the state of the folder.
[[nodiscard]] std::string state_file(const std::string& folder);

// The program and the options that decide what outputs contain.
[[nodiscard]] std::string description_of(const DocumentOptions& options);

}  // namespace rigy::interfaces::cli
