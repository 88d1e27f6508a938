// rigy conform: runs a conformance suite, with this compiler or another one.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fnmatch.h>
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

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "base/json_writer.hpp"
#include "cli/batch.hpp"
#include "cli/child_process.hpp"
#include "cli/commands.hpp"
#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "cli/scratch_folder.hpp"
#include "conform/command_template.hpp"
#include "conform/judge.hpp"
#include "conform/manifest.hpp"
#include "rigy/compile.hpp"

namespace rigy::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* help_footer =
    R"(Prints one line per case, the first difference of each case that fails, and 'N passed, M failed'.

--against runs the command line of another compiler instead. It is split at blanks, no shell is
involved. {input} and {output} stand for files. A word with {pose} is left out where the case bakes
no pose, and one with {bake_transforms}, which stands for nothing, where it bakes no transforms;
brackets make several words one. Positive cases are judged by the bytes of the output; negative ones
must end with another exit status than 0 and without an output, and if the program prints any class
of error, the expected one must be among them.

Exit status: 0 all passed, 1 a case failed, 2 bad usage, 3 the suite could not be read.

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

// Why a case failed; empty: it passed.
using Failure = std::string;

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
  if (!text) throw FileTroubleError(fmt::format("cannot read '{}'", path.string()));
  std::variant<Suite, std::string> suite = parse_manifest(*text);
  if (const auto* fault = std::get_if<std::string>(&suite)) {
    throw FileTroubleError(fmt::format("'{}': {}", path.string(), *fault));
  }
  return std::move(std::get<Suite>(suite));
}

void keep_matching(Suite& suite, const std::string& filter) {
  std::erase_if(suite.cases, [&filter](const ConformCase& test) {
    return ::fnmatch(filter.c_str(), test.id.c_str(), 0) != 0;
  });
  if (suite.cases.empty())
    throw UsageError(fmt::format("--filter: no case is called '{}'", filter));
}

// The canonical bytes of a positive case; `failure` says what is wrong with the suite itself.
std::string expected_bytes(const fs::path& folder, const ConformCase& test, Failure& failure) {
  if (!test.positive) return {};
  std::optional<std::string> bytes = read_bytes(folder / test.expected_output);
  if (!bytes) {
    failure = fmt::format("cannot read the expected output '{}'", test.expected_output);
    return {};
  }
  if (const std::string digest = sha256(*bytes); digest != test.expected_sha256) {
    failure = fmt::format("'{}' has sha256 {}, but the manifest says {}", test.expected_output,
                          digest, test.expected_sha256);
  }
  return std::move(*bytes);
}

// The compiler that is judged: given a case and its canonical bytes, what is wrong.
using Compiler = std::function<Failure(std::size_t number, const ConformCase& test,
                                       const std::string& expected)>;

Failure compile_here(const fs::path& folder, const ConformCase& test, const std::string& expected) {
  DiskFiles files(folder.string());
  const CompileResult result = compile((folder / test.input).string(), files, options_for(test));
  if (result.entry_unreadable) return fmt::format("cannot read the input '{}'", test.input);
  return judge_compile(test, result, expected);
}

struct OtherCompiler {
  CommandTemplate command;
  std::chrono::seconds limit;
};

Failure compile_there(const OtherCompiler& other, const fs::path& input, const fs::path& scratch,
                      const ConformCase& test, const std::string& expected) {
  if (!test.pose.empty() && !other.command.knows_pose) return "the command line has no {pose}";
  if (test.bake_transforms && !other.command.knows_bake_transforms) {
    return "the command line has no {bake_transforms}";
  }
  std::error_code error;
  if (!fs::create_directory(scratch, error)) return "no place for the output: " + error.message();
  const fs::path output = scratch / "output.glb";
  ChildResult child = run_child(expand_command(other.command, {input.string(), output.string(),
                                                               test.pose, test.bake_transforms}),
                                other.limit);
  ProgramRun run{std::move(child.trouble), child.exit_status, std::move(child.printed), false, {}};
  if (std::optional<std::string> bytes = read_bytes(output)) {
    run.has_output = true;
    run.output = std::move(*bytes);
  }
  fs::remove_all(scratch, error);
  return judge_program(test, run, expected);
}

std::vector<Failure> run_cases(const Suite& suite, const fs::path& folder, unsigned jobs,
                               const Compiler& compiler) {
  std::vector<Failure> failures(suite.cases.size());
  Batch batch;
  batch.count = suite.cases.size();
  batch.threads = jobs;
  batch.work = [&](std::size_t i) {
    const ConformCase& test = suite.cases[i];
    const std::string expected = expected_bytes(folder, test, failures[i]);
    if (failures[i].empty()) failures[i] = compiler(i, test, expected);
  };
  batch.finish = [](std::size_t) { return std::string(); };
  batch.name = [&](std::size_t i) { return suite.cases[i].id; };
  run(batch);
  return failures;
}

