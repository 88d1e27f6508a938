#include "platform/program.hpp"

#include <algorithm>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rigy::platform {

std::vector<std::string> start(int argc, char** argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

std::vector<std::string> expand_wildcards(const std::string& word) { return {word}; }

std::string with_slashes(std::string path) { return path; }

bool is_terminal(int stream) { return ::isatty(stream) == 1; }

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool terminal_has_colors(int stream) { return is_terminal(stream); }

unsigned processors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(CPU_COUNT(&set));
}

long process_id() { return ::getpid(); }

std::string program_file() { return "/proc/self/exe"; }

}  // namespace rigy::platform
