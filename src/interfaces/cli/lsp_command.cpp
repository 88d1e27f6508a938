// rigy lsp: the language server, for editors.
#include <memory>

#include "cli/commands.hpp"
#include "cli/site.hpp"
#include "lsp/server.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* lsp_footer =
    R"(Speaks the Language Server Protocol over standard input and output. Editors start it on their own;
docs/editors.md has their settings.)";

}  // namespace

Action add_lsp_command(Options& options) {
  options.footer(lsp_footer);
  const auto stdio = std::make_shared<bool>(false);
  options.flag("--stdio", *stdio, "Use standard input and output; the only way to connect");
  return [stdio] { return serve_editor(configured_site()) ? Done : Rejected; };
}

}  // namespace rigy::interfaces::cli
