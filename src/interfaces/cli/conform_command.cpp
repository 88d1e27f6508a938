// rigy conform: runs a conformance suite with this compiler or another one.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/batch.hpp"
#include "cli/commands.hpp"
#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "cli/scratch_folder.hpp"
#include "common/unreachable.hpp"
#include "conform/blocks.hpp"
#include "conform/command_template.hpp"
#include "conform/judge.hpp"
#include "conform/manifest.hpp"
#include "conform/pattern.hpp"
#include "platform/child_process.hpp"
#include "platform/files.hpp"
#include "rigy/compile.hpp"
#include "text/json_writer.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* conform_footer =
    R"(Prints one line per case, the first difference of each case that fails, and 'N passed, M failed'.

--against runs the command line of another compiler instead. It is split at spaces; no shell is run.
Quotes keep words together. {input} and {output} stand for files. A word with {pose} is omitted if the
case bakes no pose; one with {bake_transforms}, which is replaced by nothing, if it bakes no transforms.
Brackets join several words into one. Positive cases are judged by the bytes of the output and, if the case
says so, by the warnings W01, W02 and W03 that the compiler prints. In negative cases the compiler must
exit with a nonzero status, write no output, and print the expected error class, as a word, and no other.

A failed case shows what happened: differs (and in which kinds of data), wrong class, wrong warnings,
accepted (should have been rejected), rejected, no output (with exit status 0), crashed (a signal, or
an exit status of 128 or more), timed out, not run.

Exit status: 0 all passed, 1 a case failed, 2 invalid usage, 3 the suite could not be read.

Examples:
  rigy conform
  rigy conform path/to/suite --filter 'G*'
  rigy conform --against 'other-compiler {input} -o {output} [--bake --pose {pose}]'
  rigy conform --against 'rigy compile {input} -o {output} [--bake-skin --pose {pose}]
                          [--bake-transforms {bake_transforms}]')";

struct ConformArguments {
  std::string folder = "conformance";
  std::string filter = "*";
  std::string against;
  unsigned seconds = 60;  // another compiler has for one case
  unsigned jobs = 0;
  bool json = false;
};

Verdict not_run(std::string why) { return {CaseOutcome::NotRun, std::move(why), {}}; }

std::optional<std::string> read_bytes(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) return std::nullopt;
  return bytes;
}

Suite load_suite(const fs::path& folder) {
  const fs::path path = folder / "manifest.json";
  const std::optional<std::string> text = read_bytes(path);
  if (!text) throw FileTroubleError(fmt::format("cannot read '{}'", platform::to_text(path)));
  std::variant<Suite, std::string> suite = parse_manifest(*text);
  if (const auto* fault = std::get_if<std::string>(&suite)) {
    throw FileTroubleError(fmt::format("'{}': {}", platform::to_text(path), *fault));
  }
  return std::move(std::get<Suite>(suite));
}

void keep_matching(Suite& suite, const std::string& filter) {
  std::erase_if(suite.cases,
                [&filter](const ConformCase& test) { return !matches_pattern(test.id, filter); });
  if (suite.cases.empty())
    throw UsageError(fmt::format("--filter: no case is called '{}'", filter));
}

// What is wrong with the canonical bytes of a case according to the manifest's digests, or nothing.
std::string fault_of_expected(const ConformCase& test, const std::string& bytes) {
  if (const std::string digest = sha256(bytes); digest != test.expected_sha256) {
    return fmt::format("'{}' has sha256 {}, but the manifest says {}", test.expected_output, digest,
                       test.expected_sha256);
  }
  if (test.digests.empty()) return {};
  const std::optional<Blocks> blocks = blocks_of(bytes);
  if (!blocks) return fmt::format("'{}' is not a GLB", test.expected_output);
  for (std::size_t i = 0; i < block_names.size(); ++i) {
    const std::string& wanted = test.digests.at(std::string(block_names[i]));
    if (const std::string digest = sha256((*blocks)[i]); digest != wanted) {
      return fmt::format("the {} of '{}' have sha256 {}, but the manifest says {}", block_names[i],
                         test.expected_output, digest, wanted);
    }
  }
  return {};
}

// The canonical bytes of a positive case; `verdict` says what is wrong with the suite itself.
std::string expected_bytes(const fs::path& folder, const ConformCase& test, Verdict& verdict) {
  if (!test.positive) return {};
  std::optional<std::string> bytes = read_bytes(folder / platform::to_path(test.expected_output));
  if (!bytes) {
    verdict = not_run(fmt::format("cannot read the expected output '{}'", test.expected_output));
    return {};
  }
  if (std::string fault = fault_of_expected(test, *bytes); !fault.empty()) {
    verdict = not_run(std::move(fault));
  }
  return std::move(*bytes);
}

