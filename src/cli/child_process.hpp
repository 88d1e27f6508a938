// Running another program on its own, with an eye on the clock.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace rigy::cli {

struct ChildResult {
  enum class End { Exited, Crashed, TimedOut, NotStarted } end = End::Exited;
  std::string trouble;  // why it did not exit with a status: "it was killed by signal 11"
  int exit_status = 0;
  std::string printed;  // the beginning of what it wrote on standard output and standard error
};

// Runs words[0], found as a shell finds it, with the other words as arguments and nothing on its
// standard input. When it takes longer than `limit`, it and whatever it started are killed.
[[nodiscard]] ChildResult run_child(const std::vector<std::string>& words,
                                    std::chrono::seconds limit);

// Kills every child that runs now, and makes later ones wait for ever: the program is about to end.
void kill_children();

}  // namespace rigy::cli
