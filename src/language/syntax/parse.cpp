#include "syntax/parse.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "syntax/bad_bytes.hpp"
#include "syntax/line_separators.hpp"
#include "syntax/read_text.hpp"
#include "syntax/simple_reader.hpp"
#include "syntax/simple_text.hpp"
#include "syntax/syntax_fault.hpp"
#include "syntax/tree_builder.hpp"
#include "text/code_points.hpp"
#include "text/lines.hpp"
#include "text/utf8.hpp"

namespace rigy::language {
namespace {

// A file with this many is not text at all.
constexpr std::size_t many_bad_bytes = 10'000;
constexpr std::size_t max_reported_characters = 100;

// Whether there is nothing in a text of valid UTF-8 that needs the lexer's attention: no control
// characters, tabs, byte order marks and line breaks other than LF and CR LF.
bool is_quiet_text(std::string_view text) {
  const auto at = [text](std::size_t i) -> unsigned char {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = at(i);
    if (c >= 0x20 && c < 0x7f) continue;
    if (c < 0x20 && c != '\n' && !(c == '\r' && at(i + 1) == '\n')) return false;
    if (c == 0x7f) return false;
    if (c == 0xc2 && at(i + 1) < 0xa0) return false;  // U+0080 to U+009F
    if (c == 0xe2 && at(i + 1) == 0x80 && (at(i + 2) | 1) == 0xa9) return false;  // U+2028, U+2029
    if (c == 0xef && (at(i + 1) | 4) == 0xbf) return false;                       // U+FEFF, U+FFFE
  }
  return true;
}

// Whether YAML allows the character.
bool is_allowed(char32_t point) {
  if (point < 0x20) return point == '\t' || point == '\n' || point == '\r';
  return point < 0x7f || point == 0x85 || (point >= 0xa0 && point < 0xfffe) || point > 0xffff;
}

// Characters side by side are one mistake.
void report_control_characters(std::string_view text, const TextReporter& reporter) {
  Position at{1, 1};
  std::size_t reported = 0;
  bool is_run = false;
  for (std::size_t offset = 0; offset < text.size() && reported < max_reported_characters;) {
    const std::size_t length = line_break_length(text, offset);
    if (length > 0) {
      offset += length;
      at = {at.line + 1, 1};
      is_run = false;
      continue;
    }
    const char32_t point = next_code_point(text, offset);
    const bool is_wrong = !is_allowed(point);
    if (is_wrong && !is_run) {
      reporter
          .report(Code::NotYaml, at, {at.line, at.column + 1},
                  "not valid YAML: control character U+{:04X}", static_cast<unsigned>(point))
          .help("remove it; in double quotes it can be written as an escape");
      ++reported;
    }
    is_run = is_wrong;
    ++at.column;
  }
}

// Whether the mistake is at a control character, which has been reported.
bool is_at_control_character(const SyntaxFault& fault, std::string_view text) {
  std::size_t offset = fault.offset;
  return offset < text.size() && !is_allowed(next_code_point(text, offset));
}

void report_fault(const SyntaxFault& fault, std::string_view text, const TextReporter& reporter) {
  if (is_at_control_character(fault, text)) return;
  const SyntaxError error = describe(fault, text);
  const NewFinding added =
      reporter.report(Code::NotYaml, error.start, error.end, "not valid YAML: {}", error.message);
  added.help(std::string(error.help));
  if (error.context.line > 0) {
    added.related({reporter.source, error.context, error.context}, "{}", error.context_message);
  }
}

void report_bad_bytes(const std::vector<Position>& places, const std::optional<Tree>& tree,
                      CodeOfScalar code_of_scalar, const TextReporter& reporter) {
  for (const Position at :
       std::span(places).first(std::min(places.size(), max_reported_characters))) {
    const Code code = tree ? code_of_bad_byte(*tree, at, code_of_scalar) : Code::NotUtf8;
    reporter.report(code, at, {at.line, at.column + 1}, "invalid UTF-8")
        .help("save the file as UTF-8");
  }
}

void report_separators(const std::vector<LineSeparator>& separators, const TextReporter& reporter) {
  for (const LineSeparator& one : separators) {
    reporter
        .report(Code::UnsupportedYaml, one.at, {one.at.line, one.at.column + 1},
                "U+{:04X} in the text: some programs read it as a line break, others as a "
                "character",
                static_cast<unsigned>(one.point))
        .help("remove it, or write it as {} inside double quotes", escape_of(one));
  }
}

// Words around the document are one mistake, and the document is what is left.
Reading read_with_surroundings(std::string_view text, const TextReporter& reporter,
                               const ParseOptions& options, std::size_t& nodes_left) {
  const std::size_t nodes_before = nodes_left;
  Reading reading = read_text(text, reporter, options.nesting, nodes_left);
  if (reading.faults.empty()) return reading;
  const std::optional<Surroundings> around = find_surroundings(text);
  if (!around) return reading;
  reporter
      .report(Code::NotYaml, around->at, {around->at.line, around->at.column + 1},
              "not valid YAML: {}", around->message)
      .help(around->help);
  nodes_left = nodes_before;
  reading = read_text(text, reporter, options.nesting, nodes_left, &*around);
  reading.is_empty = false;
  return reading;
}

std::optional<Tree> build_tree(std::string_view text, bool is_ascii, const TextReporter& reporter,
                               const ParseOptions& options, std::size_t& nodes_left) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const bool is_simple = is_ascii || is_quiet_text(text);
  if (!is_simple) {
    // The line ends of such a text are unknown, so nothing else is reported about it.
    if (const auto separators = line_separators_in(text); !separators.empty()) {
      report_separators(separators, reporter);
      return std::nullopt;
    }
    report_control_characters(text, reporter);
  }
  if (is_simple) {
    if (auto tree = SimpleReader(text, is_ascii, options.nesting, nodes_left).read()) {
      nodes_left -= tree->nodes.size();
      return tree;
    }
  }
  Reading reading = read_with_surroundings(text, reporter, options, nodes_left);
  for (const SyntaxFault& fault : reading.faults) report_fault(fault, text, reporter);
  if (reading.is_empty && reading.faults.empty()) {
    const NewFinding added =
        reporter.report(Code::WrongType, {1, 1}, {1, 1}, "the document is empty");
    if (!options.example.empty()) {
      added.help(fmt::format("a small document is\n{}", options.example));
    }
  }
  return std::move(reading.tree);
}

}  // namespace

