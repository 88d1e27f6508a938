#include "messages/framing.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace rigy::interfaces {
namespace {

// A header is a few short lines.
constexpr std::size_t max_header_size = 4096;
constexpr std::string_view header_end = "\r\n\r\n";
constexpr std::string_view length_name = "content-length";

bool equals_ignoring_case(std::string_view text, std::string_view lowercase) {
  return std::equal(text.begin(), text.end(), lowercase.begin(), lowercase.end(),
                    [](unsigned char a, char b) { return std::tolower(a) == b; });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

// What the header says about the length.
std::optional<std::size_t> length_in(std::string_view header) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos &&
        equals_ignoring_case(trimmed(line.substr(0, colon)), length_name)) {
      return number_in(trimmed(line.substr(colon + 1)));
    }
    header.remove_prefix(std::min(end + 2, header.size()));
  }
  return std::nullopt;
}

}  // namespace

std::string framed(Framing framing, std::string_view message) {
  if (framing == Framing::Lines) return std::string(message) + "\n";
  return fmt::format("Content-Length: {}\r\n\r\n{}", message.size(), message);
}

void MessageSplitter::add(std::string_view bytes) {
  if (!is_broken_) buffer_ += bytes;
}

std::optional<SplitMessage> MessageSplitter::next() {
  if (is_broken_) {
    if (told_broken_) return std::nullopt;
    told_broken_ = true;
    return SplitMessage{SplitMessage::Kind::Broken, {}};
  }
  return framing_ == Framing::Lines ? next_line() : next_counted();
}

std::optional<SplitMessage> MessageSplitter::last() {
  if (framing_ != Framing::Lines || buffer_.empty() || skips_line_) return std::nullopt;
  return take(buffer_.size(), buffer_.size());
}

SplitMessage MessageSplitter::take(std::size_t size, std::size_t with_end) {
  SplitMessage message{SplitMessage::Kind::Whole, buffer_.substr(0, size)};
  buffer_.erase(0, with_end);
  seen_ = 0;
  return message;
}

std::optional<SplitMessage> MessageSplitter::next_line() {
  for (;;) {
    const std::size_t end = buffer_.find('\n', seen_);
    if (end == std::string::npos && buffer_.size() <= max_size_) {
      seen_ = buffer_.size();
      return std::nullopt;
    }
    const bool was_skipped = skips_line_;
    skips_line_ = end == std::string::npos;
    if (skips_line_ || end > max_size_) {
      buffer_.erase(0, skips_line_ ? buffer_.size() : end + 1);
      seen_ = 0;
      if (!was_skipped) return SplitMessage{SplitMessage::Kind::TooLong, {}};
      if (skips_line_) return std::nullopt;
      continue;
    }
    SplitMessage message = take(end, end + 1);
    if (was_skipped) continue;
    if (message.text.ends_with('\r')) message.text.pop_back();
    // Empty lines are no messages.
    if (!message.text.empty()) return message;
  }
}

bool MessageSplitter::skip() {
  const std::size_t size = std::min(skipped_bytes_, buffer_.size());
  buffer_.erase(0, size);
  skipped_bytes_ -= size;
  return skipped_bytes_ == 0;
}

bool MessageSplitter::read_header() {
  const std::size_t end = buffer_.find(header_end);
  if (end == std::string::npos || end > max_header_size) {
    is_broken_ = buffer_.size() > max_header_size;
    return false;
  }
  length_ = length_in(std::string_view(buffer_).substr(0, end));
  is_broken_ = !length_;
  buffer_.erase(0, end + header_end.size());
  return !is_broken_;
}

std::optional<SplitMessage> MessageSplitter::next_counted() {
  if (!skip()) return std::nullopt;
  if (!length_ && !read_header()) return is_broken_ ? next() : std::nullopt;
  if (*length_ > max_size_) {
    skipped_bytes_ = *length_;
    length_.reset();
    return SplitMessage{SplitMessage::Kind::TooLong, {}};
  }
  if (buffer_.size() < *length_) return std::nullopt;
  SplitMessage message = take(*length_, *length_);
  length_.reset();
  return message;
}

}  // namespace rigy::interfaces
