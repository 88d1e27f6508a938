// --emit-manifest: what a compilation read, wrote and was asked to do, as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/document_options.hpp"
#include "rigy/compile.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

struct FileDigest {
  std::string path;  // as shown in messages
  std::string sha256;
};

// Passes files on and records the digest of each.
class DigestingFiles final : public FileReader {
 public:
  explicit DigestingFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

  // Each file once, in the order in which they were read; the entry first.
  [[nodiscard]] const std::vector<FileDigest>& digests() const { return digests_; }

 private:
  FileResult noted(FileResult result);

  FileReader& files_;
  std::vector<FileDigest> digests_;
};

struct Manifest {
  FileDigest output;
  std::vector<FileDigest> files;  // the input first
  const Report* report = nullptr;
  const DocumentOptions* options = nullptr;
  bool is_scene = false;
  std::string timestamp;  // empty: none
};

[[nodiscard]] std::string manifest_json(const Manifest& manifest);

// The options that decide what the output contains.
[[nodiscard]] std::string options_json(const CompileOptions& options);

// The current time, as in 2026-11-16T12:00:00Z.
[[nodiscard]] std::string current_timestamp();

}  // namespace rigy::interfaces::cli
