#include "platform/output_files.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

namespace rigy::base::platform {
namespace {

// Of one call of write_all.
constexpr std::size_t max_pieces = 4;

PathStatus::Kind kind_of(mode_t mode) {
  if (S_ISLNK(mode)) return PathStatus::Link;
  if (S_ISDIR(mode)) return PathStatus::Folder;
  return S_ISREG(mode) ? PathStatus::File : PathStatus::Device;
}

// What is left after the first `written` bytes.
void drop_front(std::span<iovec> pieces, std::size_t written) {
  for (std::size_t i = 0; written > 0; ++i) {
    const std::size_t part = std::min(written, pieces[i].iov_len);
    pieces[i].iov_base = static_cast<std::byte*>(pieces[i].iov_base) + part;
    pieces[i].iov_len -= part;
    written -= part;
  }
}

// Folders and files that may only be read can be locked too; some network file systems lock only
// what is open for writing.
int open_to_lock(const std::string& path) {
  constexpr int flags = O_NONBLOCK | O_CLOEXEC;
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | flags, 0666);
  if (file >= 0 || (errno != EACCES && errno != EROFS && errno != EISDIR)) return file;
  return ::open(path.c_str(), O_RDONLY | flags);
}

bool lock_file(int file, int operation) {
  int failed = -1;
  do failed = ::flock(file, operation);
  while (failed != 0 && errno == EINTR);
  return failed == 0;
}

bool wait_for_lock(int file, const std::function<void()>& on_wait) {
  constexpr int tries = 300;
  for (int i = 0; i < tries; ++i) {
    if (lock_file(file, LOCK_EX | LOCK_NB)) return true;
    if (errno != EWOULDBLOCK) return false;
    ::usleep(10'000);
  }
  if (on_wait) on_wait();
  return lock_file(file, LOCK_EX);
}

}  // namespace

std::optional<PathStatus> status_of(const std::string& path, Links links) {
  struct stat status {};
  const int failed =
      links == Links::Refuse ? ::lstat(path.c_str(), &status) : ::stat(path.c_str(), &status);
  if (failed != 0) return std::nullopt;
  return PathStatus{kind_of(status.st_mode), status.st_mode & 0777, (status.st_mode & 0222) == 0};
}

std::optional<FileId> id_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileId{status.st_dev, status.st_ino};
}

std::string name_key(std::string path) { return path; }

int create_file(const std::string& path, unsigned mode) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

int open_device(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

// A file system without modes may refuse this. That is harmless: nobody gains access.
void set_mode(int file, unsigned mode) { ::fchmod(file, mode); }

std::error_code write_all(int file, std::initializer_list<std::span<const std::byte>> pieces) {
  // Not in a vector: this also says that there is no memory.
  std::array<iovec, max_pieces> all{};
  assert(pieces.size() <= all.size());
  std::transform(pieces.begin(), pieces.end(), all.begin(), [](std::span<const std::byte> piece) {
    // writev only reads; its interface is older than const.
    return iovec{const_cast<std::byte*>(piece.data()), piece.size()};
  });
  const std::span rest = std::span(all).first(pieces.size());
  for (std::size_t first = 0; first < rest.size();) {
    if (rest[first].iov_len == 0) {
      ++first;
      continue;
    }
    const ssize_t written = ::writev(file, &rest[first], static_cast<int>(rest.size() - first));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return {errno, std::generic_category()};
    drop_front(rest.subspan(first), static_cast<std::size_t>(written));
  }
  return {};
}

// Without space this fails, as will a write.
void reserve_space([[maybe_unused]] int file, [[maybe_unused]] std::uint64_t size) {
#ifdef __linux__
  static_cast<void>(::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)));
#endif
}

std::error_code write_at(int file, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return {errno, std::generic_category()};
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

bool remove_file(const char* path) { return ::unlink(path) == 0; }

bool remove_folder(const char* path) { return ::rmdir(path) == 0; }

bool rename_file(const char* from, const char* to) { return std::rename(from, to) == 0; }

bool link_file(const char* path, const char* other_name) { return ::link(path, other_name) == 0; }

struct FileLock::State {
  int file = -1;
};

// The file itself is locked, and made if there is none. Who has replaced it leaves others with the
// lock of a file that is no longer there: they try again.
FileLock::FileLock(const std::string& path, const std::function<void()>& on_wait)
    : state_(std::make_unique<State>()) {
  while (state_->file < 0) {
    const int file = open_to_lock(path);
    if (file < 0) return;
    struct stat locked {};
    struct stat there {};
    if (wait_for_lock(file, on_wait) && ::fstat(file, &locked) == 0 &&
        (::stat(path.c_str(), &there) != 0 || there.st_ino != locked.st_ino)) {
      ::close(file);
      continue;
    }
    state_->file = file;
  }
}

FileLock::~FileLock() {
  if (state_->file >= 0) ::close(state_->file);
}

struct HeldFolder::State {
  struct Made {
    int parent = -1;
    std::string name;
  };
  std::vector<int> folders;  // those that folders were made in, and the last one
  std::vector<Made> made;

  bool enter(const std::string& name) {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int parent = folders.back();
    int folder = ::openat(parent, name.c_str(), flags);
    bool is_made = false;
    if (folder < 0 && errno == ENOENT) {
      is_made = ::mkdirat(parent, name.c_str(), 0777) == 0;
      if (is_made) made.push_back({parent, name});
      // Another program may have made it at this moment.
      if (is_made || errno == EEXIST) folder = ::openat(parent, name.c_str(), flags);
    }
    if (folder < 0) return false;
    if (!is_made) {
      ::close(parent);
      folders.pop_back();
    }
    folders.push_back(folder);
    return true;
  }
};

HeldFolder::HeldFolder(const std::string& root, std::string_view below)
    : state_(std::make_unique<State>()) {
  if (::access("/proc/self/fd", X_OK) != 0) {
    path_ = below.empty() ? root : root + "/" + std::string(below);
    return;
  }
  const int top = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0) return;
  state_->folders.push_back(top);
  while (!below.empty()) {
    const std::string_view name = below.substr(0, below.find('/'));
    if (!state_->enter(std::string(name))) return;
    below.remove_prefix(std::min(name.size() + 1, below.size()));
  }
  path_ = "/proc/self/fd/" + std::to_string(state_->folders.back());
}

// A folder that is not empty stays.
HeldFolder::~HeldFolder() {
  for (auto made = state_->made.rbegin(); made != state_->made.rend(); ++made) {
    ::unlinkat(made->parent, made->name.c_str(), AT_REMOVEDIR);
  }
  for (const int folder : state_->folders) ::close(folder);
}

std::string make_private_folder(const std::string& parent, const std::string& name) {
  std::string path = parent + "/" + name + "-XXXXXX";
  return ::mkdtemp(path.data()) == nullptr ? std::string() : path;
}

}  // namespace rigy::base::platform
