#include "questions/project.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "common/cancellation.hpp"

namespace rigy::interfaces {
namespace {

struct UserLimits {
  std::size_t count = 0;
  std::size_t mebibytes = 0;  // of text in the index
};

UserLimits user_limits(SearchScope scope) {
  return scope == SearchScope::All ? UserLimits{10'000, 32} : UserLimits{100, 8};
}

std::string name_of_file(const EditedText& text) {
  const std::string& path = text.document.path;
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool mentions(FileReader& files, const std::string& path, std::string_view name) {
  const FileResult read = files.read_entry(path);
  const auto* contents = std::get_if<FileContents>(&read);
  return contents != nullptr && contents->text.find(name) != std::string::npos;
}

// The other documents in the workspace whose text has the name of this one.
FoundDocuments users_of(const Workspace& workspace, const EditedText& text, SearchScope scope,
                        FileReader& files) {
  const std::size_t max_users = user_limits(scope).count;
  const std::string name = name_of_file(text);
  const FoundDocuments near = workspace.documents_near(text, scope);
  FoundDocuments users{.paths = {}, .left_out = near.left_out};
  for (const std::string& path : near.paths) {
    stop_if_canceled();
    if (path == text.document.path || !mentions(files, path, name)) continue;
    if (users.paths.size() == max_users) {
      users.left_out = fmt::format("more than {} documents name '{}'", max_users, name);
      break;
    }
    users.paths.push_back(path);
  }
  return users;
}

}  // namespace

Project project_of(const Workspace& workspace, const EditedText& text, SearchScope scope) {
  const std::shared_ptr<FileReader> files = workspace.files_for(text);
  FoundDocuments users = users_of(workspace, text, scope, *files);
  const std::size_t max_mebibytes = user_limits(scope).mebibytes;
  // Only one is kept at a time: the index has what it needs of them.
  Analysis analysis;
  std::size_t next = 0;
  const auto next_analysis = [&](std::size_t indexed) -> const Analysis* {
    stop_if_canceled();
    if (next > users.paths.size()) return nullptr;
    if (next > 0 && indexed > max_mebibytes << 20) {
      users.left_out = fmt::format("the documents that name '{}' have more than {} MiB",
                                   name_of_file(text), max_mebibytes);
      return nullptr;
    }
    analysis = {};
    analysis = next == 0 ? current_analysis(workspace, text)->analysis
                         : analyze(users.paths[next - 1], *workspace.files_for(text));
    ++next;
    return &analysis;
  };
  Project project;
  const KnownTexts texts = workspace.known_texts();
  project.symbols = index_symbols(next_analysis, *files, texts);
  project.file = project.symbols.files.empty() ? no_index : 0;
  project.left_out = std::move(users.left_out);
  return project;
}

}  // namespace rigy::interfaces
