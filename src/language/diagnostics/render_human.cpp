#include "diagnostics/render_human.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "rigy/diagnostic_text.hpp"
#include "text/code_points.hpp"
#include "text/terminal_text.hpp"

namespace rigy::language {
namespace {

constexpr std::size_t gutter_width = 5;
// Source lines are shown in a window of this many code points around the underlined part.
constexpr std::size_t window_width = 100;
constexpr std::size_t window_lead = 30;
// Only the start of a long import chain is shown.
constexpr std::size_t max_related = 6;
// Warnings of one id that are shown in full; the others are only counted.
constexpr std::size_t max_alike = 5;

struct Palette {
  std::string_view error, warning, place, gutter, plain;
};

constexpr Palette no_colors{};
constexpr Palette terminal_colors{.error = "\x1b[1;31m",
                                  .warning = "\x1b[1;33m",
                                  .place = "\x1b[1m",
                                  .gutter = "\x1b[1;34m",
                                  .plain = "\x1b[0m"};

// One character of a source line; unsafe ones take one column, so that columns stay right.
void append_source(std::string& out, char32_t point) {
  append_code_point(out,
                    point != '\t' && is_unsafe_in_terminals(point) ? replacement_character : point);
}

std::u32string code_points_of(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) points += next_code_point(text, at);
  return points;
}

struct Span {
  std::size_t start, end;  // counted from 0
};

// What to underline: at least one column, at most to the end of the line.
Span underlined(const Place& place, std::size_t line_length) {
  const std::size_t column = std::max<std::size_t>(place.start.column, 1);
  const std::size_t start = std::min(column - 1, line_length);
  const bool ends_here = place.end.line == place.start.line && place.end.column > 0;
  const std::size_t end = ends_here ? place.end.column - 1 : line_length;
  return {start, std::max(std::min(end, line_length), start + 1)};
}

// The part of a long line that is shown.
Span window_around(const Span& span, std::size_t line_length) {
  if (line_length <= window_width) return {0, line_length};
  const std::size_t latest = line_length - window_width;
  const std::size_t lead = std::min(span.start, window_lead);
  const std::size_t start = std::min(span.start - lead, latest);
  return {start, start + window_width};
}

void append_gutter(std::string& out, std::size_t width, std::string_view label, char bar,
                   const Palette& palette) {
  fmt::format_to(std::back_inserter(out), "{}{:>{}} {}{}", palette.gutter, label, width, bar,
                 palette.plain);
}

void append_source_line(std::string& out, const Place& place, std::string_view underline_color,
                        const Palette& palette) {
  if (place.start.line == 0 || place.source_line.empty()) return;
  const std::u32string line = code_points_of(place.source_line);
  const Span span = underlined(place, line.size());
  const Span window = window_around(span, line.size());
  const std::string number = std::to_string(place.start.line);
  const std::size_t width = std::max(gutter_width, number.size());

  append_gutter(out, width, number, '|', palette);
  out += ' ';
  if (window.start > 0) out += "…";
  for (std::size_t i = window.start; i < window.end; ++i) append_source(out, line[i]);
  if (window.end < line.size()) out += "…";
  out += '\n';

  append_gutter(out, width, {}, '|', palette);
  out += ' ';
  if (window.start > 0) out += ' ';
  // Tabs stay tabs, so that the underline is below its text whatever their width.
  for (std::size_t i = window.start; i < span.start; ++i) {
    out += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  }
  out += underline_color;
  out.append(std::min(span.end, std::max(window.end, span.start + 1)) - span.start, '^');
  out.append(palette.plain).append("\n");
}

void append_position(std::string& out, const Place& place) {
  append_terminal_text(out, place.file);
  out += ':';
  if (place.start.line == 0) return;
  fmt::format_to(std::back_inserter(out), "{}:{}:", place.start.line, place.start.column);
}

void append_note(std::string& out, const Place& place, const Palette& palette) {
  const std::size_t digits = std::to_string(place.start.line).size();
  append_gutter(out, std::max(gutter_width, digits), {}, '=', palette);
  out += ' ';
}

void append_related(std::string& out, const Diagnostic& diagnostic, const Palette& palette) {
  const std::size_t count = diagnostic.related.size();
  const std::size_t shown = count <= max_related ? count : max_related - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const Related& related = diagnostic.related[i];
    append_note(out, diagnostic.place, palette);
    out += "note: ";
    append_position(out, related.place);
    out += ' ';
    append_terminal_text(out, related.message);
    out += '\n';
  }
  if (shown == count) return;
  append_note(out, diagnostic.place, palette);
  out += fmt::format("note: … and {} more places\n", count - shown);
}

