// JSON-RPC 2.0 over any stream: calls methods of a table, several at once, and sends what they
// answer.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "common/cancellation.hpp"
#include "interfaces_floor.hpp"
#include "messages/json_value.hpp"
#include "messages/rpc_answer.hpp"

namespace rigy::interfaces {

// {"jsonrpc":"2.0","method":…,"params":…}
[[nodiscard]] std::string rpc_notification(std::string_view method, std::string_view params);

struct RpcCall {
  const JsonValue& params;  // null if there are none
  // Work that may take long looks at it, or runs in a CancellationScope.
  Cancellation& cancellation;
  // Called before a call leaves traces, such as files. False: it must stop and leave none;
  // otherwise it is answered, whenever it ends.
  std::function<bool()> settle;
};

struct RpcMethod {
  // Calls in order run on the thread that receives messages, before the next message is looked at:
  // what is quick, and what later messages depend on. The others run on workers, in any order; one
  // worker runs them one after the other.
  enum class Where : std::uint8_t { InOrder, Worker };

  std::string_view name;
  Where where = Where::Worker;
  std::function<RpcAnswer(const RpcCall& call)> run;
  bool runs_at_the_end = false;  // cancel_all() leaves it out
};

struct DispatcherOptions {
  unsigned workers = 2;
  // After this time a call must stop; a request is then answered with an error.
  std::chrono::milliseconds time_limit = std::chrono::minutes(1);
  // False: notifications are never late, because later calls depend on what they did.
  bool limits_notifications = true;
  // The error code that answers a call that was canceled; 0: it has no answer.
  int canceled_code = 0;
  // Whether an error about a message without a readable id has "id": null, or no id.
  bool writes_null_id = true;
  // Bytes that messages take which wait for a worker.
  std::size_t max_waiting = 64u << 20;
  // Whether receive() refuses what exceeds that, instead of waiting.
  bool refuses = true;
};

class Dispatcher {
 public:
  using Send = std::function<void(std::string_view message)>;

  // `send` is called from several threads.
  Dispatcher(std::vector<RpcMethod> methods, Send send, const DispatcherOptions& options = {});
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  ~Dispatcher() { finish(); }

  // Answers a message that memory does not suffice for with an error, too.
  void receive(std::string_view message);
  // A message that cannot be read, for example because it is too long.
  void refuse(int code, std::string_view message);
  // Cancels the request with this id; nothing if there is none. Notifications have no id.
  void cancel(const JsonValue& id);
  // Cancels all requests and notifications, those that wait included: nobody wants an answer.
  void cancel_all();
  // Waits for all calls. Nothing is received afterwards.
  void finish();

 private:
  struct Job;

  void receive_value(JsonValue message, std::size_t size);
  // Whether the call may wait for a worker.
  [[nodiscard]] bool has_room(std::size_t size) const {
    return waiting_size_ + size <= options_.max_waiting;
  }
  // Null if the id is in use or too much is waiting; that was answered.
  std::shared_ptr<Job> begin(JsonValue& message, const RpcMethod& method, std::size_t size);
  void run(Job& job);
  void answer_call(const Job& job, RpcAnswer& result);
  void answer_no_memory(const JsonValue& id);
  void work();
  void answer(const JsonValue* id, const RpcAnswer& answer);
  void start_worker();

  std::vector<RpcMethod> methods_;
  Send send_;
  DispatcherOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable taken_;  // by a worker: there is room for others
  std::deque<std::shared_ptr<Job>> waiting_;
  std::map<std::string, std::shared_ptr<Job>> calls_;         // requests by id, as JSON
  std::map<const Job*, std::shared_ptr<Job>> notifications_;  // that have not ended
  std::size_t waiting_size_ = 0;
  std::size_t idle_ = 0;
  bool ends_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace rigy::interfaces
