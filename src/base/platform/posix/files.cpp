#include "platform/files.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rigy::base::platform {

std::filesystem::path to_path(std::string_view text) { return text; }

std::string to_text(const std::filesystem::path& path) { return path.string(); }

// O_NONBLOCK: opening a pipe must not wait for its other end.
int open_to_read(const std::string& path, Links links) {
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  return ::open(path.c_str(), links == Links::Refuse ? flags | O_NOFOLLOW : flags);
}

std::ptrdiff_t read_some(int file, char* bytes, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(file, bytes, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

bool close_file(int file) { return ::close(file) == 0; }

std::optional<OpenFileStatus> status_of(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return std::nullopt;
  return OpenFileStatus{S_ISREG(status.st_mode), static_cast<std::uintmax_t>(status.st_size)};
}

std::string canonical_path(const std::string& path, std::error_code& error) {
  return std::filesystem::canonical(path, error).string();
}

std::string current_folder(std::error_code& error) {
  return std::filesystem::current_path(error).string();
}

std::string path_of(int /*file*/, const std::string& path) { return path; }

std::size_t root_size(std::string_view /*canonical*/) { return 1; }

bool is_portable(std::string_view /*path*/) { return true; }

std::optional<std::string> target_of_link(const std::string& path) {
  std::array<char, 4096> target;
  const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
  if (size >= 0 && static_cast<std::size_t>(size) < target.size()) {
    return std::string(target.data(), static_cast<std::size_t>(size));
  }
  if (size < 0 && errno == EINVAL) return std::string();
  if (size >= 0) errno = EOVERFLOW;
  return std::nullopt;
}

}  // namespace rigy::base::platform
