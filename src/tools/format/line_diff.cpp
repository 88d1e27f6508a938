#include "format/line_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace rigy::tools {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t lines_around = 3;
// Texts that differ more are one change: finding the shortest way would cost its square.
constexpr std::ptrdiff_t max_changes = 2'000;

// With their breaks.
Lines lines_with_breaks(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// Lines that become others: a range of each text.
struct Change {
  std::size_t before = 0;
  std::size_t before_size = 0;
  std::size_t after = 0;
  std::size_t after_size = 0;
};

// The shortest way from one list of lines to the other (Myers): on diagonal k, `reach[d][k + d]`
// is how far d changes lead in the first list.
class ShortestWay {
 public:
  ShortestWay(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  std::vector<Change> changes() {
    for (std::ptrdiff_t d = 0; d <= max_changes; ++d) {
      if (step(d)) return walk_back(d);
    }
    return {{0, before_.size(), 0, after_.size()}};
  }

 private:
  [[nodiscard]] std::ptrdiff_t start_on(std::ptrdiff_t d, std::ptrdiff_t k) const {
    if (d == 0) return 0;
    const auto reached = [&](std::ptrdiff_t diagonal) {
      return reach_[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
    };
    const bool is_insertion = k == -d || (k != d && reached(k - 1) < reached(k + 1));
    return is_insertion ? reached(k + 1) : reached(k - 1) + 1;
  }

  // Whether the end is reached.
  bool step(std::ptrdiff_t d) {
    const auto size = static_cast<std::ptrdiff_t>(before_.size());
    const auto other_size = static_cast<std::ptrdiff_t>(after_.size());
    auto& reach = reach_.emplace_back(static_cast<std::size_t>(2 * d + 1), -1);
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      std::ptrdiff_t x = start_on(d, k);
      while (x < size && x - k < other_size && x - k >= 0 &&
             before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(x - k)]) {
        ++x;
      }
      reach[static_cast<std::size_t>(k + d)] = x;
      if (x >= size && x - k >= other_size) return true;
    }
    return false;
  }

  std::vector<Change> walk_back(std::ptrdiff_t d) const {
    std::vector<Change> changes;
    std::ptrdiff_t k =
        static_cast<std::ptrdiff_t>(before_.size()) - static_cast<std::ptrdiff_t>(after_.size());
    for (; d > 0; --d) {
      const std::ptrdiff_t x = start_on(d, k);
      const auto reached = [&](std::ptrdiff_t diagonal) {
        return reach_[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
      };
      const bool is_insertion = k == -d || (k != d && reached(k - 1) < reached(k + 1));
      const auto at = static_cast<std::size_t>(is_insertion ? x : x - 1);
      const auto other = static_cast<std::size_t>(is_insertion ? x - k - 1 : x - k);
      changes.push_back({at, is_insertion ? 0u : 1u, other, is_insertion ? 1u : 0u});
      k += is_insertion ? 1 : -1;
    }
    std::reverse(changes.begin(), changes.end());
    return changes;
  }

  const Lines& before_;
  const Lines& after_;
  std::vector<std::vector<std::ptrdiff_t>> reach_;
};

void add_lines(std::string& out, char mark, const Lines& lines, std::size_t begin,
               std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    out.append(1, mark).append(lines[i]);
    if (!lines[i].ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

// "12,3", or "12" for one line; no lines are counted from the line before.
std::string range_text(std::size_t begin, std::size_t size) {
  if (size == 1) return fmt::format("{}", begin + 1);
  return fmt::format("{},{}", size == 0 ? begin : begin + 1, size);
}

// Changes near each other, with the lines around them.
void add_hunk(std::string& out, const std::vector<Change>& changes, std::size_t first,
              std::size_t last, const Lines& before, const Lines& after) {
  const Change& front = changes[first];
  const Change& back = changes[last];
  const std::size_t lead = std::min({lines_around, front.before, front.after});
  const std::size_t end = std::min(before.size(), back.before + back.before_size + lines_around);
  const std::size_t tail = end - back.before - back.before_size;
  const std::size_t begin = front.before - lead;
  const std::size_t other_begin = front.after - lead;
  const std::size_t other_end = back.after + back.after_size + tail;
  fmt::format_to(std::back_inserter(out), "@@ -{} +{} @@\n", range_text(begin, end - begin),
                 range_text(other_begin, other_end - other_begin));
  std::size_t at = begin;
  for (std::size_t i = first; i <= last; ++i) {
    const Change& one = changes[i];
    add_lines(out, ' ', before, at, one.before);
    add_lines(out, '-', before, one.before, one.before + one.before_size);
    add_lines(out, '+', after, one.after, one.after + one.after_size);
    at = one.before + one.before_size;
  }
  add_lines(out, ' ', before, at, end);
}

// Single lines next to each other as one change, removed lines first.
std::vector<Change> joined(const std::vector<Change>& changes) {
  std::vector<Change> all;
  for (const Change& one : changes) {
    const bool is_next = !all.empty() && all.back().before + all.back().before_size == one.before &&
                         all.back().after + all.back().after_size == one.after;
    if (is_next) {
      all.back().before_size += one.before_size;
      all.back().after_size += one.after_size;
    } else {
      all.push_back(one);
    }
  }
  return all;
}

}  // namespace

std::string line_diff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines old_lines = lines_with_breaks(before);
  const Lines new_lines = lines_with_breaks(after);
  const std::vector<Change> changes = joined(ShortestWay(old_lines, new_lines).changes());
  std::string out = fmt::format("--- {}\n+++ {}\n", name, name);
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].before <= changes[last].before +
                                                                        changes[last].before_size +
                                                                        2 * lines_around) {
      ++last;
    }
    add_hunk(out, changes, first, last, old_lines, new_lines);
    first = last + 1;
  }
  return out;
}

}  // namespace rigy::tools
