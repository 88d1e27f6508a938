#include "platform/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <io.h>

#include "platform/windows/wide.hpp"

namespace rigy::base::platform {
namespace {

// Names that start with `\\?\` are what Windows calls final: "\\?\C:\a", "\\?\UNC\server\share\a".
std::string canonical_from(std::wstring final_name) {
  constexpr std::wstring_view share = LR"(\\?\UNC\)";
  constexpr std::wstring_view local = LR"(\\?\)";
  if (final_name.starts_with(share)) {
    final_name.replace(0, share.size(), LR"(\\)");
  } else if (final_name.starts_with(local)) {
    final_name.erase(0, local.size());
  }
  std::replace(final_name.begin(), final_name.end(), L'\\', L'/');
  return to_utf8(final_name);
}

// Empty if the file has no name: a device, a pipe.
std::string name_of(HANDLE file) {
  std::wstring name(512, L'\0');
  for (;;) {
    const DWORD size =
        ::GetFinalPathNameByHandleW(file, name.data(), static_cast<DWORD>(name.size()), 0);
    if (size == 0) {
      set_errno();
      return {};
    }
    const bool fits = size < name.size();
    name.resize(size);
    if (fits) return canonical_from(std::move(name));
  }
}

// Windows leaves out dots and spaces at the end of a name.
bool is_changed(std::string_view name) {
  return (name.ends_with('.') && name != "." && name != "..") || name.ends_with(' ');
}

// Some names are those of devices in every folder, with any ending: "nul", "COM1.yaml".
bool is_device(std::string_view name) {
  std::string stem(name.substr(0, name.find('.')));
  stem.erase(stem.find_last_not_of(' ') + 1);
  for (char& c : stem) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  constexpr std::array<std::string_view, 6> devices{"AUX",     "CON", "CONIN$",
                                                    "CONOUT$", "NUL", "PRN"};
  if (std::find(devices.begin(), devices.end(), stem) != devices.end()) return true;
  if (!stem.starts_with("COM") && !stem.starts_with("LPT")) return false;
  constexpr std::array<std::string_view, 13> ports{"0", "1", "2", "3", "4", "5", "6",
                                                   "7", "8", "9", "¹", "²", "³"};
  return std::find(ports.begin(), ports.end(), stem.substr(3)) != ports.end();
}

}  // namespace

std::filesystem::path to_path(std::string_view text) { return to_wide(text); }

std::string to_text(const std::filesystem::path& path) { return to_utf8(path.generic_wstring()); }

// Links are followed in any case; path_of says where they led. FILE_FLAG_BACKUP_SEMANTICS: folders
// are opened too, so that they can be recognized.
int open_to_read(const std::string& path, Links /*links*/) {
  Handle file(open_shared(path, GENERIC_READ, FILE_FLAG_BACKUP_SEMANTICS));
  if (!file.is_open()) return -1;
  const int number =
      ::_open_osfhandle(reinterpret_cast<intptr_t>(file.get()), _O_RDONLY | _O_BINARY);
  if (number >= 0) static_cast<void>(file.release());
  return number;
}

std::ptrdiff_t read_some(int file, char* bytes, std::size_t size) {
  constexpr std::size_t most_at_once = 1u << 30;
  return ::_read(file, bytes, static_cast<unsigned>(std::min(size, most_at_once)));
}

bool close_file(int file) { return ::_close(file) == 0; }

std::optional<OpenFileStatus> status_of(int file) {
  // The handle belongs to the descriptor.
  auto* handle = reinterpret_cast<HANDLE>(::_get_osfhandle(file));
  if (::GetFileType(handle) != FILE_TYPE_DISK) return OpenFileStatus{};
  BY_HANDLE_FILE_INFORMATION information{};
  if (::GetFileInformationByHandle(handle, &information) == 0) {
    set_errno();
    return std::nullopt;
  }
  const bool is_folder = (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const auto high = static_cast<std::uintmax_t>(information.nFileSizeHigh);
  return OpenFileStatus{!is_folder, high << 32 | information.nFileSizeLow};
}

std::string canonical_path(const std::string& path, std::error_code& error) {
  error.clear();
  const Handle file(open_shared(path, 0, FILE_FLAG_BACKUP_SEMANTICS));
  std::string name = file.is_open() ? name_of(file.get()) : std::string();
  if (name.empty()) error = {errno, std::generic_category()};
  return name;
}

std::string current_folder(std::error_code& error) { return canonical_path(".", error); }

std::string path_of(int file, const std::string& path) {
  std::string name = name_of(reinterpret_cast<HANDLE>(::_get_osfhandle(file)));
  return name.empty() ? path : name;
}

std::size_t root_size(std::string_view canonical) {
  if (!canonical.starts_with("//")) return std::min<std::size_t>(canonical.find('/') + 1, 3);
  const std::size_t share = canonical.find('/', 2);  // "//server/share/"
  const std::size_t end = canonical.find('/', share + 1);
  return std::min(end, canonical.size() - 1) + 1;
}

// A backslash would separate, and a colon begin a drive or a stream, which they do nowhere else.
bool is_portable(std::string_view path) {
  if (path.find_first_of(R"(\:)") != std::string_view::npos) return false;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    if (is_changed(name) || is_device(name)) return false;
    path.remove_prefix(std::min(name.size() + 1, path.size()));
  }
  return true;
}

// The system follows links by itself.
std::optional<std::string> target_of_link(const std::string& /*path*/) { return std::string(); }

}  // namespace rigy::base::platform
