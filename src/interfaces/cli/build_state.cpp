#include "cli/build_state.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <simdjson.h>

#include "cli/digest.hpp"
#include "cli/file_checksum.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "text/json_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;
namespace json = simdjson::dom;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t state_version = 2;
constexpr std::chrono::seconds save_interval{2};
// Saving takes at most this part of the time.
constexpr int share_of_saving = 50;

// Empty if it cannot be read.
std::string whole_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(platform::to_path(path), error)) return {};
  std::ifstream file(platform::to_path(path), std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0) return {};
  std::string text(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(text.data(), size);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string name_of(const std::string& output) {
  return platform::to_text(platform::to_path(output).filename());
}

// False if these are no pairs of texts.
template <class Item>
bool read_pairs(json::array pairs, std::vector<Item>& out) {
  for (const json::element one : pairs) {
    std::string_view first;
    std::string_view second;
    if (one.at(0).get(first) != simdjson::SUCCESS || one.at(1).get(second) != simdjson::SUCCESS) {
      return false;
    }
    out.push_back({std::string(first), std::string(second)});
  }
  return true;
}

// Nothing if a field is missing; most outputs have no links, and are one file.
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
  json::array links;
  if (element["links"].get(links) == simdjson::SUCCESS && !read_pairs(links, built.links)) {
    return std::nullopt;
  }
  json::array more;
  if (element["more"].get(more) == simdjson::SUCCESS && !read_pairs(more, built.more)) {
    return std::nullopt;
  }
  built.digest = digest;
  built.checksum = checksum;
  built.size = size;
  built.warnings = warnings;
  return built;
}

MadeOnce<InputFile>::Sized read_input(const std::string& path, FileReader& reader) {
  const FileResult result = reader.read_entry(path);
  const auto* contents = std::get_if<FileContents>(&result);
  if (contents == nullptr) return {};
  const InputFile read{path, contents->identity, sha256(contents->text)};
  return {std::make_shared<InputFile>(read), 2 * path.size() + 400};
}

// The folder that imports may not leave; where it depends on the document, the folder that it
// depends on besides.
std::string effective_root(const std::string& root) {
  std::error_code error;
  return root.empty() ? platform::current_folder(error) : platform::canonical_path(root, error);
}

template <class Item>
void append_pairs(std::string& out, std::string_view key, const std::vector<Item>& items,
                  std::string Item::*first, std::string Item::*second) {
  if (items.empty()) return;
  fmt::format_to(std::back_inserter(out), ", \"{}\": [", key);
  for (std::size_t i = 0; i < items.size(); ++i) {
    out += i == 0 ? "[" : ", [";
    append_json_string(out, items[i].*first);
    out += ", ";
    append_json_string(out, items[i].*second);
    out += "]";
  }
  out += "]";
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
  out += "]";
  append_pairs(out, "links", built.links, &InputLink::from, &InputLink::path);
  append_pairs(out, "more", built.more, &BuiltFile::path, &BuiltFile::checksum);
  out += "}";
}

// Empty if the text is no state.
TextMap<std::string, BuiltOutput> read_outputs(std::string_view text) {
  TextMap<std::string, BuiltOutput> read;
  json::parser parser;
  json::object root;
  std::uint64_t version = 0;
  json::object outputs;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return read;
  if (root["state_version"].get(version) != simdjson::SUCCESS) return read;
  if (version != state_version || root["outputs"].get(outputs) != simdjson::SUCCESS) return read;
  for (const json::key_value_pair one : outputs) {
    if (auto built = built_output(one.value)) {
      read.insert_or_assign(std::string(one.key), std::move(*built));
    }
  }
  return read;
}

std::string state_text(const TextMap<std::string, BuiltOutput>& outputs) {
  std::vector<const std::string*> names;
  for (const auto& [name, built] : outputs) names.push_back(&name);
  std::sort(names.begin(), names.end(),
            [](const std::string* a, const std::string* b) { return *a < *b; });
  std::string out = fmt::format("{{\n  \"state_version\": {},\n  \"outputs\": {{", state_version);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    append_output(out, *names[i], outputs.find(*names[i])->second);
  }
  return out + "\n  }\n}\n";
}

}  // namespace

BuildState::BuildState(std::string folder, std::string made_by)
    : folder_(std::move(folder)),
      made_by_(std::move(made_by)),
      earlier_(read_outputs(whole_file(path()))),
      next_save_(Clock::now() + save_interval) {}

std::string BuildState::path() const { return state_file(folder_); }

