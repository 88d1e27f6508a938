#include "messages/dispatcher.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

std::string response(const JsonValue* id, const RpcAnswer& answer, bool writes_null_id) {
  std::string out = R"({"jsonrpc":"2.0")";
  if (id != nullptr || writes_null_id) {
    out += ",\"id\":";
    append_json(out, id != nullptr ? *id : JsonValue{});
  }
  out += ',';
  append_answer(out, answer);
  return out.append("}");
}

bool is_id(const JsonValue& value) {
  return value.is(JsonValue::Kind::Text) || value.is(JsonValue::Kind::Number);
}

std::vector<std::string_view> names_of(const std::vector<RpcMethod>& methods) {
  std::vector<std::string_view> names;
  for (const RpcMethod& method : methods) names.push_back(method.name);
  return names;
}

constexpr std::string_view no_memory = "not enough memory";

}  // namespace

struct Dispatcher::Job {
  Job(const RpcMethod& called, std::size_t message_size) : method(called), size(message_size) {}

  const RpcMethod& method;
  std::size_t size;
  Cancellation cancellation = {};
  std::optional<JsonValue> id = std::nullopt;  // nothing: a notification
  std::string key = {};                        // the id as JSON
  JsonValue params = {};
  bool is_settled = false;

  bool settle() {
    is_settled = !cancellation.must_stop();
    return is_settled;
  }
};

std::string rpc_notification(std::string_view method, std::string_view params) {
  std::string out = R"({"jsonrpc":"2.0","method":)";
  append_json_string(out, method);
  return out.append(",\"params\":").append(params).append("}");
}

Dispatcher::Dispatcher(std::vector<RpcMethod> methods, Send send, const DispatcherOptions& options)
    : methods_(std::move(methods)), send_(std::move(send)), options_(options) {}

void Dispatcher::refuse(int code, std::string_view message) {
  answer(nullptr, rpc_failure(code, std::string(message)));
}

void Dispatcher::receive(std::string_view message) {
  try {
    ParsedJson parsed = parse_json(message);
    if (!parsed.ok()) return refuse(rpc_parse_error, "the message is not JSON: " + parsed.fault);
    const std::size_t size = sizeof(Job) + memory_of(parsed.value);
    receive_value(std::move(parsed.value), size);
  } catch (const std::bad_alloc&) {
    refuse(rpc_internal_error, no_memory);
  }
}

void Dispatcher::receive_value(JsonValue message, std::size_t size) {
  const JsonValue* const id = message.find("id");
  const bool has_id = id != nullptr && is_id(*id);
  const std::optional<std::string_view> name = message.text_of("method");
  if (!name && has_id && (message.find("result") != nullptr || message.find("error") != nullptr)) {
    return;  // an answer; nothing was asked
  }
  if (!name || message.text_of("jsonrpc") != "2.0" || (id != nullptr && !has_id)) {
    return answer(has_id ? id : nullptr,
                  rpc_failure(rpc_invalid_request, "the message is no request of JSON-RPC 2.0"));
  }
  const auto method = std::find_if(methods_.begin(), methods_.end(),
                                   [&](const RpcMethod& one) { return one.name == *name; });
  if (method == methods_.end()) {
    if (has_id) answer(id, unknown_method(*name, names_of(methods_)));
    return;
  }
  const std::shared_ptr<Job> job = begin(message, *method, size);
  if (job != nullptr && method->where == RpcMethod::Where::InOrder) run(*job);
}

std::shared_ptr<Dispatcher::Job> Dispatcher::begin(JsonValue& message, const RpcMethod& method,
                                                   std::size_t size) {
  auto job = std::make_shared<Job>(method, size);
  if (const JsonValue* const params = message.find("params")) job->params = *params;
  if (const JsonValue* const id = message.find("id")) {
    job->id = *id;
    job->key = to_text(*id);
  }
  const bool waits = method.where == RpcMethod::Where::Worker;
  std::string fault;
  {
    std::unique_lock lock(mutex_);
    if (waits && !options_.refuses) {
      taken_.wait(lock, [&] { return waiting_.empty() || has_room(size); });
    }
    if (job->id && calls_.contains(job->key)) {
      fault = "a request with this id is still being answered";
    } else if (waits && options_.refuses && !has_room(size)) {
      fault = "too many requests are waiting; send this one again later";
    } else {
      if (job->id) {
        calls_.emplace(job->key, job);
      } else {
        notifications_.emplace(job.get(), job);
      }
      if (waits) {
        waiting_.push_back(job);
        waiting_size_ += size;
        if (idle_ < waiting_.size() && workers_.size() < options_.workers) start_worker();
      }
    }
  }
  if (!fault.empty()) {
    if (job->id) answer(&*job->id, rpc_failure(rpc_invalid_request, fault));
    return nullptr;
  }
  changed_.notify_one();
  return job;
}

void Dispatcher::start_worker() {
  try {
    workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    if (workers_.empty()) throw;  // the others do its share
  }
}

void Dispatcher::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    const std::shared_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_size_ -= job->size;
    taken_.notify_one();
    lock.unlock();
    run(*job);
    lock.lock();
  }
}

void Dispatcher::run(Job& job) {
  RpcAnswer result;
  // Not before: a request may wait for others that were sent with it.
  if (job.id || options_.limits_notifications) {
    job.cancellation.set_deadline(Cancellation::Clock::now() + options_.time_limit);
  }
  try {
    const CancellationScope scope(&job.cancellation);
    stop_if_canceled();
    result = job.method.run({job.params, job.cancellation, [&job] { return job.settle(); }});
  } catch (const Canceled&) {
    result = {};  // what it answers is decided below
  } catch (const std::bad_alloc&) {
    result = rpc_failure(rpc_internal_error, std::string(no_memory));
  }
  {
    const std::lock_guard lock(mutex_);
    notifications_.erase(&job);
    calls_.erase(job.key);
  }
  if (!job.id) return;
  try {
    answer_call(job, result);
  } catch (const std::bad_alloc&) {
    answer_no_memory(*job.id);
  }
}

void Dispatcher::answer_call(const Job& job, RpcAnswer& result) {
  if (job.is_settled) return answer(&*job.id, result);
  if (job.cancellation.is_asked()) {
    if (options_.canceled_code == 0) return;
    result = rpc_failure(options_.canceled_code, "the request was canceled");
  } else if (job.cancellation.is_late()) {
    result = rpc_failure(rpc_internal_error,
                         fmt::format("the request took longer than {} seconds",
                                     static_cast<double>(options_.time_limit.count()) / 1000));
  }
  answer(&*job.id, result);
}

// On a worker nobody else could catch this.
void Dispatcher::answer_no_memory(const JsonValue& id) {
  try {
    answer(&id, rpc_failure(rpc_internal_error, std::string(no_memory)));
  } catch (const std::bad_alloc&) {
    return;  // not even enough to say so
  }
}

void Dispatcher::answer(const JsonValue* id, const RpcAnswer& answer) {
  send_(response(id, answer, options_.writes_null_id));
}

void Dispatcher::cancel(const JsonValue& id) {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(to_text(id));
  if (found != calls_.end()) found->second->cancellation.ask();
}

void Dispatcher::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, job] : calls_) {
    if (!job->method.runs_at_the_end) job->cancellation.ask();
  }
  for (const auto& [key, job] : notifications_) job->cancellation.ask();
}

void Dispatcher::finish() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

}  // namespace rigy::interfaces
