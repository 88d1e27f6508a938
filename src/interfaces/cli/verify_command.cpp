// rigy verify: whether a file is what its manifest says, by compiling again.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
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

#include "cli/commands.hpp"
#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/manifest.hpp"
#include "cli/manifest_reader.hpp"
#include "cli/output.hpp"
#include "cli/path_below.hpp"
#include "conform/blocks.hpp"
#include "conform/compare.hpp"
#include "platform/files.hpp"
#include "rigy/compile.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* verify_footer =
    R"(Compiles the document again with the options in the manifest, and compares the result with OUT.glb.
Paths in the manifest are relative to the folder in which it was written, so run this there, with the
same --root. The document must be inside the root: --root, or the current folder.

The manifest's language version, warnings, program version and output path are not compared.

Prints one line: verified, or what differs. Then come the files whose digests differ from the manifest.

Exit status: 0 verified, 1 not verified, 2 invalid usage, 3 a file could not be read.

Examples:
  rigy compile arm.rigy.yaml -o arm.glb --emit-manifest arm.glb.manifest.json
  rigy verify arm.glb
  rigy verify arm.glb --manifest build/arm.json)";

struct VerifyArguments {
  std::string output;
  std::string manifest;
  std::string root;
};

// `advice` is for a file that is not there.
FileTroubleError unreadable(const std::string& name, std::string_view advice = {}) {
  std::error_code error;
  const fs::file_type type = fs::status(platform::to_path(name), error).type();
  if (type == fs::file_type::not_found) {
    return FileTroubleError(fmt::format("cannot read '{}': there is no such file{}", name, advice));
  }
  const std::string_view why = type == fs::file_type::directory ? "it is a folder"
                               : type == fs::file_type::regular ? "it cannot be opened and read"
                                                                : "it is not a regular file";
  return FileTroubleError(fmt::format("cannot read '{}': {}", name, why));
}

// `advice` is for a file that is not there.
std::string contents_of(const std::string& name, std::string_view advice = {}) {
  const fs::path path = platform::to_path(name);
  std::error_code error;
  // Asked first: a pipe would block, and a device may have no end.
  if (!fs::is_regular_file(path, error)) throw unreadable(name, advice);
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) throw unreadable(name, advice);
  return bytes;
}

ReadManifest manifest_at(const std::string& path) {
  std::variant<ReadManifest, std::string> manifest = read_manifest(contents_of(
      path, " ('rigy compile' writes it with --emit-manifest; --manifest names another)"));
  if (const auto* fault = std::get_if<std::string>(&manifest)) {
    throw FileTroubleError(fmt::format("'{}' is not a manifest: {}", path, *fault));
  }
  ReadManifest read = std::move(std::get<ReadManifest>(manifest));
  if (read.input.path == "<stdin>") {
    throw UsageError(fmt::format("'{}': the document came from standard input", path));
  }
  return read;
}

// Nothing if the result is `bytes`; otherwise what differs.
std::string difference(const CompileResult& result, std::string_view bytes) {
  if (!result.param_faults.empty()) {
    return fmt::format("the params of the manifest: {}", fmt::join(result.param_faults, "; "));
  }
  for (const Diagnostic& one : result.report.diagnostics) {
    if (one.severity != Severity::Error) continue;
    return fmt::format("rejected: {}:{}: {}: {}", one.place.file, one.place.start.line, one.id,
                       one.message);
  }
  const std::string canonical = result.glb.to_string();
  const std::string first = first_difference(canonical, bytes);
  if (first.empty()) return {};
  const std::vector<std::string_view> blocks = differing_blocks(canonical, bytes);
  if (blocks.empty()) return fmt::format("differs: {}", first);
  return fmt::format("differs in {}: {}", fmt::join(blocks, ", "), first);
}

