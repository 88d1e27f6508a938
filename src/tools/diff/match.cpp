#include "diff/match.hpp"

#include <deque>
#include <map>
#include <unordered_map>

namespace rigy::tools {
namespace {

class Matcher {
 public:
  Matcher(const Listed& before, const Listed& after)
      : before_(before),
        after_(after),
        found_(after.ids.size(), no_index),
        taken_(before.ids.size()) {}

  std::vector<Match> run() {
    match_ids();
    for (std::size_t i = 0; i < after_.keys.size(); ++i) match_keys(i);
    std::vector<Match> matches;
    for (std::uint32_t i = 0; i < found_.size(); ++i) matches.push_back({found_[i], i});
    for (std::uint32_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) matches.push_back({i, no_index});
    }
    return matches;
  }

 private:
  void match_ids() {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (std::uint32_t i = 0; i < before_.ids.size(); ++i) places.emplace(before_.ids[i], i);
    for (std::uint32_t i = 0; i < after_.ids.size(); ++i) {
      const auto place = places.find(after_.ids[i]);
      if (place != places.end()) pair(place->second, i);
    }
  }

  // Of several with the same key, the first ones belong together.
  void match_keys(std::size_t number) {
    std::map<std::string, std::deque<std::uint32_t>> places;
    for (std::uint32_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) places[before_.keys[number](i)].push_back(i);
    }
    places.erase(std::string());
    if (places.empty()) return;
    for (std::uint32_t i = 0; i < found_.size(); ++i) {
      if (found_[i] != no_index) continue;
      const auto place = places.find(after_.keys[number](i));
      if (place == places.end() || place->second.empty()) continue;
      pair(place->second.front(), i);
      place->second.pop_front();
    }
  }

  void pair(std::uint32_t before, std::uint32_t after) {
    if (taken_[before]) return;
    found_[after] = before;
    taken_[before] = true;
  }

  const Listed& before_;
  const Listed& after_;
  std::vector<std::uint32_t> found_;  // for each item of the later list
  std::vector<bool> taken_;           // for each of the earlier one
};

}  // namespace

std::vector<Match> match_items(const Listed& before, const Listed& after) {
  return Matcher(before, after).run();
}

bool is_reordered(const std::vector<Match>& matches) {
  std::uint32_t last = 0;
  for (const Match& match : matches) {
    if (!match.is_kept()) continue;
    if (match.before < last) return true;
    last = match.before;
  }
  return false;
}

}  // namespace rigy::tools
