// What is answered about one place or the whole of a text, as JSON. One function for each method of
// the Language Server Protocol, and some of our own.
#pragma once

#include <string>

#include "messages/json_value.hpp"
#include "messages/rpc_answer.hpp"
#include "questions/workspace.hpp"

namespace rigy::interfaces {

struct Question {
  const Workspace& workspace;
  const EditedText& text;
  const JsonValue& params;

  // params.position as an offset.
  [[nodiscard]] std::size_t offset() const;
};

[[nodiscard]] std::string answer_completion(const Question& question);
[[nodiscard]] std::string answer_definition(const Question& question);
[[nodiscard]] std::string answer_references(const Question& question);
[[nodiscard]] std::string answer_highlights(const Question& question);
[[nodiscard]] std::string answer_prepare_rename(const Question& question);
// An error if it cannot be renamed.
[[nodiscard]] RpcAnswer answer_rename(const Question& question);
[[nodiscard]] std::string answer_hover(const Question& question);
[[nodiscard]] std::string answer_document_symbols(const Question& question);
[[nodiscard]] std::string answer_folding_ranges(const Question& question);
[[nodiscard]] std::string answer_selection_ranges(const Question& question);
[[nodiscard]] std::string answer_document_links(const Question& question);
// The whole text in the one style; no edits if it cannot be read.
[[nodiscard]] std::string answer_formatting(const Question& question);
[[nodiscard]] std::string answer_colors(const Question& question);
[[nodiscard]] std::string answer_color_presentations(const Question& question);
// Fixes, suppressions and common work; a fix of all only if the editor asks for it.
[[nodiscard]] std::string answer_code_actions(const Question& question);
[[nodiscard]] std::string answer_inlay_hints(const Question& question);

// The edits that make params.changes, one after the other: {"set": path, "value": YAML}, with
// "lines" for a block or "text" for a text; {"insert": path, "value": …, "index": …}; {"remove":
// path}; {"rename": path, "name": key}; {"number": path, "to": number}, which sets the param of a
// number that is written as one. With "at", a position, paths begin at the value there; with
// "ifWritten", only what is written is changed. An error if the text has no place for a change.
[[nodiscard]] RpcAnswer answer_edit(const Question& question);
// The scalars of the mapping that the document has under params.key.
[[nodiscard]] std::string answer_scalars(const Question& question);
// The numbers in the value that begins at params.position, also those of expressions, with their
// paths from there: what a gizmo can take hold of.
[[nodiscard]] std::string answer_numbers(const Question& question);

// The clips of a motion: keys, and how the bones of its armature move at the times of its samples.
[[nodiscard]] RpcAnswer answer_clips(const Question& question);
// params.motions, the motions of the bones of params.armature of an asset, with params.bone, and
// params.count bones in all, turned so that its tail reaches params.to.
[[nodiscard]] RpcAnswer answer_reach(const Question& question);
// Where the text of a motion says how params.bone is turned at key params.key of params.clip, and
// what stands there if it turns by params.degrees about x, y and z: {"path", "value"}. An error if
// something else decides it, such as a reach.
[[nodiscard]] RpcAnswer answer_key_turn(const Question& question);
// What params.operation makes of the document with params.options: "pose", "weights", "shape",
// "rig", "motion" or "gaits", as the functions of include/rigy/rigy.h do: {"text", "files",
// "notes"}. An error says what is wrong with the options, or with the document.
[[nodiscard]] RpcAnswer answer_make(const Question& question);
// What changes in all texts if the document moves to params.newUri: names of files. An error if
// they cannot all be looked at.
[[nodiscard]] RpcAnswer answer_move_file(const Question& question);

}  // namespace rigy::interfaces
