// inspect: what a document is, in numbers.
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "rigy/inspect.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// Keeps of each list what the page shows: the lists follow each other as one.
class Pager {
 public:
  explicit Pager(const ListPage& page) : page_(page) {}

  template <class Item>
  void keep(std::vector<Item>& items) {
    std::erase_if(items, [this](const Item& item) { return !shows(size_of(item)); });
  }
  [[nodiscard]] std::size_t total() const { return total_; }

 private:
  // What has a list of its own counts as its items.
  template <class Item>
  static std::size_t size_of(const Item& item) {
    if constexpr (requires { item.bones; }) return std::max<std::size_t>(1, item.bones.size());
    return 1;
  }
  bool shows(std::size_t size) {
    const std::size_t start = std::exchange(total_, total_ + size);
    return start >= page_.begin && start < page_.end();
  }

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

void write_inspection(JsonWriter& json, Inspection& inspection, ListPage& page) {
  json.key("summary");
  json.text(inspection_summary_json(inspection));
  (void)page.part_of(keep_page(inspection, page));
  if (inspection.expanded_yaml) {
    inspection.expanded_yaml = lines_in(*inspection.expanded_yaml, page);
  }
  json.key("inspection");
  json.text(without_summary(inspection));
}

// The document as it is written, or why that is not shown; returns why it cannot be read.
std::string write_document(JsonWriter& json, const Arguments& arguments,
                           const DocumentSource& source, ListPage& page) {
  const ReadText read = text_of(source);
  if (!read.fault.empty()) return read.fault;
  if (arguments.has("path")) {
    const std::string fault = foreign_fault(source.entry, read.text);
    if (!fault.empty()) {
      json.key("text_error");
      json.string(fault);
      return {};
    }
  }
  json.key("text");
  json.string(lines_in(read.text, page));
  return {};
}

ToolResult run_inspect(const Arguments& arguments, const ToolContext& context) {
  const AnalyzedSource source = analyzed_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(source.fault);
  InspectOptions options;
  options.analysis = analyze_options(arguments, context.options);
  options.primitives = arguments.texts("primitives");
  options.pairwise_gaps = arguments.flag("pairwise_gaps");
  options.intent_checks = arguments.flag("intent_checks", true);
  options.expanded = arguments.flag("expanded");
  InspectResult inspected = inspect(source.analysis, options);
  std::string fault = option_fault(inspected);
  const std::vector<Diagnostic>& found = inspected.report.diagnostics;
  if (fault.empty() && source.analysis.ok() && !inspected.report.ok()) {
    fault = message_of(found.front());
  }
  if (!fault.empty()) return tool_fault(std::move(fault));
  context.tell(1, 2, "inspected");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult&, ListPage& page) {
    write_report(json, inspected.report, page);
    if (inspected.inspection) write_inspection(json, *inspected.inspection, page);
    return arguments.flag("text") ? write_document(json, arguments, source, page) : std::string();
  });
}

constexpr std::string_view inspection_schema =
    R"("inspection":{"type":"object","description":"As docs/inspect.schema.json describes it, )"
    R"(without summary; its lists have the items of this page"})";

}  // namespace

Tool inspect_tool() {
  return {.name = "inspect",
          .title = "Inspect a document",
          .description =
              "What a document is, in numbers: sizes, counts, bones, weights, poses, places, "
              "and whether its intent checks (geometry_checks) pass. Also its text, to be edited.",
          .arguments = with_document(
              {
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
                  {.name = "text",
                   .type = Type::Flag,
                   .description = "Also the text of the document, before edits of a saved file."},
              },
              "The number of items of all lists together, in which a skeleton and a pose count "
              "their bones, and of the lines of a text (default: 100)."),
          .output = properties(
              {report_schema(), summary_schema(), inspection_schema,
               R"("text":{"type":"string","description":"The lines of this page"})",
               R"("text_error":{"type":"string","description":"Why there is no text"})"}),
          .always = report_keys(),
          .example = R"({"path":"arm.rigy.yaml","limit":50})",
          .run = run_inspect};
}

}  // namespace rigy::interfaces
