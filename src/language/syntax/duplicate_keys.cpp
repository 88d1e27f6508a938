#include "syntax/duplicate_keys.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "hashing/text_hash.hpp"

namespace rigy::language {
namespace {

// Up to this many keys, comparing all pairs is faster than hashing.
constexpr std::uint32_t few_keys = 12;

void note(Tree& tree, NodeId key, NodeId first) {
  tree.nodes[key].duplicate = true;
  // What is wrong with a key that was refused has been said.
  if (!tree[key].refused_key) tree.duplicates.push_back({key, first});
}

void find_among_few(Tree& tree, NodeId mapping) {
  const NodeId after = tree[mapping].after;
  for (NodeId key = mapping + 1; key < after; key = tree[key + 1].after) {
    for (NodeId first = mapping + 1; first < key; first = tree[first + 1].after) {
      if (tree.text_of(key) != tree.text_of(first)) continue;
      note(tree, key, first);
      break;
    }
  }
}

// Sorted by hash, and by text only for equal hashes: fast, and never quadratic.
void find_among_many(Tree& tree, NodeId mapping) {
  struct HashedKey {
    std::size_t hash;
    std::string_view text;
    NodeId key;
  };
  std::vector<HashedKey> sorted;
  sorted.reserve(tree[mapping].size);
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const std::string_view text = tree.text_of(key);
    sorted.push_back({hash_of(text), text, key});
  }
  std::sort(sorted.begin(), sorted.end(), [](const HashedKey& a, const HashedKey& b) {
    return std::tie(a.hash, a.text, a.key) < std::tie(b.hash, b.text, b.key);
  });
  std::size_t first = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].text == sorted[first].text) {
      note(tree, sorted[i].key, sorted[first].key);
    } else {
      first = i;
    }
  }
}

}  // namespace

void find_duplicate_keys(Tree& tree, NodeId mapping) {
  if (tree[mapping].size <= few_keys) {
    find_among_few(tree, mapping);
  } else {
    find_among_many(tree, mapping);
  }
}

}  // namespace rigy::language
