#include "fuzz/protocol_steps.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "messages/json_value.hpp"
#include "text/json_text.hpp"

namespace rigy::fuzz {
namespace {

constexpr const char* odd_values[] = {"null",
                                      "true",
                                      "-1",
                                      "1e308",
                                      "18446744073709551615",
                                      "0.5",
                                      "\"\"",
                                      "\"\\u0000\"",
                                      "\"../x\"",
                                      "\"/etc/passwd\"",
                                      "[]",
                                      "{}",
                                      "[[[[[]]]]]",
                                      "[1,2]",
                                      "\"file:///x.rigy.yaml\"",
                                      "{\"line\":-1,\"character\":4294967296}",
                                      "\"\\ud83d\"",
                                      "[null,null]"};

}  // namespace

void Sent::add(std::string_view message) {
  const std::lock_guard lock(mutex_);
  messages_.emplace_back(message);
}

std::string Sent::problem(const std::vector<int>& asked) const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, int> answers;
  for (const std::string& message : messages_) {
    const ParsedJson parsed = parse_json(message);
    if (!parsed.ok()) return "a message is not JSON: " + message;
    if (message.find('\n') != std::string::npos) return "a message has a line break";
    const JsonValue* const id = parsed.value.find("id");
    if (id != nullptr && parsed.value.find("method") == nullptr) ++answers[id->text];
  }
  for (const int one : asked) {
    const int count = answers[fmt::to_string(one)];
    if (count != 1) return fmt::format("request {} has {} answers", one, count);
  }
  return {};
}

std::string odd_value(Decisions& decisions) { return decisions.pick(odd_values); }

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace rigy::fuzz
