#include "diagnostics/finding.hpp"

#include <algorithm>
#include <tuple>

#include "common/limits.hpp"

namespace rigy::language {
namespace {

auto place_in_order(const SourceRange& range) { return std::tie(range.source, range.start); }

}  // namespace

bool comes_before(const Finding& a, const Finding& b) {
  return std::tie(a.range.source, a.range.start, a.order) <
         std::tie(b.range.source, b.range.start, b.order);
}

bool FirstFindings::would_keep(const SourceRange& range) const {
  return !cut_off_at_ || place_in_order(range) < place_in_order(*cut_off_at_);
}

Finding& FirstFindings::add(Finding finding) {
  if (findings_.size() >= 2 * max_kept_diagnostics) cut_off();
  return findings_.emplace_back(std::move(finding));
}

void FirstFindings::cut_off() {
  const auto end = findings_.begin() + static_cast<std::ptrdiff_t>(max_kept_diagnostics);
  std::nth_element(findings_.begin(), end, findings_.end(), comes_before);
  cut_off_at_ = end->range;
  findings_.erase(end, findings_.end());
}

std::vector<Finding> FirstFindings::take_sorted() {
  std::sort(findings_.begin(), findings_.end(), comes_before);
  return std::move(findings_);
}

}  // namespace rigy::language
