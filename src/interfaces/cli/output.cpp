#include "cli/output.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "platform/interruption.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;
using platform::PathStatus;
using platform::write_all;

std::error_code last_error() { return {errno, std::generic_category()}; }

// The current temporary files, where a signal handler can find them.
struct Slot {
  enum State : int { Free, Filling, Active };
  std::atomic<int> state = Free;
  std::array<char, 4096> path{};
};
static_assert(std::atomic<int>::is_always_lock_free);
// constinit: all zeros, so that starting the program touches none of these pages.
constinit std::array<Slot, max_writers> slots;

void remove_temporary_files() {
  for (const Slot& slot : slots) {
    if (slot.state == Slot::Active) platform::remove_file(slot.path.data());
  }
}

// Folders that this program has made, each after the one that it is in. They change only where the
// program cannot be interrupted.
std::mutex new_folders_mutex;
std::vector<std::string> new_folders;

void clean_up() {
  remove_temporary_files();
  remove_empty_folders();
}

bool prepare_for_interruption() {
  platform::on_interruption(clean_up);
  return true;
}

// Before the first temporary file.
void prepare() { [[maybe_unused]] static const bool prepared = prepare_for_interruption(); }

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
  TemporaryFile(const std::string& target, std::optional<unsigned> mode) : slot_(take_slot()) {
    if (slot_ == nullptr) {
      errno = EMFILE;
    } else {
      // Until its mode is set, nobody else may open the file.
      open_beside(target, mode ? 0600 : 0666);
    }
    if (file_ >= 0 && mode) platform::set_mode(file_, *mode);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ >= 0) platform::close_file(file_);
    if (slot_ == nullptr) return;
    if (exists_) platform::remove_file(slot_->path.data());
    slot_->state = Slot::Free;
  }

  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] std::string path() const { return slot_->path.data(); }

  [[nodiscard]] std::error_code put_in_place(const std::string& target) {
    const bool closed = platform::close_file(file_);
    file_ = -1;
    if (!closed) return last_error();
    if (!platform::rename_file(slot_->path.data(), target.c_str())) return last_error();
    exists_ = false;
    return {};
  }

 private:
  void open_beside(const std::string& target, unsigned mode) {
    static std::atomic<unsigned> counter = 0;
    const platform::InterruptionBlocked blocked;
    const fs::path folder = platform::to_path(target).parent_path();
    const std::string stem = ".rigy-" + std::to_string(platform::process_id()) + "-";
    do {
      const std::string path =
          platform::to_text(folder / (stem + std::to_string(counter++) + ".tmp"));
      if (path.size() >= slot_->path.size()) {
        errno = ENAMETOOLONG;
        return;
      }
      std::memcpy(slot_->path.data(), path.c_str(), path.size() + 1);
      file_ = platform::create_file(path, mode);
    } while (file_ < 0 && errno == EEXIST);
    exists_ = file_ >= 0;
    if (exists_) slot_->state = Slot::Active;
  }

  Slot* slot_;
  int file_ = -1;
  bool exists_ = false;
};

// Where a file is really written.
struct Place {
  std::string path;              // with links followed
  std::optional<unsigned> mode;  // of the file that is replaced; none if there is none
  bool is_device = false;        // or a pipe: something that cannot be replaced
};

std::error_code make_missing(const fs::path& folder) {
  std::error_code error;
  const fs::file_type type = fs::status(folder, error).type();
  if (folder.empty() || type == fs::file_type::directory) return {};
  if (type != fs::file_type::not_found) return std::make_error_code(std::errc::not_a_directory);
  if (const std::error_code above = make_missing(folder.parent_path())) return above;
  if (fs::create_directory(folder, error)) new_folders.push_back(platform::to_text(folder));
  return error;
}

