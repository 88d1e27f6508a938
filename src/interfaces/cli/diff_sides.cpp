#include "cli/diff_sides.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "cli/git_files.hpp"
#include "cli/stdin_files.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr std::string_view no_file = "/dev/null";

// A document that git has put in a temporary file. What it names is read from the work tree: git
// does not say which revision the document belongs to.
class DriverFiles final : public FileReader {
 public:
  DriverFiles(std::string file, std::string path, std::string shown)
      : file_(std::move(file)), path_(std::move(path)), shown_(std::move(shown)) {}

  [[nodiscard]] FileResult read_entry(const std::string& /*path*/) override {
    DiskFiles temporary;
    FileResult result = temporary.read_entry(file_);
    if (auto* contents = std::get_if<FileContents>(&result)) {
      std::error_code error;
      contents->identity =
          platform::to_text(std::filesystem::current_path(error) / platform::to_path(path_));
      contents->shown_path = shown_;
    }
    return result;
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return disk_.read_relative(from, path);
  }

 private:
  std::string file_;
  std::string path_;  // in the work tree
  std::string shown_;
  DiskFiles disk_;
};

DiffSide side_of_file(const std::string& input, const std::string& root) {
  if (input == "-") return {stdin_name, std::make_unique<StdinFiles>(root)};
  return {input, std::make_unique<DiskFiles>(root)};
}

DiffSide side_of_tree(const std::string& file, const std::string& revision,
                      const std::string& root) {
  GitPlace place = git_place_of(file, root);
  std::string tree = git_tree_of(place, revision);
  const std::string entry = fmt::format("{}:{}", revision, place.path);
  return {entry, std::make_unique<GitFiles>(std::move(place), revision, std::move(tree))};
}

DiffSide side_of_driver(const std::string& file, const std::string& path, std::string_view prefix) {
  if (file == no_file) return {};
  const std::string shown = fmt::format("{}/{}", prefix, path);
  return {shown, std::make_unique<DriverFiles>(file, path, shown)};
}

}  // namespace

DiffSides sides_of_files(const std::vector<std::string>& inputs, const std::string& root) {
  if (inputs.size() != 2) {
    throw UsageError(fmt::format("rigy diff takes two documents, but {} {} given", inputs.size(),
                                 inputs.size() == 1 ? "is" : "are"));
  }
  if (inputs[0] == "-" && inputs[1] == "-") {
    throw UsageError("standard input (-) can be only one of the two documents");
  }
  return {side_of_file(inputs[0], root), side_of_file(inputs[1], root)};
}

DiffSides sides_of_revision(const std::string& revision, const std::vector<std::string>& inputs,
                            const std::string& root) {
  if (inputs.empty() || inputs.size() > 2) {
    throw UsageError(
        "rigy diff --git REV takes one document, or its name in the revision and its name today");
  }
  if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw UsageError("--git needs files, not standard input");
  }
  const std::size_t dots = revision.find("..");
  if (dots == std::string::npos) {
    return {side_of_tree(inputs.front(), revision, root), side_of_file(inputs.back(), root)};
  }
  const auto or_head = [](const std::string& name) { return name.empty() ? "HEAD" : name; };
  if (revision.find("..", dots + 1) != std::string::npos) {
    throw UsageError(fmt::format(
        "--git: '{}' is not REV or REV..REV; for the common ancestor use $(git merge-base A B)",
        revision));
  }
  return {side_of_tree(inputs.front(), or_head(revision.substr(0, dots)), root),
          side_of_tree(inputs.back(), or_head(revision.substr(dots + 2)), root)};
}

DiffSides sides_of_driver(const std::vector<std::string>& arguments) {
  if (arguments.size() != 7 && arguments.size() != 9) {
    throw UsageError(
        fmt::format("rigy diff --git-driver takes the 7 arguments of git's external diffs, not {}",
                    arguments.size()));
  }
  const std::string& path = arguments[0];
  const std::string& new_path = arguments.size() == 9 ? arguments[7] : path;
  return {side_of_driver(arguments[1], path, "a"), side_of_driver(arguments[4], new_path, "b")};
}

}  // namespace rigy::interfaces::cli
