#include "schemas/json_tree.hpp"

#include <utility>

#include <fmt/format.h>

#include "text/json_text.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::size_t line_width = 100;
constexpr std::size_t step = 2;

}  // namespace

Json::Json(std::string_view value) { append_json_string(text_, value); }

Json Json::power_of_ten(int digits, std::string_view sign) {
  return Json(Kind::Scalar, fmt::format("{}1e{}", sign, digits));
}

Json Json::list(std::vector<Json> items) {
  Json json(Kind::List);
  json.items_ = std::move(items);
  return json;
}

Json Json::object(std::initializer_list<Pair> pairs) {
  Json json(Kind::Object);
  for (const auto& [key, value] : pairs) json.set(key, value);
  return json;
}

Json& Json::set(std::string_view key, Json value) {
  keys_.emplace_back(key);
  items_.push_back(std::move(value));
  return *this;
}

Json& Json::add(Json item) {
  items_.push_back(std::move(item));
  return *this;
}

const Json* Json::only(std::string_view key) const {
  return keys_.size() == 1 && keys_[0] == key ? items_.data() : nullptr;
}

Json Json::preceded_by(std::string_view key, Json value) const {
  Json json = *this;
  json.keys_.insert(json.keys_.begin(), std::string(key));
  json.items_.insert(json.items_.begin(), std::move(value));
  return json;
}

std::string Json::on_one_line() const {
  if (kind_ == Kind::Scalar) return text_;
  const bool is_list = kind_ == Kind::List;
  if (items_.empty()) return is_list ? "[]" : "{}";
  std::string out(is_list ? "[" : "{ ");
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i > 0) out += ", ";
    if (!is_list) {
      append_json_string(out, keys_[i]);
      out += ": ";
    }
    out += items_[i].on_one_line();
  }
  return out += is_list ? "]" : " }";
}

void Json::print_on(std::string& out, std::size_t indent) const {
  const std::string line = on_one_line();
  const std::size_t begun = out.size() - (out.rfind('\n') + 1);
  if (items_.empty() || begun + line.size() < line_width) {
    out += line;
    return;
  }
  const bool is_list = kind_ == Kind::List;
  out += is_list ? '[' : '{';
  for (std::size_t i = 0; i < items_.size(); ++i) {
    out.append(i > 0 ? ",\n" : "\n").append(indent + step, ' ');
    if (!is_list) {
      append_json_string(out, keys_[i]);
      out += ": ";
    }
    items_[i].print_on(out, indent + step);
  }
  out.append("\n").append(indent, ' ') += is_list ? ']' : '}';
}

std::string Json::print() const {
  std::string out;
  print_on(out, 0);
  return out + "\n";
}

}  // namespace rigy::interfaces
