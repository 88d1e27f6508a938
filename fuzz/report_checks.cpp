#include "fuzz/report_checks.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

#include "diagnostics/render_human.hpp"
#include "diagnostics/render_json.hpp"
#include "diagnostics/render_sarif.hpp"
#include "tests/every_floor.hpp"
#include "text/lines.hpp"
#include "text/utf8.hpp"

namespace rigy::fuzz {
namespace {

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// The texts as the compiler sees them, with their lines.
class Texts {
 public:
  explicit Texts(const Files& files) : files_(files) {}

  // Null if there is no such file.
  const LineIndex* lines_of(const std::string& name) {
    if (const auto known = known_.find(name); known != known_.end()) return &known->second.lines;
    const auto found = files_.find(name);
    if (found == files_.end()) return nullptr;
    return &known_.try_emplace(name, found->second).first->second.lines;
  }

 private:
  struct Text {
    explicit Text(std::string original) : text(repaired(std::move(original))), lines(text) {}

    static std::string repaired(std::string text) {
      if (!is_valid_utf8(text)) static_cast<void>(replace_invalid_utf8(text, SIZE_MAX));
      return text;
    }

    std::string text;
    LineIndex lines;
  };

  const Files& files_;
  std::map<std::string, Text> known_;
};

// In the text or just after the end of a line, where something may be missing; a range may end
// `beyond` columns further.
bool is_inside(Position at, const LineIndex& lines, std::size_t beyond) {
  if (at.line < 1 || at.column < 1 || at.line > lines.count()) return false;
  return at.column <= code_points(lines.line(at.line)) + 1 + beyond;
}

std::string check_place(const Place& place, Texts& texts) {
  if (place.start.line == 0) return {};
  const LineIndex* lines = texts.lines_of(place.file);
  if (lines == nullptr) return fmt::format("a place in '{}', which is no file", place.file);
  if (place.end < place.start) return "a place that ends before it starts";
  if (!is_inside(place.start, *lines, 0) || !is_inside(place.end, *lines, 1)) {
    return fmt::format("place {}:{}:{} to {}:{} is outside the text", place.file, place.start.line,
                       place.start.column, place.end.line, place.end.column);
  }
  if (place.start_utf16 < place.start.column) return "a UTF-16 column before its column";
  // A text with too many bad bytes is cut off, and its line with it.
  if (!lines->line(place.start.line).starts_with(place.source_line)) {
    return "a source line that is another line";
  }
  return {};
}

std::string check_diagnostic(const Diagnostic& diagnostic, Texts& texts) {
  const DiagnosticInfo* info = find_diagnostic(diagnostic.id);
  if (info == nullptr) return "an unknown id";
  if (info->severity != diagnostic.severity) return "another severity than in the table";
  if (info->error_class != diagnostic.error_class) return "another class than in the table";
  // Every exception inside the library becomes X26, and small inputs do not run out of memory.
  if (diagnostic.id == "X26") return "not enough memory, or an exception";
  if (diagnostic.message.empty()) return "no message";
  for (const std::string* text : {&diagnostic.message, &diagnostic.help, &diagnostic.path}) {
    if (!is_valid_utf8(*text)) return "a text that is not UTF-8";
  }
  std::string problem = check_place(diagnostic.place, texts);
  for (const Related& related : diagnostic.related) {
    if (problem.empty()) problem = check_place(related.place, texts);
  }
  return problem;
}

}  // namespace

bool is_json(const std::string& text) {
  simdjson::dom::parser parser;
  return parser.parse(text).error() == simdjson::SUCCESS;
}

std::string text_of(const Report& report) {
  std::string text;
  for (const Diagnostic& one : report.diagnostics) {
    text += fmt::format("{} {}:{}:{} {}\n", one.id, one.place.file, one.place.start.line,
                        one.place.start.column, one.message);
  }
  return text;
}

std::string check_report(const Report& report, const Files& files) {
  if (report.diagnostics.size() + report.omitted != report.errors + report.warnings) {
    return "the report does not count its diagnostics";
  }
  if (report.ok() != (report.error_class == ErrorClass::None)) {
    return "the report's class and its errors disagree";
  }
  Texts texts(files);
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::Error) ++errors;
    const std::string problem = check_diagnostic(diagnostic, texts);
    if (problem.empty()) continue;
    return fmt::format("diagnostic {} ({}): {}", diagnostic.id, diagnostic.message, problem);
  }
  if (report.omitted == 0 && errors != report.errors) return "the report does not count its errors";
  return {};
}

std::string check_rendering(const Report& report) {
  const std::string human = render_human(report, Color::On);
  if (!is_valid_utf8(human)) return "the text for people is not UTF-8";
  if (human.empty() != report.diagnostics.empty()) return "the text for people is incomplete";
  if (!is_json(render_json({&report, 1}, {}, report.ok()))) return "the report as JSON is not JSON";
  if (!is_json(render_sarif({&report, 1}, report.ok()))) return "the report as SARIF is not JSON";
  return {};
}

std::string check_result(const CompileResult& result, const Files& files) {
  if (result.report.ok() != (result.glb.size() > 0)) {
    return "bytes without success, or success without bytes";
  }
  for (const std::string& name : result.files) {
    if (!files.contains(name)) return fmt::format("it lists '{}', which is no file", name);
  }
  return check_report(result.report, files);
}

}  // namespace rigy::fuzz
