// The params of a document: names with values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rigy/compile.hpp"
#include "syntax/reporter.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {

struct Param {
  std::string name;
  ScalarType type = ScalarType::String;
  double number = 0;  // of an Int or Float
  // The value's text in Tree::text.
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  bool plain = false;
  bool reported = false;  // something is wrong with the value

  [[nodiscard]] bool is_number() const {
    return type == ScalarType::Int || type == ScalarType::Float;
  }
};

class Params {
 public:
  // Null if there is no such param.
  [[nodiscard]] const Param* find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] bool empty() const { return params_.empty(); }
  // In any order; `sort` follows the last one.
  void add(Param param) { params_.push_back(std::move(param)); }
  void sort();
  void replace(Param param);
  // Some may be lost in what cannot be read: none is said to be unknown.
  void mark_incomplete() { is_incomplete_ = true; }
  [[nodiscard]] bool is_incomplete() const { return is_incomplete_; }

 private:
  std::vector<Param> params_;  // by name
  bool is_incomplete_ = false;
};

// Reads the value of `params`. Reports V58, and V65 for tokens in it.
[[nodiscard]] Params read_params(const Reporter& at);

// Gives a param another value, whose text is added to the tree's. Returns what is wrong if that
// fails.
[[nodiscard]] std::string set_param(Tree& tree, Params& params, const ParamValue& given);

}  // namespace rigy::language
