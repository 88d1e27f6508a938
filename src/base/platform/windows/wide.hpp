// Texts and errors of the Windows interface.
#pragma once

#include <string>
#include <string_view>
#include <windows.h>

namespace rigy::base::platform {

// From and to UTF-8. What is not valid becomes U+FFFD.
[[nodiscard]] std::wstring to_wide(std::string_view text);
[[nodiscard]] std::string to_utf8(std::wstring_view text);

// Sets errno to what the last error of Windows means.
void set_errno();

class Handle {
 public:
  explicit Handle(HANDLE handle = INVALID_HANDLE_VALUE) : handle_(handle) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }

  [[nodiscard]] bool is_open() const {
    return handle_ != INVALID_HANDLE_VALUE && handle_ != nullptr;
  }
  [[nodiscard]] HANDLE get() const { return handle_; }
  [[nodiscard]] HANDLE* out() { return &handle_; }
  [[nodiscard]] HANDLE release() {
    HANDLE handle = handle_;
    handle_ = INVALID_HANDLE_VALUE;
    return handle;
  }
  void close() {
    if (is_open()) ::CloseHandle(handle_);
    handle_ = INVALID_HANDLE_VALUE;
  }

 private:
  HANDLE handle_;
};

// A file or folder as others may still use it: even rename or remove it.
[[nodiscard]] HANDLE open_shared(const std::string& path, DWORD access, DWORD flags);

}  // namespace rigy::base::platform
