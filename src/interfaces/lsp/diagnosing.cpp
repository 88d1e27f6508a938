#include "lsp/diagnosing.hpp"

#include <new>
#include <utility>

#include "load/shared_assets.hpp"
#include "messages/dispatcher.hpp"
#include "questions/protocol_json.hpp"
#include "questions/uri.hpp"
#include "rigy/lint.hpp"

namespace rigy::interfaces {
namespace {

// Larger documents are checked, but not looked at by lint while they are being written.
constexpr std::size_t max_linted_size = 200'000;

std::vector<Diagnostic> lint_of(const EditedText& text, const Analysis& analysis) {
  if (!analysis.ok() || text.document.text().size() > max_linted_size) return {};
  return lint(analysis, {}).report.diagnostics;
}

}  // namespace

Diagnosing::Diagnosing(DiskWorkspace& workspace, Send send)
    : workspace_(workspace), send_(std::move(send)), thread_([this] { work(); }) {}

Diagnosing::~Diagnosing() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  condition_.notify_all();
  thread_.join();
}

void Diagnosing::changed(const std::string& uri) {
  std::vector<std::string> users = workspace_.users_of(path_of_uri(uri));
  const std::lock_guard lock(mutex_);
  waiting_.insert(users.begin(), users.end());
  if (workspace_.find(uri) != nullptr) waiting_.insert(uri);
  condition_.notify_all();
}

void Diagnosing::closed(const std::string& uri) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.erase(uri);
  }
  publish(uri, nullptr);
}

void Diagnosing::wait() {
  std::unique_lock lock(mutex_);
  condition_.wait(lock, [this] { return waiting_.empty() && !is_working_; });
}

void Diagnosing::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    condition_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (ends_) return;
    const auto uri = waiting_.extract(waiting_.begin());
    is_working_ = true;
    lock.unlock();
    diagnose_if_possible(uri.value());
    lock.lock();
    is_working_ = false;
    condition_.notify_all();
  }
}

// Without memory, what was published stays, and the next change is looked at again.
void Diagnosing::diagnose_if_possible(const std::string& uri) {
  try {
    diagnose(uri);
  } catch (const std::bad_alloc&) {
    return;
  }
}

void Diagnosing::diagnose(const std::string& uri) {
  const SharedText text = workspace_.find(uri);
  if (text == nullptr) return;
  auto analyzed = std::make_shared<AnalyzedText>();
  analyzed->text = text;
  const std::shared_ptr<FileReader> files = workspace_.files_for(*text);
  shared_->look_again();
  analyzed->analysis = analyze_text(*text, *files, shared_);
  analyzed->lint = lint_of(*text, analyzed->analysis);
  workspace_.keep(analyzed);
  publish(uri, analyzed.get());
}

void Diagnosing::publish(const std::string& uri, const AnalyzedText* analyzed) {
  std::map<std::string, std::vector<std::string>> now;
  const std::lock_guard lock(mutex_);
  if (analyzed != nullptr) {
    now[uri];
    const AnalyzedAssembly* assembly = analyzed->analysis.assembly.get();
    const auto add = [&](const Diagnostic& diagnostic) {
      JsonWriter json;
      write_diagnostic(json, diagnostic, workspace_, assembly);
      const bool is_entry = diagnostic.place.file == analyzed->analysis.files.front();
      now[is_entry ? uri : uri_of_file(workspace_, assembly, diagnostic.place.file)].push_back(
          json.take());
    };
    for (const Diagnostic& diagnostic : analyzed->analysis.report.diagnostics) add(diagnostic);
    for (const Diagnostic& diagnostic : analyzed->lint) add(diagnostic);
  }
  std::set<std::string> files;
  for (auto& [file, by_document] : found_) {
    if (by_document.erase(uri) > 0) files.insert(file);
  }
  for (auto& [file, diagnostics] : now) {
    found_[file][uri] = std::move(diagnostics);
    files.insert(file);
  }
  for (const std::string& file : files) {
    send_file(file, file == uri && analyzed != nullptr ? analyzed->text->version : -1);
  }
}

void Diagnosing::send_file(const std::string& file, std::int64_t version) {
  JsonWriter json;
  json.begin_object();
  json.key("uri");
  json.string(file);
  if (version >= 0) {
    json.key("version");
    json.number(static_cast<std::uint64_t>(version));
  }
  json.key("diagnostics");
  json.begin_array();
  const auto& by_document = found_[file];
  // An open document speaks for itself; of a closed one, whoever imports it does.
  const auto own = by_document.find(file);
  for (const auto& [document, diagnostics] : by_document) {
    if (own != by_document.end() && document != file) continue;
    for (const std::string& diagnostic : diagnostics) json.text(diagnostic);
  }
  json.end_array();
  json.end_object();
  if (by_document.empty()) found_.erase(file);
  send_(rpc_notification("textDocument/publishDiagnostics", json.take()));
}

}  // namespace rigy::interfaces
