#include "cli/manifest.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/digest.hpp"
#include "tables/version.hpp"
#include "text/json_text.hpp"

namespace rigy::interfaces::cli {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

// "[]", or one element per line, `indent` deep.
std::string listed(const std::vector<std::string>& elements, char open, char close, int indent) {
  if (elements.empty()) return {open, close};
  std::string out(1, open);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    out += fmt::format("{}\n{:{}}{}", i == 0 ? "" : ",", "", indent + 2, elements[i]);
  }
  return out + fmt::format("\n{:{}}{}", "", indent, close);
}

std::string digest_json(const FileDigest& digest, int indent) {
  return listed({fmt::format("\"path\": {}", in_quotes(digest.path)),
                 fmt::format("\"sha256\": {}", in_quotes(digest.sha256))},
                '{', '}', indent);
}

std::string files_json(const std::vector<FileDigest>& files) {
  std::vector<std::string> elements;
  for (const FileDigest& file : files) elements.push_back(digest_json(file, 4));
  return listed(elements, '[', ']', 2);
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> elements;
  for (const std::string& text : texts) elements.push_back(in_quotes(text));
  return listed(elements, '[', ']', 4);
}

}  // namespace

std::string options_json(const CompileOptions& options) {
  std::vector<std::string> params;
  for (const ParamValue& param : options.params) {
    params.push_back(fmt::format("{}: {}", in_quotes(param.name), in_quotes(param.value)));
  }
  const std::string_view winding = options.winding == Winding::Outward ? "outward" : "canonical";
  return listed(
      {fmt::format("\"pose\": {}", options.pose.empty() ? "null" : in_quotes(options.pose)),
       fmt::format("\"winding\": {}", in_quotes(winding)),
       fmt::format("\"bake_transforms\": {}", options.bake_transforms),
       fmt::format("\"params\": {}", listed(params, '{', '}', 4)),
       fmt::format("\"warn_as_error\": {}", texts_json(options.warnings_as_errors)),
       fmt::format("\"suppress_warning\": {}", texts_json(options.suppressed_warnings))},
      '{', '}', 2);
}

namespace {

std::string warnings_json(const Report& report) {
  std::vector<std::string> elements;
  for (const Diagnostic& one : report.diagnostics) {
    elements.push_back(listed({fmt::format("\"code\": {}", in_quotes(one.id)),
                               fmt::format("\"message\": {}", in_quotes(one.message)),
                               fmt::format("\"file\": {}", in_quotes(one.place.file)),
                               fmt::format("\"line\": {}", one.place.start.line),
                               fmt::format("\"column\": {}", one.place.start.column)},
                              '{', '}', 4));
  }
  return listed(elements, '[', ']', 2);
}

}  // namespace

FileResult DigestingFiles::noted(FileResult result) {
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    const std::string& path = contents->shown_path;
    const bool is_known = std::any_of(digests_.begin(), digests_.end(),
                                      [&path](const FileDigest& one) { return one.path == path; });
    if (!is_known) digests_.push_back({path, sha256(contents->text)});
  }
  return result;
}

FileResult DigestingFiles::read_entry(const std::string& path) {
  return noted(files_.read_entry(path));
}

FileResult DigestingFiles::read_relative(const std::string& from, const std::string& path) {
  return noted(files_.read_relative(from, path));
}

std::string manifest_json(const Manifest& manifest) {
  const std::string tool = listed(
      {"\"name\": \"rigy\"", fmt::format("\"version\": {}", in_quotes(version()))}, '{', '}', 2);
  std::vector<std::string> fields = {
      "\"manifest_version\": 2", fmt::format("\"tool\": {}", tool),
      fmt::format("\"language\": {}", in_quotes(language_version()))};
  if (manifest.is_scene) fields.emplace_back("\"scene_language\": \"" RIGY_RIGS_VERSION "\"");
  fields.insert(fields.end(),
                {fmt::format("\"input\": {}", digest_json(manifest.files.front(), 2)),
                 fmt::format("\"output\": {}", digest_json(manifest.output, 2)),
                 fmt::format("\"files\": {}", files_json(manifest.files)),
                 fmt::format("\"options\": {}", options_json(manifest.options->compile)),
                 fmt::format("\"warnings\": {}", warnings_json(*manifest.report))});
  if (!manifest.timestamp.empty()) {
    fields.push_back(fmt::format("\"timestamp\": {}", in_quotes(manifest.timestamp)));
  }
  return listed(fields, '{', '}', 0) + "\n";
}

std::string current_timestamp() {
  using namespace std::chrono;
  const auto now = floor<seconds>(system_clock::now());
  const auto today = floor<days>(now);
  const year_month_day date{today};
  const hh_mm_ss time{now - today};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace rigy::interfaces::cli