std::error_code find_place(const std::string& path, ReadOnlyFile read_only, Place& place) {
  place.path = path;
  std::optional<PathStatus> status = platform::status_of(path, platform::Links::Refuse);
  if (!status) return make_folder(platform::to_text(platform::to_path(path).parent_path()));
  const bool is_link = status->kind == PathStatus::Link;
  if (is_link) {
    status = platform::status_of(path, platform::Links::Follow);
    if (!status && errno != ENOENT) return last_error();
    place.path = follow_links(path);
    if (!status) return {};
  }
  if (status->kind == PathStatus::Folder) return std::make_error_code(std::errc::is_a_directory);
  if (status->kind == PathStatus::File && status->is_read_only &&
      read_only == ReadOnlyFile::Refuse) {
    return std::make_error_code(std::errc::permission_denied);
  }
  place.is_device = status->kind == PathStatus::Device;
  if (place.is_device) {
    place.path = path;
  } else {
    place.mode = status->mode;
  }
  return {};
}

std::error_code replace_file(const Place& place, std::initializer_list<Bytes> pieces) {
  prepare();
  TemporaryFile temporary(place.path, place.mode);
  if (temporary.file() < 0) return last_error();
  if (const std::error_code error = write_all(temporary.file(), pieces)) return error;
  const platform::InterruptionBlocked blocked;
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
        is_complete_ ? platform::remove_file(done.kept.c_str())
                     : platform::rename_file(done.kept.c_str(), done.path.c_str());
      } else if (!is_complete_ && !done.replaced) {
        platform::remove_file(done.path.c_str());
      }
    }
  }

  std::error_code put(TemporaryFile& temporary, const Place& place) {
    Done done{place.path, {}, place.mode.has_value()};
    // Without hard links the previous file cannot be restored.
    const std::string kept = temporary.path() + ".old";
    if (done.replaced && platform::link_file(place.path.c_str(), kept.c_str())) done.kept = kept;
    if (const std::error_code error = temporary.put_in_place(place.path)) {
      if (!done.kept.empty()) platform::remove_file(kept.c_str());
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
    if (const std::error_code error =
            write_all(written.back()->file(), {files[i].bytes, files[i].rest})) {
      return error;
    }
  }
  const platform::InterruptionBlocked blocked;
  Replacement replacement;
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = replacement.put(*written[i], places[i])) return error;
  }
  replacement.complete();
  return {};
}

std::error_code write_directly(const std::string& path, std::initializer_list<Bytes> pieces) {
  const int file = platform::open_device(path);
  if (file < 0) return last_error();
  const std::error_code error = write_all(file, pieces);
  if (!platform::close_file(file) && !error) return last_error();
  return error;
}

}  // namespace

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string follow_links(const std::string& path) {
  std::error_code error;
  if (std::string canonical = platform::canonical_path(path, error); !error) return canonical;
  constexpr int max_links = 40;
  fs::path at = platform::to_path(path);
  for (int i = 0; i < max_links; ++i) {
    const fs::path next = fs::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / next;
  }
  return platform::to_text(at);
}

std::error_code write_file(const std::string& path, std::initializer_list<Bytes> pieces,
                           ReadOnlyFile read_only) {
  Place place;
  if (const std::error_code error = find_place(path, read_only, place)) return error;
  return place.is_device ? write_directly(place.path, pieces) : replace_file(place, pieces);
}

std::error_code write_files(std::span<const FileToWrite> files, std::string& failed) {
  std::vector<Place> places(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = find_place(files[i].path, ReadOnlyFile::Refuse, places[i])) {
      return error;
    }
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

std::error_code make_folder(const std::string& path) {
  const fs::path folder = platform::to_path(path);
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  prepare();
  const platform::InterruptionBlocked blocked;
  const std::lock_guard lock(new_folders_mutex);
  return make_missing(folder);
}

void remove_empty_folders() {
  for (auto folder = new_folders.rbegin(); folder != new_folders.rend(); ++folder) {
    platform::remove_folder(folder->c_str());
  }
}

std::error_code write_stdout(std::initializer_list<Bytes> pieces) {
  return write_all(platform::standard_output, pieces);
}

void print(std::string_view text) {
  if (const std::error_code error = write_stdout({bytes_of(text)})) {
    throw FileTroubleError(fmt::format("cannot write to standard output: {}", error.message()));
  }
}

void print_error(std::string_view text) {
  [[maybe_unused]] const std::error_code error =
      write_all(platform::standard_error, {bytes_of(text)});
}

std::string complaint(std::string_view message) {
  return fmt::format("rigy: {}\n", terminal_text(message));
}

void complain(std::string_view message) { print_error(complaint(message)); }

}  // namespace rigy::interfaces::cli
