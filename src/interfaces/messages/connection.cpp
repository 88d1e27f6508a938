#include "messages/connection.hpp"

#include <cerrno>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "common/unreachable.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::size_t piece_size = 65'536;

// Whether reading goes on.
bool deliver(const SplitMessage& message, const MessageReceiver& receiver) {
  switch (message.kind) {
    case SplitMessage::Kind::Whole:
      receiver.receive(message.text);
      return !receiver.ends();
    case SplitMessage::Kind::TooLong:
      receiver.refuse_long();
      return true;
    case SplitMessage::Kind::Broken:
      return false;
  }
  unreachable();
}

}  // namespace

void MessageWriter::send(std::string_view message) {
  const std::string bytes = framed(framing_, message);
  const std::lock_guard lock(mutex_);
  if (is_closed_) return;
  is_closed_ = static_cast<bool>(
      platform::write_all(platform::standard_output, {std::as_bytes(std::span(bytes))}));
}

bool MessageWriter::is_closed() {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

void read_messages(Framing framing, const MessageReceiver& receiver) {
  MessageSplitter splitter(framing);
  std::vector<char> piece(piece_size);
  for (;;) {
    const std::ptrdiff_t count =
        platform::read_some(platform::standard_input, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    splitter.add({piece.data(), static_cast<std::size_t>(count)});
    while (const std::optional<SplitMessage> message = splitter.next()) {
      if (!deliver(*message, receiver)) return;
    }
  }
  if (const std::optional<SplitMessage> message = splitter.last()) deliver(*message, receiver);
}

}  // namespace rigy::interfaces
