// One finding of a step, until the report turns it into a diagnostic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/code.hpp"
#include "diagnostics/message.hpp"
#include "diagnostics/source.hpp"

namespace rigy::language {

struct Finding {
  Code code{};
  SourceRange range;
  std::uint64_t order = 0;  // at the same place, earlier findings come first
  std::string message;
  std::string path;
  std::string help;
  std::vector<RelatedRange> related;
};

// By source, line and column.
[[nodiscard]] bool comes_before(const Finding& a, const Finding& b);

// A new finding, to be given help and related places at once. Empty if it was not kept: then
// nothing added to it is formatted.
class NewFinding {
 public:
  NewFinding() = default;
  explicit NewFinding(Finding& finding) : finding_(&finding) {}

  [[nodiscard]] explicit operator bool() const { return finding_ != nullptr; }

  NewFinding help(std::string text) const {
    if (finding_ != nullptr) finding_->help = std::move(text);
    return *this;
  }
  template <class Arg, class... Args>
  NewFinding help(fmt::format_string<const Arg&, const Args&...> format, const Arg& arg,
                  const Args&... args) const {
    if (finding_ != nullptr) finding_->help = message_of<Arg, Args...>(format, arg, args...);
    return *this;
  }
  template <class... Args>
  NewFinding related(const SourceRange& range, fmt::format_string<const Args&...> format,
                     const Args&... args) const {
    if (finding_ != nullptr) {
      finding_->related.push_back({range, message_of<Args...>(format, args...)});
    }
    return *this;
  }

 private:
  Finding* finding_ = nullptr;
};

// The first errors, or the first warnings of one id, by source, line and column; the others are
// only counted.
class FirstFindings {
 public:
  [[nodiscard]] bool would_keep(const SourceRange& range) const;
  Finding& add(Finding finding);
  [[nodiscard]] std::vector<Finding> take_sorted();

 private:
  void cut_off();

  std::vector<Finding> findings_;
  std::optional<SourceRange> cut_off_at_;  // from here on nothing is kept
};

}  // namespace rigy::language
