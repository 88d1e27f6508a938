#include "mcp/protocol.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "rigy/analyze.hpp"
#include "service/base64.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

using Where = RpcMethod::Where;

constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr int unsupported_version = -32022;
constexpr int resource_not_found = -32002;  // before the newest revision

constexpr std::string_view mcp_capabilities = R"({"tools":{},"resources":{},"prompts":{}})";

void write_server_info(JsonWriter& json) {
  json.begin_object();
  write_text(json, "name", "rigy");
  write_text(json, "title", "Rigy");
  write_text(json, "version", version());
  json.end_object();
}

// A result, and what results of the newest revision have besides.
class ResultWriter {
 public:
  enum class Cached : std::uint8_t { No, Yes };

  ResultWriter(bool is_stateless, Cached cached) {
    json.begin_object();
    if (!is_stateless) return;
    write_text(json, "resultType", "complete");
    if (cached == Cached::Yes) {
      // Nothing changes while the program runs.
      write_count(json, "ttlMs", 3'600'000);
      write_text(json, "cacheScope", "public");
    }
    json.key("_meta");
    json.begin_object();
    json.key("io.modelcontextprotocol/serverInfo");
    write_server_info(json);
    json.end_object();
  }
  RpcAnswer answer() {
    json.end_object();
    return {json.take()};
  }

  JsonWriter json;
};
using Cached = ResultWriter::Cached;

void write_versions(JsonWriter& json) {
  json.begin_array();
  json.string(stateless_revision);
  for (const std::string_view one : session_revisions) json.string(one);
  json.end_array();
}

bool is_session_revision(std::string_view version) {
  return std::find(std::begin(session_revisions), std::end(session_revisions), version) !=
         std::end(session_revisions);
}

RpcAnswer refuse_version(std::string_view requested) {
  JsonWriter json;
  json.begin_object();
  json.key("supported");
  write_versions(json);
  write_text(json, "requested", requested);
  json.end_object();
  return rpc_failure(unsupported_version, "Unsupported protocol version", json.take());
}

const JsonValue* meta_of(const JsonValue& params) { return params.find("_meta"); }

void write_tool(JsonWriter& json, const Tool& tool) {
  json.begin_object();
  write_text(json, "name", tool.name);
  write_text(json, "title", tool.title);
  write_text(json, "description", tool.description);
  json.key("inputSchema");
  json.text(input_schema(tool));
  json.key("outputSchema");
  json.text(output_schema(tool));
  json.key("annotations");
  json.begin_object();
  write_flag(json, "readOnlyHint", !tool.writes);
  write_flag(json, "destructiveHint", tool.writes);
  write_flag(json, "openWorldHint", false);
  json.end_object();
  json.end_object();
}

void write_content_text(JsonWriter& json, std::string_view text) {
  json.begin_object();
  write_text(json, "type", "text");
  write_text(json, "text", text);
  json.end_object();
}

void write_content_picture(JsonWriter& json, const ToolPicture& picture) {
  json.begin_object();
  write_text(json, "type", "image");
  write_text(json, "data", base64(picture.png));
  write_text(json, "mimeType", "image/png");
  json.end_object();
}

RpcAnswer tool_answer(const ToolResult& result, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::No);
  const bool is_fault = !result.fault.empty();
  out.json.key("content");
  out.json.begin_array();
  write_content_text(out.json, is_fault ? result.fault : result.json);
  for (const ToolPicture& picture : result.pictures) write_content_picture(out.json, picture);
  out.json.end_array();
  if (!is_fault) {
    out.json.key("structuredContent");
    out.json.text(result.json);
  }
  out.json.key("isError");
  out.json.boolean(is_fault);
  return out.answer();
}

RpcAnswer missing(std::string_view what) {
  return rpc_failure(rpc_invalid_params, fmt::format("'{}' is missing", what));
}

std::string with_hint(std::string message, std::string_view word) {
  return word.empty() ? message : fmt::format("{}; did you mean '{}'?", message, word);
}

}  // namespace

