// What is asked about an id: where it is defined, and where it is named.
#include <map>
#include <set>
#include <tuple>

#include "edit/rename.hpp"
#include "editor/structure.hpp"
#include "questions/answers.hpp"
#include "questions/project.hpp"
#include "questions/protocol_json.hpp"

namespace rigy::interfaces {
namespace {

std::vector<Occurrence> occurrences_at(const Project& project, std::size_t offset) {
  std::vector<Occurrence> all;
  if (project.file == no_index) return all;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> known;
  for (const SymbolId& symbol : symbols_at(project.symbols, project.file, offset)) {
    for (const Occurrence& one : occurrences_of(project.symbols, symbol)) {
      if (known.emplace(one.file, one.range.begin, one.range.end).second) all.push_back(one);
    }
  }
  return all;
}

// Places in the files of a project, each of which is divided into lines once.
class ProjectPlaces {
 public:
  explicit ProjectPlaces(const Project& project) : project_(project) {}

  [[nodiscard]] LspRange range_of(const Occurrence& one) {
    const auto [known, is_new] = files_.try_emplace(one.file, project_[one.file].authored.text);
    return {known->second.position_of(one.range.begin), known->second.position_of(one.range.end)};
  }

 private:
  const Project& project_;
  std::map<std::uint32_t, TextPositions> files_;
};

std::string uri_in(const Project& project, const Question& question, std::uint32_t file) {
  return file == project.file ? question.text.uri
                              : question.workspace.uri_of(project[file].identity);
}

void write_location(JsonWriter& json, const Project& project, ProjectPlaces& places,
                    const Question& question, const Occurrence& one) {
  json.begin_object();
  json.key("uri");
  json.string(uri_in(project, question, one.file));
  json.key("range");
  write_range(json, places.range_of(one));
  json.end_object();
}

template <class IsWanted>
std::string locations(const Question& question, SearchScope scope, const IsWanted& is_wanted) {
  const Project project = project_of(question.workspace, question.text, scope);
  ProjectPlaces places(project);
  JsonWriter json;
  json.begin_array();
  for (const Occurrence& one : occurrences_at(project, question.offset())) {
    if (is_wanted(one)) write_location(json, project, places, question, one);
  }
  json.end_array();
  return json.take();
}

void write_changes(JsonWriter& json, const Project& project, const Question& question,
                   const FileEdits& edits) {
  const std::uint32_t file = file_named(project.symbols, edits.file);
  write_document_edits(json, uri_in(project, question, file), project[file].authored.text,
                       edits.edits);
}

}  // namespace

// The path of a file leads to the file.
std::string answer_definition(const Question& question) {
  for (const FileLink& link : links_of(question.text.document)) {
    if (question.offset() < link.range.begin || question.offset() > link.range.end) continue;
    JsonWriter json;
    json.begin_array();
    json.begin_object();
    json.key("uri");
    json.string(question.workspace.uri_beside(question.text, link.path));
    json.key("range");
    write_range(json, {});
    json.end_object();
    json.end_array();
    return json.take();
  }
  return locations(question, SearchScope::Near,
                   [](const Occurrence& one) { return one.is_definition; });
}

std::string answer_references(const Question& question) {
  const JsonValue* context = question.params.find("context");
  const JsonValue* with = context == nullptr ? nullptr : context->find("includeDeclaration");
  const bool with_definition = with != nullptr && with->boolean;
  return locations(question, SearchScope::All, [with_definition](const Occurrence& one) {
    return with_definition || !one.is_definition;
  });
}

std::string answer_prepare_rename(const Question& question) {
  const Project project = project_of(question.workspace, question.text);
  const std::size_t offset = question.offset();
  for (const Occurrence& one : occurrences_at(project, offset)) {
    const bool is_here =
        one.file == project.file && one.range.begin <= offset && offset <= one.range.end;
    if (!is_here) continue;
    JsonWriter json;
    write_range(json, ProjectPlaces(project).range_of(one));
    return json.take();
  }
  return "null";
}

RpcAnswer answer_rename(const Question& question) {
  const Project project = project_of(question.workspace, question.text, SearchScope::All);
  if (project.file == no_index) return {"null"};
  if (!project.left_out.empty()) {
    return rpc_failure(rpc_invalid_params,
                       "nothing is renamed, as not all documents that may use the id are looked "
                       "at: " +
                           project.left_out);
  }
  const Renaming renaming = rename_symbol(project.symbols, project.file, question.offset(),
                                          question.params.text_of("newName").value_or(""));
  if (!renaming.faults.empty()) {
    return rpc_failure(rpc_invalid_params, renaming.faults.front());
  }
  JsonWriter json;
  json.begin_object();
  json.key("documentChanges");
  json.begin_array();
  for (const FileEdits& edits : renaming.edits) write_changes(json, project, question, edits);
  json.end_array();
  json.end_object();
  return {json.take()};
}

std::string answer_highlights(const Question& question) {
  const Project project = project_of(question.workspace, question.text);
  ProjectPlaces places(project);
  JsonWriter json;
  json.begin_array();
  for (const Occurrence& one : occurrences_at(project, question.offset())) {
    if (one.file != project.file) continue;
    json.begin_object();
    json.key("range");
    write_range(json, places.range_of(one));
    json.end_object();
  }
  json.end_array();
  return json.take();
}

}  // namespace rigy::interfaces
