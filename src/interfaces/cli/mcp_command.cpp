// rigy mcp: tools for language models, over standard input and output.
#include <memory>

#include "cli/commands.hpp"
#include "cli/service_options.hpp"
#include "mcp/protocol.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* mcp_footer =
    R"(Speaks the Model Context Protocol on standard input and output, one message per line, revisions
2026-07-28, 2025-11-25 and 2025-06-18, until standard input ends. Other programs start it;
docs/agents.md has their settings.

It never executes what it receives. Paths outside the root, links that leave it, and devices are
rejected.

Exit status: 0 success, 2 invalid usage.

Examples:
  rigy mcp                        files below the working directory
  rigy mcp --root ~/assets        files below another folder
  rigy mcp --read-only            tools cannot write files)";

}  // namespace

Action add_mcp_command(Options& options) {
  options.footer(mcp_footer);
  const auto arguments = std::make_shared<ServeArguments>();
  add_service_options(options, *arguments);
  return [arguments] { return serve_lines<McpServer>(*arguments); };
}

}  // namespace rigy::interfaces::cli
