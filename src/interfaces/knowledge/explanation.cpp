// What `rigy explain` says about one diagnostic.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "knowledge/examples.hpp"
#include "rigy/diagnostic.hpp"
#include "schemas/reference_page.hpp"

namespace rigy::interfaces {
namespace {

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.append(end == 0 ? "" : "    ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

void append_files(std::string& out, const std::vector<ExampleFile>& files) {
  for (const ExampleFile& file : files) {
    out.append(file.name.empty() ? "files written by this Python program" : file.name);
    out.append(":\n\n").append(indented(file.text)).append("\n");
  }
}

std::string entry_of(const DiagnosticInfo& info) {
  std::string text = fmt::format("{}: {}\n\n{}\n\n{}, since language version {}\n\n", info.id,
                                 info.summary, info.help, kind_of(info), info.since);
  const Example example = example_of(info.id);
  if (!example.given()) return text + "There is no example: it depends on the machine.\n";
  append_files(text, example.bad);
  text.append("$ ").append(example.command).append("\n").append(indented(example.output));
  text.append("\nCorrected, ");
  append_files(text, example.good);
  text.pop_back();
  return text;
}

std::string uppercase(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return upper;
}

constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

// A letter or two and digits; of an object or a field, which may end in a digit, more letters.
bool looks_like_id(std::string_view upper) {
  const std::size_t number = upper.find_first_not_of(letters);
  return number != std::string_view::npos && number > 0 && number <= 2 &&
         upper.find_first_not_of(digits, number) == std::string_view::npos;
}

// "X01": "X1".
std::string without_zeros(std::string_view id) {
  std::string text(id.substr(0, id.find_first_of(digits)));
  const std::size_t number = id.find_first_not_of('0', text.size());
  return number == std::string_view::npos ? text : text.append(id.substr(number));
}

}  // namespace

std::string kind_of(const DiagnosticInfo& info) {
  if (info.error_class == ErrorClass::None) return std::string(name_of(info.severity));
  return std::string(name_of(info.error_class));
}

std::string closest_explained(std::string_view name) {
  const std::string wanted = uppercase(name);
  if (!looks_like_id(wanted)) return closest_entry(name);
  ClosestWord closest(wanted);
  for (std::size_t i = 0; i < diagnostics_count(); ++i) {
    const std::string_view id = diagnostics_begin()[i].id;
    if (without_zeros(id) == without_zeros(wanted)) return std::string(id);
    // An id with another digit is another diagnostic, and tells nothing of this one.
    if (id.size() != wanted.size()) closest.offer(id);
  }
  return std::string(closest.best());
}

std::optional<std::string> explanation_of(std::string_view id) {
  const DiagnosticInfo* const info = find_diagnostic(uppercase(id));
  if (info == nullptr) return std::nullopt;
  return entry_of(*info);
}

}  // namespace rigy::interfaces
