// The language server in a conversation: documents are opened, edited anywhere, asked about and
// closed, by an editor that is sometimes wrong about all of it.
#include <algorithm>

#include <fmt/format.h>

#include "fuzz/protocol_steps.hpp"
#include "fuzz/targets.hpp"
#include "lsp/server.hpp"
#include "questions/ask.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::size_t max_steps = 24;
constexpr const char* uris[] = {"file:///nowhere/box.rigy.yaml", "file:///nowhere/part.rigy.yaml",
                                "untitled:1", "file:///nowhere/%zz"};
constexpr const char* texts[] = {
    "version: \"0.13\"\nmeshes:\n  - id: body\n    primitives:\n      - {id: core, type: box, "
    "dimensions: {x: 1, y: 1, z: 1}}\n",
    "version: \"0.13\"\nimports: {part: {source: part.rigy.yaml}}\ninstances: [{id: one, import: "
    "part}]\n",
    "rigm_version: \"0.1\"\nasset: box.rigy.yaml\nposes: {a: {}}\n",
    "version: \"0.13\"\nparams: {wide: 2}\nmaterials: {clay: {base_color: [1, 0.5, 0, 1]}}\n"};
constexpr const char* typed[] = {"",      "\n",  ":",     "  ", "x: ", "[",
                                 "]",     "{",   "\"",    "- ", "\t",  "\xf0\x9f\xa6\x8a",
                                 "$wide", "=1+", "&a *a", "#"};

class Conversation {
 public:
  explicit Conversation(std::string_view input) : decisions_(input), input_(input) {}

  [[nodiscard]] std::string run();

 private:
  std::string document() {
    return fmt::format(R"("textDocument":{{"uri":{},"version":{}}})", uri(), decisions_.below(9));
  }
  std::string uri() {
    return decisions_.one_in(16) ? odd_value(decisions_) : quoted(decisions_.pick(uris));
  }
  std::string place() {
    if (decisions_.one_in(16)) return odd_value(decisions_);
    return fmt::format(R"({{"line":{},"character":{}}})", decisions_.below(8),
                       decisions_.below(60));
  }
  std::string range() { return fmt::format(R"({{"start":{},"end":{}}})", place(), place()); }
  std::string opened();
  std::string changed();
  std::string asked(EditorServer& server);
  void step(EditorServer& server);
  static void notify(EditorServer& server, std::string_view method, std::string_view params) {
    server.receive(fmt::format(R"({{"jsonrpc":"2.0","method":"{}","params":{}}})", method, params));
  }

  Decisions decisions_;
  std::string_view input_;
  int last_id_ = 0;
  std::vector<int> ids_;
};

std::string Conversation::opened() {
  const std::string text =
      decisions_.one_in(8) ? std::string(input_) : std::string(decisions_.pick(texts));
  return fmt::format(R"({{"textDocument":{{"uri":{},"languageId":"rigy","version":1,"text":{}}}}})",
                     uri(), quoted(text));
}

std::string Conversation::changed() {
  const std::string text = quoted(decisions_.pick(typed));
  return decisions_.one_in(8) ? fmt::format(R"({{{},"contentChanges":[{{"text":{}}}]}})",
                                            document(), quoted(decisions_.pick(texts)))
                              : fmt::format(R"({{{},"contentChanges":[{{"range":{},"text":{}}}]}})",
                                            document(), range(), text);
}

std::string Conversation::asked(EditorServer& server) {
  const std::string_view method = decisions_.pick(all_questions()).method;
  ids_.push_back(++last_id_);
  const std::string params =
      decisions_.one_in(16)
          ? odd_value(decisions_)
          : fmt::format(
                R"({{{},"position":{},"positions":[{}],"range":{},"newName":{},"options":{},"context":{{}}}})",
                document(), place(), place(), range(), quoted(decisions_.pick(typed)),
                odd_value(decisions_));
  server.receive(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}})", last_id_,
                             method, params));
  return {};
}

void Conversation::step(EditorServer& server) {
  switch (decisions_.below(8)) {
    case 0:
      return notify(server, "textDocument/didOpen", opened());
    case 1:
    case 2:
      return notify(server, "textDocument/didChange", changed());
    case 3:
      return notify(server, decisions_.flip() ? "textDocument/didClose" : "textDocument/didSave",
                    "{" + document() + "}");
    case 4:
      return notify(server, "$/cancelRequest", fmt::format(R"({{"id":{}}})", decisions_.below(30)));
    default:
      static_cast<void>(asked(server));
  }
}

std::string Conversation::run() {
  Sent sent;
  {
    EditorServer server([&sent](std::string_view message) { sent.add(message); }, "");
    notify(server, "textDocument/didOpen", opened());
    for (std::size_t i = 0; i < max_steps; ++i) step(server);
    server.receive(input_);
  }
  return sent.problem(ids_);
}

}  // namespace

std::string run_lsp(std::string_view input) {
  // An input that is a message itself would be answered as well.
  return input.starts_with('{') ? std::string() : Conversation(input).run();
}

}  // namespace rigy::fuzz
