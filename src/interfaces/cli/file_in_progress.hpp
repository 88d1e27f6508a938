// An output that is written piece by piece, while it is made.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <system_error>

#include "cli/temporary_file.hpp"
#include "io/output_sink.hpp"

namespace rigy::interfaces::cli {

// Keeps the promises of write_file(): a temporary file is made with the first piece and put in
// place at the end, or removed. Standard output ("-") and what cannot be replaced are written
// directly.
class FileInProgress final : public OutputSink {
 public:
  explicit FileInProgress(std::string path) : path_(std::move(path)) {}
  ~FileInProgress() override;

  void expect(std::uint64_t size) override;
  [[nodiscard]] bool takes_any_order() override;
  [[nodiscard]] bool write(std::uint64_t offset, std::span<const std::byte> bytes) override;

  // How much was written.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The first failure.
  [[nodiscard]] std::error_code error() const;
  // Puts the complete file in place.
  [[nodiscard]] std::error_code finish();
  // Leaves that to the caller.
  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] std::unique_ptr<TemporaryFile> take_temporary() { return std::move(temporary_); }

 private:
  void open();
  void fail(std::error_code error);

  std::string path_;
  bool is_open_ = false;
  Place place_;
  std::unique_ptr<TemporaryFile> temporary_;  // null: what is written directly
  int file_ = -1;
  std::atomic<std::uint64_t> size_ = 0;
  mutable std::mutex mutex_;  // for the error
  std::error_code error_;
};

}  // namespace rigy::interfaces::cli