// Help may have several lines; they are aligned with the first.
void append_help(std::string& out, const Diagnostic& diagnostic) {
  constexpr std::string_view before_help = " = help: ";
  const std::size_t digits = std::to_string(diagnostic.place.start.line).size();
  std::string_view rest = diagnostic.help;
  while (true) {
    const std::size_t end = rest.find('\n');
    append_terminal_text(out, rest.substr(0, end));
    out += '\n';
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
    out.append(std::max(gutter_width, digits) + before_help.size(), ' ');
  }
}

void append_diagnostic(std::string& out, const Diagnostic& diagnostic, const Palette& palette) {
  const bool is_error = diagnostic.severity == Severity::Error;
  const std::string_view color = is_error ? palette.error : palette.warning;
  out += palette.place;
  append_position(out, diagnostic.place);
  fmt::format_to(std::back_inserter(out), "{} {}{}[{}]{}: ", palette.plain, color,
                 name_of(diagnostic.severity), diagnostic.id, palette.plain);
  append_terminal_text(out, diagnostic.message);
  out += '\n';
  append_source_line(out, diagnostic.place, color, palette);
  append_related(out, diagnostic, palette);
  if (!diagnostic.help.empty()) {
    append_note(out, diagnostic.place, palette);
    out += "help: ";
    append_help(out, diagnostic);
  }
}

// How many warnings of an id were shown, and how many there are.
struct Alike {
  std::size_t shown = 0;
  std::size_t count = 0;
};

// For each warning id, even if it counts as an error here.
std::map<std::string_view, Alike> count_alike(const Report& report) {
  std::map<std::string_view, Alike> alike;
  for (const WarningCount& of_id : report.warning_counts) alike[of_id.id].count = of_id.count;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::Warning || alike.contains(diagnostic.id)) {
      ++alike[diagnostic.id].shown;
    }
  }
  // A report without counts is complete.
  for (auto& [id, others] : alike) others.count = std::max(others.count, others.shown);
  return alike;
}

void append_more_alike(std::string& out, const Diagnostic& last, std::size_t more,
                       const Palette& palette) {
  const bool is_error = last.severity == Severity::Error;
  fmt::format_to(std::back_inserter(out), "{}{}[{}]{}: {} more like it\n",
                 is_error ? palette.error : palette.warning, name_of(last.severity), last.id,
                 palette.plain, more);
}

// Everything up to the summary. Only the first few warnings of each id are shown, followed by the
// number of the others (D24).
void append_diagnostics(std::string& out, const Report& report, const Palette& palette) {
  const std::map<std::string_view, Alike> alike = count_alike(report);
  std::map<std::string_view, std::size_t> seen;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const auto found = alike.find(diagnostic.id);
    if (found == alike.end()) {
      append_diagnostic(out, diagnostic, palette);
      continue;
    }
    const Alike& others = found->second;
    const std::size_t shown = std::min(others.shown, max_alike);
    const std::size_t number = ++seen[diagnostic.id];
    if (number > shown) continue;
    append_diagnostic(out, diagnostic, palette);
    if (number == shown && others.count > shown) {
      append_more_alike(out, diagnostic, others.count - shown, palette);
    }
  }
}

// Errors beyond the maximum; warnings are all shown or counted by id.
std::size_t omitted_errors(const Report& report) {
  const auto shown = static_cast<std::size_t>(
      std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                    [](const Diagnostic& one) { return one.severity == Severity::Error; }));
  std::size_t omitted = report.errors - shown;
  const std::map<std::string_view, Alike> alike = count_alike(report);
  for (const WarningCount& one : report.warning_counts) {
    if (one.severity == Severity::Error) omitted -= one.count - alike.at(one.id).shown;
  }
  return omitted;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string summary_of(const Report& report) {
  std::string out;
  if (report.errors > 0) out += counted(report.errors, "error");
  if (report.errors > 0 && report.warnings > 0) out += ", ";
  if (report.warnings > 0) out += counted(report.warnings, "warning");
  if (report.error_class != ErrorClass::None) {
    out.append("  (").append(name_of(report.error_class)).append(")");
  }
  if (const std::size_t omitted = omitted_errors(report); omitted > 0) {
    out += fmt::format("  ({} more not shown)", omitted);
  }
  return out;
}

}  // namespace rigy::language

namespace rigy {
using namespace language;

std::string diagnostic_text(const Diagnostic& diagnostic, bool color) {
  std::string out;
  append_diagnostic(out, diagnostic, color ? terminal_colors : no_colors);
  return out;
}

std::string report_text(const Report& report, bool color) {
  const Palette& palette = color ? terminal_colors : no_colors;
  std::string out;
  append_diagnostics(out, report, palette);
  if (report.errors + report.warnings > 0) {
    const std::string_view summary_color = report.ok() ? palette.warning : palette.error;
    out.append(summary_color).append(summary_of(report)).append(palette.plain).append("\n");
  }
  return out;
}

}  // namespace rigy

namespace rigy::language {

std::string render_human(const Report& report, Color color) {
  return report_text(report, color == Color::On);
}

}  // namespace rigy::language
