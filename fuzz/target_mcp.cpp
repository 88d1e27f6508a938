// The server for language models in a conversation: calls of every tool with arguments of every
// kind, below no folder.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "fuzz/protocol_steps.hpp"
#include "fuzz/targets.hpp"
#include "knowledge/program_knowledge.hpp"
#include "mcp/protocol.hpp"
#include "service/tools.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::size_t max_steps = 8;
constexpr const char* methods[] = {
    "ping",         "tools/list",  "resources/list", "resources/templates/list", "resources/read",
    "prompts/list", "prompts/get", "initialize",     "server/discover",          "no/such"};
constexpr const char* documents[] = {
    "version: \"0.13\"\nmeshes: [{id: m, primitives: [{id: a, type: box, dimensions: {x: 1, y: 1, "
    "z: 1}}]}]\n",
    "version: 7\n",
    "version: \"0.13\"\narmatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: "
    "[0, 1, 0]}]}]\n",
    ""};

class Calls {
 public:
  explicit Calls(std::string_view input) : decisions_(input), input_(input) {}

  [[nodiscard]] std::string run();

 private:
  std::string value(const ArgumentInfo& argument);
  std::string arguments(const Tool& tool);
  std::string params();
  void step(McpServer& server);

  Decisions decisions_;
  std::string_view input_;
  std::vector<int> ids_;
};

// What the tool says as an example, a document, or what does not belong there.
std::string Calls::value(const ArgumentInfo& argument) {
  if (argument.name == "size") return "48";
  if (argument.name == "document") {
    return quoted(decisions_.one_in(6) ? std::string(input_)
                                       : std::string(decisions_.pick(documents)));
  }
  if (decisions_.one_in(4)) return odd_value(decisions_);
  return argument.example.empty() ? odd_value(decisions_) : std::string(argument.example);
}

std::string Calls::arguments(const Tool& tool) {
  std::string out = "{";
  for (const ArgumentInfo& one : tool.arguments) {
    const bool is_given =
        one.required || one.name == "document" || one.name == "size" || decisions_.one_in(4);
    if (is_given)
      out += fmt::format("{}\"{}\":{}", out.size() > 1 ? "," : "", one.name, value(one));
  }
  return out + "}";
}

std::string Calls::params() {
  const auto tools = all_tools();
  const Tool& tool = decisions_.pick(tools);
  return fmt::format(R"({{"name":"{}","arguments":{}}})", tool.name,
                     decisions_.one_in(16) ? odd_value(decisions_) : arguments(tool));
}

void Calls::step(McpServer& server) {
  const int id = static_cast<int>(ids_.size()) + 1;
  if (decisions_.one_in(8)) {
    return server.receive(
        fmt::format(R"({{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}})",
                    odd_value(decisions_)));
  }
  ids_.push_back(id);
  const bool is_call = !decisions_.one_in(4);
  server.receive(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}})", id,
                             is_call ? "tools/call" : decisions_.pick(methods),
                             is_call ? params() : odd_value(decisions_)));
}

std::string Calls::run() {
  Sent sent;
  ServiceOptions options;
  options.knowledge = &program_knowledge();
  {
    McpServer server(options, [&sent](std::string_view message) { sent.add(message); },
                     {.workers = 2, .time_limit = std::chrono::seconds(4)});
    for (std::size_t i = 0; i < max_steps; ++i) step(server);
    server.finish();
  }
  return sent.problem(ids_);
}

}  // namespace

std::string run_mcp(std::string_view input) { return Calls(input).run(); }

}  // namespace rigy::fuzz