McpServer::McpServer(const ServiceOptions& options, Send send, const DispatcherOptions& dispatching)
    : options_(options), send_(std::move(send)) {
  using M = McpServer;
  const auto canceled = [this](const RpcCall& call) {
    const JsonValue* const id = call.params.find("requestId");
    if (id != nullptr) dispatcher_->cancel(*id);
    return RpcAnswer{};
  };
  const auto ignored = [](const RpcCall& /*call*/) { return RpcAnswer{}; };
  DispatcherOptions dispatcher_options = dispatching;
  dispatcher_options.writes_null_id = false;
  dispatcher_ = std::make_unique<Dispatcher>(
      std::vector<RpcMethod>{
          method("initialize", Where::InOrder, &M::initialize),
          method("server/discover", Where::InOrder, &M::discover),
          method("ping", Where::InOrder, &M::ping),
          method("tools/list", Where::InOrder, &M::list_tools),
          method("tools/call", Where::Worker, &M::call_a_tool),
          method("resources/list", Where::InOrder, &M::list_resources),
          method("resources/templates/list", Where::InOrder, &M::list_resource_templates),
          method("resources/read", Where::Worker, &M::read_resource),
          method("prompts/list", Where::InOrder, &M::list_prompts),
          method("prompts/get", Where::InOrder, &M::get_prompt),
          {"notifications/cancelled", Where::InOrder, canceled},
          {"notifications/initialized", Where::InOrder, ignored},
      },
      send_, dispatcher_options);
}

void McpServer::refuse_long() {
  dispatcher_->refuse(rpc_invalid_request, "the message is longer than 16 MiB");
}

RpcMethod McpServer::method(std::string_view name, Where where, Answer answer) {
  return {name, where, [this, answer](const RpcCall& call) { return checked(call, answer); }};
}

RpcAnswer McpServer::checked(const RpcCall& call, Answer answer) {
  const JsonValue* const meta = meta_of(call.params);
  const JsonValue* const asked = meta == nullptr ? nullptr : meta->find(version_key);
  if (asked == nullptr) {
    if (answer == &McpServer::discover) return missing(version_key);
    return (this->*answer)(call, false);
  }
  if (!asked->is(JsonValue::Kind::Text)) return missing(version_key);
  if (asked->text != stateless_revision) return refuse_version(asked->text);
  const JsonValue* const capable = meta->find(capabilities_key);
  if (capable == nullptr || !capable->is(JsonValue::Kind::Object)) return missing(capabilities_key);
  return (this->*answer)(call, true);
}

RpcAnswer McpServer::discover(const RpcCall& /*call*/, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::Yes);
  out.json.key("supportedVersions");
  write_versions(out.json);
  out.json.key("capabilities");
  out.json.text(mcp_capabilities);
  out.json.key("serverInfo");
  write_server_info(out.json);
  write_text(out.json, "instructions", server_instructions());
  return out.answer();
}

// A client that asks for a revision that is not known gets the newest that begins this way.
RpcAnswer McpServer::initialize(const RpcCall& call, bool /*is_stateless*/) {
  const std::string_view asked = call.params.text_of("protocolVersion").value_or("");
  ResultWriter out(false, Cached::No);
  write_text(out.json, "protocolVersion",
             is_session_revision(asked) ? asked : session_revisions[0]);
  out.json.key("capabilities");
  out.json.text(mcp_capabilities);
  out.json.key("serverInfo");
  write_server_info(out.json);
  write_text(out.json, "instructions", server_instructions());
  return out.answer();
}

RpcAnswer McpServer::ping(const RpcCall& /*call*/, bool is_stateless) {
  if (is_stateless) return rpc_failure(rpc_method_not_found, "there is no ping in this revision");
  return {"{}"};
}

RpcAnswer McpServer::list_tools(const RpcCall& /*call*/, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::Yes);
  out.json.key("tools");
  out.json.begin_array();
  for (const Tool& tool : all_tools()) write_tool(out.json, tool);
  out.json.end_array();
  return out.answer();
}

RpcAnswer McpServer::call_a_tool(const RpcCall& call, bool is_stateless) {
  const std::optional<std::string_view> name = call.params.text_of("name");
  if (!name) return missing("name");
  const Tool* const tool = find_tool(*name);
  if (tool == nullptr) return rpc_failure(rpc_invalid_params, unknown_tool(*name));
  ToolContext context{.options = options_, .settle = call.settle};
  const JsonValue* const meta = meta_of(call.params);
  const JsonValue* const token = meta == nullptr ? nullptr : meta->find("progressToken");
  if (token != nullptr &&
      (token->is(JsonValue::Kind::Text) || token->is(JsonValue::Kind::Number))) {
    context.progress = [this, token, &call](double done, double total, std::string_view message) {
      if (call.cancellation.is_asked()) return;
      JsonWriter json;
      json.begin_object();
      json.key("progressToken");
      json.text(to_text(*token));
      json.key("progress");
      json.shortest(done);
      json.key("total");
      json.shortest(total);
      write_text(json, "message", message);
      json.end_object();
      send_(rpc_notification("notifications/progress", json.take()));
    };
  }
  static const JsonValue no_arguments{.kind = JsonValue::Kind::Object};
  const JsonValue* const arguments = call.params.find("arguments");
  return tool_answer(call_tool(*tool, arguments == nullptr ? no_arguments : *arguments, context),
                     is_stateless);
}

