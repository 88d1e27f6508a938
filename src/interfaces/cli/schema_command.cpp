// rigy schema: the JSON Schema of a kind of document.
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "schemas/json_schema.hpp"
#include "schemas/typescript.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* schema_footer = R"(Examples:
  rigy schema rigy >rigy.schema.json    assets, *.rigy.yaml
  rigy schema rigs                      scenes, *.rigs.yaml
  rigy schema rigm                      motions, *.rigm.yaml
  rigy schema ricy                      contracts, *.ricy.yaml
  rigy schema weights                   weight files, *.weights.json
  rigy schema bones                     bone maps, *.bones.yaml
  rigy schema --typescript              all of them as TypeScript types)";

struct SchemaArguments {
  std::string kind;
  bool typescript = false;
};

ExitCode run_schema(const SchemaArguments& arguments) {
  static const std::map<std::string, SchemaKind> kinds{
      {"rigy", SchemaKind::Rigy}, {"rigs", SchemaKind::Rigs},       {"rigm", SchemaKind::Rigm},
      {"ricy", SchemaKind::Ricy}, {"weights", SchemaKind::Weights}, {"bones", SchemaKind::Bones}};
  if (arguments.typescript) {
    print(typescript_types());
    return Done;
  }
  const auto found = kinds.find(arguments.kind);
  if (found == kinds.end()) {
    throw UsageError(
        arguments.kind.empty()
            ? "which schema? rigy, rigs, rigm, ricy, weights or bones"
            : fmt::format("there is no schema '{}'; the schemas are rigy, rigs, rigm, ricy, "
                          "weights and bones",
                          arguments.kind));
  }
  print(json_schema(found->second));
  return Done;
}

}  // namespace

Action add_schema_command(Options& options) {
  options.footer(schema_footer);
  const auto arguments = std::make_shared<SchemaArguments>();
  options.text("KIND", arguments->kind, "", "rigy, rigs, rigm, ricy, weights or bones");
  options.flag("--typescript", arguments->typescript,
               "Print TypeScript types of all documents instead");
  return [arguments] { return run_schema(*arguments); };
}

}  // namespace rigy::interfaces::cli
