// rigy watch: checks, exports and draws documents again whenever they or their imports change.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/document_products.hpp"
#include "cli/engine.hpp"
#include "cli/file_changes.hpp"
#include "cli/output.hpp"
#include "cli/targets.hpp"
#include "live/enough_memory.hpp"
#include "live/live_server.hpp"
#include "platform/child_process.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* watch_footer =
    R"(Prints what `rigy check` prints, now and after every change to a document or a file that it uses, and
when documents come into a folder or list.
Broken input never ends it; Ctrl+C does. A rejected document is not exported, and its picture shows as
much as can be drawn, with the errors marked; if that is nothing, the last picture without errors,
with the errors over it.

Examples:
  rigy watch arm.rigy.yaml
  rigy watch assets
  rigy watch arm.rigy.yaml --export arm.glb
  rigy watch arm.rigy.yaml --render arm.png
  rigy watch arm.rigy.yaml --serve --open)";

struct WatchArguments {
  DocumentOptions documents;
  std::string exported;
  std::string picture;
  bool serve = false;
  bool open = false;
  std::string site;
  int port = 0;
};

// The files that documents were made from, by document.
using Dependencies = std::map<std::string, std::vector<std::string>>;

Operation noting(Operation operation, Dependencies& dependencies) {
  return [operation = std::move(operation), &dependencies](const DocumentInput& input) {
    Product product = operation(input);
    dependencies[input.job.input] = product.outcome.files;
    return product;
  };
}

Product check_document(const DocumentInput& input) {
  CompileOptions options;
  options.analysis = input.analysis;
  return Product{check(input.entry, input.files, options)};
}

std::vector<DocumentJob> jobs_of(const std::set<std::string>& documents,
                                 const std::string& output) {
  std::vector<DocumentJob> jobs;
  for (const std::string& document : documents) jobs.push_back({document, output});
  return jobs;
}

// Checks the documents and makes of them what is asked for. `last` is the last picture of a
// document without errors.
void renew(const WatchArguments& arguments, const std::set<std::string>& documents,
           Dependencies& dependencies, Picture& last) {
  Run run;
  run.command = "watch";
  run.success = "fine";
  if (!arguments.picture.empty()) {
    run.operation = noting(
        [&last](const DocumentInput& input) { return draw_document(input, last); }, dependencies);
    static_cast<void>(run_jobs(jobs_of(documents, arguments.picture), arguments.documents, run));
  }
  if (!arguments.exported.empty()) {
    ExportOptions options;
    options.format = format_for(arguments.exported);
    run.operation = noting(
        [&options](const DocumentInput& input) { return export_document(input, options, false); },
        dependencies);
    static_cast<void>(run_jobs(jobs_of(documents, arguments.exported), arguments.documents, run));
  }
  if (arguments.picture.empty() && arguments.exported.empty()) {
    run.operation = noting(check_document, dependencies);
    static_cast<void>(run_jobs(jobs_of(documents, ""), arguments.documents, run));
  }
}

std::set<std::string> files_of(const std::set<std::string>& documents,
                               const Dependencies& dependencies) {
  std::set<std::string> files = documents;
  for (const auto& [document, read] : dependencies) files.insert(read.begin(), read.end());
  return files;
}

std::set<std::string> documents_of(const std::set<std::string>& changed,
                                   const Dependencies& dependencies) {
  std::set<std::string> documents;
  for (const auto& [document, read] : dependencies) {
    const bool is_changed = std::any_of(
        read.begin(), read.end(), [&](const std::string& file) { return changed.contains(file); });
    if (is_changed || changed.contains(document)) documents.insert(document);
  }
  return documents;
}

void check_watch_arguments(const WatchArguments& arguments) {
  const bool is_about_serving = arguments.open || arguments.port != 0 || !arguments.site.empty();
  if (is_about_serving && !arguments.serve) {
    throw UsageError("--open, --port and --site are for --serve");
  }
  const bool writes = !arguments.exported.empty() || !arguments.picture.empty();
  if (writes && arguments.documents.inputs.size() > 1) {
    throw UsageError(fmt::format("{} takes one input, but there are several",
                                 arguments.exported.empty() ? "--render" : "--export"));
  }
  for (const std::string& input : arguments.documents.inputs) {
    if (input == "-") throw UsageError("standard input cannot be watched");
  }
  if (!arguments.exported.empty()) static_cast<void>(format_for(arguments.exported));
}

// The folder of the built page: beside the program, or where it is installed.
std::string site_of(const WatchArguments& arguments) {
  namespace fs = std::filesystem;
  const fs::path program = platform::to_path(platform::program_file()).parent_path();
  std::vector<fs::path> folders = {program / "web", program / ".." / "share" / "rigy" / "web"};
  if (!arguments.site.empty()) folders = {platform::to_path(arguments.site)};
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (fs::is_regular_file(folder / "index.html", error)) return platform::to_text(folder);
  }
  throw UsageError(
      "the playground's page is not installed: build it (./dev web --build) and name its "
      "folder with --site");
}

// With the first of these programs that there is.
void open_in_browser(const std::string& address) {
  for (const char* program : {"xdg-open", "open", "explorer"}) {
    const platform::ChildResult result =
        platform::run_child({program, address}, {.limit = std::chrono::seconds(10)});
    if (result.end != platform::ChildResult::End::NotStarted) return;
  }
  complain("no program opens the address: copy it into a browser");
}

