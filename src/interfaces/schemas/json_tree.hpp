// A JSON value with its keys in order, for texts that are made once and read by people.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

class Json {
 public:
  using Pair = std::pair<std::string_view, Json>;

  Json(bool value) : text_(value ? "true" : "false") {}  // NOLINT(google-explicit-constructor)
  Json(int value) : text_(std::to_string(value)) {}      // NOLINT(google-explicit-constructor)
  Json(std::string_view value);                          // NOLINT(google-explicit-constructor)
  Json(const std::string& value)
      : Json(std::string_view(value)) {}                      // NOLINT(google-explicit-constructor)
  Json(const char* value) : Json(std::string_view(value)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] static Json null() { return Json(Kind::Scalar, "null"); }
  // "1e38".
  [[nodiscard]] static Json power_of_ten(int digits, std::string_view sign = {});
  [[nodiscard]] static Json list(std::vector<Json> items = {});
  [[nodiscard]] static Json object(std::initializer_list<Pair> pairs = {});

  Json& set(std::string_view key, Json value);
  Json& add(Json item);
  [[nodiscard]] bool is_empty() const { return items_.empty(); }
  // The value of the only key if it is `key`; null if there are others.
  [[nodiscard]] const Json* only(std::string_view key) const;
  [[nodiscard]] const std::vector<Json>& items() const { return items_; }
  // The same with a first key more.
  [[nodiscard]] Json preceded_by(std::string_view key, Json value) const;

  // On lines of at most 100 columns where possible.
  [[nodiscard]] std::string print() const;

 private:
  enum class Kind : std::uint8_t { Scalar, List, Object };

  explicit Json(Kind kind, std::string_view text = {}) : kind_(kind), text_(text) {}
  void print_on(std::string& out, std::size_t indent) const;
  [[nodiscard]] std::string on_one_line() const;

  Kind kind_ = Kind::Scalar;
  std::string text_;
  std::vector<std::string> keys_;
  std::vector<Json> items_;
};

}  // namespace rigy::interfaces
