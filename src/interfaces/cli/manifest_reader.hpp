// The manifest that --emit-manifest wrote, read again for `rigy verify`.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/manifest.hpp"
#include "rigy/compile.hpp"

namespace rigy::interfaces::cli {

struct ReadManifest {
  std::string tool_version;
  FileDigest input;
  FileDigest output;
  std::vector<FileDigest> files;
  CompileOptions options;
};

// A text says what is wrong with it.
[[nodiscard]] std::variant<ReadManifest, std::string> read_manifest(const std::string& text);

}  // namespace rigy::interfaces::cli
