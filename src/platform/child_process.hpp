// Runs another program with a time limit.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace rigy::platform {

struct ChildResult {
  enum class End { Exited, Crashed, TimedOut, NotStarted } end = End::Exited;
  std::string trouble;  // why it did not exit normally: "it was killed by signal 11"
  int exit_status = 0;
  std::string printed;  // the start of its standard output and standard error
};

// Runs words[0], found as a shell finds it, with the other words as arguments and empty standard
// input. After `limit`, it and everything it started are killed.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& words,
                                    std::chrono::seconds limit);

// Kills all running children and makes later calls wait forever: the program is about to end.
void kill_children();

}  // namespace rigy::platform