std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics,
                               const ParseOptions& options, std::size_t& nodes_left) {
  const TextReporter reporter{diagnostics, id, options.every_code};
  if (source.text.starts_with("\xff\xfe") || source.text.starts_with("\xfe\xff")) {
    reporter.report(Code::NotUtf8, {1, 1}, {1, 2}, "this is UTF-16 text")
        .help("save the file as UTF-8");
    // Text that is quoted from a source must be UTF-8.
    source.text.clear();
    return std::nullopt;
  }
  std::vector<Position> bad;
  const bool is_simple = is_simple_text(source.text);
  if (!is_simple && !is_valid_utf8(source.text)) {
    bad = replace_invalid_utf8(source.text, many_bad_bytes);
  }
  if (bad.size() == many_bad_bytes) {
    reporter
        .report(Code::NotUtf8, bad[0], {bad[0].line, bad[0].column + 1}, "this is not UTF-8 text")
        .help("save the file as UTF-8, or use another file");
    return std::nullopt;
  }
  std::optional<Tree> tree = build_tree(source.text, is_simple, reporter, options, nodes_left);
  report_bad_bytes(bad, tree, options.code_of_bad_bytes, reporter);
  return tree;
}

std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics) {
  std::size_t nodes_left = max_nodes;
  return parse_yaml(source, id, diagnostics, {}, nodes_left);
}

}  // namespace rigy::language
