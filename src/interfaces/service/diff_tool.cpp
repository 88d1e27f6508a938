// diff: what changed between two documents.
#include <utility>

#include <fmt/format.h>

#include "rigy/diff.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

void keep_part(Diff& found, ListPage::Part part) {
  const auto at = [&found](std::size_t i) {
    return std::make_move_iterator(found.objects.begin() + static_cast<std::ptrdiff_t>(i));
  };
  found.objects = {at(part.begin), at(part.end)};
}

ToolResult run_diff(const Arguments& arguments, const ToolContext& context) {
  const Arguments sides[] = {arguments.object("before"), arguments.object("after")};
  Analysis analyses[2];
  for (std::size_t i = 0; i < 2; ++i) {
    DocumentSource source = document_source(sides[i], context.options);
    if (!source.fault.empty()) {
      return tool_fault(fmt::format("{}: {}", i == 0 ? "before" : "after", source.fault));
    }
    analyses[i] = analyze(source.entry, *source.files, analyze_options(sides[i], context.options));
    const std::string fault = option_fault(analyses[i]);
    if (!fault.empty()) return tool_fault(fault);
  }
  Diff found = diff(&analyses[0], &analyses[1], {.threads = context.options.threads});
  const bool is_same = found.same();
  context.tell(1, 2, "compared");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    keep_part(found, page.part_of(found.objects.size()));
    json.key("same");
    json.boolean(is_same);
    json.key("text");
    json.string(diff_text(found, false));
    json.key("diff");
    json.text(on_one_line(diff_json(found)));
    if (found.comparable() && arguments.flag("picture", true)) {
      write_picture(json, draw_difference(analyses[0], analyses[1], picture_size(arguments)),
                    result);
    }
    return std::string();
  });
}

}  // namespace

Tool diff_tool() {
  Tool tool{.name = "diff",
            .title = "Compare two documents",
            .description =
                "What changed between two documents, part by part: moved, turned, resized, "
                "recolored, added, removed; with a picture of before, after and the difference.",
            .arguments = {{.name = "before",
                           .type = Type::Object,
                           .description = "The earlier document.",
                           .example = R"({"path": "lamp.rigy.yaml"})",
                           .required = true,
                           .fields = document_arguments()},
                          {.name = "after",
                           .type = Type::Object,
                           .description = "The later document.",
                           .example = R"({"path": "lamp2.rigy.yaml"})",
                           .required = true,
                           .fields = document_arguments()},
                          {.name = "picture",
                           .type = Type::Flag,
                           .description = "A picture (default: true)."},
                          size_argument()},
            .output = properties({R"("same":{"type":"boolean"},"text":{"type":"string"})",
                                  R"("diff":{"type":"object","description":)"
                                  R"("As docs/diff.schema.json describes it"})",
                                  picture_schema, next_schema}),
            .always = {"same", "text", "diff", "next"},
            .example = R"({"before":{"path":"lamp.rigy.yaml"},"after":{"path":"lamp2.rigy.yaml"}})",
            .run = run_diff};
  for (ArgumentInfo& one : page_arguments("The number of changed objects (default: 100).")) {
    tool.arguments.push_back(std::move(one));
  }
  return tool;
}

}  // namespace rigy::interfaces
