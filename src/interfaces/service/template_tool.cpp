// template: documents to start from.
#include <utility>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

ToolResult list_templates(const Knowledge& knowledge) {
  JsonWriter json;
  json.begin_object();
  json.key("templates");
  json.begin_array();
  for (const KnowledgeTemplate& one : knowledge.templates) json.string(one.name);
  json.end_array();
  json.end_object();
  return {.json = json.take()};
}

ToolResult give(const KnowledgeTemplate& chosen, const Arguments& arguments) {
  std::vector<FileToSave> saves;
  if (arguments.has("save_in")) {
    for (const auto& [path, text] : chosen.files) {
      saves.push_back({.path = path_in(arguments.text("save_in"), path),
                       .bytes = std::string(text),
                       .is_new = true});
    }
  }
  JsonWriter json;
  json.begin_object();
  json.key("entry");
  json.string(chosen.entry);
  json.key("files");
  json.begin_array();
  for (const auto& [path, text] : chosen.files) {
    json.begin_object();
    json.key("name");
    json.string(path);
    json.key("text");
    json.string(text);
    json.end_object();
  }
  json.end_array();
  json.key("saved");
  json.begin_array();
  for (const FileToSave& file : saves) json.string(file.path);
  json.end_array();
  json.end_object();
  return {.json = json.take(), .saves = std::move(saves)};
}

ToolResult run_template(const Arguments& arguments, const ToolContext& context) {
  if (context.options.knowledge == nullptr) return tool_fault("there are no templates here");
  const Knowledge& knowledge = *context.options.knowledge;
  if (!arguments.has("name")) return list_templates(knowledge);
  const std::string name = arguments.text("name");
  ClosestWord closest(name);
  for (const KnowledgeTemplate& one : knowledge.templates) {
    if (one.name == name) return give(one, arguments);
    closest.offer(one.name);
  }
  const std::string hint =
      closest.best().empty() ? "" : fmt::format("; did you mean '{}'?", closest.best());
  return tool_fault(fmt::format("there is no template '{}'{}", name, hint));
}

}  // namespace

Tool template_tool() {
  return {.name = "template",
          .title = "Start from a template",
          .description =
              "A commented document to start from: the names of all templates, or the files of "
              "one, which can be saved below the root. Existing files are never replaced.",
          .writes = true,
          .arguments = {{.name = "name",
                         .type = Type::Text,
                         .description = "The template (default: list all).",
                         .example = R"("character")"},
                        {.name = "save_in",
                         .type = Type::Text,
                         .description = "A folder below the root; \".\" is the root itself.",
                         .example = R"(".")",
                         .needs = "name"}},
          .output = properties(
              {R"("templates":{"type":"array","items":{"type":"string"}})",
               R"("entry":{"type":"string"})",
               list_of("files", "The files of the template",
                       R"("name":{"type":"string"},"text":{"type":"string"})", R"("name","text")"),
               R"("saved":{"type":"array","items":{"type":"string"}})"}),
          .example = R"({"name":"arm"})",
          .run = run_template};
}

}  // namespace rigy::interfaces
