#include "platform/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

namespace rigy::base::platform {
namespace {

std::mutex running_mutex;
std::set<pid_t> running;  // leaders of process groups

class SpawnSetup {
 public:
  SpawnSetup(int output, bool keep_errors) {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (keep_errors) {
      ::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    } else {
      ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    ::posix_spawnattr_init(&attributes);
    // Its own process group, to be killed as a whole, with no signal blocked or ignored.
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

// 0, or the error number of the failed start.
int spawn(const std::vector<std::string>& words, const SpawnSetup& setup, pid_t& child) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  // posix_spawn only reads; its interface is older than const.
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const std::lock_guard lock(running_mutex);
  const int error = ::posix_spawnp(&child, arguments[0], &setup.files, &setup.attributes,
                                   arguments.data(), ::environ);
  if (error == 0) running.insert(child);
  return error;
}

// Reads what is available without waiting; false if nothing more will come.
bool read_available(int input, std::size_t most_kept, std::string& printed) {
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t size = ::read(input, buffer.data(), buffer.size());
    if (size == 0) return false;
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno == EAGAIN;
    if (printed.size() < most_kept) printed.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

// The child stays a zombie, so that no other process can get its id or its group's.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

// False if the time is up. The end of the child counts, not that of its output: it may close that
// early, or leave it to a process that it started.
bool watch(pid_t child, int input, const ChildOptions& options, std::string& printed) {
  const auto deadline = std::chrono::steady_clock::now() + options.limit;
  bool open = true;
  for (;;) {
    const bool ended = has_ended(child);
    open = open && read_available(input, options.most_kept, printed);
    if (ended) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    pollfd ready{input, POLLIN, 0};
    ::poll(&ready, open ? 1 : 0, open ? 20 : 1);
  }
}

// Kills what is left of the child's group and returns the child's status.
int reap(pid_t child) {
  const std::lock_guard lock(running_mutex);
  ::kill(-child, SIGKILL);
  running.erase(child);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string message_of(int error) { return std::generic_category().message(error); }

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const ChildOptions& options) {
  ChildResult result;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    result.end = ChildResult::End::NotStarted;
    result.trouble = fmt::format("'{}' could not be started: {}", words[0], message_of(errno));
    return result;
  }
  // Only our end is non-blocking; programs do not expect that of their output.
  ::fcntl(ends[1], F_SETFL, 0);
  pid_t child = 0;
  const int error = spawn(words, SpawnSetup(ends[1], options.keep_errors), child);
  ::close(ends[1]);
  if (error != 0) {
    result.end = ChildResult::End::NotStarted;
    result.trouble = fmt::format("'{}' could not be started: {}", words[0], message_of(error));
  } else {
    const bool in_time = watch(child, ends[0], options, result.printed);
    const int status = reap(child);
    if (!in_time) {
      result.end = ChildResult::End::TimedOut;
      result.trouble = fmt::format("timed out after {} s", options.limit.count());
    } else if (WIFSIGNALED(status)) {
      result.end = ChildResult::End::Crashed;
      result.trouble = fmt::format("it was killed by signal {}", WTERMSIG(status));
    } else {
      result.exit_status = WEXITSTATUS(status);
    }
  }
  ::close(ends[0]);
  return result;
}

void kill_children() {
  running_mutex.lock();
  for (const pid_t child : running) ::kill(-child, SIGKILL);
}

}  // namespace rigy::base::platform
