#include "platform/child_process.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "platform/windows/wide.hpp"

namespace rigy::base::platform {
namespace {

// Codes from here on are exceptions that nobody caught.
constexpr DWORD first_crash = 0xc000'0000;

std::mutex running_mutex;
std::set<HANDLE> running;  // jobs, each with a child and everything it started

// As CommandLineToArgvW and the C library take it apart again: backslashes count only before
// quotes.
void append_word(std::wstring& line, std::wstring_view word) {
  if (!line.empty()) line += L' ';
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t letter : word) {
    if (letter == L'"') line.append(backslashes + 1, L'\\');
    backslashes = letter == L'\\' ? backslashes + 1 : 0;
    line += letter;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

struct Child {
  Handle job;
  Handle process;
  Handle output;  // our end
};

HANDLE open_nul(DWORD access, SECURITY_ATTRIBUTES& attributes) {
  return ::CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &attributes,
                       OPEN_EXISTING, 0, nullptr);
}

struct Streams {
  Handle input;   // empty
  Handle output;  // the child's end
  Handle nowhere;

  explicit Streams(Handle& ours) {
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    ::CreatePipe(ours.out(), output.out(), &inherited, 0);
    ::SetHandleInformation(ours.get(), HANDLE_FLAG_INHERIT, 0);
    *input.out() = open_nul(GENERIC_READ, inherited);
    *nowhere.out() = open_nul(GENERIC_WRITE, inherited);
  }
};

// When the last handle of a job is closed, everything in it ends.
HANDLE make_job() {
  HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

// It starts suspended, so that it is in the job before it can start anything itself. One at a time:
// a second child would inherit the streams of the first.
bool start(const std::vector<std::string>& words, bool keep_errors, Child& child) {
  std::wstring line;
  for (const std::string& word : words) append_word(line, to_wide(word));
  const std::lock_guard lock(running_mutex);
  const Streams streams(child.output);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = streams.input.get();
  startup.hStdOutput = streams.output.get();
  startup.hStdError = keep_errors ? streams.output.get() : streams.nowhere.get();
  PROCESS_INFORMATION started{};
  constexpr DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP;
  if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr,
                       &startup, &started) == 0) {
    set_errno();
    return false;
  }
  *child.process.out() = started.hProcess;
  *child.job.out() = make_job();
  ::AssignProcessToJobObject(child.job.get(), child.process.get());
  running.insert(child.job.get());
  ::ResumeThread(started.hThread);
  ::CloseHandle(started.hThread);
  return true;
}

void read_available(HANDLE input, std::size_t most_kept, std::string& printed) {
  std::array<char, 4096> buffer{};
  DWORD available = 0;
  while (::PeekNamedPipe(input, nullptr, 0, nullptr, &available, nullptr) != 0 && available > 0) {
    DWORD size = 0;
    const DWORD wanted = std::min(available, static_cast<DWORD>(buffer.size()));
    if (::ReadFile(input, buffer.data(), wanted, &size, nullptr) == 0) return;
    if (printed.size() < most_kept) printed.append(buffer.data(), size);
  }
}

// False if the time is up. The end of the child counts, not that of its output.
bool watch(const Child& child, const ChildOptions& options, std::string& printed) {
  const auto deadline = std::chrono::steady_clock::now() + options.limit;
  for (;;) {
    const bool ended = ::WaitForSingleObject(child.process.get(), 5) == WAIT_OBJECT_0;
    read_available(child.output.get(), options.most_kept, printed);
    if (ended) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
  }
}

// Kills what is left of the child's job and returns the child's status.
DWORD reap(Child& child) {
  DWORD status = 0;
  ::GetExitCodeProcess(child.process.get(), &status);
  const std::lock_guard lock(running_mutex);
  ::TerminateJobObject(child.job.get(), 1);
  running.erase(child.job.get());
  child.job.close();
  return status;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const ChildOptions& options) {
  ChildResult result;
  Child child;
  if (!start(words, options.keep_errors, child)) {
    result.end = ChildResult::End::NotStarted;
    result.trouble = fmt::format("'{}' could not be started: {}", words[0],
                                 std::generic_category().message(errno));
    return result;
  }
  const bool in_time = watch(child, options, result.printed);
  const DWORD status = reap(child);
  if (!in_time) {
    result.end = ChildResult::End::TimedOut;
    result.trouble = fmt::format("timed out after {} s", options.limit.count());
  } else if (status >= first_crash) {
    result.end = ChildResult::End::Crashed;
    result.trouble = fmt::format("it ended with exception {:#x}", status);
  } else {
    result.exit_status = static_cast<int>(status);
  }
  return result;
}

void kill_children() {
  running_mutex.lock();
  for (HANDLE job : running) ::TerminateJobObject(job, 1);
}

}  // namespace rigy::base::platform
