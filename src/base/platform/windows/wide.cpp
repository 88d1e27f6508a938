#include "platform/windows/wide.hpp"

#include <cerrno>
#include <system_error>

namespace rigy::base::platform {

std::wstring to_wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  const int count = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(count), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), count);
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int count =
      ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string utf8(static_cast<std::size_t>(count), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, utf8.data(), count, nullptr, nullptr);
  return utf8;
}

void set_errno() {
  const DWORD error = ::GetLastError();
  switch (error) {
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_BAD_PATHNAME:
      errno = ENOENT;
      return;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      return;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      errno = EEXIST;
      return;
    case ERROR_SHARING_VIOLATION:
      errno = EACCES;
      return;
    default: {
      const std::error_code code(static_cast<int>(error), std::system_category());
      const std::error_condition meaning = code.default_error_condition();
      errno = meaning.category() == std::generic_category() ? meaning.value() : EIO;
    }
  }
}

HANDLE open_shared(const std::string& path, DWORD access, DWORD flags) {
  HANDLE handle = ::CreateFileW(to_wide(path).c_str(), access,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                OPEN_EXISTING, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) set_errno();
  return handle;
}

}  // namespace rigy::base::platform
