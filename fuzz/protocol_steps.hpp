// Conversations with servers: what a client says is chosen by the input, from what clients say,
// from what hostile ones say, and from the input as it is.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/decisions.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// What a server sent, from any thread.
class Sent {
 public:
  void add(std::string_view message);
  // Everything is JSON on one line, and each request was answered exactly once; what is wrong
  // otherwise.
  [[nodiscard]] std::string problem(const std::vector<int>& asked) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> messages_;
};

// A JSON value that nobody expects there.
[[nodiscard]] std::string odd_value(Decisions& decisions);

// A text as JSON.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace rigy::fuzz
