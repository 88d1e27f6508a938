// What docs/reference.md says about one object or field, as text.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/suggestions.hpp"
#include "schemas/reference_page.hpp"
#include "tables/schema.hpp"

namespace rigy::interfaces {
namespace {

// How it is written, whether it is needed, and since when it exists.
std::string details_of(const FieldRow& row) {
  const Field& field = row.field;
  std::vector<std::string> said{form_of(field)};
  if (field.required) said.emplace_back("required");
  if (!row.fallback.empty()) said.push_back(fmt::format("default: {}", row.fallback));
  if (!is_new_in(oldest_version, field.feature)) {
    said.push_back(fmt::format("since {}", version_text(since(field.feature))));
  }
  if (!row.diagnostics.empty()) said.push_back(fmt::format("diagnostics: {}", row.diagnostics));
  std::erase(said, "");
  return fmt::format("{}", fmt::join(said, "; "));
}

std::string head_of(const ObjectRow& object) {
  return fmt::format("{}: {}. {}\n", object.object->name, object.place, object.purpose);
}

std::string example_of(const ObjectRow& object) {
  return object.example.empty() ? "" : fmt::format("\n{}", object.example);
}

std::string field_line(std::string_view object, const FieldRow& row) {
  return fmt::format("  {}{}: {} ({})\n", object, row.field.name, row.description, details_of(row));
}

std::string object_entry(const ObjectRow& object) {
  std::string text = head_of(object) + "\n";
  for (const FieldRow& row : object.rows) {
    if (!row.field.refused) text += field_line("", row);
  }
  if (!object.diagnostics.empty()) {
    text += fmt::format("\nDiagnostics of the whole: {}\n", object.diagnostics);
  }
  return text + example_of(object);
}

bool is_called(const Field& field, std::string_view name) {
  return !field.refused && (field.name == name || (!field.alias.empty() && field.alias == name));
}

}  // namespace

std::optional<std::string> reference_entry(std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const bool has_object = dot < name.size();
  const std::string_view wanted = has_object ? name.substr(dot + 1) : name;
  std::string text;
  std::string lines;
  const ObjectRow* last = nullptr;
  std::size_t count = 0;
  for (const ObjectRow& object : objects()) {
    if (object.object->name == name) text += object_entry(object);
    if (has_object && object.object->name != name.substr(0, dot)) continue;
    for (const FieldRow& row : object.rows) {
      if (!is_called(row.field, wanted)) continue;
      lines += field_line(fmt::format("{}.", object.object->name), row);
      last = &object;
      ++count;
    }
  }
  if (count == 1 && text.empty()) lines += "\n" + head_of(*last) + example_of(*last);
  if (text.empty() && lines.empty()) return std::nullopt;
  if (!text.empty() && !lines.empty()) text += "\nFields of this name:\n\n";
  return text + lines;
}

std::string closest_entry(std::string_view name) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ObjectRow& object : objects()) {
      all.emplace_back(object.object->name);
      for (const FieldRow& row : object.rows) {
        if (row.field.refused) continue;
        all.emplace_back(row.field.name);
        all.push_back(fmt::format("{}.{}", object.object->name, row.field.name));
      }
    }
    return all;
  }();
  ClosestWord closest(name);
  for (const std::string& one : names) closest.offer(one);
  return std::string(closest.best());
}

}  // namespace rigy::interfaces
