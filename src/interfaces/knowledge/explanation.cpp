// What `rigy explain` says about one diagnostic.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "knowledge/examples.hpp"
#include "rigy/diagnostic.hpp"

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

}  // namespace

std::string kind_of(const DiagnosticInfo& info) {
  if (info.error_class == ErrorClass::None) return std::string(name_of(info.severity));
  return std::string(name_of(info.error_class));
}

std::optional<std::string> explanation_of(std::string_view id) {
  std::string upper(id);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  const DiagnosticInfo* const info = find_diagnostic(upper);
  if (info == nullptr) return std::nullopt;
  return entry_of(*info);
}

}  // namespace rigy::interfaces
