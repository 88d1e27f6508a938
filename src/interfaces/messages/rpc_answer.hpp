// What methods of JSON-RPC answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// The error codes of JSON-RPC.
inline constexpr int rpc_parse_error = -32700;
inline constexpr int rpc_invalid_request = -32600;
inline constexpr int rpc_method_not_found = -32601;
inline constexpr int rpc_invalid_params = -32602;
inline constexpr int rpc_internal_error = -32603;

struct RpcError {
  int code = rpc_internal_error;
  std::string message;
  std::string data = {};  // JSON; empty: none
};

// JSON, or an error. A notification's answer is dropped.
struct RpcAnswer {
  std::string result = {};
  std::optional<RpcError> error = std::nullopt;
};
[[nodiscard]] RpcAnswer rpc_failure(int code, std::string message, std::string data = {});
// "there is no method 'hovr'; did you mean 'hover'?"
[[nodiscard]] RpcAnswer unknown_method(std::string_view name,
                                       const std::vector<std::string_view>& known);

// Appends "result":… or "error":{…}, as responses have it.
void append_answer(std::string& out, const RpcAnswer& answer);

}  // namespace rigy::interfaces
