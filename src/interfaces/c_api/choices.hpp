// Options by name, as callers that are not C++ give them: {"format", "fbx"}. Each operation has a
// table of them, which also describes them to the generators of the glue for other languages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces {

enum class ChoiceKind : std::uint8_t {
  Text,
  Flag,    // "true" or "false"
  Count,   // a whole number
  Number,  // a finite one
  Word,    // one of a few
  Words,   // some of a few, separated by commas
  Texts,   // separated by commas
};

// What a table says about an option, apart from where it goes.
struct ChoiceInfo {
  std::string_view name;
  ChoiceKind kind = ChoiceKind::Text;
  std::string_view words;     // "glb|gltf"
  std::string_view fallback;  // what counts if it is not given
  std::string_view about;
  std::string_view example = {};  // JSON, where schemas show one
};

template <class Options>
struct Choice {
  using OptionsType = Options;

  ChoiceInfo info;
  // Returns what is wrong with the value; empty: it was taken.
  std::string (*take)(const ChoiceInfo& info, std::string_view value, Options& options);
};

// The parts between commas; none of an empty text.
[[nodiscard]] std::vector<std::string_view> words_in_list(std::string_view value);
// The words of "|a|b" or "a|b".
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view words);
// The place of the value among the words; nothing, and what is wrong, if it is none of them.
[[nodiscard]] std::optional<std::size_t> word_index(const ChoiceInfo& info, std::string_view value,
                                                    std::string& fault);
[[nodiscard]] std::optional<bool> flag_in(const ChoiceInfo& info, std::string_view value,
                                          std::string& fault);
[[nodiscard]] std::optional<std::uint64_t> count_in(const ChoiceInfo& info, std::string_view value,
                                                    std::uint64_t max, std::string& fault);
[[nodiscard]] std::optional<double> number_in(const ChoiceInfo& info, std::string_view value,
                                              std::string& fault);
// "there is no option 'formt'; did you mean 'format'?"
[[nodiscard]] std::string unknown_choice(std::string_view name,
                                         const std::vector<ChoiceInfo>& known);

template <class Options>
[[nodiscard]] std::vector<ChoiceInfo> infos_of(std::span<const Choice<Options>> table) {
  std::vector<ChoiceInfo> infos;
  for (const Choice<Options>& choice : table) infos.push_back(choice.info);
  return infos;
}

// A value that goes into a member as it is.
template <auto Member, class Options>
std::string take_member(const ChoiceInfo& info, std::string_view value, Options& options) {
  auto& member = options.*Member;
  using Value = std::remove_reference_t<decltype(member)>;
  std::string fault;
  if constexpr (std::is_same_v<Value, std::string>) {
    member = value;
  } else if constexpr (std::is_same_v<Value, bool>) {
    if (const auto flag = flag_in(info, value, fault)) member = *flag;
  } else if constexpr (std::is_enum_v<Value>) {
    if (const auto index = word_index(info, value, fault)) member = static_cast<Value>(*index);
  } else if constexpr (std::is_same_v<Value, double>) {
    if (const auto number = number_in(info, value, fault)) member = *number;
  } else if constexpr (std::is_unsigned_v<Value>) {
    if (const auto count = count_in(info, value, Value(-1), fault)) {
      member = static_cast<Value>(*count);
    }
  } else {
    static_assert(std::is_same_v<Value, std::vector<std::string>>);
    for (const std::string_view one : words_in_list(value)) member.emplace_back(one);
  }
  return fault;
}

// Takes all choices, in the order of the table: a preset before what is said besides. What is
// wrong with them is added to the faults.
template <class Options>
void take_choices(std::span<const Choice<Options>> table, std::span<const ParamValue> given,
                  Options& options, std::vector<std::string>& faults) {
  for (const Choice<Options>& row : table) {
    for (const ParamValue& one : given) {
      if (one.name != row.info.name) continue;
      std::string fault = row.take(row.info, one.value, options);
      if (!fault.empty()) faults.push_back(std::move(fault));
    }
  }
  for (const ParamValue& one : given) {
    const bool is_known = std::any_of(table.begin(), table.end(), [&one](const auto& choice) {
      return choice.info.name == one.name;
    });
    if (!is_known) faults.push_back(unknown_choice(one.name, infos_of(table)));
  }
}

}  // namespace rigy::interfaces