// Serves the first document and the files around it.
class Studio {
 public:
  Studio(const WatchArguments& arguments, const std::set<std::string>& files)
      : entry_(arguments.documents.inputs.front()) {
    if (!has_live_server()) {
      throw UsageError("this program was built without a server (cmake/third_party cpp-httplib)");
    }
    project_.set_files(entry_, files);
    server_ = std::make_unique<LiveServer>(project_, site_of(arguments), arguments.port);
    if (server_->address().empty()) {
      throw UsageError(fmt::format("port {} cannot be used", arguments.port));
    }
    print(fmt::format("serving: {}\n", server_->address()));
    if (arguments.open) open_in_browser(server_->address());
    watcher_ = std::thread([this] { watch(); });
  }
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;
  ~Studio() {
    project_.end();
    watcher_.join();
  }

  void set_files(const std::set<std::string>& files) { project_.set_files(entry_, files); }

 private:
  // A page keeps what it shows while a text is broken, so it need not wait until a program has
  // written all of it.
  void watch() {
    while (!project_.has_ended()) {
      const bool has_memory = has_enough_memory_for([this] {
        changes_.watch(project_.paths());
        if (!changes_.wait(std::chrono::milliseconds(200)).empty()) project_.refresh();
      });
      if (!has_memory) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

  std::string entry_;
  LiveProject project_;
  std::unique_ptr<LiveServer> server_;
  FileChanges changes_{std::chrono::milliseconds(5)};  // of the thread
  std::thread watcher_;
};

// The documents that are watched: those of folders and lists come and go.
class WatchedDocuments {
 public:
  WatchedDocuments(WatchArguments& arguments, std::vector<std::string> inputs)
      : arguments_(arguments),
        inputs_(std::move(inputs)),
        now_(arguments.documents.inputs.begin(), arguments.documents.inputs.end()) {}

  [[nodiscard]] const std::set<std::string>& now() const { return now_; }

  // Those that have come since; those that have gone are forgotten. Outputs are of one document.
  [[nodiscard]] std::set<std::string> look_again(Dependencies& dependencies) {
    if (!arguments_.exported.empty() || !arguments_.picture.empty()) return {};
    // Other files may change all the time, and a folder may be large.
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_ < std::chrono::milliseconds(100)) return {};
    looked_ = now;
    std::set<std::string> found = listed();
    std::set<std::string> come;
    std::ranges::set_difference(found, now_, std::inserter(come, come.end()));
    std::erase_if(dependencies, [&found](const auto& one) { return !found.contains(one.first); });
    now_ = std::move(found);
    return come;
  }

 private:
  // As before if a folder cannot be read or has none any more.
  [[nodiscard]] std::set<std::string> listed() {
    try {
      const auto found = documents_of_inputs(inputs_, arguments_.documents);
      return {found.begin(), found.end()};
    } catch (const UsageError&) {
      return now_;
    } catch (const FileTroubleError&) {
      return now_;
    }
  }

  WatchArguments& arguments_;
  std::vector<std::string> inputs_;  // as they were given
  std::set<std::string> now_;
  std::chrono::steady_clock::time_point looked_;  // when inputs were last looked at
};

// The documents that have to be made again; waits until there are some.
std::set<std::string> next_documents(WatchedDocuments& documents, Dependencies& dependencies,
                                     FileChanges& changes) {
  constexpr std::chrono::milliseconds longest(500);
  std::set<std::string> found;
  while (found.empty()) {
    found = documents_of(changes.wait(longest), dependencies);
    if (std::set<std::string> come = documents.look_again(dependencies); !come.empty()) {
      // They may still be being written.
      changes.watch(files_of(documents.now(), dependencies));
      found.merge(documents_of(changes.wait(std::chrono::milliseconds(50)), dependencies));
      found.merge(come);
    }
    std::erase_if(found, [&](const std::string& one) { return !documents.now().contains(one); });
  }
  return found;
}

ExitCode run_watch(WatchArguments& arguments) {
  std::vector<std::string> inputs = arguments.documents.inputs;
  complete(arguments.documents);
  // What has not changed is not analyzed again.
  arguments.documents.analysis.shared = make_shared_assets();
  check_watch_arguments(arguments);
  WatchedDocuments documents(arguments, std::move(inputs));
  FileChanges changes;
  changes.watch(documents.now());
  Dependencies dependencies;
  Picture last;
  std::unique_ptr<Studio> studio;
  for (std::set<std::string> renewed = documents.now();;) {
    const auto started = std::chrono::steady_clock::now();
    renew(arguments, renewed, dependencies, last);
    const std::set<std::string> files = files_of(documents.now(), dependencies);
    changes.watch(files);
    if (studio != nullptr) studio->set_files(files);
    if (arguments.serve && studio == nullptr) studio = std::make_unique<Studio>(arguments, files);
    if (arguments.documents.is_for_people()) {
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - started;
      print(fmt::format("watched: {} of {} documents in {:.0f} ms\n", renewed.size(),
                        documents.now().size(), time.count()));
    }
    renewed = next_documents(documents, dependencies, changes);
  }
}

}  // namespace

Action add_watch_command(Options& options) {
  options.footer(watch_footer);
  const auto arguments = std::make_shared<WatchArguments>();
  add_inputs(options, arguments->documents);
  options.text("--export", arguments->exported, "OUT", "Also export the document to this file");
  options.text("--render", arguments->picture, "OUT.png", "Also draw the document to this file");
  options.flag(
      "--serve", arguments->serve,
      "Also show the first document in a browser, on this machine only; changes go both ways");
  options.flag("--open", arguments->open, "Open it in the browser, for --serve");
  options.count("--port", arguments->port, 0, 65535,
                "The port of --serve (default: any that is free)");
  options.text("--site", arguments->site, "DIR",
               "The folder of the playground's page, for --serve");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_watch(*arguments); };
}

}  // namespace rigy::interfaces::cli
