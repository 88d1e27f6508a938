// The layer below protocols: JSON values, framing, and the dispatcher of JSON-RPC.
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "common/cancellation.hpp"
#include "common/parallel.hpp"
#include "messages/dispatcher.hpp"
#include "messages/framing.hpp"
#include "messages/json_value.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using Where = RpcMethod::Where;
using SplitKind = SplitMessage::Kind;

std::string round_trip(std::string_view text) { return to_text(parse_json(text).value); }

TEST(JsonValues, ComeBackAsTheyWere) {
  EXPECT_EQ(round_trip(R"( {"a": [1, -2.5, true, null], "b": {"c": "\u00e4\n"}} )"),
            R"({"a":[1,-2.5,true,null],"b":{"c":"ä\n"}})");
  EXPECT_EQ(round_trip("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(round_trip("-9007199254740993"), "-9007199254740993");
}

TEST(JsonValues, AreFoundByTheirKey) {
  const JsonValue value = parse_json(R"({"name":"lamp","size":2})").value;
  EXPECT_EQ(value.text_of("name"), "lamp");
  EXPECT_EQ(value.text_of("size"), std::nullopt);
  EXPECT_EQ(value.find("color"), nullptr);
  EXPECT_EQ(value.find("size")->number, 2);
}

TEST(JsonValues, AreRefusedIfTheyAreTooManyOrTooDeep) {
  std::string many = "[0";
  for (std::size_t i = 0; i < max_json_values; ++i) many += ",0";
  EXPECT_EQ(parse_json(many + "]").fault, "it has more than 200000 values");
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']')).ok());
  EXPECT_TRUE(parse_json(std::string(60, '[') + std::string(60, ']')).ok());
  EXPECT_FALSE(parse_json("").ok());
  EXPECT_FALSE(parse_json("{\"a\":1} {}").ok());
}

// The messages in the stream when it arrives in pieces of this size; "!" is one that is too long,
// "?" the end of what can be read.
std::vector<std::string> split(Framing framing, std::string_view stream, std::size_t piece) {
  MessageSplitter splitter(framing, 20);
  std::vector<std::string> messages;
  const auto keep = [&messages](const std::optional<SplitMessage>& message) {
    if (!message) return false;
    messages.push_back(message->kind == SplitKind::Whole     ? message->text
                       : message->kind == SplitKind::TooLong ? "!"
                                                             : "?");
    return true;
  };
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    splitter.add(stream.substr(at, piece));
    while (keep(splitter.next())) {
    }
  }
  keep(splitter.last());
  return messages;
}

void expect_split(Framing framing, std::string_view stream,
                  const std::vector<std::string>& messages) {
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 1000u}) {
    EXPECT_EQ(split(framing, stream, piece), messages) << "in pieces of " << piece;
  }
}

TEST(Framing, TakesOneMessagePerLine) {
  expect_split(Framing::Lines, "{}\n\n\r\n[1]\r\n", {"{}", "[1]"});
  expect_split(Framing::Lines, "{}\n[1]", {"{}", "[1]"});
  expect_split(Framing::Lines, framed(Framing::Lines, "{}"), {"{}"});
}

TEST(Framing, DropsLinesThatAreTooLongAndGoesOn) {
  expect_split(Framing::Lines, std::string(50, 'x') + "\n{}\n", {"!", "{}"});
  expect_split(Framing::Lines, std::string(20, 'x') + "\n", {std::string(20, 'x')});
  expect_split(Framing::Lines, std::string(21, 'x') + "\n" + std::string(21, 'y') + "\n",
               {"!", "!"});
  expect_split(Framing::Lines, std::string(50, 'x'), {"!"});
}

TEST(Framing, CountsBytesAfterAHeader) {
  expect_split(Framing::ContentLength,
               framed(Framing::ContentLength, "{\"a\":\n1}") + framed(Framing::ContentLength, "[]"),
               {"{\"a\":\n1}", "[]"});
  expect_split(Framing::ContentLength,
               "Content-Type: x; charset=utf-8\r\ncontent-length:  2\r\n\r\n{}", {"{}"});
  expect_split(Framing::ContentLength, "Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}",
               {"", "{}"});
}

TEST(Framing, SkipsWhatIsTooLongByItsLength) {
  expect_split(
      Framing::ContentLength,
      framed(Framing::ContentLength, std::string(50, 'x')) + framed(Framing::ContentLength, "{}"),
      {"!", "{}"});
}

TEST(Framing, EndsWhereNoLengthCanBeRead) {
  expect_split(Framing::ContentLength, "Content-Length: two\r\n\r\n{}", {"?"});
  expect_split(Framing::ContentLength, "Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n{}", {"?"});
  expect_split(Framing::ContentLength, std::string(5000, 'x'), {"?"});
}

// What a dispatcher sends.
class Sent {
 public:
  Dispatcher::Send send() {
    return [this](std::string_view message) {
      const std::lock_guard lock(mutex_);
      messages_.emplace(message);
    };
  }
  std::set<std::string> messages() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }

 private:
  std::mutex mutex_;
  std::set<std::string> messages_;
};