// The compiler under test: maps a case and its canonical bytes to a verdict.
using Compiler = std::function<Verdict(std::size_t number, const ConformCase& test,
                                       const std::string& expected)>;

Verdict compile_here(const fs::path& folder, const ConformCase& test, const std::string& expected) {
  DiskFiles files(platform::to_text(folder));
  const CompileResult result =
      compile(platform::to_text(folder / platform::to_path(test.input)), files, options_for(test));
  if (result.entry_unreadable) {
    return not_run(fmt::format("cannot read the input '{}'", test.input));
  }
  return judge_compile(test, result, expected);
}

struct OtherCompiler {
  CommandTemplate command;
  std::chrono::seconds limit;
};

ProgramRun::End end_of(const platform::ChildResult& child) {
  switch (child.end) {
    case platform::ChildResult::End::Exited:
      return ProgramRun::End::Exited;
    case platform::ChildResult::End::Crashed:
      return ProgramRun::End::Crashed;
    case platform::ChildResult::End::TimedOut:
      return ProgramRun::End::TimedOut;
    case platform::ChildResult::End::NotStarted:
      return ProgramRun::End::NotStarted;
  }
  unreachable();
}

Verdict compile_there(const OtherCompiler& other, const fs::path& input, const fs::path& scratch,
                      const ConformCase& test, const std::string& expected) {
  if (!test.pose.empty() && !other.command.knows_pose) {
    return not_run("the command line has no {pose}");
  }
  if (test.bake_transforms && !other.command.knows_bake_transforms) {
    return not_run("the command line has no {bake_transforms}");
  }
  std::error_code error;
  if (!fs::create_directory(scratch, error)) {
    return not_run("cannot create a folder for the output: " + error.message());
  }
  const fs::path output = scratch / "output.glb";
  platform::ChildResult child = platform::run_child(
      expand_command(other.command, {platform::to_text(input), platform::to_text(output), test.pose,
                                     test.bake_transforms}),
      {.limit = other.limit});
  ProgramRun run{end_of(child),
                 std::move(child.trouble),
                 child.exit_status,
                 std::move(child.printed),
                 false,
                 {}};
  if (std::optional<std::string> bytes = read_bytes(output)) {
    run.has_output = true;
    run.output = std::move(*bytes);
  }
  fs::remove_all(scratch, error);
  return judge_program(test, run, expected);
}

bool passed(const Verdict& verdict) { return verdict.outcome == CaseOutcome::Passed; }

std::vector<Verdict> run_cases(const Suite& suite, const fs::path& folder, unsigned jobs,
                               const Compiler& compiler) {
  std::vector<Verdict> verdicts(suite.cases.size());
  Batch batch;
  batch.count = suite.cases.size();
  batch.threads = jobs;
  batch.work = [&](std::size_t i) {
    const ConformCase& test = suite.cases[i];
    const std::string expected = expected_bytes(folder, test, verdicts[i]);
    if (passed(verdicts[i])) verdicts[i] = compiler(i, test, expected);
  };
  batch.finish = [](std::size_t) { return std::string(); };
  batch.name = [&](std::size_t i) { return suite.cases[i].id; };
  run(batch);
  return verdicts;
}

std::vector<Verdict> run_suite(const Suite& suite, const ConformArguments& arguments) {
  const fs::path folder = platform::to_path(arguments.folder);
  if (arguments.against.empty()) {
    return run_cases(suite, folder, arguments.jobs,
                     [&](std::size_t, const ConformCase& test, const std::string& expected) {
                       return compile_here(folder, test, expected);
                     });
  }
  auto parsed = parse_command(arguments.against);
  if (const auto* fault = std::get_if<std::string>(&parsed)) {
    throw UsageError("--against: " + *fault);
  }
  const OtherCompiler other{std::move(std::get<CommandTemplate>(parsed)),
                            std::chrono::seconds(arguments.seconds)};
  const ScratchFolder scratch;
  return run_cases(suite, folder, arguments.jobs,
                   [&](std::size_t i, const ConformCase& test, const std::string& expected) {
                     return compile_there(other,
                                          fs::absolute(folder / platform::to_path(test.input)),
                                          scratch.path() / std::to_string(i), test, expected);
                   });
}

