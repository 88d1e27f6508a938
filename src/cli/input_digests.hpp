// What the inputs of a run contained when they were read.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/manifest.hpp"
#include "rigy/files.hpp"

namespace rigy::cli {

// The digests of files that several jobs may use, by the paths that messages show.
class InputDigests {
 public:
  void note(const std::string& path, const std::string& sha256);
  // Nothing if the file was not read, or if it changed during the run.
  [[nodiscard]] std::optional<std::string> find(const std::string& path) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> digests_;  // empty: it changed
};

// The files of one job. Those that it refers to are also noted for the jobs that share them.
class NotedFiles final : public FileReader {
 public:
  NotedFiles(FileReader& files, InputDigests& shared) : files_(files), shared_(shared) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

  // The digests of these files; nothing if one of them is not known.
  [[nodiscard]] std::optional<std::vector<FileDigest>> digests_of(
      const std::vector<std::string>& files) const;

 private:
  FileReader& files_;
  InputDigests& shared_;
  FileDigest entry_;
};

}  // namespace rigy::cli
