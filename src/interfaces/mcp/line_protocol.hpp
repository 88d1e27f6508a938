// The tools as lines of JSON: {"id", "tool", "arguments"} in, {"id", "result" or "error"} out.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"
#include "messages/dispatcher.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces {

class LineServer {
 public:
  LineServer(const ServiceOptions& options, Dispatcher::Send send,
             const DispatcherOptions& dispatching);

  void receive(std::string_view message);
  void refuse_long();
  void cancel_all() { dispatcher_->cancel_all(); }
  void finish() { dispatcher_->finish(); }

 private:
  RpcAnswer call(const RpcCall& call);

  ServiceOptions options_;
  std::unique_ptr<Dispatcher> dispatcher_;
};

}  // namespace rigy::interfaces
