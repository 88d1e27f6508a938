#include "diagnostics/diagnostics.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/limits.hpp"
#include "base/lines.hpp"
#include "base/text_hash.hpp"

namespace rigy {
namespace {

// A line longer than this is not quoted: nobody could read it.
constexpr std::size_t max_quoted_line = 4096;
// Words longer than this are not worth guessing at.
constexpr std::size_t max_guessed_word = 64;

// Tells keys of what was said of made items from others.
constexpr std::uint64_t made_items = 0x6d616465;

std::uint64_t mixed(std::uint64_t key, std::uint64_t part) {
  key = (key ^ part) * 0x9e3779b97f4a7c15u;
  return key ^ (key >> 29);
}

std::uint64_t key_of(Code code, const Spot& spot) {
  auto key = static_cast<std::uint64_t>(code);
  for (const std::uint32_t part : {spot.source, spot.start.line, spot.start.column}) {
    key = mixed(key, part);
  }
  return key;
}

auto place_in_order(const Spot& spot) { return std::tie(spot.source, spot.start); }

bool comes_before(const Finding& a, const Finding& b) {
  return std::tie(a.spot.source, a.spot.start, a.order) <
         std::tie(b.spot.source, b.spot.start, b.order);
}

bool names(const std::vector<std::string>& ids, std::string_view id) {
  return std::any_of(ids.begin(), ids.end(),
                     [id](const std::string& one) { return one == id || one == "all"; });
}

// Parsing comes before composition, composition before validation, validation before export.
int stage_of(ErrorClass error_class) {
  switch (error_class) {
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
      break;
  }
  return 5;
}

Judgement judge(const DiagnosticInfo& info, const CompileOptions& options) {
  if (info.severity == Severity::Error) return {true, Severity::Error, info.error_class};
  if (names(options.suppressed_warnings, info.id)) return {.reported = false};
  if (names(options.warnings_as_errors, info.id)) {
    return {true, Severity::Error, ErrorClass::ValidationError};
  }
  return {true, Severity::Warning, ErrorClass::None};
}

Place place_of(const Spot& spot, const Source& source, LineIndex& lines) {
  Place place{source.name, spot.start, spot.end, 0, 0, {}};
  if (spot.start.line == 0) return place;
  const std::string_view line = lines.line(spot.start.line);
  place.start_utf16 = lines.utf16_column(spot.start.line, spot.start.column);
  place.end_utf16 = lines.utf16_column(spot.end.line, spot.end.column);
  if (source.quotable && line.size() <= max_quoted_line) place.source_line = line;
  return place;
}

// The sources with their line indexes, each made when it is first needed.
class IndexedSources {
 public:
  explicit IndexedSources(const std::vector<Source>& sources)
      : sources_(sources), indexes_(sources.size()) {}

  Place place(const Spot& spot) {
    const Source& source = sources_[spot.source];
    auto& index = indexes_[spot.source];
    if (!index) index.emplace(source.text);
    return place_of(spot, source, *index);
  }

  // Where the source is named, where the one that names it is named, and so on.
  void append_chain(SourceId source, std::vector<Related>& related) {
    while (const auto& named_at = sources_[source].named_at) {
      related.push_back({place(named_at->spot), named_at->message});
      source = named_at->spot.source;
    }
  }

