// Runs another program with a time limit.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace rigy::base::platform {

struct ChildResult {
  enum class End { Exited, Crashed, TimedOut, NotStarted } end = End::Exited;
  std::string trouble;  // why it did not exit normally: "it was killed by signal 11"
  int exit_status = 0;
  std::string printed;  // the start of its output
};

struct ChildOptions {
  std::chrono::seconds limit{};    // after which it and everything it started are killed
  std::size_t most_kept = 65'536;  // bytes of its output; the rest is read and dropped
  bool keep_errors = true;         // whether standard error is part of the output, or dropped
};

// Runs words[0], found as a shell finds it, with the other words as arguments and empty standard
// input.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& words,
                                    const ChildOptions& options);

// Kills all running children and makes later calls wait forever: the program is about to end.
void kill_children();

}  // namespace rigy::base::platform
