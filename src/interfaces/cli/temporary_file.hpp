// The temporary file that an output is written to before it takes its place.
#pragma once

#include <optional>
#include <string>
#include <system_error>

#include "cli/output.hpp"
#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// Where a file is really written.
struct Place {
  std::string path;              // with links followed
  std::optional<unsigned> mode;  // of the file that is replaced; none if there is none
  bool is_device = false;        // or a pipe: something that cannot be replaced
};

// Makes folders that are missing.
[[nodiscard]] std::error_code find_place(const std::string& path, ReadOnlyFile read_only,
                                         Place& place,
                                         platform::Links links = platform::Links::Follow);

// From now on an interruption removes temporary files, and folders that are still empty.
void prepare_for_interruption();

struct TemporarySlot;

// A temporary file in the folder of a place, removed unless it is put in place.
class TemporaryFile {
 public:
  // Without a file, and with errno, if it cannot be made.
  explicit TemporaryFile(const Place& place);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  [[nodiscard]] int file() const { return file_; }  // -1: none
  [[nodiscard]] std::string path() const;

  // Closes it and gives it the name of the place.
  [[nodiscard]] std::error_code put_in_place(const std::string& target);

 private:
  void open_beside(const std::string& target, unsigned mode);

  TemporarySlot* slot_;
  int file_ = -1;
  bool exists_ = false;
};

}  // namespace rigy::interfaces::cli
