// The Model Context Protocol over the tools of the service.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "messages/dispatcher.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces {

// Revisions, newest first. In the first, every request says which it follows and what the client
// can do; the others begin with `initialize`.
inline constexpr std::string_view stateless_revision = "2026-07-28";
inline constexpr std::string_view session_revisions[] = {"2025-11-25", "2025-06-18"};

struct Prompt {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view argument;  // its only one
  std::string_view argument_description;
  std::string_view text;  // {} stands for the argument
};
[[nodiscard]] std::vector<Prompt> prompts();
// What a client may tell its model about the server.
[[nodiscard]] std::string_view server_instructions();

// Answers requests. Keeps no state but whether `initialize` was called, which nothing depends on.
class McpServer {
 public:
  using Send = Dispatcher::Send;

  McpServer(const ServiceOptions& options, Send send, const DispatcherOptions& dispatching);

  void receive(std::string_view message) { dispatcher_->receive(message); }
  void refuse_long();
  void cancel_all() { dispatcher_->cancel_all(); }
  void finish() { dispatcher_->finish(); }

 private:
  using Answer = RpcAnswer (McpServer::*)(const RpcCall& call, bool is_stateless);

  // Checks what every request of a revision must have, then answers.
  RpcMethod method(std::string_view name, RpcMethod::Where where, Answer answer);
  RpcAnswer checked(const RpcCall& call, Answer answer);

  RpcAnswer discover(const RpcCall& call, bool is_stateless);
  RpcAnswer initialize(const RpcCall& call, bool is_stateless);
  RpcAnswer ping(const RpcCall& call, bool is_stateless);
  RpcAnswer list_tools(const RpcCall& call, bool is_stateless);
  RpcAnswer call_a_tool(const RpcCall& call, bool is_stateless);
  RpcAnswer list_resources(const RpcCall& call, bool is_stateless);
  RpcAnswer list_resource_templates(const RpcCall& call, bool is_stateless);
  RpcAnswer read_resource(const RpcCall& call, bool is_stateless);
  RpcAnswer list_prompts(const RpcCall& call, bool is_stateless);
  RpcAnswer get_prompt(const RpcCall& call, bool is_stateless);

  ServiceOptions options_;
  Send send_;
  std::unique_ptr<Dispatcher> dispatcher_;
};

}  // namespace rigy::interfaces
