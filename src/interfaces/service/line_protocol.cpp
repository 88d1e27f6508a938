#include "service/line_protocol.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "service/base64.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

// How the dispatcher's messages begin; here they are plain objects.
constexpr std::string_view rpc_head = R"({"jsonrpc":"2.0",)";
constexpr std::string_view list_name = "list_tools";

std::string tool_list() {
  JsonWriter json;
  json.begin_object();
  json.key("tools");
  json.begin_array();
  for (const Tool& tool : all_tools()) {
    json.begin_object();
    json.key("name");
    json.string(tool.name);
    json.key("description");
    json.string(tool.description);
    json.key("input_schema");
    json.text(input_schema(tool));
    json.key("output_schema");
    json.text(output_schema(tool));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

// The answer, with the pictures as one key more.
std::string with_pictures(const ToolResult& result) {
  std::string text = result.json;
  if (result.pictures.empty()) return text;
  text.pop_back();
  JsonWriter json;
  json.begin_array();
  for (const ToolPicture& picture : result.pictures) {
    json.begin_object();
    json.key("caption");
    json.string(picture.caption);
    json.key("mime_type");
    json.string("image/png");
    json.key("base64");
    json.string(base64(picture.png));
    json.end_object();
  }
  json.end_array();
  return fmt::format("{},\"pictures\":{}}}", text, json.take());
}

}  // namespace

LineServer::LineServer(const ServiceOptions& options, Dispatcher::Send send,
                       const DispatcherOptions& dispatching)
    : options_(options) {
  const auto plain = [send = std::move(send)](std::string_view message) {
    send("{" + std::string(message.substr(rpc_head.size())));
  };
  const auto run = [this](const RpcCall& one) { return call(one); };
  DispatcherOptions dispatcher_options = dispatching;
  dispatcher_options.cancelled_code = rpc_invalid_request;
  dispatcher_ = std::make_unique<Dispatcher>(
      std::vector<RpcMethod>{{"call", RpcMethod::Where::Worker, run}}, plain, dispatcher_options);
}

void LineServer::refuse_long() {
  dispatcher_->refuse(rpc_invalid_request, "the message is longer than 16 MiB");
}

void LineServer::receive(std::string_view message) {
  const ParsedJson parsed = parse_json(message);
  if (!parsed.ok()) {
    return dispatcher_->refuse(rpc_parse_error, "the line is not JSON: " + parsed.fault);
  }
  if (const JsonValue* const id = parsed.value.find("cancel")) return dispatcher_->cancel(*id);
  const JsonValue* const id = parsed.value.find("id");
  if (id == nullptr || !parsed.value.is(JsonValue::Kind::Object)) {
    return dispatcher_->refuse(rpc_invalid_request,
                               R"(a request has the keys "id", "tool" and "arguments")");
  }
  dispatcher_->receive(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"call","params":{}}})",
                                   to_text(*id), to_text(parsed.value)));
}

RpcAnswer LineServer::call(const RpcCall& call) {
  for (const std::string& key : call.params.keys) {
    if (key != "id" && key != "tool" && key != "arguments") {
      return rpc_failure(
          rpc_invalid_params,
          fmt::format("a request has no key '{}', only id, tool and arguments", key));
    }
  }
  const std::string_view name = call.params.text_of("tool").value_or("");
  if (name == list_name) return {tool_list()};
  const Tool* const tool = find_tool(name);
  if (tool == nullptr) return rpc_failure(rpc_invalid_params, unknown_tool(name));
  static const JsonValue no_arguments{.kind = JsonValue::Kind::Object};
  const JsonValue* const arguments = call.params.find("arguments");
  const ToolResult result =
      call_tool(*tool, arguments == nullptr ? no_arguments : *arguments, {options_});
  if (!result.fault.empty()) return rpc_failure(rpc_invalid_params, result.fault);
  return {with_pictures(result)};
}

}  // namespace rigy::interfaces
