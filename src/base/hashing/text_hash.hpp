// Hashing of untrusted texts. Every process has its own secret, so nobody can write a document
// whose ids all collide in a table. Never iterate over these tables into the output.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace rigy::base {

[[nodiscard]] std::size_t hash_of(std::string_view text);

struct TextHash {
  [[nodiscard]] std::size_t operator()(std::string_view text) const { return hash_of(text); }
};

// `Text` is std::string, or std::string_view if the texts are owned elsewhere.
template <class Text, class Value>
using TextMap = std::unordered_map<Text, Value, TextHash>;
template <class Text>
using TextSet = std::unordered_set<Text, TextHash>;

}  // namespace rigy::base
