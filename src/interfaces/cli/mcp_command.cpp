// rigy mcp: tools for language models, over standard input and output.
#include <memory>

#include "cli/commands.hpp"
#include "cli/service_options.hpp"
#include "mcp/protocol.hpp"
#include "messages/connection.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Speaks the Model Context Protocol on standard input and output, one message per line, revisions
2026-07-28, 2025-11-25 and 2025-06-18, until standard input ends. Programs start it; docs/agents.md
has their settings.

Nothing that is sent is executed. Paths outside of the root, links that leave it, and devices are
refused.

Exit status: 0 success, 2 invalid usage.

Examples:
  rigy mcp                        files below the working directory
  rigy mcp --root ~/assets        files below another folder
  rigy mcp --read-only            tools that write refuse to)";

ExitCode run_mcp(const ServeArguments& arguments) {
  MessageWriter writer(Framing::Lines);
  McpServer server(
      service_options(arguments), [&writer](std::string_view message) { writer.send(message); },
      dispatcher_options(arguments));
  read_messages(Framing::Lines,
                {.receive = [&server](std::string_view message) { server.receive(message); },
                 .refuse_long = [&server] { server.refuse_long(); },
                 .ends = [&writer] { return writer.is_closed(); }});
  server.finish();
  return Done;
}

}  // namespace

Action add_mcp_command(Options& options) {
  options.footer(help_footer);
  const auto arguments = std::make_shared<ServeArguments>();
  add_service_options(options, *arguments);
  return [arguments] { return run_mcp(*arguments); };
}

}  // namespace rigy::interfaces::cli
