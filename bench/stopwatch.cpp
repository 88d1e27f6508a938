// Runs a command N times and prints time and peak memory as one line of JSON:
// {"median_ns":…,"min_ns":…,"cpu_ns":…,"peak_kib":…}; cpu_ns is the least processor time. Measures
// from before the program is started until it has ended, as a user would.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <climits>

namespace {

struct Measurement {
  long long nanoseconds = 0;
  long long processor_nanoseconds = 0;
  long peak_kib = 0;
};

long long nanoseconds_of(const timeval& time) {
  return time.tv_sec * 1'000'000'000LL + time.tv_usec * 1'000LL;
}

Measurement run_once(char** command, const posix_spawn_file_actions_t& actions) {
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawnp(&child, command[0], &actions, nullptr, command, environ) != 0) {
    std::perror(command[0]);
    std::exit(2);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const auto end = std::chrono::steady_clock::now();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "%s failed\n", command[0]);
    std::exit(2);
  }
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count(),
          nanoseconds_of(usage.ru_utime) + nanoseconds_of(usage.ru_stime), usage.ru_maxrss};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: stopwatch RUNS COMMAND [ARGS…]\n");
    return 2;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const long runs = std::strtol(argv[1], nullptr, 10);
  std::vector<long long> times;
  long long least_processor = LLONG_MAX;
  long peak_kib = 0;
  for (long i = 0; i < runs; ++i) {
    const Measurement measured = run_once(argv + 2, actions);
    times.push_back(measured.nanoseconds);
    least_processor = std::min(least_processor, measured.processor_nanoseconds);
    peak_kib = std::max(peak_kib, measured.peak_kib);
  }
  std::sort(times.begin(), times.end());
  std::printf("{\"median_ns\":%lld,\"min_ns\":%lld,\"cpu_ns\":%lld,\"peak_kib\":%ld}\n",
              times[times.size() / 2], times.front(), least_processor, peak_kib);
}
