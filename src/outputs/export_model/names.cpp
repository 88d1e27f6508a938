#include "export_model/names.hpp"

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

}  // namespace rigy::outputs
