#include "syntax/syntax_error.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/code_points.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

enum class At : std::uint8_t {
  Problem,  // where the parser stopped
  Context,  // where the construct it was reading begins
};

struct Rule {
  std::string_view problem;  // libyaml's text, or the beginning of its context
  At at;
  std::string_view message;
  std::string_view help;
  std::string_view context = {};  // about the context, if that is shown too
};

constexpr std::string_view check_indentation = "compare the indentation with the lines above";

constexpr auto rules = std::to_array<Rule>({
    {"found a tab character", At::Problem, "tab in the indentation",
     "YAML is indented with spaces only"},
    {"could not find expected ':'", At::Context, "expected 'key: value' or a list item",
     "add the missing ':', followed by a space"},
    {"mapping values are not allowed", At::Problem, "unexpected ':'",
     "put text that contains ': ' in quotes; or check the line above for a missing ':' or "
     "wrong "
     "indentation"},
    {"found unexpected ':'", At::Problem, "unexpected ':'",
     "put the text in quotes, or add a space after the ':'"},
    {"mapping keys are not allowed", At::Problem, "unexpected '?'", "put the text in quotes"},
    {"block sequence entries are not allowed", At::Problem, "unexpected list item",
     "begin the list on a line of its own, or write it in brackets: [a, b]"},
    {"did not find expected key", At::Problem, "expected a key", check_indentation,
     "the mapping begins here"},
    {"did not find expected '-' indicator", At::Problem, "expected a list item ('- ')",
     check_indentation, "the list begins here"},
    {"did not find expected ',' or ']'", At::Problem, "expected ',' or ']'",
     "separate the items with ',' and close the list with ']'", "the list begins here"},
    {"did not find expected ',' or '}'", At::Problem, "expected ',' or '}'",
     "separate the pairs with ',' and close the mapping with '}'", "the mapping begins here"},
    {"did not find expected node content", At::Problem, "expected a value",
     "give a value, or put text that begins with a special character in quotes"},
    {"did not find expected <document start>", At::Problem, "unexpected content after the document",
     check_indentation},
    {"found unexpected end of stream", At::Context, "unclosed quote",
     "close it with the same quote character"},
    {"found unexpected document indicator", At::Context, "unclosed quote",
     "close it with the same quote character"},
    {"found unknown escape character", At::Problem, "unknown escape in double quotes",
     "write \\\\ for a backslash, or use single quotes"},
    {"did not find expected hexdecimal number", At::Problem,
     "escape with too few hexadecimal digits", "\\x has two digits, \\u four and \\U eight"},
    {"found invalid Unicode character", At::Problem, "escape that is not a character",
     "surrogates (\\ud800 to \\udfff) and numbers above \\U0010ffff are not characters"},
    {"while scanning an alias", At::Problem, "'*' without the name of an anchor",
     "put text that begins with '*' in quotes"},
    {"while scanning an anchor", At::Problem, "'&' without a name",
     "put text that begins with '&' in quotes"},
    {"while scanning a tag", At::Context, "YAML tags are not supported",
     "remove it, or put text that begins with '!' in quotes"},
    {"while parsing a tag", At::Context, "YAML tags are not supported",
     "remove it, or put text that begins with '!' in quotes"},
    {"found undefined tag handle", At::Problem, "YAML tags are not supported",
     "remove it, or put text that begins with '!' in quotes"},
    {"while scanning a directive", At::Context, "YAML directives are not supported",
     "remove the line that begins with '%'"},
    {"while scanning a %", At::Context, "YAML directives are not supported",
     "remove the line that begins with '%'"},
    {"while parsing a %", At::Context, "YAML directives are not supported",
     "remove the line that begins with '%'"},
    {"found duplicate %", At::Problem, "YAML directives are not supported",
     "remove the line that begins with '%'"},
    {"found incompatible YAML document", At::Problem, "YAML directives are not supported",
     "remove the line that begins with '%'"},
    {"while scanning a block scalar", At::Problem, "invalid start of a text block",
     "begin the text on the line after '|' or '>'"},
});

std::string_view view_of(const char* text) { return text == nullptr ? "" : text; }