 private:
  const std::vector<Source>& sources_;
  std::vector<std::optional<LineIndex>> indexes_;
};

Diagnostic to_diagnostic(Finding&& finding, const Judgement& judgement, IndexedSources& sources) {
  Diagnostic out;
  out.id = info_of(finding.code).id;
  out.severity = judgement.severity;
  out.error_class = judgement.error_class;
  out.message = std::move(finding.message);
  out.place = sources.place(finding.spot);
  out.path = std::move(finding.path);
  out.help = std::move(finding.help);
  for (RelatedSpot& related : finding.related) {
    out.related.push_back({sources.place(related.spot), std::move(related.message)});
  }
  sources.append_chain(finding.spot.source, out.related);
  return out;
}

// Enough for a screen full of suggestions in large documents, and a bound on the time they cost.
constexpr std::size_t max_suggestion_work = 2'000'000;

std::uint32_t points_in(std::string_view utf8) {
  return static_cast<std::uint32_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letter(char a, char b) { return lower(a) == lower(b); }

// Damerau's distance with adjacent transpositions, two rows and one more; gives up past `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t best = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = previous[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({change, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
      best = std::min(best, current[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

// "mesh" of "mesh_id", "color" of "base_color".
bool is_part_of_name(std::string_view word, std::string_view name) {
  if (word.size() < 3 || word.size() >= name.size()) return false;
  return (name.starts_with(word) && name[word.size()] == '_') ||
         (name.ends_with(word) && name[name.size() - word.size() - 1] == '_');
}

}  // namespace

bool FirstFindings::would_keep(const Spot& spot) const {
  return !cut_off_at_ || place_in_order(spot) < place_in_order(*cut_off_at_);
}

Finding& FirstFindings::add(Finding finding) {
  if (findings_.size() >= 2 * max_kept_diagnostics) cut_off();
  return findings_.emplace_back(std::move(finding));
}

void FirstFindings::cut_off() {
  const auto end = findings_.begin() + static_cast<std::ptrdiff_t>(max_kept_diagnostics);
  std::nth_element(findings_.begin(), end, findings_.end(), comes_before);
  cut_off_at_ = end->spot;
  findings_.erase(end, findings_.end());
}

std::vector<Finding> FirstFindings::take_sorted() {
  std::sort(findings_.begin(), findings_.end(), comes_before);
  return std::move(findings_);
}

Diagnostics::Diagnostics(const CompileOptions& options) : max_shown_(options.max_errors) {
  for (std::size_t i = 0; i < diagnostics_count(); ++i) {
    judgements_.push_back(judge(diagnostics_begin()[i], options));
  }
}

void Diagnostics::count(Code code, const Spot& spot) {
  ++counts_[static_cast<std::size_t>(code)];
  const DiagnosticInfo& info = info_of(code);
  if (info.severity == Severity::Error) ++errors_;
  if (expects_mirrored_) places_.insert(key_of(code, spot));
}

bool Diagnostics::wants(Code code, const Spot& spot) {
  const Judgement& judgement = judgements_[static_cast<std::size_t>(code)];
  if (!judgement.reported) return false;
  const bool is_error = judgement.severity == Severity::Error;
  const FirstFindings& kept = is_error ? errors_kept_ : warnings_kept_;
  // With enough errors, what still comes may only follow from what was left out.
  if (!has_enough_errors() && kept.would_keep(spot)) return true;
  count(code, spot);
  return false;
}

Added Diagnostics::keep(Code code, const Spot& spot, std::string message, std::string path,
                        std::string_view origin) {
  const std::uint64_t place = key_of(code, spot);
  if (!origin.empty()) {
    // Many items may be made from one place; what was said of the first goes for the others.
    const std::uint64_t said_there = mixed(place, made_items);
    const std::uint64_t said_of_item = mixed(said_there, hash_of(origin));
    if (messages_.contains(said_there) && !messages_.contains(said_of_item)) return {};
    messages_.insert({said_there, said_of_item});
  }
  if (!messages_.insert(mixed(place, hash_of(message))).second) return {};
  message += origin;
  count(code, spot);
  const bool is_error = judgements_[static_cast<std::size_t>(code)].severity == Severity::Error;
  return Added((is_error ? errors_kept_ : warnings_kept_)
                   .add({code, spot, ++order_, std::move(message), std::move(path), {}, {}}));
}

bool Diagnostics::was_said(Code code, const Spot& spot) const {
  return places_.contains(key_of(code, spot));
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

Report Diagnostics::report(const std::vector<Source>& sources) {
  Report report;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const Judgement& judgement = judgements_[i];
    (judgement.severity == Severity::Error ? report.errors : report.warnings) += counts_[i];
    if (stage_of(judgement.error_class) < stage_of(report.error_class)) {
      report.error_class = judgement.error_class;
    }
  }
  if (gave_up_) report.error_class = ErrorClass::ParseError;
  std::vector<Finding> shown = errors_kept_.take_sorted();
  shown.resize(std::min(shown.size(), max_shown_));
  std::vector<Finding> warnings = warnings_kept_.take_sorted();
  warnings.resize(std::min(warnings.size(), max_shown_ - shown.size()));
  std::move(warnings.begin(), warnings.end(), std::back_inserter(shown));
  std::sort(shown.begin(), shown.end(), comes_before);
  IndexedSources indexed(sources);
  for (Finding& finding : shown) {
    const Judgement& judgement = judgements_[static_cast<std::size_t>(finding.code)];
    report.diagnostics.push_back(to_diagnostic(std::move(finding), judgement, indexed));
  }
  report.omitted = report.errors + report.warnings - report.diagnostics.size();
  return report;
}

Spot Reporter::spot_of(NodeId node) const {
  const Node& at = tree[node];
  // A value that is not there is pointed at by its key.
  if (at.kind == NodeKind::Scalar && at.start == at.end && is_value(tree, node)) {
    return {source, tree[node - 1].start, tree[node - 1].end};
  }
  // A whole block would be underlined to its end; its first key says enough.
  if (at.kind == NodeKind::Mapping && at.size > 0 && tree[node + 1].start == at.start) {
    return {source, at.start, tree[node + 1].end};
  }
  return {source, at.start, at.end};
}

Spot Reporter::spot_within(NodeId scalar, std::size_t begin, std::size_t size) const {
  const Node& node = tree[scalar];
  const std::string_view text = tree.text_of(scalar);
  const std::uint32_t quote = node.plain ? 0 : 1;
  const bool as_written = node.start.line == node.end.line &&
                          node.end.column - node.start.column == points_in(text) + 2 * quote;
  if (!as_written) return spot_of(scalar);
  const std::uint32_t first = node.start.column + quote + points_in(text.substr(0, begin));
  const std::uint32_t last = first + points_in(text.substr(begin, size));
  return {source, {node.start.line, first}, {node.start.line, last}};
}

ClosestWord::ClosestWord(std::string_view word)
    // One slip in short words, about one in three letters in longer ones.
    : word_(word), limit_(std::max<std::size_t>(1, word.size() / 3)) {}

std::size_t ClosestWord::offer(std::string_view candidate) {
  const std::size_t longer = std::max(candidate.size(), word_.size());
  const std::size_t shorter = std::min(candidate.size(), word_.size());
  if (word_.size() > max_guessed_word || candidate == word_) return 1;
  std::size_t distance = limit_;
  if (!is_part_of_name(word_, candidate)) {
    if (longer - shorter > limit_) return 1;
    distance = edit_distance(word_, candidate, limit_);
    // A single letter is one slip from every other.
    if (longer == 1 && distance > 0) return 1;
  }
  if (best_.empty() ? distance <= limit_ : distance < limit_) {
    best_ = candidate;
    limit_ = distance;
  }
  return longer * shorter;
}

bool is_close(std::string_view word, std::string_view candidate) {
  ClosestWord closest(word);
  closest.offer(candidate);
  return !closest.best().empty();
}

}  // namespace rigy
