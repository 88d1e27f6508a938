// inspect: what a document is, in numbers.
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "rigy/inspect.hpp"
#include "service/answer.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// Keeps of each list what the page shows: the lists follow each other as one.
class Pager {
 public:
  explicit Pager(const ListPage& page) : page_(page) {}

  template <class Item>
  void keep(std::vector<Item>& items) {
    const std::size_t begin = std::clamp(page_.begin, total_, total_ + items.size()) - total_;
    const std::size_t end = std::clamp(page_.end(), total_, total_ + items.size()) - total_;
    total_ += items.size();
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(end), items.end());
    items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  [[nodiscard]] std::size_t total() const { return total_; }

 private:
  ListPage page_;
  std::size_t total_ = 0;
};

// The number of items of all lists.
std::size_t keep_page(Inspection& inspection, const ListPage& page) {
  Pager pager(page);
  if (inspection.checks) pager.keep(*inspection.checks);
  pager.keep(inspection.armatures);
  pager.keep(inspection.poses);
  pager.keep(inspection.motions);
  pager.keep(inspection.unweighted);
  pager.keep(inspection.meshes);
  pager.keep(inspection.primitives);
  pager.keep(inspection.instances);
  pager.keep(inspection.anchors);
  pager.keep(inspection.materials);
  pager.keep(inspection.skins);
  if (inspection.pairs) pager.keep(*inspection.pairs);
  pager.keep(inspection.faces);
  return pager.total();
}

// The summary of a page would count only what the page has.
std::string without_summary(const Inspection& page) {
  std::string text = on_one_line(inspection_json(page));
  const std::string summary = fmt::format("\"summary\":{},", inspection_summary_json(page));
  return text.erase(text.find(summary), summary.size());
}

void write_inspection(JsonWriter& json, Inspection& inspection, const ListPage& page) {
  json.key("summary");
  json.text(inspection_summary_json(inspection));
  const std::size_t total = keep_page(inspection, page);
  json.key("inspection");
  json.text(without_summary(inspection));
  write_next(json, page, total);
}

ToolResult run(const Arguments& arguments, const ToolContext& context) {
  DocumentSource source = document_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(std::move(source.fault));
  InspectOptions options;
  options.analysis = analyze_options(arguments, context.options);
  options.primitives = arguments.texts("primitives");
  options.pairwise_gaps = arguments.flag("pairwise_gaps");
  options.intent_checks = arguments.flag("intent_checks", true);
  options.expanded = arguments.flag("expanded");
  InspectResult inspected = inspect(source.entry, *source.files, options);
  std::string fault = option_fault(inspected);
  if (!fault.empty()) return tool_fault(std::move(fault));
  return answer([&](JsonWriter& json, ToolResult&) {
    write_report(json, inspected.report);
    if (inspected.inspection) write_inspection(json, *inspected.inspection, page_of(arguments));
    return std::string();
  });
}

}  // namespace

Tool inspect_tool() {
  static const std::string output = fmt::format(
      R"({},"summary":{{"type":"object"}},"inspection":{{"type":"object","description":)"
      R"("As docs/inspect.schema.json describes it; its lists have the items of this page"}},{})",
      report_schema, next_schema);
  Tool tool{.name = "inspect",
            .title = "Inspect a document",
            .description =
                "What a document is, in numbers: sizes, counts, bones, weights, poses, places, "
                "and whether its intent checks (geometry_checks) pass.",
            .arguments = with_document({
                {.name = "primitives",
                 .type = Type::Texts,
                 .description = "Ids of the parts whose primitives are listed (default: all).",
                 .example = R"(["body.head"])"},
                {.name = "pairwise_gaps",
                 .type = Type::Flag,
                 .description = "Also the gaps between the boxes of all pairs of primitives."},
                {.name = "intent_checks",
                 .type = Type::Flag,
                 .description = "Evaluate geometry_checks.alignment (default: true)."},
                {.name = "expanded",
                 .type = Type::Flag,
                 .description = "Also the document after repetitions, params and macros."},
            }),
            .output = output,
            .example = R"({"path":"arm.rigy.yaml","limit":50})",
            .run = run};
  for (ArgumentInfo& one : page_arguments("The number of items of all lists (default: 100).")) {
    tool.arguments.push_back(std::move(one));
  }
  return tool;
}

}  // namespace rigy::interfaces
