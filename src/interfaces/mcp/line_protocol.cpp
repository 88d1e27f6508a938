#include "mcp/line_protocol.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "service/tool_answer.hpp"

namespace rigy::interfaces {
namespace {

// How the dispatcher's messages begin; here they are plain objects.
constexpr std::string_view rpc_head = R"({"jsonrpc":"2.0",)";

}  // namespace

LineServer::LineServer(const ServiceOptions& options, Dispatcher::Send send,
                       const DispatcherOptions& dispatching)
    : options_(options) {
  const auto plain = [send = std::move(send)](std::string_view message) {
    send("{" + std::string(message.substr(rpc_head.size())));
  };
  const auto run = [this](const RpcCall& one) { return call(one); };
  DispatcherOptions dispatcher_options = dispatching;
  dispatcher_options.canceled_code = rpc_invalid_request;
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
  static const JsonValue no_arguments{.kind = JsonValue::Kind::Object};
  const JsonValue* const arguments = call.params.find("arguments");
  ToolAnswer answer = answer_tool(name, arguments == nullptr ? no_arguments : *arguments,
                                  {.options = options_, .settle = call.settle});
  if (!answer.fault.empty()) return rpc_failure(rpc_invalid_params, std::move(answer.fault));
  return {std::move(answer.json)};
}

}  // namespace rigy::interfaces