RpcAnswer McpServer::list_resources(const RpcCall& /*call*/, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::Yes);
  out.json.key("resources");
  out.json.begin_array();
  for (const KnowledgePage& page : options_.knowledge->pages) {
    out.json.begin_object();
    write_text(out.json, "uri", page.uri);
    write_text(out.json, "name", page.name);
    write_text(out.json, "title", page.title);
    write_text(out.json, "mimeType", page.mime_type);
    out.json.end_object();
  }
  out.json.end_array();
  return out.answer();
}

RpcAnswer McpServer::list_resource_templates(const RpcCall& /*call*/, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::Yes);
  out.json.key("resourceTemplates");
  out.json.begin_array();
  out.json.end_array();
  return out.answer();
}

RpcAnswer McpServer::read_resource(const RpcCall& call, bool is_stateless) {
  const std::optional<std::string_view> uri = call.params.text_of("uri");
  if (!uri) return missing("uri");
  ClosestWord closest(*uri);
  for (const KnowledgePage& page : options_.knowledge->pages) {
    closest.offer(page.uri);
    if (page.uri != *uri) continue;
    ResultWriter out(is_stateless, Cached::Yes);
    out.json.key("contents");
    out.json.begin_array();
    out.json.begin_object();
    write_text(out.json, "uri", page.uri);
    write_text(out.json, "mimeType", page.mime_type);
    const std::string content = page.content();
    if (page.is_binary) {
      write_text(out.json, "blob", base64(content));
    } else {
      write_text(out.json, "text", content);
    }
    out.json.end_object();
    out.json.end_array();
    return out.answer();
  }
  return rpc_failure(is_stateless ? rpc_invalid_params : resource_not_found,
                     with_hint(fmt::format("there is no resource '{}'", *uri), closest.best()));
}

RpcAnswer McpServer::list_prompts(const RpcCall& /*call*/, bool is_stateless) {
  ResultWriter out(is_stateless, Cached::Yes);
  out.json.key("prompts");
  out.json.begin_array();
  for (const Prompt& prompt : prompts()) {
    out.json.begin_object();
    write_text(out.json, "name", prompt.name);
    write_text(out.json, "title", prompt.title);
    write_text(out.json, "description", prompt.description);
    out.json.key("arguments");
    out.json.begin_array();
    out.json.begin_object();
    write_text(out.json, "name", prompt.argument);
    write_text(out.json, "description", prompt.argument_description);
    out.json.key("required");
    out.json.boolean(true);
    out.json.end_object();
    out.json.end_array();
    out.json.end_object();
  }
  out.json.end_array();
  return out.answer();
}

RpcAnswer McpServer::get_prompt(const RpcCall& call, bool is_stateless) {
  const std::optional<std::string_view> name = call.params.text_of("name");
  if (!name) return missing("name");
  ClosestWord closest(*name);
  for (const Prompt& prompt : prompts()) {
    closest.offer(prompt.name);
    if (prompt.name != *name) continue;
    const JsonValue* const arguments = call.params.find("arguments");
    const std::optional<std::string_view> given =
        arguments == nullptr ? std::nullopt : arguments->text_of(prompt.argument);
    if (!given) return missing(prompt.argument);
    std::string text(prompt.text);
    text.replace(text.find("{}"), 2, *given);
    ResultWriter out(is_stateless, Cached::No);
    write_text(out.json, "description", prompt.description);
    out.json.key("messages");
    out.json.begin_array();
    out.json.begin_object();
    write_text(out.json, "role", "user");
    out.json.key("content");
    write_content_text(out.json, text);
    out.json.end_object();
    out.json.end_array();
    return out.answer();
  }
  return rpc_failure(rpc_invalid_params,
                     with_hint(fmt::format("there is no prompt '{}'", *name), closest.best()));
}

}  // namespace rigy::interfaces
