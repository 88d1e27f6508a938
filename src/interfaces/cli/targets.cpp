#include "cli/targets.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "load/document_kind.hpp"
#include "platform/output_files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const SideFile& file) {
  throw UsageError(
      fmt::format("{}: '{}' is also an output and would be overwritten", file.option, file.path));
}

// The same for every spelling of one output path, whether or not it exists.
class OutputKeys {
 public:
  std::string key(const std::string& output) {
    std::error_code error;
    const bool is_link = fs::is_symlink(fs::symlink_status(platform::to_path(output), error));
    const fs::path path = platform::to_path(is_link ? follow_links(output) : output);
    const std::string folder = platform::to_text(path.parent_path());
    auto [known, is_new] = folders_.try_emplace(folder);
    if (is_new)
      known->second = fs::weakly_canonical(platform::to_path(folder.empty() ? "." : folder), error);
    return platform::name_key(platform::to_text(known->second / path.filename()));
  }

 private:
  std::unordered_map<std::string, fs::path> folders_;
};

// Existing files, by identity rather than name.
class FileSet {
 public:
  void insert(const std::string& path) {
    if (const auto id = platform::id_of(path)) ids_.insert(*id);
  }
  [[nodiscard]] bool contains(const std::string& path) const {
    const auto id = platform::id_of(path);
    return id && ids_.contains(*id);
  }

 private:
  std::set<platform::FileId> ids_;
};

}  // namespace

std::string output_stem(const std::string& input) {
  // The system may separate folders in other ways.
  return document_stem(platform::to_text(platform::to_path(input).filename()));
}

void check_distinct(const std::vector<DocumentJob>& jobs, const std::vector<SideFile>& sides) {
  OutputKeys keys;
  std::unordered_map<std::string, const DocumentJob*> writers;
  for (const DocumentJob& job : jobs) {
    for (const std::string& output : job.outputs()) {
      const auto [known, is_new] = writers.try_emplace(keys.key(output), &job);
      if (is_new) continue;
      throw UsageError(fmt::format("'{}' and '{}' would both be written to '{}'",
                                   known->second->input, job.input, output));
    }
  }
  std::set<std::string> side_keys;
  for (const SideFile& side : sides) {
    const std::string key = keys.key(side.path);
    if (writers.contains(key) || !side_keys.insert(key).second) refuse(side);
  }
}

void check_not_input(const std::vector<DocumentJob>& jobs, const std::vector<std::string>& lists,
                     const std::vector<SideFile>& sides) {
  FileSet inputs;
  FileSet outputs;
  for (const DocumentJob& job : jobs) inputs.insert(job.input);
  for (const std::string& list : lists) inputs.insert(list);
  const auto check = [&inputs](const std::string& output) {
    if (!inputs.contains(output)) return;
    throw UsageError(fmt::format("'{}' is an input and would be overwritten", output));
  };
  for (const DocumentJob& job : jobs) {
    for (const std::string& output : job.outputs()) {
      check(output);
      if (!sides.empty()) outputs.insert(output);
    }
  }
  for (const SideFile& side : sides) {
    check(side.path);
    if (outputs.contains(side.path)) refuse(side);
  }
}

void make_out_dir(const std::string& out_dir) {
  if (out_dir.empty()) return;
  const std::error_code error = make_folder(out_dir);
  if (!error) return;
  throw FileTroubleError(
      fmt::format("cannot create the folder '{}': {}", out_dir, error.message()));
}

}  // namespace rigy::interfaces::cli
