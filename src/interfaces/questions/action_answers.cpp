// What an editor offers to do at a place: fixes, suppressions, common work.
#include <algorithm>
#include <string_view>
#include <vector>

#include "common/unreachable.hpp"
#include "editor/actions.hpp"
#include "questions/answers.hpp"
#include "questions/protocol_json.hpp"
#include "rigy/fix.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view fix_kind = "quickfix";
constexpr std::string_view fix_all_kind = "source.fixAll";

std::string_view name_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::Allow:
      return fix_kind;
    case ActionKind::Extract:
      return "refactor.extract";
    case ActionKind::Rewrite:
      return "refactor.rewrite";
  }
  unreachable();
}

// Whether the editor asks for actions of that kind: "source" asks for "source.fixAll", too.
bool asks_for(const JsonValue* only, std::string_view kind) {
  return std::any_of(only->items.begin(), only->items.end(), [kind](const JsonValue& one) {
    const std::string_view wanted = one.text;
    if (!kind.starts_with(wanted)) return false;
    return wanted.empty() || kind.size() == wanted.size() || kind[wanted.size()] == '.';
  });
}

bool touches(LspRange a, LspRange b) { return a.start <= b.end && b.start <= a.end; }

struct ProtocolAction {
  std::string_view kind;
  std::string title;
  std::vector<const Diagnostic*> diagnostics = {};  // that it is for
  bool is_preferred = false;
};

// A fix, and the diagnostics that it is offered for.
struct OfferedFix {
  const Fix& fix;
  std::vector<const Diagnostic*> diagnostics;
  bool is_preferred = false;
};

bool is_same(const Fix& a, const Fix& b) {
  const auto is_same_edit = [](const FixEdit& one, const FixEdit& other) {
    return one.place.file == other.place.file && one.edit == other.edit;
  };
  return a.title == b.title &&
         std::equal(a.edits.begin(), a.edits.end(), b.edits.begin(), b.edits.end(), is_same_edit);
}

// Each once: a list of 255s is outside the range at each of its numbers.
std::vector<OfferedFix> offered(const Fixes& fixes, const std::vector<Diagnostic>& diagnostics) {
  std::vector<OfferedFix> all;
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    for (const Fix& fix : fixes[i]) {
      const bool is_preferred = fix.safe && &fix == &fixes[i].front();
      const auto known = std::find_if(
          all.begin(), all.end(), [&fix](const OfferedFix& one) { return is_same(one.fix, fix); });
      if (known == all.end()) {
        all.push_back({fix, {&diagnostics[i]}, is_preferred});
      } else {
        known->diagnostics.push_back(&diagnostics[i]);
        known->is_preferred = known->is_preferred || is_preferred;
      }
    }
  }
  return all;
}

class ActionWriter {
 public:
  explicit ActionWriter(const Question& question)
      : question_(question), current_(current_analysis(question.workspace, question.text)) {
    if (const JsonValue* context = question.params.find("context")) only_ = context->find("only");
    range_ = read_range(question.params.find("range")).value_or(LspRange{});
  }

  [[nodiscard]] std::string run();

 private:
  [[nodiscard]] bool wants(std::string_view kind) const {
    return only_ == nullptr || asks_for(only_, kind);
  }
  [[nodiscard]] bool is_here(const Diagnostic& diagnostic) const;
  void add_fixes();
  void add_suppressions();
  void add_common_work();
  void add_fix_of_all();
  void add(const ProtocolAction& action, const TextEdits& edits);
  void add_fix(const OfferedFix& offer);
  void begin(const ProtocolAction& action);
  void end();
  [[nodiscard]] const AnalyzedAssembly* assembly() const {
    return current_->analysis.assembly.get();
  }

  const Question& question_;
  std::shared_ptr<const AnalyzedText> current_;
  const JsonValue* only_ = nullptr;  // null: whatever there is
  LspRange range_;
  JsonWriter json_;
};

