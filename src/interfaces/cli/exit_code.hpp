// The program's exit status; the worst of a run wins.
#pragma once

#include <stdexcept>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

enum ExitCode : int {
  Done = 0,
  Rejected = 1,  // a document has errors; of `rigy diff`: the documents differ
  BadUsage = 2,
  FileTrouble = 3,  // a file could not be read or written
};

// The arguments are unusable. Thrown before anything is written; main prints it.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A file that the arguments name cannot be used, or standard output cannot be written. main prints
// it.
struct FileTroubleError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rigy::interfaces::cli
