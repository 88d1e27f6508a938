#include "knowledge/program_knowledge.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "knowledge/examples.hpp"
#include "knowledge/templates.hpp"
#include "rigy/analyze.hpp"
#include "schemas/json_schema.hpp"
#include "schemas/reference_page.hpp"
#include "service/answer.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view asset_ending = ".rigy.yaml";
constexpr std::string_view scene_ending = ".rigs.yaml";

// The first heading.
std::string title_of(std::string_view text) {
  const std::size_t start = text.find("# ");
  if (start == std::string_view::npos) return {};
  return std::string(text.substr(start + 2, text.find('\n', start) - start - 2));
}

// "guide/01-box" for "guide/01-box.md".
std::string name_of_page(std::string_view path) {
  return std::string(path.substr(0, path.rfind('.')));
}

void add_pages(std::vector<KnowledgePage>& pages) {
  for (const EmbeddedPage& page : embedded_pages()) {
    pages.push_back({.uri = fmt::format("rigy://docs/{}", page.path),
                     .name = name_of_page(page.path),
                     .title = title_of(page.text),
                     .mime_type = "text/markdown",
                     .text = page.text});
  }
  pages.push_back({.uri = "rigy://docs/reference.md",
                   .name = "reference",
                   .title = "Every object and field of the language",
                   .mime_type = "text/markdown",
                   .make = reference_page});
}

void add_schemas(std::vector<KnowledgePage>& pages) {
  struct Row {
    std::string_view name;
    std::string_view title;
    SchemaKind kind;
  };
  constexpr std::array<Row, 5> rows{
      {{"rigy", "JSON Schema of assets", SchemaKind::Rigy},
       {"rigs", "JSON Schema of scenes", SchemaKind::Rigs},
       {"rigm", "JSON Schema of motions", SchemaKind::Rigm},
       {"ricy", "JSON Schema of contracts", SchemaKind::Ricy},
       {"weights", "JSON Schema of weight files", SchemaKind::Weights}}};
  for (const Row& row : rows) {
    pages.push_back({.uri = fmt::format("rigy://schema/{}.schema.json", row.name),
                     .name = fmt::format("schema/{}", row.name),
                     .title = std::string(row.title),
                     .mime_type = "application/schema+json",
                     .make = [kind = row.kind] { return json_schema(kind); }});
  }
}

// Drawn when somebody asks for it: pictures would be most of the program.
std::string picture_of_example(std::string_view path) {
  std::map<std::string, std::string> all;
  for (const EmbeddedPage& example : example_documents()) all.emplace(example.path, example.text);
  MemoryFiles files(std::move(all));
  const Analysis analysis = analyze(std::string(path), files);
  DrawnPicture drawn = draw_montage(analysis, "", default_picture_size);
  return drawn.picture ? std::move(drawn.picture->png) : std::string();
}

bool is_document(std::string_view path) {
  return path.ends_with(asset_ending) || path.ends_with(scene_ending);
}

void add_examples(std::vector<KnowledgePage>& pages) {
  for (const EmbeddedPage& example : example_documents()) {
    const bool is_yaml = example.path.ends_with(".yaml");
    pages.push_back({.uri = fmt::format("rigy://examples/{}", example.path),
                     .name = fmt::format("examples/{}", example.path),
                     .title = fmt::format("Example: {}", example.path),
                     .mime_type = is_yaml ? "application/yaml" : "application/json",
                     .text = example.text});
    if (!is_document(example.path) || all_view_names().empty()) continue;
    const std::string stem(example.path.substr(0, example.path.size() - asset_ending.size()));
    pages.push_back({.uri = fmt::format("rigy://examples/{}.png", stem),
                     .name = fmt::format("examples/{}.png", stem),
                     .title = fmt::format("Picture of the example {}", example.path),
                     .mime_type = "image/png",
                     .make = [path = example.path] { return picture_of_example(path); },
                     .is_binary = true});
  }
}

void add_templates(std::vector<KnowledgeTemplate>& templates) {
  for (const TemplateFile& file : template_files()) {
    if (file.path.find('/') != std::string_view::npos) continue;
    KnowledgeTemplate one{.name = std::string(file.path.substr(0, file.path.find('.'))),
                          .entry = std::string(file.path),
                          .files = {{std::string(file.path), std::string(file.text)}}};
    for (const TemplateFile& part : template_files()) {
      const bool belongs = file.path.ends_with(scene_ending) && part.path.starts_with("parts/");
      if (belongs) one.files.emplace(part.path, part.text);
    }
    templates.push_back(std::move(one));
  }
}

}  // namespace

const Knowledge& program_knowledge() {
  static const Knowledge all = [] {
    Knowledge knowledge;
    add_pages(knowledge.pages);
    add_schemas(knowledge.pages);
    add_examples(knowledge.pages);
    add_templates(knowledge.templates);
    knowledge.explain_id = [](std::string_view id) {
      const std::optional<std::string> diagnostic = explanation_of(id);
      return diagnostic ? diagnostic : reference_entry(id);
    };
    knowledge.closest_id = closest_explained;
    return knowledge;
  }();
  return all;
}

}  // namespace rigy::interfaces
