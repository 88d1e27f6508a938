// Where outputs go, and what they must not overwrite.
#pragma once

#include <string>
#include <vector>

#include "cli/documents.hpp"

namespace rigy::interfaces::cli {

// A file written in addition to the outputs, and the option that asks for it.
struct SideFile {
  std::string option;
  std::string path;
};

// The name of the document's output without extension: "arm" for models/arm.rigy.yaml.
[[nodiscard]] std::string output_stem(const std::string& input);

// Throws UsageError if two files would have the same path.
void check_distinct(const std::vector<DocumentJob>& jobs, const std::vector<SideFile>& sides);

// Throws UsageError if an output would overwrite an input or a list of inputs.
void check_not_input(const std::vector<DocumentJob>& jobs, const std::vector<std::string>& lists,
                     const std::vector<SideFile>& sides);

// Does nothing if the name is empty. Throws FileTroubleError.
void make_out_dir(const std::string& out_dir);

}  // namespace rigy::interfaces::cli
