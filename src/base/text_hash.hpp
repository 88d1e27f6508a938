// Hashing texts that strangers choose. Every process has a secret of its own, so nobody can write a
// document whose ids all fall into one place of a table. Never iterate over these into the output.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace rigy {

[[nodiscard]] std::size_t hash_of(std::string_view text);

struct TextHash {
  [[nodiscard]] std::size_t operator()(std::string_view text) const { return hash_of(text); }
};

// `Text` is std::string, or std::string_view where something else holds the texts.
template <class Text, class Value>
using TextMap = std::unordered_map<Text, Value, TextHash>;
template <class Text>
using TextSet = std::unordered_set<Text, TextHash>;

}  // namespace rigy
