#include "live/bounded_server.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

namespace rigy::interfaces {
namespace {

// Each open page keeps one thread.
constexpr std::size_t threads = 24;
// Connections that wait for a thread. The next ones are closed at once: they would take the
// descriptors with which documents are read.
constexpr std::size_t max_waiting = 64;
constexpr std::size_t max_header = 16'384;
// For the whole header, and for each piece of a body.
constexpr std::chrono::seconds patience{2};
constexpr std::chrono::milliseconds pause{5};

// Whether the connection that this thread is about to process is closed instead.
thread_local bool refuses = false;

class BoundedQueue final : public httplib::ThreadPool {
 public:
  BoundedQueue() : ThreadPool(threads) {}

  void enqueue(std::function<void()> work) override {
    if (waiting_ >= max_waiting) {
      refuses = true;
      work();
      refuses = false;
      return;
    }
    ++waiting_;
    ThreadPool::enqueue([this, work = std::move(work)] {
      --waiting_;
      work();
    });
  }

 private:
  std::atomic<std::size_t> waiting_ = 0;
};

// Whether the header of a request arrives soon, and is short: httplib would keep any header,
// however long.
bool has_whole_header(socket_t connection) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::array<char, max_header> begin{};
  while (std::chrono::steady_clock::now() < deadline) {
    if (httplib::detail::select_read(connection, 0, 100'000) <= 0) continue;
    const auto size = recv(connection, begin.data(), begin.size(), MSG_PEEK);
    if (size <= 0) return false;
    const std::string_view seen(begin.data(), static_cast<std::size_t>(size));
    if (seen.find("\r\n\r\n") != std::string_view::npos) return true;
    if (seen.size() == begin.size()) return false;
    std::this_thread::sleep_for(pause);
  }
  return false;
}

}  // namespace

BoundedServer::BoundedServer() {
  new_task_queue = [] { return new BoundedQueue; };
  set_keep_alive_max_count(1);
  set_read_timeout(patience.count());
}

bool BoundedServer::process_and_close_socket(socket_t connection) {
  const bool done =
      !refuses && has_whole_header(connection) &&
      httplib::detail::process_server_socket(
          svr_sock_, connection, keep_alive_max_count_, keep_alive_timeout_sec_, read_timeout_sec_,
          read_timeout_usec_, write_timeout_sec_, write_timeout_usec_,
          [this](httplib::Stream& stream, bool closes, bool& is_closed) {
            return process_request(stream, closes, is_closed, nullptr);
          });
  httplib::detail::shutdown_socket(connection);
  httplib::detail::close_socket(connection);
  return done;
}

bool has_long_body(const httplib::Request& request, std::size_t most) {
  if (request.has_header("Transfer-Encoding")) return true;
  if (request.get_header_value_count("Content-Length") > 1) return true;
  const std::string length = request.get_header_value("Content-Length");
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), size);
  return !length.empty() &&
         (error != std::errc() || end != length.data() + length.size() || size > most);
}

}  // namespace rigy::interfaces
