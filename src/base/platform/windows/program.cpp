#include "platform/program.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <io.h>
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>

#include "platform/files.hpp"
#include "platform/windows/wide.hpp"

namespace rigy::base::platform {
namespace {

HANDLE handle_of(int stream) { return reinterpret_cast<HANDLE>(::_get_osfhandle(stream)); }

}  // namespace

// What main gets is in the code page of the system, which cannot express all names.
std::vector<std::string> start(int /*argc*/, char** /*argv*/) {
  for (const int stream : {standard_input, standard_output, standard_error}) {
    ::_setmode(stream, _O_BINARY);
  }
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(to_utf8(words[i]));
  ::LocalFree(words);
  return arguments;
}

std::vector<std::string> expand_wildcards(const std::string& word) {
  if (word.find_first_of("*?") == std::string::npos) return {word};
  const std::filesystem::path folder = to_path(word).parent_path();
  std::vector<std::string> found;
  WIN32_FIND_DATAW entry{};
  HANDLE search = ::FindFirstFileW(to_wide(word).c_str(), &entry);
  for (BOOL more = search != INVALID_HANDLE_VALUE; more != 0;
       more = ::FindNextFileW(search, &entry)) {
    const bool is_folder = (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    if (!is_folder) found.push_back(to_text(folder / entry.cFileName));
  }
  if (search != INVALID_HANDLE_VALUE) ::FindClose(search);
  std::sort(found.begin(), found.end());
  return found.empty() ? std::vector{word} : found;
}

std::string with_slashes(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

// Not isatty, which also takes NUL for a terminal.
bool is_terminal(int stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t terminal_width() {
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  if (::GetConsoleScreenBufferInfo(handle_of(standard_error), &screen) == 0) return 80;
  return static_cast<std::size_t>(
      std::max<int>(screen.srWindow.Right - screen.srWindow.Left + 1, 2));
}

// Consoles understand escape sequences if they are asked to; very old ones never do.
bool terminal_has_colors(int stream) {
  HANDLE console = handle_of(stream);
  DWORD mode = 0;
  if (::GetConsoleMode(console, &mode) == 0) return false;
  return ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

unsigned processors() {
  return std::max<unsigned>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS), 1);
}

// A job that only this program belongs to; it lives as long as the program does.
void limit_memory(std::size_t bytes) {
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  if (job == nullptr) return;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.ProcessMemoryLimit = bytes;
  ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  ::AssignProcessToJobObject(job, ::GetCurrentProcess());
}

long process_id() { return static_cast<long>(::GetCurrentProcessId()); }

std::string build_id() { return {}; }

std::string program_file() {
  std::wstring name(512, L'\0');
  for (;;) {
    const DWORD size = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    if (size < name.size()) {
      name.resize(size);
      return to_utf8(name);
    }
    name.resize(2 * name.size());
  }
}

}  // namespace rigy::base::platform