Position position_of(const yaml_mark_t& mark) {
  return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

// The position of a byte of the text.
Position position_at(std::string_view text, std::size_t offset) {
  const LineIndex lines(text.substr(0, offset));
  const std::string_view line = lines.line(lines.count());
  Position position{lines.count(), 1};
  for (std::size_t at = 0; at < line.size(); ++position.column) {
    static_cast<void>(next_code_point(line, at));
  }
  return position;
}

// The character at a position of the text, 0 after the end of its line.
char32_t character_at(std::string_view text, Position position) {
  const LineIndex lines(text);
  const std::string_view line = lines.line(position.line);
  std::size_t at = 0;
  for (std::uint32_t column = 1; at < line.size(); ++column) {
    const char32_t point = next_code_point(line, at);
    if (column == position.column) return point;
  }
  return 0;
}

SyntaxError one_character(Position at, std::string message, std::string_view help) {
  return {at, {at.line, at.column + 1}, std::move(message), std::string(help), std::nullopt, {}};
}

SyntaxError describe_wrong_start(std::string_view text, Position at) {
  const char32_t point = character_at(text, at);
  if (point == '\t') {
    return one_character(at, "tab in the indentation", "YAML is indented with spaces only");
  }
  const LineIndex lines(text);
  if (point == '`' && lines.line(at.line).substr(at.column - 1).starts_with("```")) {
    return one_character(at, "Markdown fence",
                         "remove the lines that begin with ```: keep only what is "
                         "between them");
  }
  // Only '@', '`' and '%' are left; no YAML text begins with them.
  return one_character(at, "unquoted text cannot begin with this character",
                       "put the text in quotes");
}

// A text with "${i}" that is not in quotes, between braces or brackets, where '{' ends it.
std::optional<SyntaxError> describe_token(std::string_view text, Position at) {
  const Position before{at.line, at.column - 1};
  if (character_at(text, at) != '{' || character_at(text, before) != '$') return std::nullopt;
  SyntaxError error = one_character(
      before, "unquoted '${' between braces or brackets",
      "put the text in quotes, as in \"post${i}\"; a param is written $name, without braces");
  ++error.end.column;
  return error;
}

// "version: …" or "meshes:" at the left margin.
bool begins_with_field(std::string_view line) {
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  if (end == 0 || end == std::string_view::npos || line[end] != ':') return false;
  return end + 1 == line.size() || line[end + 1] == ' ';
}

// Words in the place of a field: too many for a field and its value without a ':'.
bool is_prose(std::string_view line) {
  if (line.empty() || line.find_first_of("\"{[") != std::string_view::npos) return false;
  const std::size_t end = line.find_first_of(" :");
  if (end == 0 || end == std::string_view::npos || line[end] == ':') return false;
  const bool is_capital = line[0] >= 'A' && line[0] <= 'Z';
  const bool is_letter = (line[0] >= 'a' && line[0] <= 'z') || (line[0] & 0x80) != 0;
  return is_capital || (is_letter && line.find(' ', end + 1) != std::string_view::npos);
}

// The answer of a chat: words, then the document. The first line that is not empty decides.
std::optional<SyntaxError> describe_prose(std::string_view text) {
  const LineIndex lines(text);
  std::uint32_t first = 1;
  while (first < lines.count() &&
         (lines.line(first).find_first_not_of(" \t\r") == std::string_view::npos ||
          lines.line(first).starts_with('#'))) {
    ++first;
  }
  if (!is_prose(lines.line(first))) return std::nullopt;
  bool has_fence = false;
  std::uint32_t start = first + 1;
  for (; start <= lines.count() && !begins_with_field(lines.line(start)); ++start) {
    has_fence = has_fence || lines.line(start).starts_with("```");
  }
  if (start > lines.count()) return std::nullopt;
  return one_character({first, 1}, "text before the document",
                       has_fence ? "keep only what is between the lines that begin with ```"
                                 : fmt::format("remove all lines before line {}", start));
}

// Just after the last character if `at` is the end of the text, where there is nothing to show.
std::optional<Position> last_before_end(std::string_view text, Position at) {
  const LineIndex lines(text);
  if (at.line < lines.count() || character_at(text, at) != 0) return std::nullopt;
  return position_at(text, text.find_last_not_of(" \t\r\n") + 1);
}

SyntaxError describe_by(const Rule& rule, const yaml_parser_t& parser, std::string_view text) {
  const Position context = position_of(parser.context_mark);
  const Position at = rule.at == At::Context ? context : position_of(parser.problem_mark);
  SyntaxError error = one_character(at, std::string(rule.message), rule.help);
  if (const auto last = last_before_end(text, at)) {
    error = one_character(*last, std::string(rule.message) + ", but the file ends", rule.help);
  }
  if (!rule.context.empty()) {
    error.context = context;
    error.context_message = rule.context;
  }
  return error;
}

}  // namespace

SyntaxError describe_syntax_error(const yaml_parser_t& parser, std::string_view text) {
  const std::string_view problem = view_of(parser.problem);
  const std::string_view context = view_of(parser.context);
  if (parser.error == YAML_READER_ERROR) {
    return one_character(
        position_at(text, parser.problem_offset),
        fmt::format("control character U+{:04X}", static_cast<unsigned>(parser.problem_value)),
        "remove it; in double quotes it can be written as an escape");
  }
  const Position at = position_of(parser.problem_mark);
  if (problem == "found character that cannot start any token") {
    return describe_wrong_start(text, at);
  }
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Rule& one) {
    return problem.starts_with(one.problem) || context.starts_with(one.problem);
  });
  if (text.starts_with("~~~")) {
    return one_character({1, 1}, "Markdown fence",
                         "remove the lines that begin with ~~~: keep only what is between them");
  }
  if (auto prose = describe_prose(text)) return *std::move(prose);
  if (auto token = describe_token(text, at)) return *std::move(token);
  if (rule != rules.end()) return describe_by(*rule, parser, text);
  return one_character(at, fmt::format("{} {}", context, problem), {});
}

// libyaml compares each with all before it, and reads them all before reporting anything.
bool has_many_tag_directives(std::string_view text) {
  constexpr std::string_view directive = "%TAG";
  constexpr std::size_t many = 100;
  std::size_t count = 0;
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + directive.size())) {
    const bool begins_line = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
    if (begins_line && ++count > many) return true;
  }
  return false;
}

}  // namespace rigy::language
