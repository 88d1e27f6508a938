#include "cli/temporary_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "platform/interruption.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {

// Where a signal handler can find a temporary file.
struct TemporarySlot {
  enum State : int { Free, Filling, Active };
  std::atomic<int> state = Free;
  std::array<char, 4096> path{};
};

namespace {

namespace fs = std::filesystem;
using platform::PathStatus;

std::error_code last_error() { return {errno, std::generic_category()}; }

// The current temporary files.
static_assert(std::atomic<int>::is_always_lock_free);
// constinit: all zeros, so that starting the program touches none of these pages.
constinit std::array<TemporarySlot, max_writers> slots;

void remove_temporary_files() {
  for (const TemporarySlot& slot : slots) {
    if (slot.state == TemporarySlot::Active) platform::remove_file(slot.path.data());
  }
}

void clean_up() {
  remove_temporary_files();
  remove_empty_folders();
}

TemporarySlot* take_slot() {
  for (TemporarySlot& slot : slots) {
    int expected = TemporarySlot::Free;
    if (slot.state.compare_exchange_strong(expected, TemporarySlot::Filling)) return &slot;
  }
  return nullptr;
}

}  // namespace

void prepare_for_interruption() {
  [[maybe_unused]] static const bool prepared = [] {
    platform::on_interruption(clean_up);
    return true;
  }();
}

std::error_code find_place(const std::string& path, ReadOnlyFile read_only, Place& place,
                           platform::Links links) {
  place.path = path;
  std::optional<PathStatus> status = platform::status_of(path, platform::Links::Refuse);
  if (!status) return make_folder(platform::to_text(platform::to_path(path).parent_path()));
  const bool is_link = status->kind == PathStatus::Link;
  if (is_link && links == platform::Links::Refuse) {
    return std::make_error_code(std::errc::too_many_symbolic_link_levels);
  }
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

TemporaryFile::TemporaryFile(const Place& place) : slot_(nullptr) {
  prepare_for_interruption();
  slot_ = take_slot();
  if (slot_ == nullptr) {
    errno = EMFILE;
  } else {
    // Until its mode is set, nobody else may open the file.
    open_beside(place.path, place.mode ? 0600 : 0666);
  }
  if (file_ >= 0 && place.mode) platform::set_mode(file_, *place.mode);
}

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) platform::close_file(file_);
  if (slot_ == nullptr) return;
  if (exists_) platform::remove_file(slot_->path.data());
  slot_->state = TemporarySlot::Free;
}

std::string TemporaryFile::path() const { return slot_->path.data(); }

std::error_code TemporaryFile::put_in_place(const std::string& target) {
  const bool closed = platform::close_file(file_);
  file_ = -1;
  if (!closed) return last_error();
  if (!platform::rename_file(slot_->path.data(), target.c_str())) return last_error();
  exists_ = false;
  return {};
}

void TemporaryFile::open_beside(const std::string& target, unsigned mode) {
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
  if (exists_) slot_->state = TemporarySlot::Active;
}

}  // namespace rigy::interfaces::cli
