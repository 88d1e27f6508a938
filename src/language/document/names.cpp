#include "document/names.hpp"

#include <fmt/format.h>

namespace rigy::language {
namespace {

constexpr std::size_t max_listed_names = 6;

}  // namespace

std::string called(std::string_view kind, const Text& id) {
  return id.given() ? message_of("{} '{}'", kind, id.value) : fmt::format("a {}", kind);
}

std::string help_for_unknown(Diagnostics& diagnostics, std::string_view word, const Names& names,
                             std::string_view what) {
  std::string meant = diagnostics.did_you_mean(word, names.all());
  if (!meant.empty()) return meant;
  if (names.size() == 0) return fmt::format("there are no {}", what);
  if (names.size() > max_listed_names) return {};
  std::string list;
  for (const std::string_view name : names.all()) {
    if (!name.empty()) list += message_of("{}'{}'", list.empty() ? "" : ", ", name);
  }
  return list.empty() ? std::string() : fmt::format("known {}: {}", what, list);
}

}  // namespace rigy::language
