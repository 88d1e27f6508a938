// Collecting diagnostics while the steps run, and turning them into a report at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/code_points.hpp"
#include "base/limits.hpp"
#include "diagnostics/code.hpp"
#include "rigy/compile.hpp"
#include "yaml/tree.hpp"

namespace rigy {

using SourceId = std::uint32_t;

// A stretch of a source.
struct Spot {
  SourceId source = 0;
  Position start;
  Position end;
};

struct RelatedSpot {
  Spot spot;
  std::string message;
};

// A file that was read, for as long as diagnostics may point into it.
struct Source {
  std::string name;      // as shown to people
  std::string identity;  // one per file
  std::string text;
  // Whether messages may quote the text: only what is a Rigy document or contract is shown.
  bool quotable = false;
  // Where another source first names this one.
  std::optional<RelatedSpot> named_at = std::nullopt;
};

struct Finding {
  Code code{};
  Spot spot;
  std::uint64_t order = 0;  // what was found before comes first at one place
  std::string message;
  std::string path;
  std::string help;
  std::vector<RelatedSpot> related;
};

// An id longer than this, in bytes, is cut off in messages.
inline constexpr std::size_t max_shown_text = 200;

// A text of the document as messages show it; anything else, such as a text composed of others, as
// it is.
template <class Arg>
[[nodiscard]] auto shown(const Arg& arg) {
  if constexpr (std::is_same_v<Arg, std::string_view>) {
    return shortened(arg, max_shown_text);
  } else {
    return arg;
  }
}

template <class... Shown>
[[nodiscard]] std::string format_shown(fmt::string_view format, const Shown&... args) {
  return fmt::vformat(format, fmt::make_format_args(args...));
}

// As fmt::format, with every text of the document (std::string_view) cut off where it gets too
// long.
template <class... Args>
[[nodiscard]] std::string message_of(fmt::format_string<const Args&...> format,
                                     const Args&... args) {
  return format_shown(format, shown(args)...);
}

// A finding just made, to be given help and related places at once. Empty if it was not kept: what
// it is given is then not even formatted.
class Added {
 public:
  Added() = default;
  explicit Added(Finding& finding) : finding_(&finding) {}

  [[nodiscard]] explicit operator bool() const { return finding_ != nullptr; }

  Added help(std::string text) const {
    if (finding_ != nullptr) finding_->help = std::move(text);
    return *this;
  }
  template <class Arg, class... Args>
  Added help(fmt::format_string<const Arg&, const Args&...> format, const Arg& arg,
             const Args&... args) const {
    if (finding_ != nullptr) finding_->help = message_of<Arg, Args...>(format, arg, args...);
    return *this;
  }
  template <class... Args>
  Added related(const Spot& spot, fmt::format_string<const Args&...> format,
                const Args&... args) const {
    if (finding_ != nullptr) {
      finding_->related.push_back({spot, message_of<Args...>(format, args...)});
    }
    return *this;
  }

 private:
  Finding* finding_ = nullptr;
};

// How a code counts under the warning options.
struct Judgement {
  bool reported = true;
  Severity severity = Severity::Error;
  ErrorClass error_class = ErrorClass::None;
};

// The first findings of one severity, in the order of sources, lines and columns; of the others
// only their number is known.
class FirstFindings {
 public:
  [[nodiscard]] bool would_keep(const Spot& spot) const;
  Finding& add(Finding finding);
  [[nodiscard]] std::vector<Finding> take_sorted();

 private:
  void cut_off();

  std::vector<Finding> findings_;
  std::optional<Spot> cut_off_at_;  // from here on nothing is kept
};

class Diagnostics {
 public:
  explicit Diagnostics(const CompileOptions& options = {});

  // Adds a finding. Nothing is formatted for one that need not be kept; one that says what was said
  // before of the same place, through another alias, is passed over.
  template <class... Args>
  Added add(Code code, const Spot& spot, fmt::format_string<const Args&...> format,
            const Args&... args) {
    if (!wants(code, spot)) return {};
    return keep(code, spot, message_of<Args...>(format, args...));
  }

  // Whether a finding is to be kept; if not, it has been counted.
  [[nodiscard]] bool wants(Code code, const Spot& spot);
  // `origin` goes after the message. Of items that were made from one place in different ways, only
  // the first is spoken of.
  Added keep(Code code, const Spot& spot, std::string message, std::string path = {},
             std::string_view origin = {});

