// rigy watch: checks, exports and draws documents again whenever they or their imports change.
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
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

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Prints what `rigy check` prints, now and after every change of a document or of a file that it names.
Broken input never ends it; Ctrl+C does. A rejected document is not exported, and its picture shows what
can be drawn of it, with its errors marked.

Examples:
  rigy watch arm.rigy.yaml
  rigy watch assets
  rigy watch arm.rigy.yaml --export arm.glb
  rigy watch arm.rigy.yaml --render arm.png)";

struct WatchArguments {
  DocumentOptions documents;
  std::string exported;
  std::string picture;
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

// Checks the documents and makes of them what is asked for.
void renew(const WatchArguments& arguments, const std::set<std::string>& documents,
           Dependencies& dependencies) {
  Run run;
  run.command = "watch";
  run.success = "fine";
  if (!arguments.picture.empty()) {
    run.operation = noting(draw_document, dependencies);
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

ExitCode run_watch(WatchArguments& arguments) {
  complete(arguments.documents);
  // What has not changed is not analyzed again.
  arguments.documents.analysis.shared = make_shared_assets();
  check_watch_arguments(arguments);
  const std::set<std::string> documents(arguments.documents.inputs.begin(),
                                        arguments.documents.inputs.end());
  FileChanges changes;
  changes.watch(documents);
  Dependencies dependencies;
  for (std::set<std::string> renewed = documents;;) {
    const auto started = std::chrono::steady_clock::now();
    renew(arguments, renewed, dependencies);
    changes.watch(files_of(documents, dependencies));
    if (arguments.documents.is_for_people()) {
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - started;
      print(fmt::format("watched: {} of {} documents in {:.0f} ms\n", renewed.size(),
                        documents.size(), time.count()));
    }
    do {
      renewed = documents_of(changes.wait(std::chrono::milliseconds(500)), dependencies);
    } while (renewed.empty());
  }
}

}  // namespace

Action add_watch_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<WatchArguments>();
  add_inputs(options, arguments->documents);
  options.text("--export", arguments->exported, "OUT", "Also export the document to this file");
  options.text("--render", arguments->picture, "OUT.png", "Also draw the document to this file");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_watch(*arguments); };
}

}  // namespace rigy::interfaces::cli
