#include "export_model/names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "text/number_text.hpp"

namespace rigy::outputs {

std::string UniqueNames::take(const std::string& name) {
  if (taken_.emplace(name, 1).second) return name;
  for (;;) {
    std::string numbered = name + "_";
    append_integer(numbered, ++taken_[name]);
    if (taken_.emplace(numbered, 1).second) return numbered;
  }
}

std::string name_for_godot(const std::string& name, std::string_view kind, std::size_t number) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (std::any_of(name.begin(), name.end(), is_plain)) return name;
  return fmt::format("{}_{}", kind, number + 1);
}

}  // namespace rigy::outputs
