// Several pairs or elements at once, as one set of edits.
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/edit_nodes.hpp"

namespace rigy::tools {
namespace {

// In brackets they are inserted as one text, because each needs the comma before it.
bool is_between_brackets(const AuthoredText& authored, NodeId collection) {
  return is_flow(authored, collection) || is_in_flow(authored, collection);
}

bool add(std::optional<TextEdits> more, TextEdits& all) {
  if (!more) return false;
  for (TextEdit& edit : *more) all.push_back(std::move(edit));
  return true;
}

}  // namespace

std::optional<TextEdits> insert_pairs(const AuthoredText& authored, NodeId mapping,
                                      const std::vector<NewPair>& pairs) {
  if (pairs.empty()) return TextEdits{};
  if (is_between_brackets(authored, mapping)) {
    std::string text = pairs[0].value;
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      text += fmt::format(", {}: {}", text_value(pairs[i].key).flow, pairs[i].value);
    }
    return insert_pair(authored, mapping, pairs[0].key, {text});
  }
  TextEdits all;
  for (const NewPair& pair : pairs) {
    if (!add(insert_pair(authored, mapping, pair.key, {pair.value}), all)) return std::nullopt;
  }
  return all;
}

std::optional<TextEdits> insert_elements(const AuthoredText& authored, NodeId list,
                                         const std::vector<std::string>& values) {
  if (values.empty()) return TextEdits{};
  if (is_between_brackets(authored, list)) {
    return insert_element(authored, list, {fmt::format("{}", fmt::join(values, ", "))});
  }
  TextEdits all;
  for (const std::string& value : values) {
    if (!add(insert_element(authored, list, {value}), all)) return std::nullopt;
  }
  return all;
}

}  // namespace rigy::tools
