// Fixes applied to documents, until nothing changes.
#include "rigy/fix.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"
#include "interfaces_floor.hpp"
#include "library/with_memory.hpp"

namespace rigy::interfaces {
namespace {

// Each fix may bring up others, but not for ever.
constexpr int max_rounds = 200;

// Reads through another reader, except files whose text has changed.
class ChangedFiles final : public FileReader {
 public:
  explicit ChangedFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    return noted(files_.read_entry(path));
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return noted(files_.read_relative(from, path));
  }

  // The texts of all files that were read, by the names that messages show.
  std::map<std::string, std::string> texts;
  std::map<std::string, std::string> originals;

 private:
  FileResult noted(FileResult result) {
    auto* contents = std::get_if<FileContents>(&result);
    if (contents == nullptr) return result;
    const auto [known, is_new] = texts.emplace(contents->shown_path, contents->text);
    if (is_new) originals.emplace(contents->shown_path, contents->text);
    contents->text = known->second;
    return result;
  }

  FileReader& files_;
};

// A fix and what it is for.
struct Candidate {
  std::string id;
  Place place;
  Fix fix;

  // What tells it from others, also when lines have moved.
  [[nodiscard]] std::pair<std::string, std::string> key() const {
    return {id, place.file + "\n" + fix.title};
  }
};

// The documents as they are.
struct State {
  Analysis analysis;
  Fixes fixes;
};

class Fixer {
 public:
  Fixer(const std::string& entry, FileReader& files, const FixOptions& options)
      : entry_(entry), files_(files), options_(options) {
    // What is shared is that of the unchanged files.
    options_.compile.analysis.shared = nullptr;
  }

  [[nodiscard]] FixResult run();

 private:
  [[nodiscard]] State checked();
  [[nodiscard]] std::vector<Candidate> candidates(const State& state) const;
  [[nodiscard]] bool apply(const std::vector<Candidate>& fixes);
  [[nodiscard]] std::size_t apply_all(const std::vector<Candidate>& fixes, State& now);
  [[nodiscard]] std::size_t apply_some(std::vector<Candidate> fixes, State& now);
  void finish(State state, FixResult& result);

