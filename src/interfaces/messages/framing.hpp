// Where messages begin and end in a stream of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

enum class Framing : std::uint8_t {
  Lines,          // each message on a line of its own, as in MCP
  ContentLength,  // after a header that has its length, as in the Language Server Protocol
};

inline constexpr std::size_t max_message_size = 16u << 20;

// The message as it goes over the wire. One for Lines must not have line breaks.
[[nodiscard]] std::string framed(Framing framing, std::string_view message);

struct SplitMessage {
  enum class Kind : std::uint8_t {
    Whole,
    TooLong,  // its text was dropped
    Broken,   // no header can be read, so neither can anything after it
  };

  Kind kind = Kind::Whole;
  std::string text;
};

// Takes the stream in pieces of any size and gives whole messages. Never keeps more than one
// message, and what came after it in the same piece.
class MessageSplitter {
 public:
  explicit MessageSplitter(Framing framing, std::size_t max_size = max_message_size)
      : framing_(framing), max_size_(max_size) {}

  void add(std::string_view bytes);
  // The next message; nothing if more bytes are needed.
  [[nodiscard]] std::optional<SplitMessage> next();
  // At the end of the stream: the last line, if it has no line break.
  [[nodiscard]] std::optional<SplitMessage> last();

 private:
  std::optional<SplitMessage> next_line();
  std::optional<SplitMessage> next_counted();
  // Skips what is left of a message that is too long; false if more bytes are needed.
  bool skip();
  bool read_header();
  SplitMessage take(std::size_t size, std::size_t with_end);

  Framing framing_;
  std::size_t max_size_;
  std::string buffer_;
  std::size_t seen_ = 0;               // of the buffer: where no line break is
  bool skips_line_ = false;            // until the next line break
  std::size_t skipped_bytes_ = 0;      // still to skip
  std::optional<std::size_t> length_;  // of the message after a header
  bool is_broken_ = false;
  bool told_broken_ = false;
};

}  // namespace rigy::interfaces
