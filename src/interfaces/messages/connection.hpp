// Messages over standard input and output.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"
#include "messages/framing.hpp"

namespace rigy::interfaces {

// Sends whole messages, from any thread. Once standard output is closed, nothing is sent any more.
class MessageWriter {
 public:
  explicit MessageWriter(Framing framing) : framing_(framing) {}

  void send(std::string_view message);
  [[nodiscard]] bool is_closed();

 private:
  Framing framing_;
  std::mutex mutex_;
  bool is_closed_ = false;
};

// What becomes of the messages of standard input.
struct MessageReceiver {
  std::function<void(std::string_view message)> receive;
  std::function<void()> refuse_long;  // a message that is longer than max_message_size
  std::function<bool()> ends;         // whether to stop reading
};

// Reads until standard input ends, the receiver does, or nothing can be read any more.
void read_messages(Framing framing, const MessageReceiver& receiver);

}  // namespace rigy::interfaces
