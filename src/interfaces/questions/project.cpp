#include "questions/project.hpp"

#include <map>
#include <set>
#include <string_view>

namespace rigy::interfaces {
namespace {

// Documents are only looked for near the one that is asked about.
constexpr std::size_t max_users = 100;

bool mentions(const Workspace& workspace, const EditedText& text, const std::string& path,
              std::string_view name) {
  const std::shared_ptr<FileReader> files = workspace.files_for(text);
  const FileResult read = files->read_entry(path);
  const auto* contents = std::get_if<FileContents>(&read);
  return contents != nullptr && contents->text.find(name) != std::string::npos;
}

// The paths of other documents in the workspace whose text has the name of this one.
std::vector<std::string> users_of(const Workspace& workspace, const EditedText& text) {
  const std::string& own = text.document.path;
  const std::size_t slash = own.find_last_of("/\\");
  const std::string name = slash == std::string::npos ? own : own.substr(slash + 1);
  std::set<std::string> users;
  for (const std::string& path : workspace.documents_near(text)) {
    if (users.size() >= max_users) break;
    if (path != own && mentions(workspace, text, path, name)) users.insert(path);
  }
  return {users.begin(), users.end()};
}

}  // namespace

Project project_of(const Workspace& workspace, const EditedText& text) {
  const std::shared_ptr<FileReader> files = workspace.files_for(text);
  std::vector<Analysis> analyses;
  analyses.push_back(analyze(text.document.path, *files));
  for (const std::string& user : users_of(workspace, text)) {
    analyses.push_back(analyze(user, *workspace.files_for(text)));
  }
  std::vector<const Analysis*> pointers;
  for (const Analysis& analysis : analyses) {
    if (analysis.assembly != nullptr) pointers.push_back(&analysis);
  }
  Project project;
  project.symbols = index_symbols(pointers, *files);
  project.file = project.symbols.files.empty() ? no_index : 0;
  return project;
}

}  // namespace rigy::interfaces
