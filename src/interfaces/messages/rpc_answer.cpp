#include "messages/rpc_answer.hpp"

#include <utility>

#include <fmt/format.h>

#include "diagnostics/suggestions.hpp"
#include "text/json_text.hpp"

namespace rigy::interfaces {

RpcAnswer rpc_failure(int code, std::string message, std::string data) {
  return {{}, RpcError{code, std::move(message), std::move(data)}};
}

RpcAnswer unknown_method(std::string_view name, const std::vector<std::string_view>& known) {
  ClosestWord closest(name);
  for (const std::string_view method : known) closest.offer(method);
  const std::string hint =
      closest.best().empty() ? "" : fmt::format("; did you mean '{}'?", closest.best());
  return rpc_failure(rpc_method_not_found, fmt::format("there is no method '{}'{}", name, hint));
}

void append_answer(std::string& out, const RpcAnswer& answer) {
  if (!answer.error) {
    out.append("\"result\":").append(answer.result);
    return;
  }
  fmt::format_to(std::back_inserter(out), R"("error":{{"code":{},"message":)", answer.error->code);
  append_json_string(out, answer.error->message);
  if (!answer.error->data.empty()) out.append(",\"data\":").append(answer.error->data);
  out += '}';
}

}  // namespace rigy::interfaces
