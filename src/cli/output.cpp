#include "cli/output.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

#include <climits>

#include "cli/signals.hpp"

namespace rigy::cli {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() { return {errno, std::generic_category()}; }

std::error_code write_all(int file, std::initializer_list<Bytes> pieces) {
  std::vector<iovec> rest;
  for (const Bytes piece : pieces) {
    // writev only reads; its interface is older than const.
    rest.push_back({const_cast<std::byte*>(piece.data()), piece.size()});
  }
  for (std::size_t first = 0; first < rest.size();) {
    if (rest[first].iov_len == 0) {
      ++first;
      continue;
    }
    const ssize_t written = ::writev(file, &rest[first], static_cast<int>(rest.size() - first));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return last_error();
    auto left = static_cast<std::size_t>(written);
    for (std::size_t i = first; left > 0; ++i) {
      const std::size_t part = std::min(left, rest[i].iov_len);
      rest[i].iov_base = static_cast<std::byte*>(rest[i].iov_base) + part;
      rest[i].iov_len -= part;
      left -= part;
    }
  }
  return {};
}

// The current temporary files, where a signal handler can find them.
struct Slot {
  enum State : int { Free, Filling, Opening, Active };
  std::atomic<int> state = Free;
  std::array<char, PATH_MAX> path{};
};
static_assert(std::atomic<int>::is_always_lock_free);
// constinit: all zeros, so that starting the program touches none of these pages.
constinit std::array<Slot, max_writers> slots;

// Set when the program is about to end: no more files are opened.
std::atomic<bool> ending = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Another thread may be about to create its file. That can take a while on a busy machine, and
// forever on a file system that does not respond. (This thread is not: signals are blocked until a
// file is open.)
void wait_until_open(const Slot& slot) {
  for (int i = 0; i < 5000 && slot.state == Slot::Opening; ++i) {
    const timespec millisecond{0, 1'000'000};
    ::nanosleep(&millisecond, nullptr);
  }
}

extern "C" void remove_temporary_files(int signal_number) {
  ending = true;
  for (Slot& slot : slots) {
    wait_until_open(slot);
    if (slot.state >= Slot::Opening) ::unlink(slot.path.data());
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

bool prepare_signals() {
  for_each_ending_signal([](int number) { std::signal(number, remove_temporary_files); });
  // Reaching a file-size limit must be an error like any other, not end the program.
  std::signal(SIGXFSZ, SIG_IGN);
  return true;
}

// Before the first temporary file.
void prepare() { [[maybe_unused]] static const bool prepared = prepare_signals(); }

// Blocks signals on this thread for its lifetime.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

Slot* take_slot() {
  for (Slot& slot : slots) {
    int expected = Slot::Free;
    if (slot.state.compare_exchange_strong(expected, Slot::Filling)) return &slot;
  }
  return nullptr;
}

// A temporary file in the folder of `target`, removed unless it is put in place.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& target, std::optional<mode_t> mode) : slot_(take_slot()) {
    if (slot_ == nullptr) {
      errno = EMFILE;
    } else {
      // Until its mode is set, nobody else may open the file.
      open_beside(target, mode ? 0600 : 0666);
    }
    // A file system without modes may refuse this. That is harmless: nobody gains access.
    if (file_ >= 0 && mode) ::fchmod(file_, *mode);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ >= 0) ::close(file_);
    if (slot_ == nullptr) return;
    if (exists_) ::unlink(slot_->path.data());
    slot_->state = Slot::Free;
  }

  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] std::string path() const { return slot_->path.data(); }

  [[nodiscard]] std::error_code put_in_place(const std::string& target) {
    const int closed = ::close(file_);
    file_ = -1;
    if (closed != 0) return last_error();
    if (::rename(slot_->path.data(), target.c_str()) != 0) return last_error();
    exists_ = false;
    return {};
  }

 private:
  void open_beside(const std::string& target, mode_t mode) {
    static std::atomic<unsigned> counter = 0;
    const SignalsBlocked blocked;
    const std::string folder = target.substr(0, target.rfind('/') + 1);
    const std::string stem = folder + ".rigy-" + std::to_string(::getpid()) + "-";
    do {
      const std::string path = stem + std::to_string(counter++) + ".tmp";
      if (path.size() >= slot_->path.size()) {
        errno = ENAMETOOLONG;
        return;
      }
      slot_->state = Slot::Filling;
      std::memcpy(slot_->path.data(), path.c_str(), path.size() + 1);
      slot_->state = Slot::Opening;
      if (ending) {
        slot_->state = Slot::Filling;
        errno = EINTR;
        return;
      }
      file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      slot_->state = file_ >= 0 ? Slot::Active : Slot::Filling;
    } while (file_ < 0 && errno == EEXIST);
    exists_ = file_ >= 0;
  }

  Slot* slot_;
  int file_ = -1;
  bool exists_ = false;
};

