#include "diagnostics/diagnostics.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "common/limits.hpp"
#include "common/unreachable.hpp"
#include "diagnostics/suggestions.hpp"
#include "hashing/text_hash.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

// Longer lines are not quoted: nobody could read them.
constexpr std::size_t max_quoted_line = 4096;

// Separates the keys of findings about generated items from others.
constexpr std::uint64_t made_items = 0x6d616465;
constexpr std::uint64_t unread = 0x756e7264;

std::uint64_t key_of(Code code, const SourceRange& range) {
  return hash_of(
      {static_cast<std::uint64_t>(code), range.source, range.start.line, range.start.column});
}

bool names(const std::vector<std::string>& ids, std::string_view id) {
  return std::any_of(ids.begin(), ids.end(),
                     [id](const std::string& one) { return one == id || one == "all"; });
}

// Parsing comes before composition, composition before validation, validation before export.
int stage_of(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::InputError:
    case ErrorClass::ParseError:
      return 0;
    case ErrorClass::ContractError:
    case ErrorClass::CompositionError:
      return 1;
    case ErrorClass::ValidationError:
      return 2;
    case ErrorClass::TessellationError:
      return 3;
    case ErrorClass::ExportError:
      return 4;
    case ErrorClass::None:
      return 5;
  }
  unreachable();
}

Judgment judge(const DiagnosticInfo& info, const AnalyzeOptions& options) {
  if (info.severity == Severity::Error) return {true, Severity::Error, info.error_class};
  if (names(options.suppressed_warnings, info.id)) return {.reported = false};
  if (names(options.warnings_as_errors, info.id)) {
    return {true, Severity::Error, ErrorClass::ValidationError};
  }
  return {true, Severity::Warning, ErrorClass::None};
}

Place place_of(const SourceRange& range, const Source& source, LineIndex& lines) {
  Place place{source.name, range.start, range.end, 0, 0, {}};
  if (range.start.line == 0) return place;
  const std::string_view line = lines.line(range.start.line);
  place.start_utf16 = lines.utf16_column(range.start.line, range.start.column);
  place.end_utf16 = lines.utf16_column(range.end.line, range.end.column);
  if (source.quotable && line.size() <= max_quoted_line) place.source_line = line;
  return place;
}

// The sources with their line indexes, each built when it is first needed.
class IndexedSources {
 public:
  explicit IndexedSources(const Sources& sources) : sources_(sources), indexes_(sources.size()) {}

  Place place(const SourceRange& range) {
    const Source& source = *sources_[range.source].source;
    auto& index = indexes_[range.source];
    if (!index) index.emplace(source.text);
    return place_of(range, source, *index);
  }

  // Where the source is named, where the file naming it is named, and so on.
  void append_chain(SourceId source, std::vector<Related>& related) {
    while (const auto& named_at = sources_[source].named_at) {
      related.push_back({place(named_at->range), named_at->message});
      source = named_at->range.source;
    }
  }

 private:
  const Sources& sources_;
  std::vector<std::optional<LineIndex>> indexes_;
};

Diagnostic to_diagnostic(Finding&& finding, const Judgment& judgment, IndexedSources& sources) {
  Diagnostic out;
  out.id = info_of(finding.code).id;
  out.severity = judgment.severity;
  out.error_class = judgment.error_class;
  out.message = std::move(finding.message);
  out.place = sources.place(finding.range);
  out.path = std::move(finding.path);
  out.help = std::move(finding.help);
  for (RelatedRange& related : finding.related) {
    out.related.push_back({sources.place(related.range), std::move(related.message)});
  }
  sources.append_chain(finding.range.source, out.related);
  return out;
}

// Enough for a screen full of suggestions in large documents, and a bound on their cost.
constexpr std::size_t max_suggestion_work = 2'000'000;

// A stretch of a line of which the text is not YAML, or one that is so many stretches away.
std::uint64_t hash_of_unread(const SourceRange& range, int away) {
  constexpr int stretch = 3;  // there may be another mistake on the line
  const int number = static_cast<int>(range.start.column) / stretch + away;
  return hash_of({unread, range.source, range.start.line, static_cast<std::uint64_t>(number)});
}

// Whether it cannot be read what stands there: what is wrong with its meaning follows from that.
bool is_unread(const std::unordered_set<std::uint64_t>& said, const SourceRange& range) {
  return said.contains(hash_of_unread(range, 0)) || said.contains(hash_of_unread(range, 1)) ||
         said.contains(hash_of_unread(range, -1));
}

}  // namespace

Diagnostics::Diagnostics(const AnalyzeOptions& options)
    : max_shown_(options.max_errors), warnings_kept_(diagnostics_count()) {
  for (std::size_t i = 0; i < diagnostics_count(); ++i) {
    judgments_.push_back(judge(diagnostics_begin()[i], options));
  }
}

void Diagnostics::count(Code code, const SourceRange& range) {
  ++counts_[static_cast<std::size_t>(code)];
  const DiagnosticInfo& info = info_of(code);
  if (info.severity == Severity::Error) ++errors_;
  if (expects_mirrored_) places_.insert(key_of(code, range));
}

