#include "syntax/syntax_fault.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "text/code_points.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

struct Words {
  Fault fault;
  std::string_view message;
  std::string_view help;
  std::string_view context = {};  // about the place where the collection begins
};

constexpr std::string_view check_indentation = "compare the indentation with the lines above";
constexpr std::string_view no_directives = "remove the line that begins with '%'";
constexpr std::string_view no_tags = "remove it, or put text that begins with '!' in quotes";

constexpr auto words = std::to_array<Words>({
    {Fault::Tab, "tab in the indentation", "YAML is indented with spaces only"},
    {Fault::MissingColon, "expected 'key: value' or a list item",
     "add the missing ':', followed by a space"},
    {Fault::UnexpectedColon, "unexpected ':'",
     "put text that contains ': ' in quotes; or check the line above for a missing ':' or wrong "
     "indentation"},
    {Fault::ColonWithoutSpace, "unexpected ':'",
     "put the text in quotes, or add a space after the ':'"},
    {Fault::UnexpectedKey, "unexpected '?'", "put the text in quotes"},
    {Fault::UnexpectedItem, "unexpected list item",
     "begin the list on a line of its own, or write it in brackets: [a, b]"},
    {Fault::NoKey, "expected a key", check_indentation, "the mapping begins here"},
    {Fault::NoItem, "expected a list item ('- ')", check_indentation, "the list begins here"},
    {Fault::ItemMark, "expected a list item ('- ')", "begin it with '-' and a space"},
    {Fault::OpenList, "expected ',' or ']'",
     "separate the items with ',' and close the list with ']'", "the list begins here"},
    {Fault::OpenMapping, "expected ',' or '}'",
     "separate the pairs with ',' and close the mapping with '}'", "the mapping begins here"},
    {Fault::ExtraBracket, "closing bracket without an opening one",
     "remove it, or add the bracket that it should close"},
    {Fault::NoValue, "expected a value",
     "give a value, or put text that begins with a special character in quotes"},
    {Fault::ContentAfterDocument, "unexpected content after the document", check_indentation},
    {Fault::OpenQuote, "unclosed quote", "close it with the same quote character"},
    {Fault::UnknownEscape, "unknown escape in double quotes",
     "write \\\\ for a backslash, or use single quotes"},
    {Fault::FewDigits, "escape with too few hexadecimal digits",
     "\\x has two digits, \\u four and \\U eight"},
    {Fault::NoCharacter, "escape that is not a character",
     "surrogates (\\ud800 to \\udfff) and numbers above \\U0010ffff are not characters"},
    {Fault::AliasWithoutName, "'*' without the name of an anchor",
     "put text that begins with '*' in quotes"},
    {Fault::AnchorWithoutName, "'&' without a name", "put text that begins with '&' in quotes"},
    {Fault::Tag, "YAML tags are not supported", no_tags},
    {Fault::Directive, "YAML directives are not supported", no_directives},
    {Fault::BlockScalar, "invalid start of a text block",
     "begin the text on the line after '|' or '>'"},
    {Fault::Fence, "Markdown fence",
     "remove the lines that begin with ```: keep only what is between them"},
    {Fault::WrongStart, "unquoted text cannot begin with this character", "put the text in quotes"},
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (static_cast<std::size_t>(words[i].fault) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

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

// A text with "${i}" that is not in quotes, between braces or brackets, where '{' ends it.
bool is_token(const SyntaxFault& fault, std::string_view text) {
  const std::size_t at = fault.offset;
  return at > 0 && at < text.size() && text[at] == '{' && text[at - 1] == '$';
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

// The first line that is neither empty nor a comment.
std::uint32_t first_line_with_text(const LineIndex& lines) {
  std::uint32_t first = 1;
  while (first < lines.count() &&
         (lines.line(first).find_first_not_of(" \t\r") == std::string_view::npos ||
          lines.line(first).starts_with('#'))) {
    ++first;
  }
  return first;
}

}  // namespace

SyntaxError describe(const SyntaxFault& fault, std::string_view text) {
  SyntaxError error{fault.at, {fault.at.line, fault.at.column + 1}, {}, {}, {}, {}};
  if (is_token(fault, text)) {
    --error.start.column;
    error.message = "unquoted '${' between braces or brackets";
    error.help =
        "put the text in quotes, as in \"post${i}\"; a param is written $name, without braces";
    return error;
  }
  const Words& meant = words[static_cast<std::size_t>(fault.fault)];
  error.message = meant.message;
  error.help = meant.help;
  if (fault.offset >= text.size()) {
    // Just after the last character: there is nothing to show at the end.
    error.start = position_at(text, text.find_last_not_of(" \t\r\n") + 1);
    error.end = {error.start.line, error.start.column + 1};
    error.message += ", but the file ends";
  }
  if (!meant.context.empty() && fault.context.line > 0) {
    error.context = fault.context;
    error.context_message = meant.context;
  }
  return error;
}

// The answer of a chat: words, then the document.
std::optional<Surroundings> find_surroundings(std::string_view text) {
  if (text.starts_with("~~~")) {
    return Surroundings{{1, 1},
                        "Markdown fence",
                        "remove the lines that begin with ~~~: keep only what is between them",
                        2,
                        '~'};
  }
  const LineIndex lines(text);
  const std::uint32_t first = first_line_with_text(lines);
  if (!is_prose(lines.line(first))) return std::nullopt;
  bool has_fence = false;
  std::uint32_t start = first + 1;
  for (; start <= lines.count() && !begins_with_field(lines.line(start)); ++start) {
    has_fence = has_fence || lines.line(start).starts_with("```");
  }
  if (start > lines.count()) return std::nullopt;
  return Surroundings{{first, 1},
                      "text before the document",
                      has_fence ? "keep only what is between the lines that begin with ```"
                                : fmt::format("remove all lines before line {}", start),
                      start,
                      has_fence ? '`' : '\0'};
}

}  // namespace rigy::language