std::vector<Failure> run_suite(const Suite& suite, const ConformArguments& arguments) {
  const fs::path folder = arguments.folder;
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
                     return compile_there(other, fs::absolute(folder / test.input),
                                          scratch.path() / std::to_string(i), test, expected);
                   });
}

std::string expectation_of(const ConformCase& test) {
  if (!test.positive) {
    return test.expected_code.empty()
               ? test.expected_class
               : fmt::format("{} {}", test.expected_class, test.expected_code);
  }
  if (!test.pose.empty()) return "baked bytes";
  return "bytes";
}

std::size_t count_failed(const std::vector<Failure>& failures) {
  return failures.size() -
         static_cast<std::size_t>(std::count(failures.begin(), failures.end(), ""));
}

std::string table_of(const Suite& suite, const std::vector<Failure>& failures) {
  std::size_t id_width = 0;
  std::size_t expectation_width = 0;
  for (const ConformCase& test : suite.cases) {
    id_width = std::max(id_width, test.id.size());
    expectation_width = std::max(expectation_width, expectation_of(test).size());
  }
  std::string text = fmt::format("suite {}, revision {}\n", suite.version, suite.revision);
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{:<{}}  {:<{}}  {}\n", suite.cases[i].id, id_width,
                   expectation_of(suite.cases[i]), expectation_width,
                   failures[i].empty() ? "passed" : "FAILED: " + failures[i]);
  }
  const std::size_t failed = count_failed(failures);
  return text + fmt::format("{} passed, {} failed\n", failures.size() - failed, failed);
}

void write_case(JsonWriter& json, const ConformCase& test, const Failure& failure) {
  json.begin_object();
  json.key("id");
  json.string(test.id);
  json.key("category");
  json.string(test.category);
  json.key("type");
  json.string(test.positive ? "positive" : "negative");
  json.key("passed");
  json.boolean(failure.empty());
  json.key("difference");
  if (failure.empty()) {
    json.null();
  } else {
    json.string(failure);
  }
  json.end_object();
}

std::string json_of(const Suite& suite, const std::vector<Failure>& failures) {
  const std::size_t failed = count_failed(failures);
  JsonWriter json;
  json.begin_object();
  json.key("ok");
  json.boolean(failed == 0);
  json.key("version");
  json.string(suite.version);
  json.key("suite_revision");
  json.number(suite.revision);
  json.key("passed");
  json.number(failures.size() - failed);
  json.key("failed");
  json.number(failed);
  json.key("cases");
  json.begin_array();
  for (std::size_t i = 0; i < failures.size(); ++i) {
    json.line_break();
    write_case(json, suite.cases[i], failures[i]);
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

ExitCode run_conform(ConformArguments& arguments) {
  if (arguments.jobs == 0) arguments.jobs = processors();
  Suite suite = load_suite(arguments.folder);
  keep_matching(suite, arguments.filter);
  const std::vector<Failure> failures = run_suite(suite, arguments);
  const std::string text = arguments.json ? json_of(suite, failures) : table_of(suite, failures);
  if (write_stdout({bytes_of(text)})) return FileTrouble;
  return count_failed(failures) == 0 ? Done : Rejected;
}

}  // namespace

void add_conform_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("conform", "Run a conformance suite");
  command.footer(help_footer);
  const auto arguments = std::make_shared<ConformArguments>();
  command.add_option("DIR", arguments->folder, "Folder with manifest.json (default: conformance)")
      ->type_name("");
  command
      .add_option("--filter", arguments->filter,
                  "Run only the cases whose id matches a glob pattern")
      ->type_name("GLOB");
  add_text_option(command, "--against", arguments->against,
                  "Command line of another compiler to test (see below)")
      ->type_name("COMMAND");
  command
      .add_option("--timeout", arguments->seconds,
                  "Seconds that compiler may take per case (default: 60)")
      ->check(CLI::Range(1u, 86'400u).description(""))
      ->type_name("N");
  command
      .add_option_function<std::string>(
          "--diagnostics",
          [arguments](const std::string& format) { arguments->json = format == "json"; },
          "A table (default), or JSON")
      ->check(CLI::IsMember({"human", "json"}).description(""))
      ->type_name("human|json");
  command
      .add_option("-j,--jobs", arguments->jobs, "Number of threads (default: one per processor)")
      ->check(CLI::Range(1u, max_writers).description(""))
      ->type_name("N");
  command.callback(
      [arguments, &action] { action = [arguments] { return run_conform(*arguments); }; });
}

}  // namespace rigy::cli
