// Light bulbs: what makes the diagnostics of a range go away.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "questions/answers.hpp"
#include "questions/protocol_json.hpp"
#include "rigy/fix.hpp"

namespace rigy::interfaces {
namespace {

bool is_in(const Place& place, const LspRange& range) {
  return place.start.line <= range.end.line + 1 && range.start.line + 1 <= place.end.line;
}

void write_workspace_edit(JsonWriter& json, const Question& question, FileReader& files,
                          const Fix& fix) {
  std::map<std::string, TextEdits> edits;
  for (const FixEdit& one : fix.edits) edits[one.place.file].push_back(one.edit);
  json.begin_object();
  json.key("documentChanges");
  json.begin_array();
  for (const auto& [file, of_file] : edits) {
    const FileResult read = files.read_entry(file);
    const auto* contents = std::get_if<FileContents>(&read);
    if (contents == nullptr) continue;
    const bool is_entry = file == question.text.document.path;
    write_document_edits(
        json, is_entry ? question.text.uri : question.workspace.uri_of(contents->identity),
        contents->text, of_file);
  }
  json.end_array();
  json.end_object();
}

void write_cause(JsonWriter& json, const Diagnostic& diagnostic) {
  json.begin_object();
  json.key("range");
  write_range(json, range_of(diagnostic.place));
  json.key("code");
  json.string(diagnostic.id);
  json.key("message");
  json.string(diagnostic.message);
  json.end_object();
}

void write_action(JsonWriter& json, const Question& question, FileReader& files, const Fix& fix,
                  const Diagnostic& diagnostic) {
  json.begin_object();
  json.key("title");
  json.string(fix.title);
  json.key("kind");
  json.string("quickfix");
  json.key("isPreferred");
  json.boolean(fix.safe);
  json.key("diagnostics");
  json.begin_array();
  write_cause(json, diagnostic);
  json.end_array();
  if (!fix.safe) {
    json.key("data");
    json.begin_object();
    json.key("reason");
    json.string(fix.reason);
    json.end_object();
  }
  json.key("edit");
  write_workspace_edit(json, question, files, fix);
  json.end_object();
}

}  // namespace

std::string answer_code_actions(const Question& question) {
  const LspRange range = read_range(question.params.find("range"))
                             .value_or(LspRange{{}, question.text.positions.end()});
  const std::shared_ptr<FileReader> files = question.workspace.files_for(question.text);
  const Analysis analysis = analyze_text(question.text, *files);
  const Fixes fixes = find_fixes(analysis, *files, analysis.report);
  JsonWriter json;
  json.begin_array();
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    const Diagnostic& diagnostic = analysis.report.diagnostics[i];
    const bool is_here = diagnostic.place.file == analysis.files.front();
    if (!is_here || !is_in(diagnostic.place, range)) continue;
    for (const Fix& fix : fixes[i]) write_action(json, question, *files, fix, diagnostic);
  }
  json.end_array();
  return json.take();
}

}  // namespace rigy::interfaces
