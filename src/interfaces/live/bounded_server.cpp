#include "live/bounded_server.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "live/enough_memory.hpp"
#include "platform/listening_socket.hpp"

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

// Unlike httplib's, it needs no memory to end, and refuses what it has no memory for.
class BoundedQueue final : public httplib::TaskQueue {
 public:
  BoundedQueue() {
    threads_.reserve(threads);
    while (threads_.size() < threads && add_thread()) {
    }
    if (threads_.empty()) throw std::bad_alloc();
  }
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;
  ~BoundedQueue() override { end(); }

  void enqueue(std::function<void()> work) override {
    bool is_added = false;
    const bool has_memory = has_enough_memory_for([&] { is_added = add(work); });
    if (has_memory && is_added) return;
    refuses = true;
    work();
    refuses = false;
  }

  void shutdown() override { end(); }

 private:
  // False if there is no memory for it, or the system allows no more.
  bool add_thread() {
    try {
      return has_enough_memory_for([this] { threads_.emplace_back([this] { run(); }); });
    } catch (const std::system_error&) {
      return false;
    }
  }

  // False if too many wait.
  bool add(const std::function<void()>& work) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= max_waiting) return false;
    waiting_.push_back(work);
    added_.notify_one();
    return true;
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      added_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const std::function<void()> work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      work();
      lock.lock();
    }
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    added_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  std::mutex mutex_;
  std::condition_variable added_;
  std::list<std::function<void()>> waiting_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
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
  // Made here, where somebody can be told that there is no memory for it.
  queue_ = std::make_unique<BoundedQueue>();
  new_task_queue = [this] { return queue_.release(); };
  set_keep_alive_max_count(1);
  set_read_timeout(patience.count());
}

BoundedServer::~BoundedServer() = default;

int BoundedServer::bind_on_this_machine(int port) {
  const auto listening = platform::listen_on_this_machine(port);
  if (!listening) return 0;
  svr_sock_ = listening->descriptor;
  return listening->port;
}

bool BoundedServer::process_and_close_socket(socket_t connection) {
  bool done = false;
  const bool has_memory = has_enough_memory_for([&] {
    done = !refuses && has_whole_header(connection) &&
           httplib::detail::process_server_socket(
               svr_sock_, connection, keep_alive_max_count_, keep_alive_timeout_sec_,
               read_timeout_sec_, read_timeout_usec_, write_timeout_sec_, write_timeout_usec_,
               [this](httplib::Stream& stream, bool closes, bool& is_closed) {
                 return process_request(stream, closes, is_closed, nullptr);
               });
  });
  httplib::detail::shutdown_socket(connection);
  httplib::detail::close_socket(connection);
  return done && has_memory;
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
