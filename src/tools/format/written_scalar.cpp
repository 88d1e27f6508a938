#include "format/written_scalar.hpp"

#include <algorithm>
#include <vector>

#include "syntax/scalar.hpp"
#include "text/lines.hpp"

namespace rigy::tools {
namespace {

bool is_block(ScalarStyle style) {
  return style == ScalarStyle::Literal || style == ScalarStyle::Folded;
}

bool is_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (text.empty() || !is_letter(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// Whether it means the same between double quotes as it stands.
bool needs_no_escape(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = line_break_length(text, at);
    if (length == 0) {
      ++at;
      continue;
    }
    lines.push_back(text.substr(begin, at - begin));
    begin = at += length;
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(' ') == line.npos; }

std::string_view trimmed_line(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

// Whether the blank lines at the end of a block scalar are a part of it: "|+".
bool keeps_end(std::string_view header) {
  return header.substr(0, header.find('#')).find('+') != header.npos;
}

// The lines of a block scalar keep how they are indented relative to each other.
std::string indented_block(std::vector<std::string_view> lines, std::int32_t column) {
  while (!keeps_end(lines[0]) && lines.size() > 1 && is_blank(lines.back())) lines.pop_back();
  std::string out(trimmed_line(lines[0]));
  const auto first = std::find_if_not(lines.begin() + 1, lines.end(), is_blank);
  const std::size_t indent =
      first == lines.end() ? std::string_view::npos : first->find_first_not_of(' ');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    out += '\n';
    if (lines[i].size() <= indent) continue;
    out.append(static_cast<std::size_t>(column), ' ').append(lines[i].substr(indent));
  }
  return out;
}

}  // namespace

bool is_quoted(ScalarStyle style) {
  return style == ScalarStyle::SingleQuoted || style == ScalarStyle::DoubleQuoted;
}

std::string written_scalar(std::string_view written, std::string_view meaning, ScalarStyle style) {
  const bool is_one_line = written.find_first_of("\r\n") == written.npos;
  if (style == ScalarStyle::SingleQuoted && is_one_line && needs_no_escape(meaning)) {
    return '"' + std::string(meaning) + '"';
  }
  return std::string(written);
}

std::string written_key(std::string_view written, std::string_view meaning, ScalarStyle style) {
  if (is_quoted(style) && is_word(meaning) && scalar_type(meaning, true) == ScalarType::String) {
    return std::string(meaning);
  }
  return written_scalar(written, meaning, style);
}

bool gives_indentation(std::string_view written, ScalarStyle style) {
  if (!is_block(style)) return false;
  const std::string_view header = written.substr(0, written.find_first_of(" \t#\r\n"));
  return header.find_first_of("123456789") != header.npos;
}

bool ends_with_blank_line(std::string_view written, ScalarStyle style) {
  if (!is_block(style)) return false;
  const std::vector<std::string_view> lines = lines_of(written);
  return lines.size() > 1 && is_blank(lines.back()) && !keeps_end(lines[0]);
}

std::string indented_lines(std::string_view written, ScalarStyle style, std::int32_t column) {
  const std::vector<std::string_view> lines = lines_of(written);
  if (is_block(style)) return indented_block(lines, column);
  std::string out(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    out += '\n';
    const std::size_t first = lines[i].find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    out.append(static_cast<std::size_t>(column), ' ').append(lines[i].substr(first));
  }
  return out;
}

}  // namespace rigy::tools
