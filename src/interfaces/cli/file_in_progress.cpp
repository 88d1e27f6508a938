#include "cli/file_in_progress.hpp"

#include <cerrno>

#include "platform/interruption.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

FileInProgress::~FileInProgress() {
  if (place_.is_device && file_ >= 0) platform::close_file(file_);
}

void FileInProgress::open() {
  if (is_open_) return;
  is_open_ = true;
  if (path_ == "-") {
    file_ = platform::standard_output;
    return;
  }
  if (const std::error_code error = find_place(path_, ReadOnlyFile::Refuse, place_)) {
    return fail(error);
  }
  if (place_.is_device) {
    file_ = platform::open_device(place_.path);
  } else {
    temporary_ = std::make_unique<TemporaryFile>(place_);
    file_ = temporary_->file();
  }
  if (file_ < 0) fail(last_error());
}

void FileInProgress::expect(std::uint64_t size) {
  open();
  if (temporary_ != nullptr && file_ >= 0) platform::reserve_space(file_, size);
}

bool FileInProgress::takes_any_order() {
  open();
  return temporary_ != nullptr;
}

bool FileInProgress::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  open();
  if (file_ < 0) return false;
  const std::error_code error = temporary_ != nullptr ? platform::write_at(file_, offset, bytes)
                                                      : platform::write_all(file_, {bytes});
  if (error) fail(error);
  size_ += bytes.size();
  return !error;
}

void FileInProgress::fail(std::error_code error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = error;
}

std::error_code FileInProgress::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

std::error_code FileInProgress::finish() {
  if (const std::error_code failure = error()) return failure;
  if (temporary_ != nullptr) {
    const platform::InterruptionBlocked blocked;
    return temporary_->put_in_place(place_.path);
  }
  if (!place_.is_device) return {};
  const bool closed = platform::close_file(file_);
  file_ = -1;
  return closed ? std::error_code() : last_error();
}

}  // namespace rigy::interfaces::cli