  // From now on there may be findings about items that symmetry made.
  void expect_mirrored() { expects_mirrored_ = true; }
  // Whether this was said of the place already, of an original that symmetry mirrored.
  [[nodiscard]] bool was_said(Code code, const Spot& spot) const;

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] bool has_enough_errors() const { return errors_ >= enough_errors; }
  // Something was left out for that reason, so nobody knows which stage would have failed first.
  void give_up() { gave_up_ = true; }

  // "did you mean 'spine'?" if one of the candidates is close to `word`, else empty. Goes quiet
  // when it has cost too much: thousands of suggestions help nobody.
  [[nodiscard]] std::string did_you_mean(std::string_view word,
                                         std::span<const std::string_view> candidates);

  // Sorts by source, line and column and cuts off at the maximum, warnings first.
  [[nodiscard]] Report report(const std::vector<Source>& sources);

 private:
  void count(Code code, const Spot& spot);

  std::size_t max_shown_;
  std::vector<Judgement> judgements_;  // of each code
  FirstFindings errors_kept_;
  FirstFindings warnings_kept_;
  std::vector<std::size_t> counts_ = std::vector<std::size_t>(diagnostics_count());
  std::unordered_set<std::uint64_t> places_;    // what was_said looks up
  std::unordered_set<std::uint64_t> messages_;  // of what is kept
  bool expects_mirrored_ = false;
  std::size_t errors_ = 0;
  bool gave_up_ = false;
  std::uint64_t order_ = 0;
  std::size_t suggestion_work_ = 0;
};

// Looks for the candidate that a word was meant to be, by edit distance.
class ClosestWord {
 public:
  explicit ClosestWord(std::string_view word);

  // Among equally close candidates the first wins. Returns how much work it was.
  std::size_t offer(std::string_view candidate);
  // Empty if none is close.
  [[nodiscard]] std::string_view best() const { return best_; }

 private:
  std::string_view word_;
  std::string_view best_;
  std::size_t limit_;
};

[[nodiscard]] bool is_close(std::string_view word, std::string_view candidate);

// Reports about the nodes of one file.
struct Reporter {
  Diagnostics& diagnostics;
  const Tree& tree;
  SourceId source = 0;
  // A contract reports whatever is wrong with it under one id.
  std::optional<Code> every_code = std::nullopt;

  [[nodiscard]] Spot spot_of(NodeId node) const;
  // Of `size` bytes from `begin` on of a scalar's text; the whole scalar where the text does not
  // stand in the source as it is, on one line.
  [[nodiscard]] Spot spot_within(NodeId scalar, std::size_t begin, std::size_t size) const;

  template <class... Args>
  Added report(Code code, NodeId node, fmt::format_string<const Args&...> format,
               const Args&... args) const {
    return report_at<Args...>(code, node, spot_of(node), format, args...);
  }

  // About a part of the node, as spot_within finds it.
  template <class... Args>
  Added report_at(Code code, NodeId node, const Spot& spot,
                  fmt::format_string<const Args&...> format, const Args&... args) const {
    code = every_code.value_or(code);
    if (!diagnostics.wants(code, spot)) return {};
    return diagnostics.keep(code, spot, message_of<Args...>(format, args...), path_of(tree, node),
                            origin_text(tree, tree[node].made));
  }

  // For items that symmetry made: as report, but says nothing that was said of the original.
  template <class... Args>
  Added report_mirrored(Code code, NodeId node, fmt::format_string<const Args&...> format,
                        const Args&... args) const {
    const Spot spot = spot_of(node);
    if (diagnostics.was_said(code, spot) || !diagnostics.wants(code, spot)) return {};
    return diagnostics.keep(code, spot,
                            message_of<Args...>(format, args...) + " (mirrored by symmetry)",
                            path_of(tree, node), origin_text(tree, tree[node].made));
  }

  // One of the two.
  template <class... Args>
  Added report_item(Code code, NodeId node, bool mirrored,
                    fmt::format_string<const Args&...> format, const Args&... args) const {
    return mirrored ? report_mirrored<Args...>(code, node, format, args...)
                    : report<Args...>(code, node, format, args...);
  }
};

}  // namespace rigy