std::string BuildState::digest_of(const JobInputs& inputs) const {
  std::string text = made_by_;
  const auto append = [&text](const std::string& a, const std::string& b, const std::string& c) {
    text.append(a).append(1, '\0').append(b).append(1, '\0').append(c).append(1, '\n');
  };
  for (const InputFile& file : inputs.files) append(file.path, file.identity, file.sha256);
  for (const InputLink& link : inputs.links) append(link.from, link.path, link.identity);
  return sha256(text);
}

std::optional<std::string> BuildState::current_digest(const BuiltOutput& built,
                                                      FileReader& reader) {
  JobInputs inputs;
  for (const std::string& path : built.inputs) {
    // The reader resolves links from the document that it read.
    const bool is_document = inputs.files.empty();
    const auto file = is_document
                          ? read_input(path, reader).value
                          : files_.get(path, [&path, &reader] { return read_input(path, reader); });
    if (file == nullptr) return std::nullopt;
    inputs.files.push_back(*file);
  }
  for (const InputLink& link : built.links) {
    auto location = reader.locate(link.from, link.path);
    if (!location) return std::nullopt;
    inputs.links.push_back({link.from, link.path, std::move(location->identity)});
  }
  return digest_of(inputs);
}

std::optional<BuiltOutput> BuildState::find_current(const std::string& output,
                                                    const std::string& document,
                                                    FileReader& reader) {
  const auto known = earlier_.find(name_of(output));
  if (known == earlier_.end()) return std::nullopt;
  const BuiltOutput& built = known->second;
  if (built.inputs.empty() || built.inputs.front() != document) return std::nullopt;
  if (current_digest(built, reader) != built.digest) return std::nullopt;
  if (checksum_of_file(output) != built.checksum) return std::nullopt;
  for (const BuiltFile& file : built.more) {
    if (checksum_of_file(file.path) != file.checksum) return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  ours_.insert_or_assign(known->first, built);
  return built;
}

void BuildState::record(const std::string& output, const JobInputs& inputs, BuiltOutput built) {
  built.digest = digest_of(inputs);
  for (const InputFile& file : inputs.files) built.inputs.push_back(file.path);
  for (const InputLink& link : inputs.links) built.links.push_back({link.from, link.path});
  const std::lock_guard lock(mutex_);
  ours_.insert_or_assign(name_of(output), std::move(built));
}

BuildState::Outputs BuildState::with_ours(Outputs outputs) {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, built] : ours_) outputs.insert_or_assign(name, built);
  return outputs;
}

void BuildState::drop_missing(Outputs& outputs) const {
  std::erase_if(outputs, [this](const auto& one) {
    const fs::path output = platform::to_path(folder_) / platform::to_path(one.first);
    std::error_code error;
    return fs::status(output, error).type() == fs::file_type::not_found;
  });
}

std::error_code BuildState::save(Missing missing) {
  const platform::FileLock lock(
      path(), [this] { complain(fmt::format("waiting for another run that uses '{}'", folder_)); });
  const std::string there = whole_file(path());
  Outputs outputs = with_ours(read_outputs(there));
  if (missing == Missing::Drop) drop_missing(outputs);
  const std::string out = state_text(outputs);
  if (out == there) return {};
  return write_file(path(), {bytes_of(out)}, ReadOnlyFile::Replace);
}

std::error_code BuildState::save() { return save(Missing::Drop); }

void BuildState::save_sometimes() {
  const auto start = Clock::now();
  if (start < next_save_) return;
  // A failure shows when the state is saved at the end.
  [[maybe_unused]] const std::error_code ignored = save(Missing::Keep);
  const auto end = Clock::now();
  next_save_ = end + std::max<Clock::duration>(save_interval, share_of_saving * (end - start));
}

std::string state_file(const std::string& folder) {
  return platform::to_text(platform::to_path(folder) / ".rigy-state.json");
}

std::string description_of(const std::string& given_options, const DocumentOptions& documents) {
  // To read the whole program takes longer than to compile some small documents.
  const std::string id = platform::build_id();
  std::string text = long_version() + "\n";
  text += id.empty() ? sha256(whole_file(platform::program_file())) : id;
  text.append("\n").append(given_options).append("\n").append(documents.root);
  text.append("\n").append(effective_root(documents.root));
  text.append(documents.trust_links ? "\ntrust links\n" : "\n");
  if (documents.allowed != nullptr) {
    const std::set<std::string> allowed(documents.allowed->begin(), documents.allowed->end());
    for (const std::string& file : allowed) text.append("allow ").append(file).append("\n");
    text.append("no others\n");
  }
  return sha256(text);
}

}  // namespace rigy::interfaces::cli
