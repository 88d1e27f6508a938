#include "questions/ask.hpp"

#include <array>
#include <utility>
#include <vector>

#include "common/guarded.hpp"
#include "questions/memory_workspace.hpp"
#include "questions/protocol_json.hpp"

namespace rigy::interfaces {
namespace {

template <std::string (*answer)(const Question& question)>
RpcAnswer always(const Question& question) {
  return {answer(question)};
}

constexpr auto questions = std::to_array<QuestionKind>({
    {"textDocument/completion", always<answer_completion>},
    {"textDocument/hover", always<answer_hover>},
    {"textDocument/definition", always<answer_definition>},
    {"textDocument/references", always<answer_references>},
    {"textDocument/documentHighlight", always<answer_highlights>},
    {"textDocument/prepareRename", always<answer_prepare_rename>},
    {"textDocument/rename", answer_rename},
    {"textDocument/documentSymbol", always<answer_document_symbols>},
    {"textDocument/foldingRange", always<answer_folding_ranges>},
    {"textDocument/selectionRange", always<answer_selection_ranges>},
    {"textDocument/documentLink", always<answer_document_links>},
    {"textDocument/formatting", always<answer_formatting>},
    {"textDocument/codeAction", always<answer_code_actions>},
    {"textDocument/documentColor", always<answer_colors>},
    {"textDocument/colorPresentation", always<answer_color_presentations>},
    {"textDocument/inlayHint", always<answer_inlay_hints>},
    {"rigy/edit", answer_edit},
    {"rigy/scalars", always<answer_scalars>},
    {"rigy/numbers", always<answer_numbers>},
    {"rigy/clips", answer_clips},
    {"rigy/reach", answer_reach},
    {"rigy/keyTurn", answer_key_turn},
    {"rigy/make", answer_make},
    {"rigy/moveFile", answer_move_file},
});

RpcAnswer answer_to(const MemoryWorkspace& workspace, std::string_view question) {
  const ParsedJson parsed = parse_json(question);
  if (!parsed.ok())
    return rpc_failure(rpc_parse_error, "the question is not JSON: " + parsed.fault);
  const std::string_view method = parsed.value.text_of("method").value_or("");
  static const JsonValue no_params{.kind = JsonValue::Kind::Object};
  const JsonValue* params = parsed.value.find("params");
  std::vector<std::string_view> known;
  for (const QuestionKind& kind : questions) {
    known.push_back(kind.method);
    if (kind.method != method) continue;
    const std::string uri = document_uri(params == nullptr ? no_params : *params);
    const SharedText text = workspace.find(uri);
    if (text == nullptr) return rpc_failure(rpc_invalid_params, "there is no text '" + uri + "'");
    return kind.answer({workspace, *text, *params});
  }
  return unknown_method(method, known);
}

}  // namespace

std::span<const QuestionKind> all_questions() { return questions; }

std::string ask(std::map<std::string, std::string> texts, std::string_view question) {
  const RpcAnswer answer = guarded(
      [&] { return answer_to(MemoryWorkspace(std::move(texts)), question); },
      [](const Failure& failure) {
        const char* const thrown = failure.internal_error;
        return rpc_failure(rpc_internal_error, thrown == nullptr ? "not enough memory" : thrown);
      });
  std::string out = "{";
  append_answer(out, answer);
  return out.append("}");
}

}  // namespace rigy::interfaces
