#include "lsp/server.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lsp/diagnosing.hpp"
#include "lsp/disk_workspace.hpp"
#include "messages/connection.hpp"
#include "messages/dispatcher.hpp"
#include "questions/ask.hpp"
#include "questions/protocol_json.hpp"
#include "questions/uri.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces {
namespace {

constexpr int request_canceled = -32800;

// What the server can do, for initialize.
constexpr std::string_view server_capabilities = R"({
"textDocumentSync":{"openClose":true,"change":2,"save":true},
"completionProvider":{"triggerCharacters":[":"," ","-","$","=","\"","/"]},
"hoverProvider":true,
"definitionProvider":true,
"referencesProvider":true,
"renameProvider":{"prepareProvider":true},
"documentHighlightProvider":true,
"documentSymbolProvider":true,
"foldingRangeProvider":true,
"selectionRangeProvider":true,
"documentLinkProvider":{},
"documentFormattingProvider":true,
"codeActionProvider":{"codeActionKinds":["quickfix","refactor.extract","refactor.rewrite","source.fixAll"]},
"colorProvider":true,
"inlayHintProvider":true,
"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}
})";

// Asks the editor to tell of files that other programs change.
constexpr std::string_view watch_request = R"({"jsonrpc":"2.0","id":"rigy-watch",
"method":"client/registerCapability","params":{"registrations":[
{"id":"rigy-files","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[
{"globPattern":"**/*.{rigy,rigs,ricy,rigm}.{yaml,yml}"},{"globPattern":"**/*.json"}]}}]}})";

// A member of a member of …; null if there is none.
const JsonValue* value_at(const JsonValue& value, std::initializer_list<std::string_view> keys) {
  const JsonValue* found = &value;
  for (const std::string_view key : keys) {
    found = found->find(key);
    if (found == nullptr) return nullptr;
  }
  return found;
}

