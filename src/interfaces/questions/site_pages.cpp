#include "questions/site_pages.hpp"

#include <cctype>

#include <fmt/format.h>

namespace rigy::interfaces {

std::string page_of_diagnostic(std::string_view site, std::string_view id) {
  return fmt::format("{}diagnostics/{}.html", site, id);
}

std::string page_of_field(std::string_view site, const Object& object, const Field& field) {
  return fmt::format("{}reference.html#{}.{}", site, heading_anchor(object.name), field.name);
}

std::string heading_anchor(std::string_view name) {
  std::string anchor;
  for (const char c : name) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return anchor;
}

}  // namespace rigy::interfaces
