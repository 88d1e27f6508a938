#include "service/answer.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/render_json.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {

ListPage::Part ListPage::part_of(std::size_t length) {
  longest = std::max(longest, length);
  return {std::min(begin, length), std::min(end(), length)};
}

ListPage page_of(const Arguments& arguments, std::size_t otherwise) {
  return {arguments.count("next", 0), arguments.count("limit", otherwise)};
}

std::string lines_in(std::string_view text, ListPage& page) {
  std::string out;
  std::size_t line = 0;
  for (; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (line >= page.begin && line < page.end()) out += text.substr(0, end);
    text.remove_prefix(end);
  }
  (void)page.part_of(line);
  return out;
}

void write_next(JsonWriter& json, const ListPage& page) {
  json.key("next");
  if (page.end() < page.longest) {
    json.number(page.end());
  } else {
    json.null();
  }
}

ToolResult answer(const ListPage& page, const WriteAnswer& write) {
  ToolResult result;
  ListPage shown = page;
  JsonWriter json;
  json.begin_object();
  std::string fault = write(json, result, shown);
  if (!fault.empty()) return tool_fault(std::move(fault));
  write_next(json, shown);
  json.end_object();
  result.json = json.take();
  return result;
}

std::string on_one_line(std::string json) {
  std::erase(json, '\n');
  return json;
}

std::string message_of(const Diagnostic& diagnostic) {
  if (diagnostic.help.empty()) return diagnostic.message;
  return fmt::format("{}; {}", diagnostic.message, diagnostic.help);
}

std::string option_fault(const Outcome& outcome) {
  std::vector<std::string> faults;
  if (outcome.entry_unreadable && !outcome.report.diagnostics.empty()) {
    const Diagnostic& first = outcome.report.diagnostics.front();
    return fmt::format("{}: {}", first.place.file, first.message);
  }
  for (const std::string& fault : outcome.param_faults) faults.push_back("params: " + fault);
  faults.insert(faults.end(), outcome.option_faults.begin(), outcome.option_faults.end());
  return fmt::format("{}", fmt::join(faults, "; "));
}

void write_report(JsonWriter& json, const Report& report, ListPage& page, const Fixes& fixes) {
  json.key("ok");
  json.boolean(report.ok());
  json.key("errors");
  json.number(report.errors);
  json.key("warnings");
  json.number(report.warnings);
  json.key("omitted");
  json.number(report.omitted);
  json.key("diagnostics");
  json.begin_array();
  // Those that were omitted come with a later part, as far as they are listed at all.
  const std::size_t all = report.diagnostics.size() + report.omitted;
  const ListPage::Part part = page.part_of(std::min(all, max_listed_diagnostics));
  for (std::size_t i = part.begin; i < std::min(part.end, report.diagnostics.size()); ++i) {
    const std::vector<Fix> none;
    write_diagnostic(json, report.diagnostics[i], i < fixes.size() ? fixes[i] : none,
                     OldKeys::Without);
  }
  json.end_array();
}

std::string diagnostic_json(const Diagnostic& diagnostic) {
  JsonWriter json;
  write_diagnostic(json, diagnostic, {}, OldKeys::Without);
  return json.take();
}

ArgumentInfo size_argument() {
  return {.name = "size",
          .type = ArgumentType::Integer,
          .description = "The longer side of the picture in pixels (default: 768).",
          .example = "512",
          .min = 64,
          .max = max_served_picture_size};
}

std::uint32_t picture_size(const Arguments& arguments) {
  return static_cast<std::uint32_t>(arguments.count("size", default_picture_size));
}

void write_picture(JsonWriter& json, DrawnPicture drawn, ToolResult& result) {
  json.key("picture");
  json.string(drawn.picture ? drawn.picture->caption : drawn.fault);
  if (drawn.picture) result.pictures.push_back(std::move(*drawn.picture));
}

}  // namespace rigy::interfaces
