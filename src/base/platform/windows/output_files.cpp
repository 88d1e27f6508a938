#include "platform/output_files.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <io.h>

#include "platform/program.hpp"
#include "platform/sha256.hpp"
#include "platform/windows/wide.hpp"

namespace rigy::base::platform {
namespace {

// A console takes UTF-16, whatever its code page is. A piece may not end inside a character, which
// holds for everything that is printed at once.
bool write_to_console(HANDLE console, std::string_view text) {
  const std::wstring wide = to_wide(text);
  for (std::wstring_view rest = wide; !rest.empty();) {
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min<std::size_t>(rest.size(), 8192));
    if (::WriteConsoleW(console, rest.data(), count, &written, nullptr) == 0) {
      set_errno();
      return false;
    }
    rest.remove_prefix(written);
  }
  return true;
}

bool write_bytes(HANDLE file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1u << 30));
    if (::WriteFile(file, bytes.data(), count, &written, nullptr) == 0) {
      set_errno();
      return false;
    }
    bytes = bytes.subspan(written);
  }
  return true;
}

bool write_piece(HANDLE file, bool is_console, std::span<const std::byte> piece) {
  if (!is_console) return write_bytes(file, piece);
  return write_to_console(file, {reinterpret_cast<const char*>(piece.data()), piece.size()});
}

int descriptor_of(Handle& file) {
  if (!file.is_open()) {
    set_errno();
    return -1;
  }
  const int number =
      ::_open_osfhandle(reinterpret_cast<intptr_t>(file.get()), _O_WRONLY | _O_BINARY);
  if (number >= 0) static_cast<void>(file.release());
  return number;
}

bool succeeded(BOOL result) {
  if (result == 0) set_errno();
  return result != 0;
}

}  // namespace

// Links are followed in any case, so an output that is a link is itself replaced by a file.
std::optional<PathStatus> status_of(const std::string& path, Links /*links*/) {
  const Handle file(open_shared(path, 0, FILE_FLAG_BACKUP_SEMANTICS));
  if (!file.is_open()) return std::nullopt;
  if (::GetFileType(file.get()) != FILE_TYPE_DISK) return PathStatus{PathStatus::Device, 0};
  BY_HANDLE_FILE_INFORMATION information{};
  ::GetFileInformationByHandle(file.get(), &information);
  const DWORD attributes = information.dwFileAttributes;
  const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return PathStatus{is_folder ? PathStatus::Folder : PathStatus::File, 0,
                    (attributes & FILE_ATTRIBUTE_READONLY) != 0};
}

std::optional<FileId> id_of(const std::string& path) {
  const Handle file(open_shared(path, 0, FILE_FLAG_BACKUP_SEMANTICS));
  BY_HANDLE_FILE_INFORMATION information{};
  if (!file.is_open() || ::GetFileInformationByHandle(file.get(), &information) == 0) {
    return std::nullopt;
  }
  const auto high = static_cast<std::uint64_t>(information.nFileIndexHigh);
  return FileId{information.dwVolumeSerialNumber, high << 32 | information.nFileIndexLow};
}

std::string name_key(std::string path) {
  std::wstring wide = to_wide(path);
  ::CharLowerBuffW(wide.data(), static_cast<DWORD>(wide.size()));
  return to_utf8(wide);
}

// Others may remove it: an interruption does so while it is still open.
int create_file(const std::string& path, unsigned /*mode*/) {
  Handle file(::CreateFileW(to_wide(path).c_str(), GENERIC_WRITE | DELETE,
                            FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, CREATE_NEW,
                            FILE_ATTRIBUTE_NORMAL, nullptr));
  return descriptor_of(file);
}

int open_device(const std::string& path) {
  Handle file(open_shared(path, GENERIC_WRITE, 0));
  return descriptor_of(file);
}

// Rights come from the folder.
void set_mode(int /*file*/, unsigned /*mode*/) {}

