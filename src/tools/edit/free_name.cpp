#include "edit/free_name.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigy::tools {

std::string free_name(std::string_view wanted, const std::vector<std::string>& taken) {
  std::string name(wanted);
  for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

}  // namespace rigy::tools