RpcAnswer echo(const RpcCall& call) { return {to_text(call.params)}; }

// Goes on until it is stopped.
RpcAnswer spin(const RpcCall& /*call*/) {
  for (;;) {
    stop_if_canceled();
    std::this_thread::yield();
  }
}

void wait_for_one(Sent& sent) {
  while (sent.messages().empty()) std::this_thread::yield();
}

TEST(Dispatchers, AnswerRequestsAndNotNotifications) {
  Sent sent;
  Dispatcher dispatcher({{"echo", Where::InOrder, echo}, {"later", Where::Worker, echo}},
                        sent.send());
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":1}})");
  EXPECT_EQ(sent.messages(), std::set<std::string>{R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})"});
  dispatcher.receive(R"({"jsonrpc":"2.0","method":"echo","params":{"a":2}})");
  dispatcher.receive(R"({"jsonrpc":"2.0","method":"no_such_notification"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":7,"result":{}})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":"x","method":"later"})");
  dispatcher.finish();
  EXPECT_EQ(sent.messages(),
            (std::set<std::string>{R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})",
                                   R"({"jsonrpc":"2.0","id":"x","result":null})"}));
}

void expect_error(const std::string& message, const std::string& error) {
  Sent sent;
  Dispatcher dispatcher({{"tools/list", Where::InOrder, echo}}, sent.send());
  dispatcher.receive(message);
  EXPECT_EQ(sent.messages(), std::set<std::string>{R"({"jsonrpc":"2.0",)" + error + "}"});
}

TEST(Dispatchers, SayWhatIsWrongWithAMessage) {
  expect_error(R"({"jsonrpc":"2.0","id":1,"method":"tool/list"})",
               R"("id":1,"error":{"code":-32601,"message":"there is no method 'tool/list'; )"
               R"(did you mean 'tools/list'?"})");
  const std::string no_request = R"("message":"the message is no request of JSON-RPC 2.0"})";
  expect_error("[]", R"("id":null,"error":{"code":-32600,)" + no_request);
  expect_error(R"({"jsonrpc":"1.0","id":"a","method":"tools/list"})",
               R"("id":"a","error":{"code":-32600,)" + no_request);
  expect_error(R"({"jsonrpc":"2.0","id":null,"method":"tools/list"})",
               R"("id":null,"error":{"code":-32600,)" + no_request);
}

TEST(Dispatchers, RefuseAnIdThatIsInUse) {
  Sent sent;
  Dispatcher dispatcher({{"spin", Where::Worker, spin}}, sent.send());
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"spin"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"spin"})");
  dispatcher.cancel_all();
  dispatcher.finish();
  EXPECT_EQ(sent.messages(),
            std::set<std::string>{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":)"
                                  R"("a request with this id is still being answered"}})"});
}

TEST(Dispatchers, RunSeveralCallsAtOnceAndOthersInOrder) {
  Sent sent;
  std::atomic<int> running{0};
  // Ends only when two are running.
  const auto both = [&running](const RpcCall& /*call*/) {
    ++running;
    while (running < 2) std::this_thread::yield();
    return RpcAnswer{"true"};
  };
  Dispatcher dispatcher({{"both", Where::Worker, both}, {"echo", Where::InOrder, echo}},
                        sent.send());
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"both"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":2,"method":"echo"})");
  EXPECT_EQ(sent.messages().size(), 1u);
  dispatcher.receive(R"({"jsonrpc":"2.0","id":3,"method":"both"})");
  dispatcher.finish();
  EXPECT_EQ(sent.messages().size(), 3u);
}

TEST(Dispatchers, CancelWithoutAnAnswerOrWithAnError) {
  for (const int code : {0, -32800}) {
    Sent sent;
    Dispatcher dispatcher({{"spin", Where::Worker, spin}}, sent.send(), {.canceled_code = code});
    dispatcher.receive(R"({"jsonrpc":"2.0","id":"a","method":"spin"})");
    dispatcher.cancel(parse_json("\"b\"").value);
    dispatcher.cancel(parse_json("\"a\"").value);
    dispatcher.finish();
    const std::set<std::string> error{
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32800,"message":"the request was canceled"}})"};
    EXPECT_EQ(sent.messages(), code == 0 ? std::set<std::string>{} : error);
  }
}

TEST(Dispatchers, StopWhatTakesTooLong) {
  Sent sent;
  Dispatcher dispatcher({{"spin", Where::Worker, spin}}, sent.send(),
                        {.time_limit = std::chrono::milliseconds(20)});
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"spin"})");
  wait_for_one(sent);
  EXPECT_EQ(*sent.messages().begin(),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the request took longer )"
            R"(than 0.02 seconds"}})");
}