std::error_code write_all(int file, std::initializer_list<std::span<const std::byte>> pieces) {
  auto* handle = reinterpret_cast<HANDLE>(::_get_osfhandle(file));
  const bool is_console = is_terminal(file);
  for (const auto piece : pieces) {
    if (!write_piece(handle, is_console, piece)) return {errno, std::generic_category()};
  }
  return {};
}

void reserve_space(int file, std::uint64_t size) {
  FILE_ALLOCATION_INFO info{};
  info.AllocationSize.QuadPart = static_cast<LONGLONG>(size);
  ::SetFileInformationByHandle(reinterpret_cast<HANDLE>(::_get_osfhandle(file)), FileAllocationInfo,
                               &info, sizeof info);
}

std::error_code write_at(int file, std::uint64_t offset, std::span<const std::byte> bytes) {
  auto* handle = reinterpret_cast<HANDLE>(::_get_osfhandle(file));
  while (!bytes.empty()) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1u << 30));
    if (::WriteFile(handle, bytes.data(), count, &written, &place) == 0) {
      set_errno();
      return {errno, std::generic_category()};
    }
    offset += written;
    bytes = bytes.subspan(written);
  }
  return {};
}

bool remove_file(const char* path) { return succeeded(::DeleteFileW(to_wide(path).c_str())); }

bool remove_folder(const char* path) {
  return succeeded(::RemoveDirectoryW(to_wide(path).c_str()));
}

// A virus scanner or an indexer may have either file open for a moment. Wine replaces files that
// are read-only, unlike Windows.
bool rename_file(const char* from, const char* to) {
  const std::wstring source = to_wide(from);
  const std::wstring target = to_wide(to);
  const DWORD attributes = ::GetFileAttributesW(target.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0) {
    errno = EACCES;
    return false;
  }
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (::MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return true;
    const DWORD error = ::GetLastError();
    set_errno();
    if (error != ERROR_SHARING_VIOLATION && error != ERROR_ACCESS_DENIED) return false;
    ::Sleep(10);
  }
  return false;
}

bool link_file(const char* path, const char* other_name) {
  return succeeded(::CreateHardLinkW(to_wide(other_name).c_str(), to_wide(path).c_str(), nullptr));
}

struct FileLock::State {
  Handle mutex;
};

// An open file cannot be replaced here, so the lock is a mutex that is named after the file, for
// all sessions of the machine. One that another user has made cannot be opened.
FileLock::FileLock(const std::string& path, const std::function<void()>& on_wait)
    : state_(std::make_unique<State>()) {
  constexpr DWORD patience = 3000;
  std::error_code error;
  const auto absolute = std::filesystem::absolute(to_path(path), error).lexically_normal();
  std::string name = "Global\\rigy-";
  for (const std::uint8_t byte : sha256(name_key(to_text(absolute)))) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  *state_->mutex.out() = ::CreateMutexW(nullptr, FALSE, to_wide(name).c_str());
  if (!state_->mutex.is_open()) return;
  if (::WaitForSingleObject(state_->mutex.get(), patience) != WAIT_TIMEOUT) return;
  if (on_wait) on_wait();
  ::WaitForSingleObject(state_->mutex.get(), INFINITE);
}

FileLock::~FileLock() {
  if (state_->mutex.is_open()) ::ReleaseMutex(state_->mutex.get());
}

struct HeldFolder::State {};

HeldFolder::HeldFolder(const std::string& root, std::string_view below)
    : path_(below.empty() ? root : root + "/" + std::string(below)) {}

HeldFolder::~HeldFolder() = default;

// The folder for temporary files belongs to the user, and so does what is made in it.
std::string make_private_folder(const std::string& parent, const std::string& name) {
  static std::atomic<unsigned> counter = 0;
  for (;;) {
    const std::string path =
        parent + "/" + name + "-" + std::to_string(process_id()) + "-" + std::to_string(counter++);
    if (::CreateDirectoryW(to_wide(path).c_str(), nullptr) != 0) return path;
    set_errno();
    if (errno != EEXIST) return {};
  }
}

}  // namespace rigy::base::platform
