// What changes in the texts when a file gets another path.
#include <optional>
#include <string>
#include <vector>

#include "edit/edit_nodes.hpp"
#include "editor/structure.hpp"
#include "questions/answers.hpp"
#include "questions/memory_workspace.hpp"
#include "questions/protocol_json.hpp"

namespace rigy::interfaces {
namespace {

struct Move {
  std::string from;
  std::string to;
};

// The name of the linked file after the move; nothing if it stays.
std::optional<std::string> name_after(const Move& move, const std::string& uri,
                                      const std::string& target) {
  if (uri != move.from && target != move.from) return std::nullopt;
  const std::string& own = uri == move.from ? move.to : uri;
  return relative_path(own, target == move.from ? move.to : target);
}

TextEdits edits_in(const Question& question, const EditedText& text, const Move& move) {
  TextEdits edits;
  const auto files = question.workspace.files_for(text);
  const FileResult read = files->read_entry(text.document.path);
  const auto* entry = std::get_if<FileContents>(&read);
  for (const FileLink& link : links_of(text.document)) {
    const std::string target = question.workspace.uri_beside(text, link.path);
    const std::optional<std::string> name = name_after(move, text.uri, target);
    const bool is_there = entry != nullptr && std::holds_alternative<FileContents>(
                                                  files->read_relative(entry->identity, link.path));
    if (!name || *name == link.path || !is_there) continue;
    const NodeId node = node_at(text.document.authored, link.range.begin);
    for (TextEdit& edit : replace_text(text.document.authored, node, *name)) {
      edits.push_back(std::move(edit));
    }
  }
  return edits;
}

}  // namespace

RpcAnswer answer_move_file(const Question& question) {
  const FoundDocuments documents =
      question.workspace.documents_near(question.text, SearchScope::All);
  if (!documents.left_out.empty()) {
    return rpc_failure(
        rpc_invalid_params,
        "not all documents that may name the file are looked at: " + documents.left_out);
  }
  const Move move{question.text.uri, std::string(question.params.text_of("newUri").value_or(""))};
  JsonWriter json;
  json.begin_object();
  json.key("documentChanges");
  json.begin_array();
  for (const std::string& path : documents.paths) {
    const FileResult read = question.workspace.files_for(question.text)->read_entry(path);
    const auto* contents = std::get_if<FileContents>(&read);
    if (contents == nullptr) continue;
    const EditedText text(question.workspace.uri_of(contents->identity), contents->text, 0);
    const TextEdits edits = edits_in(question, text, move);
    if (!edits.empty()) write_document_edits(json, text.uri, contents->text, edits);
  }
  json.end_array();
  json.end_object();
  return {json.take()};
}

}  // namespace rigy::interfaces
