#include "cli/service_options.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "knowledge/program_knowledge.hpp"
#include "platform/output_files.hpp"

namespace rigy::interfaces::cli {
namespace {

// The folders below a root that files are written into. Somebody may put links where folders were
// while this writes. They are released in the reverse order, as one may be in another that was made
// for it.
class HeldFolders {
 public:
  explicit HeldFolders(std::string root) : root_(std::move(root)) {}
  HeldFolders(const HeldFolders&) = delete;
  HeldFolders& operator=(const HeldFolders&) = delete;
  ~HeldFolders() {
    while (!held_.empty()) held_.pop_back();
  }

  // Empty, with errno, if there is a link or a file on the way.
  const std::string& path_of(const std::string& folder) {
    const auto [known, is_new] = numbers_.try_emplace(folder, held_.size());
    if (is_new) held_.push_back(std::make_unique<platform::HeldFolder>(root_, folder));
    return held_[known->second]->path();
  }

 private:
  std::string root_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::unique_ptr<platform::HeldFolder>> held_;
};

std::error_code write_below(const std::string& root, std::span<const SavedFile> files,
                            std::string& failed) {
  HeldFolders folders(root);
  std::vector<FileToWrite> targets;
  for (const SavedFile& file : files) {
    const std::size_t name = file.path.rfind('/') + 1;
    failed = file.path;
    const std::string& folder = folders.path_of(file.path.substr(0, name == 0 ? 0 : name - 1));
    if (folder.empty()) return {errno, std::generic_category()};
    targets.push_back({.path = folder + "/" + file.path.substr(name),
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
