// rigy serve: the tools of rigy mcp for other programs, as lines of JSON.
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/service_options.hpp"
#include "mcp/line_protocol.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* serve_footer =
    R"(Reads requests from standard input and answers on standard output, one JSON object per line:

  {"id": 1, "tool": "measure", "arguments": {"path": "lamp.rigy.yaml", "pairs": [{"a": "shade", "b": "arm"}]}}
  {"id": 1, "result": {...}}              pictures are in "pictures", as base64
  {"id": 2, "error": {"message": "..."}}

{"id": 1, "tool": "list_tools"} lists the tools with their schemas, {"cancel": 1} cancels a request.
Several requests may run at once; answers come in any order.

Exit status: 0 success, 2 invalid usage.

Examples:
  rigy serve --stdio
  rigy serve --stdio --root assets --read-only)";

struct LineArguments {
  ServeArguments service;
  bool stdio = false;
};

ExitCode run_serve(const LineArguments& arguments) {
  if (!arguments.stdio) throw UsageError("rigy serve needs --stdio");
  return serve_lines<LineServer>(arguments.service);
}

}  // namespace

Action add_serve_command(Options& options) {
  options.footer(serve_footer);
  const auto arguments = std::make_shared<LineArguments>();
  options.flag("--stdio", arguments->stdio, "Use standard input and output");
  add_service_options(options, arguments->service);
  return [arguments] { return run_serve(*arguments); };
}

}  // namespace rigy::interfaces::cli
