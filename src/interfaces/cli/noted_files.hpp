// --skip-unchanged: what the inputs of a run were when they were read.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hashing/text_hash.hpp"
#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

struct InputFile {
  std::string path;      // as shown in messages
  std::string identity;  // where it is
  std::string sha256;
};

// A name that may lead elsewhere although no input has changed: there is a symbolic link on its
// way, or a folder that is left again and could become one.
struct InputLink {
  std::string from;  // the identity of the file that has the name
  std::string path;  // the name
  std::string identity = {};
};

// What an output is made from.
struct JobInputs {
  std::vector<InputFile> files;  // the document first
  std::vector<InputLink> links;
};

// Files that several jobs may use, by the paths that messages show.
class NotedInputs {
 public:
  void note(const FileContents& file);
  void note_name(const std::string& from, const std::string& path, const std::string& identity);
  // Nothing if the file was not read, or if it changed during the run.
  [[nodiscard]] std::optional<InputFile> find(const std::string& path) const;
  // False if a name in the file led to different files during the run.
  [[nodiscard]] bool append_links_of(const std::string& from, std::vector<InputLink>& links) const;

 private:
  mutable std::mutex mutex_;
  TextMap<std::string, InputFile> files_;  // without digest: it changed
  // By the file that has the names; without identity: it changed.
  TextMap<std::string, std::map<std::string, std::string>> links_;
};

// The files of one job. Those that it refers to are also noted for the jobs that share them.
class NotedFiles final : public FileReader {
 public:
  NotedFiles(FileReader& files, NotedInputs& shared) : files_(files), shared_(shared) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

  // These files and the links between them; nothing if something about them is not known.
  [[nodiscard]] std::optional<JobInputs> inputs(const std::vector<std::string>& files) const;

 private:
  FileReader& files_;
  NotedInputs& shared_;
  InputFile entry_;
};

}  // namespace rigy::interfaces::cli
