// Protocols over streams: framing, JSON values and the dispatcher.
#include <mutex>
#include <optional>
#include <vector>

#include "fuzz/targets.hpp"
#include "messages/dispatcher.hpp"
#include "messages/framing.hpp"
#include "messages/json_value.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::size_t max_size = 300;

std::vector<SplitMessage> split(Framing framing, std::string_view input, std::size_t piece) {
  MessageSplitter splitter(framing, max_size);
  std::vector<SplitMessage> messages;
  for (std::size_t at = 0; at < input.size(); at += piece) {
    splitter.add(input.substr(at, piece));
    while (std::optional<SplitMessage> message = splitter.next()) messages.push_back(*message);
  }
  if (const std::optional<SplitMessage> last = splitter.last()) messages.push_back(*last);
  return messages;
}

std::string check_framing(Framing framing, std::string_view input) {
  const std::vector<SplitMessage> whole = split(framing, input, input.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}}) {
    const std::vector<SplitMessage> pieces = split(framing, input, piece);
    if (pieces.size() != whole.size()) return "the number of messages depends on the pieces";
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (pieces[i].kind != whole[i].kind || pieces[i].text != whole[i].text) {
        return "a message depends on the pieces";
      }
    }
  }
  for (const SplitMessage& message : whole) {
    if (message.text.size() > max_size) return "a message is longer than allowed";
  }
  return {};
}

std::string check_json(std::string_view input) {
  const ParsedJson parsed = parse_json(input);
  if (!parsed.ok()) return {};
  const std::string text = to_text(parsed.value);
  if (text.find('\n') != std::string::npos) return "JSON on one line has a line break";
  const ParsedJson again = parse_json(text);
  if (!again.ok() || to_text(again.value) != text) return "JSON does not come back as it was";
  return {};
}

// Every request of one line gets one answer, which is JSON.
std::string check_dispatcher(std::string_view input) {
  std::mutex mutex;
  std::vector<std::string> sent;
  const auto send = [&](std::string_view message) {
    const std::lock_guard lock(mutex);
    sent.emplace_back(message);
  };
  const auto echo = [](const RpcCall& call) { return RpcAnswer{to_text(call.params)}; };
  {
    Dispatcher dispatcher(
        {{"ping", RpcMethod::Where::InOrder, echo}, {"call", RpcMethod::Where::Worker, echo}}, send,
        {.workers = 1});
    dispatcher.receive(input);
  }
  if (sent.size() > 1) return "one message has several answers";
  for (const std::string& message : sent) {
    if (!parse_json(message).ok()) return "an answer is not JSON: " + message;
  }
  return {};
}

}  // namespace

std::string run_messages(std::string_view input) {
  for (const Framing framing : {Framing::Lines, Framing::ContentLength}) {
    if (std::string problem = check_framing(framing, input); !problem.empty()) return problem;
  }
  if (std::string problem = check_json(input); !problem.empty()) return problem;
  return check_dispatcher(input);
}

}  // namespace rigy::fuzz
