// The files of a revision of a git repository, read through git without touching the work tree.
#pragma once

#include <string>
#include <utility>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// A file of a work tree.
struct GitPlace {
  std::string top;   // the folder of the work tree, canonical
  std::string path;  // of the file, from there
  std::string root;  // the folder that the file's imports must lie in, from there; empty: all
};

// Where a file that may no longer exist belongs. `root` is that of --root. Throws FileTroubleError
// if there is no repository, or git cannot be run.
[[nodiscard]] GitPlace git_place_of(const std::string& file, const std::string& root);

// The name of a tree for git, from that of a revision. Throws UsageError if it names none.
[[nodiscard]] std::string git_tree_of(const GitPlace& place, const std::string& revision);

class GitFiles final : public FileReader {
 public:
  GitFiles(GitPlace place, std::string revision, std::string tree)
      : place_(std::move(place)), revision_(std::move(revision)), tree_(std::move(tree)) {}

  // The file of the place, whatever the path says.
  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

 private:
  struct Entry {
    std::string mode;  // "100644"; empty: there is none
    std::string object;
    std::string size;
  };

  [[nodiscard]] Entry entry_at(const std::string& path) const;
  [[nodiscard]] std::string target_of_link(const std::string& path) const;
  [[nodiscard]] FileResult contents_of(const Entry& entry) const;
  [[nodiscard]] FileResult read_path(std::string path) const;

  GitPlace place_;
  std::string revision_;  // as the user wrote it, for messages
  std::string tree_;
};

}  // namespace rigy::interfaces::cli
