// Imported assets, contracts and weight files that several compilations share.
//
// An asset is shared with everything below it, and only if there is no error in any of it: then it
// is the same in every compilation, and each can adopt it instead of loading it. A compilation that
// cannot adopt it (a limit would be exceeded, or it has loaded one of the files itself) loads it as
// if nothing were shared.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/made_once.hpp"
#include "diagnostics/finding.hpp"
#include "load/assembly.hpp"
#include "load/file_lookup.hpp"
#include "rigy/analyze.hpp"

namespace rigy::model {

struct SharedAsset {
  std::shared_ptr<const Asset> asset;
  std::vector<std::shared_ptr<const SharedAsset>> imports = {};  // those of the asset
  std::size_t levels = 0;                                        // how deep imports nest below it
  // What it takes of the budget; without its imports, but with its contracts.
  Budget cost = {};
  // The files that it names, in the order in which they are looked up.
  std::vector<Lookup> lookups = {};
  std::vector<Finding> findings = {};  // warnings about it, as if it were source 0
};

struct SharedContract {
  std::shared_ptr<const Contract> contract;
  std::size_t nodes = 0;  // that its file takes of the budget
};

struct SharedWeightFile {
  std::shared_ptr<const WeightFile> file;
  std::size_t text_size = 0;
  std::string checksum;  // of the text
};

// Shared values of one kind, by where their files are. In a round, every file is read once and
// taken to be as it was then. A value of an earlier round is used again if its text, and
// everything that it names, is still the same.
template <class Value>
class SharedRounds {
 public:
  using Pointer = std::shared_ptr<const Value>;
  using Sized = typename MadeOnce<Value>::Sized;

  explicit SharedRounds(std::size_t max_size) : of_round_(max_size), max_size_(max_size) {}

  // make(value of an earlier round, or null) returns the value, perhaps the same one.
  template <class Make>
  Pointer get(const std::string& key, const Make& make) {
    return of_round_.get(key, [&] {
      const auto known = before_.find(key);
      Sized made = make(known == before_.end() ? nullptr : known->second.value);
      if (known != before_.end() && made.value == known->second.value) return known->second;
      return made;
    });
  }

  // Begins another round. No compilation may be running.
  void look_again() {
    std::size_t size = 0;
    auto made = of_round_.take_made();
    for (auto& one : before_) made.insert(one);
    for (const auto& [key, one] : made) size += one.size;
    before_ = size <= max_size_ ? std::move(made) : decltype(before_)();
  }

  [[nodiscard]] typename MadeOnce<Value>::Counts counts() const { return of_round_.counts(); }

 private:
  MadeOnce<Value> of_round_;
  TextMap<std::string, Sized> before_;
  std::size_t max_size_;
};

class SharedAssets {
 public:
  SharedRounds<SharedAsset> assets{64u << 20};
  SharedRounds<SharedContract> contracts{8u << 20};
  SharedRounds<SharedWeightFile> weight_files{24u << 20};

  // For programs that live long: from now on all files are read again, and only what has changed is
  // analyzed again. No compilation may be running.
  void look_again() {
    assets.look_again();
    contracts.look_again();
    weight_files.look_again();
  }
};

}  // namespace rigy::model
