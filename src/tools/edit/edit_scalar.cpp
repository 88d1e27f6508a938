// The text of a scalar, in the style that it is written in.
#include <algorithm>
#include <string>
#include <utility>

#include "edit/edit_nodes.hpp"
#include "expand/yaml_text.hpp"
#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

// The text of a scalar in quotes.
std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

std::string double_quoted(std::string_view text) {
  std::string out;
  append_yaml_text(out, text);
  return out.starts_with('"') ? out : '"' + out + '"';
}

// Whether a text that was written without quotes can be written so again, next to brackets too.
bool stays_plain(std::string_view text) {
  if (text.empty() || scalar_type(text, true) != ScalarType::String) return false;
  const bool is_simple = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_$=+*/().@- <>").find(c) != std::string_view::npos;
  });
  const bool begins_well = std::string_view("*@- >").find(text.front()) == std::string_view::npos;
  return is_simple && begins_well && text.back() != ' ';
}

}  // namespace

TextEdits replace_text(const AuthoredText& authored, NodeId scalar, std::string_view text) {
  const ByteRange range = content_range(authored, scalar);
  const char quote = range.size() == 0 ? '\0' : authored.text[range.begin];
  std::string written;
  if (quote == '\'') {
    written = single_quoted(text);
  } else if (quote == '"') {
    written = double_quoted(text);
  } else if (authored.tree[scalar].plain && stays_plain(text)) {
    written = text;
  } else {
    append_yaml_text(written, text);
  }
  return {{range.begin, end_of_content(authored, scalar), std::move(written)}};
}

}  // namespace rigy::tools
