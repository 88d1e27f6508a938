#include "cli/output.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/file_in_progress.hpp"
#include "cli/temporary_file.hpp"
#include "platform/interruption.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;
using platform::write_all;

std::error_code last_error() { return {errno, std::generic_category()}; }

// Folders that this program has made, each after the one that it is in. They change only where the
// program cannot be interrupted.
std::mutex new_folders_mutex;
std::vector<std::string> new_folders;

std::error_code make_missing(const fs::path& folder) {
  std::error_code error;
  const fs::file_type type = fs::status(folder, error).type();
  if (folder.empty() || type == fs::file_type::directory) return {};
  if (type != fs::file_type::not_found) return std::make_error_code(std::errc::not_a_directory);
  if (const std::error_code above = make_missing(folder.parent_path())) return above;
  if (fs::create_directory(folder, error)) new_folders.push_back(platform::to_text(folder));
  return error;
}

std::error_code replace_file(const Place& place, std::initializer_list<Bytes> pieces) {
  TemporaryFile temporary(place);
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

// What is written piece by piece already has its place and its temporary file.
std::error_code write_temporary(const FileToWrite& file, const Place& place,
                                std::unique_ptr<TemporaryFile>& temporary) {
  if (file.made != nullptr) {
    temporary = file.made->take_temporary();
    return file.made->error();
  }
  temporary = std::make_unique<TemporaryFile>(place);
  if (temporary->file() < 0) return last_error();
  return write_all(temporary->file(), {file.bytes, file.rest});
}

std::error_code replace_together(std::span<const Place> places, std::span<const FileToWrite> files,
                                 std::string& failed) {
  std::vector<std::unique_ptr<TemporaryFile>> written(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = write_temporary(files[i], places[i], written[i])) {
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

std::error_code place_of(const FileToWrite& file, Place& place) {
  if (file.made == nullptr) return find_place(file.path, ReadOnlyFile::Refuse, place, file.links);
  place = file.made->place();
  return file.made->error();
}

std::error_code write_directly(const std::string& path, std::initializer_list<Bytes> pieces) {
  const int file = platform::open_device(path);
  if (file < 0) return last_error();
  const std::error_code error = write_all(file, pieces);
  if (!platform::close_file(file) && !error) return last_error();
  return error;
}

std::error_code write_to(const Place& place, std::initializer_list<Bytes> pieces) {
  return place.is_device ? write_directly(place.path, pieces) : replace_file(place, pieces);
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
  return write_to(place, pieces);
}

std::error_code write_files(std::span<const FileToWrite> files, std::string& failed) {
  std::vector<Place> places(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    failed = files[i].path;
    if (const std::error_code error = place_of(files[i], places[i])) return error;
  }
  const bool has_device =
      std::any_of(places.begin(), places.end(), [](const Place& place) { return place.is_device; });
  if (files.size() > 1 && !has_device) return replace_together(places, files, failed);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileToWrite& file = files[i];
    failed = file.path;
    const std::error_code error =
        file.made != nullptr ? file.made->finish() : write_to(places[i], {file.bytes, file.rest});
    if (error) return error;
  }
  return {};
}

std::error_code make_folder(const std::string& path) {
  const fs::path folder = platform::to_path(path);
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  prepare_for_interruption();
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