bool ActionWriter::is_here(const Diagnostic& diagnostic) const {
  const std::vector<std::string>& files = current_->analysis.files;
  if (files.empty() || diagnostic.place.file != files.front()) return false;
  return touches(range_of(diagnostic.place), range_);
}

void ActionWriter::begin(const ProtocolAction& action) {
  json_.begin_object();
  json_.key("title");
  json_.string(action.title);
  json_.key("kind");
  json_.string(action.kind);
  if (!action.diagnostics.empty()) {
    json_.key("diagnostics");
    json_.begin_array();
    for (const Diagnostic* const one : action.diagnostics) {
      write_diagnostic(json_, *one, question_.workspace, assembly());
    }
    json_.end_array();
  }
  if (action.is_preferred) {
    json_.key("isPreferred");
    json_.boolean(true);
  }
  json_.key("edit");
  json_.begin_object();
  json_.key("documentChanges");
  json_.begin_array();
}

void ActionWriter::end() {
  json_.end_array();
  json_.end_object();
  json_.end_object();
}

void ActionWriter::add(const ProtocolAction& action, const TextEdits& edits) {
  begin(action);
  write_document_edits(json_, question_.text.uri, question_.text.document.text(), edits);
  end();
}

// Its edits may be in several files.
void ActionWriter::add_fix(const OfferedFix& offer) {
  begin({fix_kind, action_title(offer.fix), offer.diagnostics, offer.is_preferred});
  for (const FixEdit& one : offer.fix.edits) {
    const bool is_own = one.place.file == current_->analysis.files.front();
    begin_document_edits(json_, is_own
                                    ? question_.text.uri
                                    : uri_of_file(question_.workspace, assembly(), one.place.file));
    json_.begin_array();
    write_edit(json_, range_of(one.place), one.edit.text);
    json_.end_array();
    json_.end_object();
  }
  end();
}

void ActionWriter::add_fixes() {
  Report here;
  for (const Diagnostic& one : current_->analysis.report.diagnostics) {
    if (is_here(one)) here.diagnostics.push_back(one);
  }
  if (here.diagnostics.empty()) return;
  const std::shared_ptr<FileReader> files = question_.workspace.files_for(question_.text);
  const Fixes fixes = find_fixes(current_->analysis, *files, here);
  for (const OfferedFix& one : offered(fixes, here.diagnostics)) add_fix(one);
}

void ActionWriter::add_suppressions() {
  for (const Diagnostic& finding : current_->lint) {
    if (!is_here(finding)) continue;
    const std::optional<EditorAction> action = allow_finding(question_.text.document, finding);
    if (action) add({name_of(action->kind), action->title, {&finding}}, action->edits);
  }
}

void ActionWriter::add_common_work() {
  const std::size_t offset = question_.text.positions.offset_of(range_.start);
  for (const EditorAction& action :
       refactorings_at(question_.text.document, &current_->analysis, offset)) {
    if (wants(name_of(action.kind))) add({name_of(action.kind), action.title}, action.edits);
  }
}

void ActionWriter::add_fix_of_all() {
  const std::shared_ptr<FileReader> files = question_.workspace.files_for(question_.text);
  const FixResult fixed = fix(question_.text.document.path, *files);
  for (const FixedFile& file : fixed.changed) {
    if (fixed.files.empty() || file.name != fixed.files.front()) continue;
    add({fix_all_kind, "Apply all safe fixes"}, {lines_between(file.before, file.after)});
  }
}

std::string ActionWriter::run() {
  json_.begin_array();
  if (wants(fix_kind)) {
    add_fixes();
    add_suppressions();
  }
  add_common_work();
  // It takes several analyses, so an editor has to ask for it.
  if (only_ != nullptr && asks_for(only_, fix_all_kind)) add_fix_of_all();
  json_.end_array();
  return json_.take();
}

}  // namespace

std::string answer_code_actions(const Question& question) { return ActionWriter(question).run(); }

}  // namespace rigy::interfaces
