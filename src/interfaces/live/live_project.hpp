// The files of a document as a page in a browser shows them: as they are on disk, with a number
// that rises with every change, so that nobody writes over what they have not seen.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

class LiveProject {
 public:
  // The paths of the document and of the files around it, as the program has them.
  void set_files(const std::string& entry, const std::set<std::string>& paths);
  // Reads the files again.
  void refresh();
  [[nodiscard]] std::set<std::string> paths() const;

  // {"entry":…,"revision":…,"files":[{"path":…,"text":…,"revision":…},…]}. Paths are relative to
  // the folder that all files are in.
  [[nodiscard]] std::string json() const;

  // What has changed after `revision`, which becomes the newest; waits for it, but not longer.
  [[nodiscard]] std::vector<std::string> changes_after(std::uint64_t& revision,
                                                       std::chrono::milliseconds time) const;

  enum class Written : std::uint8_t { Done, Changed, Unknown, Failed };
  // Only if the file is as it was at that revision, which becomes the new one.
  [[nodiscard]] Written write(const std::string& name, std::uint64_t& revision,
                              const std::string& text);

  // Ends all waiting, for good.
  void end();
  [[nodiscard]] bool has_ended() const;

 private:
  struct File {
    std::string path;  // where it is
    std::string text;
    std::uint64_t revision = 0;
  };
  // With the mutex locked.
  void read(File& file);
  void write_json(std::string& out, const std::string& name, const File& file) const;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::map<std::string, File> files_;  // by name
  std::string entry_;                  // its name
  std::uint64_t revision_ = 0;
  bool ends_ = false;
};

}  // namespace rigy::interfaces
