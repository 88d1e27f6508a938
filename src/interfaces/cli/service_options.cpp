#include "cli/service_options.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "knowledge/program_knowledge.hpp"
#include "platform/output_files.hpp"

namespace rigy::interfaces::cli {
namespace {

std::error_code write_below(const std::string& root, std::span<const SavedFile> files,
                            std::string& failed) {
  // Somebody may put links where folders were while this writes.
  std::vector<std::unique_ptr<platform::HeldFolder>> folders;
  std::vector<FileToWrite> targets;
  for (const SavedFile& file : files) {
    const std::size_t name = file.path.rfind('/') + 1;
    failed = file.path;
    folders.push_back(std::make_unique<platform::HeldFolder>(
        root, std::string_view(file.path).substr(0, name == 0 ? 0 : name - 1)));
    if (folders.back()->path().empty()) return {errno, std::generic_category()};
    targets.push_back({.path = folders.back()->path() + "/" + file.path.substr(name),
                       .bytes = bytes_of(file.bytes),
                       .links = platform::Links::Refuse});
  }
  std::string target;
  const std::error_code error = write_files(targets, target);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (targets[i].path == target) failed = files[i].path;
  }
  return error;
}

}  // namespace

void add_service_options(Options& options, ServeArguments& arguments) {
  options.text("--root", arguments.root, "DIR",
               "The folder that all paths must be in (default: the working directory)");
  options.flag("--read-only", arguments.read_only, "Write nothing");
  options.count("--time-limit", arguments.seconds, 1, 3600,
                "Time limit of a call, in seconds (default: 60)");
  options.count("--memory-limit", arguments.mebibytes, 64, 1u << 20,
                "MiB of memory for all calls together (default: 4096)");
  add_jobs_option(options, arguments.jobs);
}

ServiceOptions service_options(const ServeArguments& arguments) {
  check_root(arguments.root);
  ServiceOptions options;
  options.imports = std::make_shared<KeptImports>();
  options.root = arguments.root;
  options.knowledge = &program_knowledge();
  options.sha256 = sha256;
  options.threads = arguments.jobs == 0 ? processors() : arguments.jobs;
  if (!arguments.read_only) {
    options.write = [root = arguments.root](std::span<const SavedFile> files, std::string& failed) {
      return write_below(root, files, failed);
    };
  }
  return options;
}

DispatcherOptions dispatcher_options(const ServeArguments& arguments) {
  const unsigned threads = arguments.jobs == 0 ? processors() : arguments.jobs;
  return {.workers = std::max(2u, threads), .time_limit = std::chrono::seconds(arguments.seconds)};
}

}  // namespace rigy::interfaces::cli
