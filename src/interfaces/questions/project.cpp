#include "questions/project.hpp"

#include <map>
#include <set>
#include <string_view>

#include "common/cancellation.hpp"

namespace rigy::interfaces {
namespace {

bool mentions(FileReader& files, const std::string& path, std::string_view name) {
  const FileResult read = files.read_entry(path);
  const auto* contents = std::get_if<FileContents>(&read);
  return contents != nullptr && contents->text.find(name) != std::string::npos;
}

// The paths of other documents in the workspace whose text has the name of this one.
std::vector<std::string> users_of(const Workspace& workspace, const EditedText& text,
                                  SearchScope scope, FileReader& files) {
  const std::size_t max_users = scope == SearchScope::All ? 10'000 : 100;
  const std::string& own = text.document.path;
  const std::size_t slash = own.find_last_of("/\\");
  const std::string name = slash == std::string::npos ? own : own.substr(slash + 1);
  std::set<std::string> users;
  for (const std::string& path : workspace.documents_near(text, scope)) {
    stop_if_canceled();
    if (users.size() >= max_users) break;
    if (path != own && mentions(files, path, name)) users.insert(path);
  }
  return {users.begin(), users.end()};
}

}  // namespace

Project project_of(const Workspace& workspace, const EditedText& text, SearchScope scope) {
  const std::shared_ptr<FileReader> files = workspace.files_for(text);
  std::vector<Analysis> analyses;
  analyses.push_back(current_analysis(workspace, text)->analysis);
  for (const std::string& user : users_of(workspace, text, scope, *files)) {
    stop_if_canceled();
    analyses.push_back(analyze(user, *workspace.files_for(text)));
  }
  std::vector<const Analysis*> pointers;
  for (const Analysis& analysis : analyses) {
    if (analysis.assembly != nullptr) pointers.push_back(&analysis);
  }
  Project project;
  const KnownTexts texts = workspace.known_texts();
  project.symbols = index_symbols(pointers, *files, texts);
  project.file = project.symbols.files.empty() ? no_index : 0;
  return project;
}

}  // namespace rigy::interfaces