// Nobody is told, but the worker is free again.
TEST(Dispatchers, StopNotificationsThatTakeTooLong) {
  Sent sent;
  Dispatcher dispatcher({{"spin", Where::Worker, spin}, {"echo", Where::Worker, echo}}, sent.send(),
                        {.workers = 1, .time_limit = std::chrono::milliseconds(20)});
  dispatcher.receive(R"({"jsonrpc":"2.0","method":"spin"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":2,"method":"echo","params":{}})");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (sent.messages().empty() && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  EXPECT_EQ(sent.messages(), std::set<std::string>{R"({"jsonrpc":"2.0","id":2,"result":{}})"});
  dispatcher.cancel_all();
}

TEST(Dispatchers, CancelAllThatRunsAndWaits) {
  Sent sent;
  std::atomic<int> noted{0};
  const auto note = [&noted](const RpcCall& /*call*/) {
    ++noted;
    return RpcAnswer{"null"};
  };
  Dispatcher dispatcher({{"spin", Where::Worker, spin},
                         {"note", Where::Worker, note},
                         {"last", Where::Worker, echo, true}},
                        sent.send(),
                        {.workers = 1, .limits_notifications = false, .canceled_code = -32800});
  dispatcher.receive(R"({"jsonrpc":"2.0","method":"spin"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","method":"note"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"note"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":2,"method":"last"})");
  dispatcher.cancel_all();
  dispatcher.finish();
  EXPECT_EQ(noted, 0);
  EXPECT_EQ(sent.messages(),
            (std::set<std::string>{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":)"
                                   R"("the request was canceled"}})",
                                   R"({"jsonrpc":"2.0","id":2,"result":null})"}));
}

TEST(Dispatchers, DoNotCountTheTimeThatARequestWaitsForOthers) {
  Sent sent;
  Dispatcher dispatcher({{"spin", Where::Worker, spin}, {"echo", Where::Worker, echo}}, sent.send(),
                        {.workers = 1, .time_limit = std::chrono::milliseconds(200)});
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"spin"})");
  dispatcher.receive(R"({"jsonrpc":"2.0","id":2,"method":"echo","params":{}})");
  dispatcher.finish();
  EXPECT_TRUE(sent.messages().contains(R"({"jsonrpc":"2.0","id":2,"result":{}})"));
}

TEST(Dispatchers, AnswerWhatIsSettledBeforeItIsCanceled) {
  Sent sent;
  const auto save = [](const RpcCall& call) {
    EXPECT_TRUE(call.settle());
    call.cancellation.ask();
    return RpcAnswer{"\"saved\""};
  };
  Dispatcher dispatcher({{"save", Where::Worker, save}}, sent.send());
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"save"})");
  wait_for_one(sent);
  EXPECT_EQ(*sent.messages().begin(), R"({"jsonrpc":"2.0","id":1,"result":"saved"})");
}

TEST(Dispatchers, RefuseWhatWouldWaitWithoutEnd) {
  Sent sent;
  Dispatcher dispatcher({{"spin", Where::Worker, spin}}, sent.send(), {.max_waiting = 10});
  dispatcher.receive(R"({"jsonrpc":"2.0","id":1,"method":"spin"})");
  EXPECT_EQ(sent.messages().size(), 1u);
  EXPECT_NE(sent.messages().begin()->find("too many requests are waiting"), std::string::npos);
}

TEST(Dispatchers, DoEverythingInOrderWithOneWorkerAndCancelWhatWaits) {
  Sent sent;
  std::atomic<bool> goes_on{false};
  std::string done;  // by the worker
  const auto note = [&](const RpcCall& call) {
    while (!goes_on) std::this_thread::yield();
    done += to_text(call.params);
    return RpcAnswer{"null"};
  };
  {
    // There is room for no other: receive() waits until the worker takes it.
    Dispatcher dispatcher({{"note", Where::Worker, note}}, sent.send(),
                          {.workers = 1,
                           .time_limit = std::chrono::milliseconds(0),
                           .limits_notifications = false,
                           .canceled_code = -32800,
                           .max_waiting = 1,
                           .refuses = false});
    dispatcher.receive(R"({"jsonrpc":"2.0","method":"note","params":1})");
    dispatcher.receive(R"({"jsonrpc":"2.0","id":7,"method":"note","params":2})");
    dispatcher.cancel(parse_json("7").value);
    goes_on = true;
    // Notifications are never too late.
    for (int i = 3; i < 9; ++i) {
      dispatcher.receive(R"({"jsonrpc":"2.0","method":"note","params":)" + std::to_string(i) + "}");
    }
    dispatcher.finish();
  }
  EXPECT_EQ(done, "1345678");
  EXPECT_EQ(sent.messages(),
            std::set<std::string>{R"({"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":)"
                                  R"("the request was canceled"}})"});
}

TEST(Cancellations, ReachTheThreadsOfAParallelLoop) {
  Cancellation cancellation;
  std::atomic<int> done{0};
  {
    const CancellationScope scope(&cancellation);
    EXPECT_THROW(parallel_for(
                     1000, 4,
                     [&](unsigned /*worker*/, std::size_t i) {
                       ++done;
                       if (i == 10) cancellation.ask();
                     },
                     1),
                 Canceled);
  }
  EXPECT_LT(done, 1000);
  EXPECT_NO_THROW(stop_if_canceled());
}

}  // namespace
}  // namespace rigy