std::vector<std::string> paths_of_folders(const JsonValue* folders) {
  std::vector<std::string> paths;
  if (folders == nullptr) return paths;
  for (const JsonValue& folder : folders->items) {
    std::string path = path_of_uri(folder.text_of("uri").value_or(""));
    if (!path.empty()) paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace

class EditorServer::State {
 public:
  State(const Send& send, std::string site)
      : send_(send),
        diagnosing_(workspace_, send),
        dispatcher_(methods(), send,
                    {.workers = 1,
                     .limits_notifications = false,
                     .canceled_code = request_canceled,
                     .refuses = false}) {
    workspace_.set_site(std::move(site));
  }

  [[nodiscard]] Dispatcher& dispatcher() { return dispatcher_; }
  [[nodiscard]] bool ends() const { return ends_; }
  [[nodiscard]] bool was_shut_down() const { return was_shut_down_; }

 private:
  using Handler = RpcAnswer (State::*)(const JsonValue& params);

  [[nodiscard]] std::vector<RpcMethod> methods();
  RpcMethod handled(std::string_view name, Handler handler,
                    RpcMethod::Where where = RpcMethod::Where::Worker);
  RpcMethod answered(const QuestionKind& kind);

  RpcAnswer initialize(const JsonValue& params);
  RpcAnswer initialized(const JsonValue& params);
  RpcAnswer shutdown(const JsonValue& params);
  RpcAnswer exit(const JsonValue& params);
  RpcAnswer cancel(const JsonValue& params);
  RpcAnswer ignore(const JsonValue& params);
  RpcAnswer did_open(const JsonValue& params);
  RpcAnswer did_change(const JsonValue& params);
  RpcAnswer did_close(const JsonValue& params);
  RpcAnswer did_save(const JsonValue& params);
  RpcAnswer did_change_files(const JsonValue& params);
  RpcAnswer did_change_folders(const JsonValue& params);

  Send send_;
  bool watches_ = false;  // the editor can watch files
  bool ends_ = false;
  bool was_shut_down_ = false;
  DiskWorkspace workspace_;
  Diagnosing diagnosing_;
  Dispatcher dispatcher_;
};

// One worker does everything in the order of messages: a place is one of the text as it was then.
// What cannot wait for it is done as it is received: above all, canceling what waits.
RpcMethod EditorServer::State::handled(std::string_view name, Handler handler,
                                       RpcMethod::Where where) {
  return {name, where,
          [this, handler](const RpcCall& call) { return (this->*handler)(call.params); }};
}

RpcMethod EditorServer::State::answered(const QuestionKind& kind) {
  return {kind.method, RpcMethod::Where::Worker,
          [this, answer = kind.answer](const RpcCall& call) -> RpcAnswer {
            const SharedText text = workspace_.find(document_uri(call.params));
            if (text == nullptr) {
              return rpc_failure(rpc_invalid_params, "this document is not open");
            }
            return answer({workspace_, *text, call.params});
          }};
}

std::vector<RpcMethod> EditorServer::State::methods() {
  std::vector<RpcMethod> all = {
      handled("initialize", &State::initialize),
      handled("initialized", &State::initialized),
      handled("shutdown", &State::shutdown),
      handled("exit", &State::exit, RpcMethod::Where::InOrder),
      handled("$/cancelRequest", &State::cancel, RpcMethod::Where::InOrder),
      handled("$/setTrace", &State::ignore),
      handled("textDocument/didOpen", &State::did_open),
      handled("textDocument/didChange", &State::did_change),
      handled("textDocument/didClose", &State::did_close),
      handled("textDocument/didSave", &State::did_save),
      handled("workspace/didChangeWatchedFiles", &State::did_change_files),
      handled("workspace/didChangeWorkspaceFolders", &State::did_change_folders),
      handled("workspace/didChangeConfiguration", &State::ignore),
  };
  // An editor may say exit without waiting for the answer.
  const auto shuts_down = [](const RpcMethod& one) { return one.name == "shutdown"; };
  std::find_if(all.begin(), all.end(), shuts_down)->runs_at_the_end = true;
  for (const QuestionKind& kind : all_questions()) all.push_back(answered(kind));
  return all;
}

RpcAnswer EditorServer::State::initialize(const JsonValue& params) {
  std::vector<std::string> roots = paths_of_folders(params.find("workspaceFolders"));
  if (roots.empty()) {
    const std::string root = path_of_uri(params.text_of("rootUri").value_or(""));
    if (!root.empty()) roots.push_back(root);
  }
  workspace_.change_roots(roots, {});
  const JsonValue* can_watch = value_at(
      params, {"capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"});
  watches_ = can_watch != nullptr && can_watch->boolean;
  if (const JsonValue* options = params.find("initializationOptions")) {
    const std::string_view pages = options->text_of("pages").value_or("");
    if (!pages.empty()) workspace_.set_site(std::string(pages));
  }
  JsonWriter json;
  json.begin_object();
  json.key("capabilities");
  json.text(server_capabilities);
  json.key("serverInfo");
  json.begin_object();
  json.key("name");
  json.string("rigy");
  json.key("version");
  json.string(version());
  json.end_object();
  json.end_object();
  return {json.take()};
}

RpcAnswer EditorServer::State::initialized(const JsonValue&) {
  if (watches_) send_(watch_request);
  return {"null"};
}

RpcAnswer EditorServer::State::shutdown(const JsonValue&) {
  was_shut_down_ = true;
  return {"null"};
}

RpcAnswer EditorServer::State::exit(const JsonValue&) {
  ends_ = true;
  return {"null"};
}

RpcAnswer EditorServer::State::cancel(const JsonValue& params) {
  if (const JsonValue* id = params.find("id")) dispatcher_.cancel(*id);
  return {"null"};
}

RpcAnswer EditorServer::State::ignore(const JsonValue&) { return {"null"}; }

RpcAnswer EditorServer::State::did_open(const JsonValue& params) {
  const JsonValue* document = params.find("textDocument");
  const std::string uri = document_uri(params);
  if (document == nullptr || uri.empty()) return {"null"};
  const JsonValue* number = document->find("version");
  workspace_.open(uri, std::string(document->text_of("text").value_or("")),
                  number == nullptr ? 0 : static_cast<std::int64_t>(number->number));
  diagnosing_.changed(uri);
  return {"null"};
}

RpcAnswer EditorServer::State::did_change(const JsonValue& params) {
  const std::string uri = document_uri(params);
  const SharedText before = workspace_.find(uri);
  const JsonValue* changes = params.find("contentChanges");
  if (before == nullptr || changes == nullptr) return {"null"};
  std::string text(before->document.text());
  for (const JsonValue& change : changes->items) {
    const std::string_view replacement = change.text_of("text").value_or("");
    const std::optional<LspRange> range = read_range(change.find("range"));
    text = range ? with_change(text, *range, replacement) : std::string(replacement);
  }
  const JsonValue* number = params.find("textDocument")->find("version");
  const bool has_version = number != nullptr && number->is(JsonValue::Kind::Number);
  workspace_.open(uri, std::move(text),
                  has_version ? static_cast<std::int64_t>(number->number) : before->version + 1);
  diagnosing_.changed(uri);
  return {"null"};
}

RpcAnswer EditorServer::State::did_close(const JsonValue& params) {
  const std::string uri = document_uri(params);
  workspace_.close(uri);
  diagnosing_.closed(uri);
  diagnosing_.changed(uri);
  return {"null"};
}

RpcAnswer EditorServer::State::did_save(const JsonValue& params) {
  diagnosing_.changed(document_uri(params));
  return {"null"};
}

RpcAnswer EditorServer::State::did_change_files(const JsonValue& params) {
  const JsonValue* changes = params.find("changes");
  if (changes == nullptr) return {"null"};
  for (const JsonValue& change : changes->items) {
    diagnosing_.changed(std::string(change.text_of("uri").value_or("")));
  }
  return {"null"};
}

RpcAnswer EditorServer::State::did_change_folders(const JsonValue& params) {
  workspace_.change_roots(paths_of_folders(value_at(params, {"event", "added"})),
                          paths_of_folders(value_at(params, {"event", "removed"})));
  for (const SharedText& text : workspace_.all()) diagnosing_.changed(text->uri);
  return {"null"};
}

EditorServer::EditorServer(const Send& send, std::string site)
    : state_(std::make_unique<State>(send, std::move(site))) {}

EditorServer::~EditorServer() = default;

void EditorServer::receive(std::string_view message) { state_->dispatcher().receive(message); }

void EditorServer::refuse_long() {
  state_->dispatcher().refuse(rpc_invalid_request, "the message is too long");
}

void EditorServer::cancel_all() { state_->dispatcher().cancel_all(); }

void EditorServer::finish() { state_->dispatcher().finish(); }

bool EditorServer::ends() const { return state_->ends(); }

bool EditorServer::was_shut_down() const { return state_->was_shut_down(); }

bool serve_editor(std::string site) {
  MessageWriter writer(Framing::ContentLength);
  EditorServer server([&writer](std::string_view message) { writer.send(message); },
                      std::move(site));
  read_messages(Framing::ContentLength,
                {.receive = [&](std::string_view message) { server.receive(message); },
                 .refuse_long = [&] { server.refuse_long(); },
                 .ends = [&] { return server.ends() || writer.is_closed(); }});
  // Nobody reads what else would be answered.
  if (server.ends() || writer.is_closed()) server.cancel_all();
  server.finish();
  return server.was_shut_down();
}

}  // namespace rigy::interfaces