std::string expectation_of(const ConformCase& test) {
  if (!test.positive) {
    return terminal_text(test.expected_code.empty()
                             ? test.expected_class
                             : fmt::format("{} {}", test.expected_class, test.expected_code));
  }
  if (!test.pose.empty()) return "baked bytes";
  return "bytes";
}

std::size_t count_failed(const std::vector<Verdict>& verdicts) {
  return verdicts.size() -
         static_cast<std::size_t>(std::count_if(verdicts.begin(), verdicts.end(), passed));
}

// "passed", "FAILED, differs in positions, normals: mesh …"
std::string text_of(const Verdict& verdict) {
  if (passed(verdict)) return "passed";
  std::string where;
  if (!verdict.differing.empty()) {
    where = fmt::format(" in {}", fmt::join(verdict.differing, ", "));
  }
  return fmt::format("FAILED, {}{}: {}", name_of(verdict.outcome), where,
                     terminal_text(verdict.difference));
}

std::string table_of(const Suite& suite, const std::vector<Verdict>& verdicts) {
  std::size_t id_width = 0;
  std::size_t expectation_width = 0;
  for (const ConformCase& test : suite.cases) {
    id_width = std::max(id_width, terminal_text(test.id).size());
    expectation_width = std::max(expectation_width, expectation_of(test).size());
  }
  std::string text =
      fmt::format("suite {}, revision {}\n", terminal_text(suite.version), suite.revision);
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{:<{}}  {:<{}}  {}\n",
                   terminal_text(suite.cases[i].id), id_width, expectation_of(suite.cases[i]),
                   expectation_width, text_of(verdicts[i]));
  }
  const std::size_t failed = count_failed(verdicts);
  return text + fmt::format("{} passed, {} failed\n", verdicts.size() - failed, failed);
}

void write_case(JsonWriter& json, const ConformCase& test, const Verdict& verdict) {
  json.begin_object();
  json.key("id");
  json.string(test.id);
  json.key("category");
  json.string(test.category);
  json.key("type");
  json.string(test.positive ? "positive" : "negative");
  json.key("passed");
  json.boolean(passed(verdict));
  json.key("outcome");
  json.string(name_of(verdict.outcome));
  json.key("difference");
  if (passed(verdict)) {
    json.null();
  } else {
    json.string(verdict.difference);
  }
  json.key("differing");
  json.begin_array();
  for (const std::string_view name : verdict.differing) json.string(name);
  json.end_array();
  json.end_object();
}

std::string json_of(const Suite& suite, const std::vector<Verdict>& verdicts) {
  const std::size_t failed = count_failed(verdicts);
  JsonWriter json;
  json.begin_object();
  json.key("ok");
  json.boolean(failed == 0);
  json.key("version");
  json.string(suite.version);
  json.key("suite_revision");
  json.number(suite.revision);
  json.key("passed");
  json.number(verdicts.size() - failed);
  json.key("failed");
  json.number(failed);
  json.key("cases");
  json.begin_array();
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    json.line_break();
    write_case(json, suite.cases[i], verdicts[i]);
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

ExitCode run_conform(ConformArguments& arguments) {
  if (arguments.jobs == 0) arguments.jobs = processors();
  Suite suite = load_suite(arguments.folder);
  keep_matching(suite, arguments.filter);
  const std::vector<Verdict> verdicts = run_suite(suite, arguments);
  const std::string text = arguments.json ? json_of(suite, verdicts) : table_of(suite, verdicts);
  print(text);
  return count_failed(verdicts) == 0 ? Done : Rejected;
}

}  // namespace

Action add_conform_command(Options& options) {
  options.footer(conform_footer);
  const auto arguments = std::make_shared<ConformArguments>();
  options.text("DIR", arguments->folder, "", "Folder with manifest.json (default: conformance)");
  options.text("--filter", arguments->filter, "GLOB",
               "Run only the cases whose id matches a glob pattern");
  options.text("--against", arguments->against, "COMMAND",
               "Command line of another compiler to test (see below)");
  options.count("--timeout", arguments->seconds, 1, 86'400,
                "Time limit per case for that compiler, in seconds (default: 60)");
  options.choice<bool>("--format", arguments->json, {{"text", false}, {"json", true}},
                       "A table (default), or JSON");
  add_jobs_option(options, arguments->jobs);
  return [arguments] { return run_conform(*arguments); };
}

}  // namespace rigy::interfaces::cli
