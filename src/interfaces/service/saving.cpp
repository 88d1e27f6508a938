#include "service/saving.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/cancellation.hpp"
#include "export_model/files.hpp"
#include "influences/weight_file.hpp"
#include "io/paths.hpp"
#include "service/document_source.hpp"
#include "service/rooted_files.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view odd = R"(\:*?"<>|)";
constexpr std::string_view weights_ending = ".json";
constexpr auto document_endings = std::to_array<std::string_view>(
    {".rigy.yaml", ".rigs.yaml", ".rigm.yaml", ".ricy.yaml", ".bones.yaml", ".rigy.yml",
     ".rigs.yml", ".rigm.yml", ".ricy.yml", weights_ending});

constexpr std::string_view known_endings =
    ".rigy.yaml (an asset), .rigs.yaml (a scene), .rigm.yaml (a motion), .ricy.yaml (a contract), "
    ".bones.yaml (a bone map) or .json (weights)";

std::vector<std::string> export_endings() {
  std::vector<std::string> endings;
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) \
  endings.emplace_back("." #name);                                 \
  endings.push_back(side_file(""));
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT
  std::erase(endings, "");
  return endings;
}

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && name.ends_with(ending);
}

std::string ending_fault(std::string_view path, SavedKind kind) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto fits = [name](std::string_view ending) { return has_ending(name, ending); };
  if (kind == SavedKind::Export) {
    static const std::vector<std::string> endings = export_endings();
    if (std::any_of(endings.begin(), endings.end(), fits)) return {};
    return fmt::format("'{}' is not the name of an export; it must end in one of {}", path,
                       fmt::join(endings, ", "));
  }
  if (std::any_of(document_endings.begin(), document_endings.end(), fits)) return {};
  return fmt::format("'{}' is not a name that may be written; end it in {}", path, known_endings);
}

// Names that mean something else to shells, and on some system: "C:", "a.", "-rf".
bool is_plain_name(std::string_view name) {
  const auto is_odd = [](char one) {
    const auto byte = static_cast<unsigned char>(one);
    return byte < 0x20 || byte == 0x7f || odd.find(one) != std::string_view::npos;
  };
  return !name.empty() && name.front() != '-' && name.front() != '~' && name.back() != '.' &&
         name.back() != ' ' && std::none_of(name.begin(), name.end(), is_odd);
}

std::string plain_fault(std::string_view path) {
  const std::optional<std::string> resolved = resolve_path("", path);
  if (!resolved || *resolved != path || path.empty()) {
    return fmt::format("'{}' is no plain path below the root", path);
  }
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find('/'));
    if (name.starts_with('.')) {
      return fmt::format("'{}' is hidden; choose a name without a dot before it", name);
    }
    if (!is_plain_name(name)) {
      return fmt::format("'{}' is no plain name; use letters, digits, '_', '-' and '.'", name);
    }
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  return {};
}

// JSON is also what other programs are configured by, so only weights are.
std::string content_fault(const FileToSave& file) {
  if (!file.path.ends_with(weights_ending) || file.kind == SavedKind::Export) return {};
  const WeightFileResult read = parse_weight_file(file.bytes);
  const auto* const faults = std::get_if<std::vector<std::string>>(&read);
  if (faults == nullptr) return {};
  return fmt::format("'{}' is no weight file, and no other JSON may be written: {}", file.path,
                     faults->front());
}

// What somebody else did to the file since the call began.
std::string change_fault(const FileToSave& file, const ServiceOptions& options) {
  if (options.root.empty()) return {};
  if (file.is_new && exists_below(options.root, file.path)) {
    return fmt::format("'{}' exists already", file.path);
  }
  if (!file.before) return {};
  const ReadText now = read_below_root(file.path, options);
  if (now.fault.empty() && now.text == *file.before) return {};
  return fmt::format(
      "'{}' has changed since this call read it, so nothing was saved; read it and call again",
      file.path);
}

std::string fault_of(const FileToSave& file, const ServiceOptions& options) {
  std::string fault = write_fault(file.path, file.kind, options);
  if (fault.empty()) fault = content_fault(file);
  return fault.empty() ? change_fault(file, options) : fault;
}

}  // namespace

std::string name_fault(std::string_view path, SavedKind kind) {
  std::string fault = plain_fault(path);
  return fault.empty() ? ending_fault(path, kind) : fault;
}

std::string foreign_name_fault(std::string_view path) {
  std::string fault = plain_fault(path);
  if (fault.empty() && !ending_fault(path, SavedKind::Document).empty()) {
    fault = fmt::format("the text of '{}' is neither shown nor edited: its name must end in {}",
                        path, known_endings);
  }
  return fault;
}

std::string foreign_fault(const std::string& path, const std::string& text) {
  std::string fault = foreign_name_fault(path);
  if (fault.empty() && !content_fault({.path = path, .bytes = text}).empty()) {
    fault = fmt::format(
        "the text of '{}' is neither shown nor edited: it is no weight file, as other JSON is not",
        path);
  }
  return fault;
}

std::string write_fault(const std::string& path, SavedKind kind, const ServiceOptions& options) {
  if (!options.write) return "nothing can be written here";
  std::string fault = name_fault(path, kind);
  if (!fault.empty() || options.root.empty()) return fault;
  return fault_below(options.root, path);
}

std::string save_fault(const Arguments& arguments, const ServiceOptions& options) {
  if (!arguments.flag("save")) return {};
  if (!arguments.has("path")) return "'save' needs a 'path'";
  return write_fault(arguments.text("path"), SavedKind::Document, options);
}

std::string path_in(const std::string& folder, std::string_view path) {
  return folder.empty() || folder == "." ? std::string(path) : fmt::format("{}/{}", folder, path);
}

std::string save(const std::vector<FileToSave>& files, const ToolContext& context) {
  const ServiceOptions& options = context.options;
  const std::shared_ptr<void> lock = lock_root(options.root);
  for (const FileToSave& file : files) {
    std::string fault = fault_of(file, options);
    if (!fault.empty()) return fault;
  }
  std::vector<SavedFile> saved;
  for (const FileToSave& file : files) saved.push_back({file.path, file.bytes});
  if (context.settle && !context.settle()) {
    stop_if_canceled();
    return "the call was canceled";
  }
  std::string failed;
  if (const std::error_code error = options.write(saved, failed)) {
    return fmt::format("cannot write '{}': {}", failed, error.message());
  }
  return {};
}

}  // namespace rigy::interfaces