  const std::string& entry_;
  ChangedFiles files_;
  FixOptions options_;
  std::set<std::pair<std::string, std::string>> refused_;  // they would bring up something else
};

std::map<std::string, std::size_t> ids_in(const Report& report) {
  std::map<std::string, std::size_t> ids;
  for (const Diagnostic& one : report.diagnostics) ++ids[one.id];
  return ids;
}

// Whether nothing of a new id has come up, and something has gone away.
bool is_better(const Report& before, const Report& after) {
  const auto old_ids = ids_in(before);
  const auto new_ids = ids_in(after);
  const bool is_covered = std::all_of(new_ids.begin(), new_ids.end(),
                                      [&](const auto& one) { return old_ids.contains(one.first); });
  return is_covered && after.errors <= before.errors &&
         after.errors + after.warnings < before.errors + before.warnings;
}

bool overlap(const FixEdit& a, const FixEdit& b) {
  if (a.place.file != b.place.file) return false;
  return a.edit.begin < b.edit.end && b.edit.begin < a.edit.end;
}

bool overlap(const Fix& a, const Fix& b) {
  return std::any_of(a.edits.begin(), a.edits.end(), [&b](const FixEdit& one) {
    return std::any_of(b.edits.begin(), b.edits.end(), [&one](const FixEdit& other) {
      const bool is_same_insertion = one.place.file == other.place.file && one.edit == other.edit;
      return is_same_insertion || overlap(one, other);
    });
  });
}

State Fixer::checked() {
  const Analysis analysis = with_memory(analyze(entry_, files_, options_.compile.analysis));
  State state{with_memory(check(analysis, options_.compile)), {}};
  state.fixes = find_fixes(analysis, files_, state.analysis.report);
  return state;
}

// The first fix of each diagnostic, of those that do not get in each other's way.
std::vector<Candidate> Fixer::candidates(const State& state) const {
  std::vector<Candidate> chosen;
  for (std::size_t i = 0; i < state.fixes.size(); ++i) {
    const Diagnostic& diagnostic = state.analysis.report.diagnostics[i];
    for (const Fix& fix : state.fixes[i]) {
      Candidate candidate{diagnostic.id, diagnostic.place, fix};
      if (!fix.safe && !options_.with_unsafe) continue;
      if (refused_.contains(candidate.key())) continue;
      const bool is_free = std::none_of(chosen.begin(), chosen.end(), [&fix](const Candidate& one) {
        return overlap(one.fix, fix);
      });
      if (is_free) chosen.push_back(std::move(candidate));
      break;
    }
  }
  return chosen;
}

bool Fixer::apply(const std::vector<Candidate>& fixes) {
  std::map<std::string, TextEdits> edits;
  for (const Candidate& one : fixes) {
    for (const FixEdit& edit : one.fix.edits) edits[edit.place.file].push_back(edit.edit);
  }
  for (const auto& [file, of_file] : edits) {
    const auto known = files_.texts.find(file);
    if (known == files_.texts.end()) return false;
    std::optional<std::string> text = apply_edits(known->second, of_file);
    if (!text) return false;
    known->second = std::move(*text);
  }
  return true;
}

// How many were applied: all or none.
std::size_t Fixer::apply_all(const std::vector<Candidate>& fixes, State& now) {
  const auto before = files_.texts;
  if (apply(fixes)) {
    State after = checked();
    if (is_better(now.analysis.report, after.analysis.report)) {
      now = std::move(after);
      return fixes.size();
    }
  }
  files_.texts = before;
  return 0;
}

// As many from the first on as can be applied together; if none can, the first is not tried again.
std::size_t Fixer::apply_some(std::vector<Candidate> fixes, State& now) {
  for (; !fixes.empty(); fixes.resize(fixes.size() / 2)) {
    if (const std::size_t applied = apply_all(fixes, now); applied > 0) return applied;
    if (fixes.size() == 1) refused_.insert(fixes[0].key());
  }
  return 0;
}

void Fixer::finish(State state, FixResult& result) {
  for (const auto& [name, text] : files_.texts) {
    const std::string& before = files_.originals.at(name);
    if (text != before) result.changed.push_back({name, before, text});
  }
  for (std::size_t i = 0; i < state.fixes.size(); ++i) {
    if (state.fixes[i].empty()) continue;
    const Diagnostic& diagnostic = state.analysis.report.diagnostics[i];
    const Fix& fix = state.fixes[i].front();
    const bool was_refused =
        refused_.contains(Candidate{diagnostic.id, diagnostic.place, fix}.key());
    if (fix.safe && !was_refused) continue;
    result.left.push_back({diagnostic.id, diagnostic.place, fix.title,
                           was_refused ? "something else would then be wrong" : fix.reason});
  }
  result.fixes = std::move(state.fixes);
  static_cast<Outcome&>(result) = std::move(state.analysis);
}

FixResult Fixer::run() {
  FixResult result;
  State now = checked();
  for (int round = 0; round < max_rounds; ++round) {
    const std::vector<Candidate> fixes = candidates(now);
    if (fixes.empty()) break;
    const std::size_t applied = apply_some(fixes, now);
    result.applied += applied;
    // What was refused may help now.
    if (applied > 0) refused_.clear();
  }
  finish(std::move(now), result);
  return result;
}

}  // namespace
}  // namespace rigy::interfaces

namespace rigy {
using namespace interfaces;

FixResult fix(const std::string& entry, FileReader& files, const FixOptions& options) {
  return guarded([&] { return Fixer(entry, files, options).run(); },
                 [&](const Failure& failure) {
                   FixResult result;
                   result.files = {entry};
                   result.report = report_of(failure, entry, options.compile.analysis);
                   return result;
                 });
}

}  // namespace rigy
