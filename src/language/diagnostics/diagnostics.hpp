// Collects findings while the steps run, and turns them into a report at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "diagnostics/code.hpp"
#include "diagnostics/finding.hpp"
#include "diagnostics/message.hpp"
#include "diagnostics/source.hpp"
#include "rigy/analyze.hpp"

namespace rigy::language {

// How a code counts under the warning options.
struct Judgment {
  bool reported = true;
  Severity severity = Severity::Error;
  ErrorClass error_class = ErrorClass::None;
};

class Diagnostics {
 public:
  explicit Diagnostics(const AnalyzeOptions& options = {});

  // Adds a finding. Findings that are not kept are not formatted; one that repeats an earlier
  // finding about the same place, reached through another alias, is dropped.
  template <class... Args>
  NewFinding add(Code code, const SourceRange& range, fmt::format_string<const Args&...> format,
                 const Args&... args) {
    if (!wants(code, range)) return {};
    return keep(code, range, message_of<Args...>(format, args...));
  }

  // Whether a finding is to be kept; if not, it has been counted.
  [[nodiscard]] bool wants(Code code, const SourceRange& range);
  // `origin` is appended to the message. Of items made from one place in different ways, only the
  // first is reported.
  NewFinding keep(Code code, const SourceRange& range, std::string message, std::string path = {},
                  std::string_view origin = {});

  // From now on there may be findings about items that symmetry made.
  void expect_mirrored() { expects_mirrored_ = true; }
  // Whether this was already reported for the place, about the original of a mirrored item.
  [[nodiscard]] bool was_said(Code code, const SourceRange& range) const;

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] bool has_enough_errors() const { return errors_ >= enough_errors; }
  // Something was left out for that reason, so it is unknown which stage would have failed first.
  void give_up() { gave_up_ = true; }

  // All findings in the order in which they were made; nothing if some were only counted.
  [[nodiscard]] std::optional<std::vector<Finding>> take_findings();
  // Adds a finding of another compilation; `source` is the number of its file in this one.
  void repeat(const Finding& finding, SourceId source);
  // Whether so much was found that the order of the steps decides what is kept.
  [[nodiscard]] bool is_crowded() const;

  // "did you mean 'spine'?" if one of the candidates is close to `word`, else empty. Stops
  // suggesting when it has cost too much: thousands of suggestions help nobody.
  [[nodiscard]] std::string did_you_mean(std::string_view word,
                                         std::span<const std::string_view> candidates);

  // Sorts by source, line and column and cuts off at the maximum, warnings first; the first warning
  // of each id is always kept, even if it counts as an error (D24).
  [[nodiscard]] Report report(const Sources& sources);

 private:
  void count(Code code, const SourceRange& range);
  // Where findings of that code are kept.
  [[nodiscard]] FirstFindings& kept(Code code);
  void sum_up(Report& report) const;
  [[nodiscard]] std::vector<Finding> take_shown();

  std::size_t max_shown_;
  std::vector<Judgment> judgments_;  // of each code
  FirstFindings errors_kept_;
  std::vector<FirstFindings> warnings_kept_;  // of each code, so that none crowds out another
  std::vector<std::size_t> counts_ = std::vector<std::size_t>(diagnostics_count());
  std::unordered_set<std::uint64_t> places_;    // what was_said looks up
  std::unordered_set<std::uint64_t> messages_;  // of what is kept
  bool expects_mirrored_ = false;
  std::size_t errors_ = 0;
  bool gave_up_ = false;
  std::uint64_t order_ = 0;
  std::size_t suggestion_work_ = 0;
};

}  // namespace rigy::language