// Where a file is really written.
struct Place {
  std::string path;            // with links followed
  std::optional<mode_t> mode;  // of the file that is replaced; none if there is none
  bool is_device = false;      // or a pipe: something that cannot be replaced
};

std::error_code find_place(const std::string& path, Place& place) {
  place.path = path;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  const bool is_link = S_ISLNK(status.st_mode);
  if (is_link && ::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) return last_error();
    place.path = follow_links(path);
    return {};
  }
  if (S_ISDIR(status.st_mode)) return std::make_error_code(std::errc::is_a_directory);
  place.is_device = !S_ISREG(status.st_mode);
  if (place.is_device) return {};
  place.mode = status.st_mode & 0777;
  if (is_link) place.path = follow_links(path);
  return {};
}

std::error_code replace_file(const Place& place, std::initializer_list<Bytes> pieces) {
  prepare();
  TemporaryFile temporary(place.path, place.mode);
  if (temporary.file() < 0) return last_error();
  if (const std::error_code error = write_all(temporary.file(), pieces)) return error;
  return temporary.put_in_place(place.path);
}

// Puts files in place, and undoes that unless all of them succeed.
class Replacement {
 public:
  Replacement() = default;
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    for (const Done& done : done_) {
      if (!done.kept.empty()) {
        // The previous file is restored, or no longer needed.
        is_complete_ ? ::unlink(done.kept.c_str()) : ::rename(done.kept.c_str(), done.path.c_str());
      } else if (!is_complete_ && !done.replaced) {
        ::unlink(done.path.c_str());
      }
    }
  }

  std::error_code put(TemporaryFile& temporary, const Place& place) {
    Done done{place.path, {}, place.mode.has_value()};
    // Without hard links the previous file cannot be restored.
    const std::string kept = temporary.path() + ".old";
    if (done.replaced && ::link(place.path.c_str(), kept.c_str()) == 0) done.kept = kept;
    if (const std::error_code error = temporary.put_in_place(place.path)) {
      if (!done.kept.empty()) ::unlink(kept.c_str());
      return error;
    }
    done_.push_back(std::move(done));
    return {};
  }

  void complete() { is_complete_ = true; }

 private:
  struct Done {
    std::string path;
    std::string kept;       // another name of the previous file
    bool replaced = false;  // there was a previous file
  };
  std::vector<Done> done_;
  bool is_complete_ = false;
};

std::error_code replace_together(std::span<const Place> places, std::span<const FileToWrite> files,
                                 std::string& failed) {
  prepare();
  std::vector<std::unique_ptr<TemporaryFile>> written;
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    written.push_back(std::make_unique<TemporaryFile>(places[i].path, places[i].mode));
    if (written.back()->file() < 0) return last_error();
    if (const std::error_code error = write_all(written.back()->file(), {files[i].bytes, files[i].rest})) {
      return error;
    }
  }
  const SignalsBlocked blocked;
  Replacement replacement;
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = replacement.put(*written[i], places[i])) return error;
  }
  replacement.complete();
  return {};
}

std::error_code write_directly(const std::string& path, std::initializer_list<Bytes> pieces) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return last_error();
  const std::error_code error = write_all(file, pieces);
  if (::close(file) != 0 && !error) return last_error();
  return error;
}

}  // namespace

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string follow_links(const std::string& path) {
  if (char* const resolved = ::realpath(path.c_str(), nullptr)) {
    std::string target(resolved);
    std::free(resolved);
    return target;
  }
  constexpr int max_links = 40;
  std::error_code error;
  fs::path at(path);
  for (int i = 0; i < max_links; ++i) {
    const fs::path next = fs::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / next;
  }
  return at.string();
}

std::error_code write_file(const std::string& path, std::initializer_list<Bytes> pieces) {
  Place place;
  if (const std::error_code error = find_place(path, place)) return error;
  return place.is_device ? write_directly(place.path, pieces) : replace_file(place, pieces);
}

std::error_code write_files(std::span<const FileToWrite> files, std::string& failed) {
  std::vector<Place> places(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = find_place(files[i].path, places[i])) return error;
  }
  const bool has_device =
      std::any_of(places.begin(), places.end(), [](const Place& place) { return place.is_device; });
  if (files.size() > 1 && !has_device) return replace_together(places, files, failed);
  for (const FileToWrite& file : files) {
    failed = file.path;
    if (const std::error_code error = write_file(file.path, {file.bytes, file.rest})) return error;
  }
  return {};
}

std::error_code write_stdout(std::initializer_list<Bytes> pieces) {
  return write_all(STDOUT_FILENO, pieces);
}

void print_error(std::string_view text) {
  [[maybe_unused]] const std::error_code error = write_all(STDERR_FILENO, {bytes_of(text)});
}

}  // namespace rigy::cli
