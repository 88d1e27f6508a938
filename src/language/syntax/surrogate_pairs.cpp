#include "syntax/surrogate_pairs.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "text/code_points.hpp"

namespace rigy::language {
namespace {

// The first characters for private use: hardly any text has all of them.
constexpr char32_t first_placeholder = 0xe000;
constexpr char32_t last_placeholder = 0xe007;
constexpr std::size_t escape_size = 6;

std::optional<char32_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

// The number of the escape "\ud83d" at the start of the text.
std::optional<char32_t> escape_at(std::string_view text) {
  if (text.size() < escape_size || !text.starts_with("\\u")) return std::nullopt;
  char32_t number = 0;
  for (const char c : text.substr(2, 4)) {
    const auto digit = hex_digit(c);
    if (!digit) return std::nullopt;
    number = number * 16 + *digit;
  }
  return number;
}

// The character of the pair at the start of the text.
std::optional<char32_t> pair_at(std::string_view text) {
  const auto high = escape_at(text);
  if (!high || *high < 0xd800 || *high > 0xdbff) return std::nullopt;
  const auto low = escape_at(text.substr(escape_size));
  if (!low || *low < 0xdc00 || *low > 0xdfff) return std::nullopt;
  return 0x10000 + (*high - 0xd800) * 0x400 + (*low - 0xdc00);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether the digits occur in the text, in whatever case.
bool has_digits(std::string_view text, std::string_view digits) {
  return std::search(text.begin(), text.end(), digits.begin(), digits.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

}  // namespace

SurrogatePairs::SurrogatePairs(std::string_view text) {
  find_pairs(text);
  if (pairs_.empty()) return;
  text_ = text;
  if (!choose_placeholder()) {
    pairs_.clear();
    return;
  }
  for (const Pair& pair : pairs_) text_.replace(pair.offset, written_size, placeholder_);
}

void SurrogatePairs::find_pairs(std::string_view text) {
  std::size_t characters = 0;
  std::size_t counted = 0;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const auto point = pair_at(text.substr(at));
    if (!point) {
      // The next character is escaped, be it a backslash.
      at += 2;
      continue;
    }
    for (; counted < at; ++characters) static_cast<void>(next_code_point(text, counted));
    Pair& pair = pairs_.emplace_back();
    pair.offset = at;
    pair.at = characters;
    pair.point = *point;
    std::copy_n(text.data() + at, written_size, pair.written.begin());
    at += written_size;
  }
}

bool SurrogatePairs::choose_placeholder() {
  for (char32_t point = first_placeholder; point <= last_placeholder; ++point) {
    const std::string digits = fmt::format("{:04x}", static_cast<unsigned>(point));
    decoded_.clear();
    append_code_point(decoded_, point);
    if (has_digits(text_, digits) || text_.find(decoded_) != std::string::npos) continue;
    placeholder_ = fmt::format("\\u{0}\\u{0}", digits);
    append_code_point(decoded_, point);
    return true;
  }
  return false;
}

std::string SurrogatePairs::restored(std::string_view value, bool in_double_quotes,
                                     std::size_t begin, std::size_t end) {
  while (next_ < pairs_.size() && pairs_[next_].at < begin) ++next_;
  const std::string& wanted = in_double_quotes ? decoded_ : placeholder_;
  std::string out;
  for (; next_ < pairs_.size() && pairs_[next_].at < end; ++next_) {
    const Pair& pair = pairs_[next_];
    const std::size_t found = value.find(wanted);
    if (found == std::string_view::npos) break;
    out.append(value.substr(0, found));
    if (in_double_quotes) {
      append_code_point(out, pair.point);
    } else {
      out.append(pair.written.data(), pair.written.size());
    }
    value.remove_prefix(found + wanted.size());
  }
  return out.append(value);
}

}  // namespace rigy::language
