#include "cli/old_spellings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "cli/output.hpp"

namespace rigy::interfaces::cli {
namespace {

enum class Takes { Value, Nothing };

struct OldSpelling {
  std::string_view command;
  std::string_view old;
  std::string_view now;
  Takes takes = Takes::Value;
};

constexpr std::array<OldSpelling, 6> table{{
    {"render", "--views", "--view"},
    {"render", "--format", "--diagnostics"},
    {"render", "--diagnostics", "--mark-diagnostics", Takes::Nothing},
    {"render", "--poses", "--all-poses", Takes::Nothing},
    {"lint", "--format", "--diagnostics"},
    {"conform", "--diagnostics", "--format"},
}};

bool is_diagnostics_format(std::string_view word) {
  return word == "human" || word == "json" || word == "sarif";
}

// The spelling that the word has, or null. Of an option that takes a value today, the old one is
// the one without a value.
const OldSpelling* spelling_of(std::string_view command, std::string_view word,
                               std::string_view next) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const OldSpelling& one) {
    if (one.command != command || word.substr(0, word.find('=')) != one.old) return false;
    return one.takes == Takes::Value || (word == one.old && !is_diagnostics_format(next));
  });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> with_new_spellings(const std::vector<std::string>& words) {
  std::vector<std::string> out = words;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view next = i + 1 < words.size() ? std::string_view(words[i + 1]) : "";
    const OldSpelling* const old = spelling_of(words[0], words[i], next);
    if (old == nullptr) continue;
    out[i] = std::string(old->now) + words[i].substr(old->old.size());
    // What is text for people is called "human" only of diagnostics.
    if (old->now == "--format" && out[i].ends_with("=human")) out[i] = "--format=text";
    if (old->now == "--format" && next == "human") out[i + 1] = "text";
    print_error(fmt::format("rigy: note: {} of {} is now {}\n", old->old, old->command, old->now));
  }
  return out;
}

}  // namespace rigy::interfaces::cli