// What was read now and what was read then, as far as they are not the same.
std::vector<std::string> changed_files(const std::vector<FileDigest>& then,
                                       const std::vector<FileDigest>& now) {
  std::vector<std::string> changes;
  const auto find = [](const std::vector<FileDigest>& files, const std::string& path) {
    return std::find_if(files.begin(), files.end(),
                        [&path](const FileDigest& one) { return one.path == path; });
  };
  for (const FileDigest& file : then) {
    const auto found = find(now, file.path);
    if (found == now.end()) {
      changes.push_back(fmt::format("'{}' was read then, but not now", file.path));
    } else if (found->sha256 != file.sha256) {
      changes.push_back(fmt::format("'{}' has changed", file.path));
    }
  }
  for (const FileDigest& file : now) {
    if (find(then, file.path) == then.end()) {
      changes.push_back(fmt::format("'{}' is read now, but was not then", file.path));
    }
  }
  return changes;
}

// What the manifest says about the document it names, in both of its places.
std::vector<FileDigest> inputs_of(const ReadManifest& manifest) {
  std::vector<FileDigest> inputs = manifest.files;
  const bool is_listed =
      std::any_of(inputs.begin(), inputs.end(), [&manifest](const FileDigest& one) {
        return one.path == manifest.input.path && one.sha256 == manifest.input.sha256;
      });
  if (!is_listed) inputs.push_back(manifest.input);
  return inputs;
}

// A manifest may come from anyone, and messages show what is in the document.
void check_inside(const std::string& input, const std::string& root) {
  std::error_code error;
  const fs::path folder =
      fs::canonical(root.empty() ? fs::current_path(error) : platform::to_path(root), error);
  const fs::path document = fs::absolute(platform::to_path(input), error);
  if (path_below(fs::weakly_canonical(document, error), folder)) return;
  throw FileTroubleError(fmt::format(
      "the manifest names '{}', which is outside the root: --root, or the current folder", input));
}

struct Verification {
  std::string problem;  // empty: verified
  std::vector<std::string> notes;
};

Verification verify(const ReadManifest& manifest, const std::string& output,
                    const std::string& bytes, const std::string& root) {
  check_inside(manifest.input.path, root);
  DiskFiles disk(root);
  DigestingFiles files(disk);
  CompileOptions options = manifest.options;
  options.analysis.threads = processors();
  const CompileResult result = compile(manifest.input.path, files, options);
  if (result.entry_unreadable) {
    throw unreadable(manifest.input.path,
                     "; paths in the manifest are relative to the folder in which it was written, "
                     "so run this there");
  }
  Verification found{difference(result, bytes),
                     changed_files(inputs_of(manifest), files.digests())};
  if (manifest.output.sha256 != sha256(bytes)) {
    found.notes.push_back(fmt::format("'{}' has another digest than in the manifest", output));
  }
  if (found.problem.empty() && !found.notes.empty()) {
    found.problem = "the bytes are the same, but the files are not those of the manifest";
  }
  if (!found.problem.empty() && manifest.tool_version != version()) {
    found.notes.push_back(fmt::format("the manifest is of rigy {}, this is rigy {}",
                                      manifest.tool_version, version()));
  }
  return found;
}

ExitCode run_verify(const VerifyArguments& arguments) {
  check_root(arguments.root);
  const std::string& output = arguments.output;
  const std::string bytes = contents_of(output);
  const ReadManifest manifest =
      manifest_at(arguments.manifest.empty() ? output + ".manifest.json" : arguments.manifest);
  const Verification found = verify(manifest, output, bytes, arguments.root);
  std::string text = terminal_text(output) + ": ";
  text += found.problem.empty() ? "verified\n"
                                : fmt::format("FAILED, {}\n", terminal_text(found.problem));
  for (const std::string& note : found.notes) text += fmt::format("  {}\n", terminal_text(note));
  print(text);
  return found.problem.empty() ? Done : Rejected;
}

}  // namespace

Action add_verify_command(Options& options) {
  options.footer(verify_footer);
  const auto arguments = std::make_shared<VerifyArguments>();
  options.text("OUT", arguments->output, "", "A file that rigy compile wrote").required();
  options.text("--manifest", arguments->manifest, "FILE",
               "The manifest that --emit-manifest wrote (default: OUT.manifest.json)");
  options.text("--root", arguments->root, "DIR", "As for rigy compile");
  return [arguments] { return run_verify(*arguments); };
}

}  // namespace rigy::interfaces::cli
