#include "cli/build_state.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <simdjson.h>

#include "base/json_text.hpp"
#include "cli/checksum.hpp"
#include "cli/digest.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::cli {
namespace {

namespace fs = std::filesystem;
namespace json = simdjson::dom;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t state_version = 1;
constexpr std::chrono::seconds save_interval{2};
// Saving takes at most this part of the time.
constexpr int share_of_saving = 50;

// Empty if it cannot be read.
std::string whole_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(platform::to_path(path), error)) return {};
  std::ifstream file(platform::to_path(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string name_of(const std::string& output) {
  return platform::to_text(platform::to_path(output).filename());
}

// Nothing if a field is missing.
std::optional<BuiltOutput> built_output(json::element element) {
  BuiltOutput built;
  std::string_view digest;
  std::string_view checksum;
  std::uint64_t size = 0;
  std::uint64_t warnings = 0;
  json::array inputs;
  const bool fine = element["digest"].get(digest) == simdjson::SUCCESS &&
                    element["checksum"].get(checksum) == simdjson::SUCCESS &&
                    element["size"].get(size) == simdjson::SUCCESS &&
                    element["warnings"].get(warnings) == simdjson::SUCCESS &&
                    element["inputs"].get(inputs) == simdjson::SUCCESS;
  if (!fine) return std::nullopt;
  for (const json::element one : inputs) {
    std::string_view input;
    if (one.get(input) != simdjson::SUCCESS) return std::nullopt;
    built.inputs.emplace_back(input);
  }
  built.digest = digest;
  built.checksum = checksum;
  built.size = size;
  built.warnings = warnings;
  return built;
}

// The folder that imports may not leave; where it depends on the document, the folder that it
// depends on besides.
std::string effective_root(const std::string& root) {
  std::error_code error;
  return root.empty() ? platform::current_folder(error) : platform::canonical_path(root, error);
}

void append_output(std::string& out, const std::string& name, const BuiltOutput& built) {
  out += "    ";
  append_json_string(out, name);
  fmt::format_to(std::back_inserter(out),
                 ": {{\"digest\": \"{}\", \"checksum\": \"{}\", \"size\": {}, \"warnings\": {}, "
                 "\"inputs\": [",
                 built.digest, built.checksum, built.size, built.warnings);
  for (std::size_t i = 0; i < built.inputs.size(); ++i) {
    if (i > 0) out += ", ";
    append_json_string(out, built.inputs[i]);
  }
  out += "]}";
}

}  // namespace

BuildState::BuildState(std::string folder, std::string made_by)
    : folder_(std::move(folder)),
      made_by_(std::move(made_by)),
      next_save_(Clock::now() + save_interval) {
  read(whole_file(path()));
}

std::string BuildState::path() const { return state_file(folder_); }

void BuildState::read(std::string_view text) {
  json::parser parser;
  json::object root;
  std::uint64_t version = 0;
  json::object outputs;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return;
  if (root["state_version"].get(version) != simdjson::SUCCESS || version != state_version) return;
  if (root["outputs"].get(outputs) != simdjson::SUCCESS) return;
  for (const json::key_value_pair one : outputs) {
    if (auto built = built_output(one.value)) {
      outputs_.insert_or_assign(std::string(one.key), std::move(*built));
    }
  }
}

std::string BuildState::digest_of(const std::vector<FileDigest>& inputs) const {
  std::string text = made_by_;
  for (const FileDigest& input : inputs) {
    text.append(input.path).append(1, '\0').append(input.sha256).append(1, '\n');
  }
  return sha256(text);
}

std::optional<std::string> BuildState::current_digest(const std::vector<std::string>& inputs) {
  std::vector<FileDigest> digests;
  for (const std::string& input : inputs) {
    const auto digest = file_digests_.get(input, [&input] {
      MadeOnce<std::string>::Made made;
      DiskFiles files;
      const FileResult result = files.read_entry(input);
      const auto* contents = std::get_if<FileContents>(&result);
      if (contents != nullptr) made = {std::make_shared<std::string>(sha256(contents->text)), 200};
      return made;
    });
    if (digest == nullptr) return std::nullopt;
    digests.push_back({input, *digest});
  }
  return digest_of(digests);
}

std::optional<BuiltOutput> BuildState::find_current(const std::string& output,
                                                    const std::string& document) {
  BuiltOutput built;
  {
    const std::lock_guard lock(mutex_);
    const auto known = outputs_.find(name_of(output));
    if (known == outputs_.end()) return std::nullopt;
    built = known->second;
  }
  if (built.inputs.empty() || built.inputs.front() != document) return std::nullopt;
  if (current_digest(built.inputs) != built.digest) return std::nullopt;
  if (checksum_of_file(output) != built.checksum) return std::nullopt;
  return built;
}

void BuildState::record(const std::string& output, const std::vector<FileDigest>& inputs,
                        BuiltOutput built) {
  built.digest = digest_of(inputs);
  for (const FileDigest& input : inputs) built.inputs.push_back(input.path);
  const std::lock_guard lock(mutex_);
  outputs_.insert_or_assign(name_of(output), std::move(built));
}

std::string BuildState::text() {
  const std::lock_guard lock(mutex_);
  std::vector<const std::string*> names;
  for (const auto& [name, built] : outputs_) names.push_back(&name);
  std::sort(names.begin(), names.end(),
            [](const std::string* a, const std::string* b) { return *a < *b; });
  std::string out = fmt::format("{{\n  \"state_version\": {},\n  \"outputs\": {{", state_version);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    append_output(out, *names[i], outputs_.find(*names[i])->second);
  }
  return out + "\n  }\n}\n";
}

std::error_code BuildState::save() {
  const std::string out = text();
  return write_file(path(), {bytes_of(out)});
}

void BuildState::save_sometimes() {
  const auto start = Clock::now();
  if (start < next_save_) return;
  // A failure shows when the state is saved at the end.
  [[maybe_unused]] const std::error_code ignored = save();
  const auto end = Clock::now();
  next_save_ = end + std::max<Clock::duration>(save_interval, share_of_saving * (end - start));
}

std::string state_file(const std::string& folder) {
  return platform::to_text(platform::to_path(folder) / ".rigy-state.json");
}

std::string description_of(const DocumentOptions& options) {
  const std::string program = whole_file(platform::program_file());
  std::string text = program.empty() ? long_version() : sha256(program);
  text.append("\n").append(options_json(options.compile)).append("\n").append(options.root);
  text.append("\n").append(effective_root(options.root));
  return text.append(options.trust_links ? "\ntrust links\n" : "\n");
}

}  // namespace rigy::cli
