// Where the two documents of a comparison come from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

struct DiffSide {
  std::string entry;
  std::unique_ptr<FileReader> files;  // null: there is no document
};

struct DiffSides {
  DiffSide before;
  DiffSide after;
};

// Two files; '-' is standard input.
[[nodiscard]] DiffSides sides_of_files(const std::vector<std::string>& inputs,
                                       const std::string& root);

// A file of a revision and that of the work tree, or of the second revision of "A..B". A second
// input is the name of the file today.
[[nodiscard]] DiffSides sides_of_revision(const std::string& revision,
                                          const std::vector<std::string>& inputs,
                                          const std::string& root);

// The arguments that git gives an external diff: path, then file, object and mode of both sides,
// then, if the file was renamed, the new path and what git says about it.
[[nodiscard]] DiffSides sides_of_driver(const std::vector<std::string>& arguments);

}  // namespace rigy::interfaces::cli
