#include "cli/targets.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "cli/build_state.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "load/document_kind.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"

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

void make_out_dir(const std::string& out_dir) {
  if (out_dir.empty()) return;
  const std::error_code error = make_folder(out_dir);
  if (!error) return;
  throw FileTroubleError(
      fmt::format("cannot create the folder '{}': {}", out_dir, error.message()));
}

void check_output_options(const DocumentOptions& documents, const OutputOptions& outputs) {
  check_depfile_options(outputs.depfile);
  if (!outputs.output.empty() && !outputs.out_dir.empty()) {
    throw UsageError("-o and --out-dir cannot be used together");
  }
  if (!outputs.output.empty() && documents.inputs.size() > 1) {
    throw UsageError("-o names one file, but there are several inputs; use --out-dir");
  }
  if (!outputs.out_dir.empty() && documents.inputs.front() == "-") {
    throw UsageError("--out-dir cannot name the output of standard input; use -o");
  }
  if (outputs.skip_unchanged && outputs.out_dir.empty()) {
    throw UsageError("--skip-unchanged needs --out-dir: the folder that keeps its state");
  }
}

[[noreturn]] void refuse_unnamed(const DocumentOptions& documents, const ResultKind& kind) {
  const std::string& input = documents.inputs.front();
  if (documents.inputs.size() > 1) {
    throw UsageError(
        fmt::format("there are several inputs; --out-dir DIR says where their {}s go", kind.noun));
  }
  throw UsageError(fmt::format("{} needs -o: rigy {} {} -o {}{}", kind.command, kind.command, input,
                               input == "-" ? kind.noun : output_stem(input), kind.extension));
}

std::string output_of(const std::string& input, const OutputOptions& outputs,
                      const ResultKind& kind) {
  if (!outputs.output.empty()) return outputs.output;
  if (input == "-") return "-";
  const fs::path name = platform::to_path(output_stem(input) + kind.extension);
  if (!outputs.out_dir.empty()) {
    return platform::to_text(platform::to_path(outputs.out_dir) / name);
  }
  if (kind.unnamed == Unnamed::StandardOutput) return "-";
  return platform::to_text(platform::to_path(input).parent_path() / name);
}

void check_stdout(const std::vector<DocumentJob>& jobs, const DocumentOptions& documents,
                  const OutputOptions& outputs, const ResultKind& kind) {
  if (!outputs.depfile.path.empty()) {
    throw UsageError("--depfile needs an output file; standard output has no name");
  }
  const bool is_shared = kind.is_text && jobs.size() == 1;
  const bool is_listed = kind.is_json && documents.diagnostics == DiagnosticsFormat::Json;
  if (!documents.is_for_people() && !is_shared && !is_listed) {
    throw UsageError(
        fmt::format("standard output cannot take both the {} and the diagnostics; use {}",
                    kind.noun, jobs.size() == 1 ? "-o" : "--out-dir"));
  }
  if (!kind.is_text && platform::is_terminal(platform::standard_output)) {
    throw UsageError("not writing binary data to a terminal; use -o or redirect the output");
  }
}

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

std::vector<DocumentJob> plan_jobs(const DocumentOptions& documents, const OutputOptions& outputs,
                                   const ResultKind& kind) {
  check_output_options(documents, outputs);
  if (kind.unnamed == Unnamed::Refused && outputs.output.empty() && outputs.out_dir.empty()) {
    refuse_unnamed(documents, kind);
  }
  std::vector<DocumentJob> jobs;
  for (const std::string& input : documents.inputs) {
    jobs.push_back({input, output_of(input, outputs, kind)});
  }
  return jobs;
}

void prepare_outputs(const std::vector<DocumentJob>& jobs, const DocumentOptions& documents,
                     const OutputOptions& outputs, const ResultKind& kind,
                     const std::vector<SideFile>& sides) {
  std::vector<SideFile> all;
  // First, so that another file of this name is what is refused. An earlier run may have left it.
  if (!outputs.out_dir.empty()) all.push_back({"--out-dir", state_file(outputs.out_dir)});
  all.push_back({"--depfile", outputs.depfile.path});
  all.push_back({"--report", outputs.report});
  all.insert(all.end(), sides.begin(), sides.end());
  std::erase_if(all, [](const SideFile& file) { return file.path.empty() || file.path == "-"; });
  if (jobs.front().output == "-") {
    check_stdout(jobs, documents, outputs, kind);
    return check_not_input({}, documents.inputs, all);
  }
  check_distinct(jobs, all);
  check_not_input(jobs, documents.lists, all);
  make_out_dir(outputs.out_dir);
}

std::vector<DocumentJob> jobs_without_output(const DocumentOptions& documents,
                                             const std::string& report) {
  std::vector<DocumentJob> jobs;
  for (const std::string& input : documents.inputs) jobs.push_back({input, {}});
  std::vector<SideFile> sides;
  if (!report.empty()) sides.push_back({"--report", report});
  check_not_input(jobs, documents.lists, sides);
  return jobs;
}

Run begin_run(const Options& options, const DocumentOptions& documents,
              const OutputOptions& outputs) {
  Run run;
  run.command = options.command_name();
  run.depfile = outputs.depfile;
  run.report = outputs.report;
  if (!outputs.skip_unchanged) return run;
  run.state_folder = outputs.out_dir;
  const std::string given = options.given_except(
      {"IN", "--out-dir", "--skip-unchanged", "--depfile", "--depfile-target", "--depfile-phony",
       "--report", "--root", "--trust-links", "--allow-files", "--max-errors", "--diagnostics",
       "--jobs", "--timings"});
  run.made_by = description_of(run.command + "\n" + given, documents);
  return run;
}

}  // namespace rigy::interfaces::cli
