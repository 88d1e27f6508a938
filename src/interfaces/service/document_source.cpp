#include "service/document_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "io/paths.hpp"
#include "service/answer.hpp"
#include "service/rooted_files.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// The name of a document that has none, by what it is.
std::string_view default_name(std::string_view text) {
  const auto says = [text](std::string_view key) {
    for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
      if (at == 0 || text[at - 1] == '\n') return true;
    }
    return false;
  };
  if (says("rigs_version:")) return "document.rigs.yaml";
  return says("rigm_version:") ? "document.rigm.yaml" : "document.rigy.yaml";
}

// The document among several files, if that is clear.
std::string only_document(const std::map<std::string, std::string>& files) {
  std::string found;
  for (const auto& [path, text] : files) {
    if (files.size() > 1 && !path.ends_with(".rigs.yaml")) continue;
    if (!found.empty()) return {};
    found = path;
  }
  return found;
}

DocumentSource from_map(const Arguments& arguments) {
  std::map<std::string, std::string> files = arguments.text_map("files");
  std::string entry = arguments.text("entry");
  if (entry.empty()) entry = only_document(files);
  if (entry.empty()) return {.fault = "say with 'entry' which of the files is the document"};
  if (!files.contains(entry)) {
    return {.fault = fmt::format("'entry' names '{}', which is not among the files", entry)};
  }
  return {std::make_unique<MemoryFiles>(std::move(files)), std::move(entry), {}};
}

bool is_hidden(std::string_view path) {
  for (std::string_view rest = path; !rest.empty();) {
    if (rest.front() == '.') return true;
    const std::size_t slash = rest.find('/');
    rest = slash == rest.npos ? std::string_view() : rest.substr(slash + 1);
  }
  return false;
}

constexpr std::string_view no_root = "there are no files here: 'path' needs a root folder";

std::string unreadable(std::string_view path) {
  return fmt::format(
      "'{}' is not read: the names of documents end in .yaml, .yml or .json and are not hidden",
      path);
}

std::string_view fault_text(FileError error) {
  switch (error) {
    case FileError::NotFound:
      return "there is no such file";
    case FileError::NotRegular:
      return "it is no regular file";
    case FileError::Unreadable:
      return "it cannot be read";
    case FileError::TooLarge:
      return "it is too large";
    case FileError::OutsideRoot:
      return "it lies outside the root";
  }
  unreachable();
}

}  // namespace

bool may_be_read(std::string_view path) {
  if (is_hidden(path)) return false;
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

std::vector<ArgumentInfo> document_arguments() {
  return {
      {.name = "document",
       .type = Type::Text,
       .description = "The text of the document. Files it imports are looked up below the root.",
       .example = R"("version: \"0.13\"\nmeshes: …")"},
      {.name = "name",
       .type = Type::Text,
       .description = "With 'document': its file name; scenes end in .rigs.yaml.",
       .example = R"("lamp.rigy.yaml")",
       .needs = "document"},
      {.name = "files",
       .type = Type::TextMap,
       .description = "Instead of 'document': the texts of several files by their names.",
       .example = R"({"room.rigs.yaml": "…", "parts/chair.rigy.yaml": "…"})"},
      {.name = "entry",
       .type = Type::Text,
       .description = "With 'files': the name of the one that is the document.",
       .example = R"("room.rigs.yaml")",
       .needs = "files"},
      {.name = "path",
       .type = Type::Text,
       .description = "Instead of 'document': the path of a file below the root.",
       .example = R"("assets/lamp.rigy.yaml")"},
      {.name = "params",
       .type = Type::ScalarMap,
       .description = "Values for params that the document declares.",
       .example = R"({"width": 1.2})"},
  };
}

std::vector<ArgumentInfo> with_document(std::vector<ArgumentInfo> more, std::string_view counted) {
  std::vector<ArgumentInfo> all = document_arguments();
  for (ArgumentInfo& one : more) all.push_back(std::move(one));
  for (ArgumentInfo& one : page_arguments(counted)) all.push_back(std::move(one));
  return all;
}

DocumentSource text_at(std::string_view path, std::string text, const ServiceOptions& options) {
  std::string name(path.empty() ? default_name(text) : path);
  if (options.root.empty()) {
    std::map<std::string, std::string> files{{name, std::move(text)}};
    return {std::make_unique<MemoryFiles>(std::move(files)), std::move(name), {}};
  }
  return {files_below(options.root, std::move(text)), std::move(name), {}};
}

DocumentSource document_source(const Arguments& arguments, const ServiceOptions& options) {
  const int given = static_cast<int>(arguments.has("document")) +
                    static_cast<int>(arguments.has("files")) +
                    static_cast<int>(arguments.has("path"));
  if (given != 1) {
    return {.fault = given == 0 ? "there is no document: give 'document', 'files' or 'path'"
                                : "give only one of 'document', 'files' and 'path'"};
  }
  if (arguments.has("document")) {
    return text_at(arguments.text("name"), arguments.text("document"), options);
  }
  if (arguments.has("files")) return from_map(arguments);
  if (options.root.empty()) return {.fault = std::string(no_root)};
  const std::string path = arguments.text("path");
  const std::optional<std::string> resolved = resolve_path("", path);
  if (resolved && !may_be_read(*resolved)) return {.fault = unreadable(path)};
  return {files_below(options.root), path, {}};
}

AnalyzeOptions analyze_options(const Arguments& arguments, const ServiceOptions& options) {
  AnalyzeOptions analysis;
  analysis.threads = options.threads;
  analysis.max_errors = std::min(page_of(arguments).end(), max_listed_diagnostics);
  if (options.imports != nullptr) analysis.shared = options.imports->borrow();
  const JsonValue* const params = arguments.get("params");
  for (std::size_t i = 0; params != nullptr && i < params->items.size(); ++i) {
    const JsonValue& value = params->items[i];
    analysis.params.push_back({params->keys[i], value.is(JsonValue::Kind::Boolean)
                                                    ? std::string(value.boolean ? "true" : "false")
                                                    : value.text});
  }
  return analysis;
}

AnalyzedSource analyzed_source(const Arguments& arguments, const ServiceOptions& options,
                               bool find_bone_map) {
  AnalyzedSource source{document_source(arguments, options)};
  if (!source.fault.empty()) return source;
  AnalyzeOptions analyzing = analyze_options(arguments, options);
  analyzing.find_bone_map = find_bone_map;
  source.analysis = analyze(source.entry, *source.files, analyzing);
  source.fault = option_fault(source.analysis);
  return source;
}

ReadText text_of(const DocumentSource& source) {
  FileResult read = source.files->read_entry(source.entry);
  if (!std::holds_alternative<FileContents>(read)) return {{}, "the document cannot be read"};
  return {std::move(std::get<FileContents>(read).text), {}};
}

ReadText read_below_root(const std::string& path, const ServiceOptions& options) {
  if (options.root.empty()) return {{}, std::string(no_root)};
  FileResult read = files_below(options.root)->read_entry(path);
  if (const auto* error = std::get_if<FileError>(&read)) {
    return {{}, fmt::format("cannot read '{}': {}", path, fault_text(*error))};
  }
  return {std::move(std::get<FileContents>(read).text), {}};
}

}  // namespace rigy::interfaces