FirstFindings& Diagnostics::kept(Code code) {
  return info_of(code).severity == Severity::Error ? errors_kept_
                                                   : warnings_kept_[static_cast<std::size_t>(code)];
}

bool Diagnostics::wants(Code code, const SourceRange& range) {
  const Judgment& judgment = judgments_[static_cast<std::size_t>(code)];
  if (!judgment.reported) return false;
  if (code != Code::NotYaml && counts_[static_cast<std::size_t>(Code::NotYaml)] > 0 &&
      is_unread(messages_, range)) {
    return false;
  }
  // After enough errors, further ones may only follow from what was left out.
  if (!has_enough_errors() && kept(code).would_keep(range)) return true;
  count(code, range);
  return false;
}

NewFinding Diagnostics::keep(Code code, const SourceRange& range, std::string message,
                             std::string path, std::string_view origin) {
  const std::uint64_t place = key_of(code, range);
  if (!origin.empty()) {
    // Many items may come from one place; a finding about the first covers the others.
    const std::uint64_t said_there = hash_of({place, made_items});
    const std::uint64_t said_of_item = hash_of({said_there, hash_of(origin)});
    if (messages_.contains(said_there) && !messages_.contains(said_of_item)) return {};
    messages_.insert({said_there, said_of_item});
  }
  if (!messages_.insert(hash_of({place, hash_of(message)})).second) return {};
  if (code == Code::NotYaml) messages_.insert(hash_of_unread(range, 0));
  message += origin;
  count(code, range);
  return NewFinding(
      kept(code).add({code, range, ++order_, std::move(message), std::move(path), {}, {}}));
}

bool Diagnostics::was_said(Code code, const SourceRange& range) const {
  return places_.contains(key_of(code, range));
}

std::optional<std::vector<Finding>> Diagnostics::take_findings() {
  std::vector<Finding> all = errors_kept_.take_sorted();
  for (FirstFindings& of_one_code : warnings_kept_) {
    std::vector<Finding> warnings = of_one_code.take_sorted();
    std::move(warnings.begin(), warnings.end(), std::back_inserter(all));
  }
  const std::size_t found = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  if (all.size() != found) return std::nullopt;
  std::sort(all.begin(), all.end(),
            [](const Finding& a, const Finding& b) { return a.order < b.order; });
  return all;
}

void Diagnostics::repeat(const Finding& finding, SourceId source) {
  SourceRange range = finding.range;
  range.source = source;
  if (!wants(finding.code, range)) return;
  const NewFinding added = keep(finding.code, range, finding.message, finding.path);
  if (!added) return;
  added.help(finding.help);
  for (RelatedRange related : finding.related) {
    related.range.source = source;
    added.related(related.range, "{}", related.message);
  }
}

bool Diagnostics::is_crowded() const {
  const std::size_t found = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  return found >= max_kept_diagnostics;
}

std::string Diagnostics::did_you_mean(std::string_view word,
                                      std::span<const std::string_view> candidates) {
  ClosestWord closest(word);
  for (const std::string_view candidate : candidates) {
    if (suggestion_work_ >= max_suggestion_work) return {};
    suggestion_work_ += closest.offer(candidate);
  }
  return closest.best().empty() ? std::string() : message_of("did you mean '{}'?", closest.best());
}

void Diagnostics::sum_up(Report& report) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const Judgment& judgment = judgments_[i];
    const DiagnosticInfo& info = diagnostics_begin()[i];
    (judgment.severity == Severity::Error ? report.errors : report.warnings) += counts_[i];
    if (info.severity == Severity::Warning) {
      report.warning_counts.push_back({info.id, counts_[i], judgment.severity});
    }
    if (stage_of(judgment.error_class) < stage_of(report.error_class)) {
      report.error_class = judgment.error_class;
    }
  }
  if (gave_up_) report.error_class = ErrorClass::ParseError;
}

std::vector<Finding> Diagnostics::take_shown() {
  std::vector<Finding> shown = errors_kept_.take_sorted();
  shown.resize(std::min(shown.size(), max_shown_));
  std::vector<Finding> more;
  for (FirstFindings& of_one_code : warnings_kept_) {
    std::vector<Finding> warnings = of_one_code.take_sorted();
    if (warnings.empty()) continue;
    shown.push_back(std::move(warnings[0]));
    std::move(warnings.begin() + 1, warnings.end(), std::back_inserter(more));
  }
  std::sort(more.begin(), more.end(), comes_before);
  more.resize(std::min(more.size(), max_shown_ - std::min(max_shown_, shown.size())));
  std::move(more.begin(), more.end(), std::back_inserter(shown));
  std::sort(shown.begin(), shown.end(), comes_before);
  return shown;
}

Report Diagnostics::report(const Sources& sources) {
  Report report;
  sum_up(report);
  IndexedSources indexed(sources);
  for (Finding& finding : take_shown()) {
    const Judgment& judgment = judgments_[static_cast<std::size_t>(finding.code)];
    report.diagnostics.push_back(to_diagnostic(std::move(finding), judgment, indexed));
  }
  report.omitted = report.errors + report.warnings - report.diagnostics.size();
  return report;
}

}  // namespace rigy::language
