#include "live/live_server.hpp"

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "live/bounded_server.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr std::size_t max_text = 16u << 20;
// Open pages. Each keeps one of the server's threads; the others answer everything else.
constexpr unsigned max_pages = 16;
// After this time without news, a page is asked whether it is still there.
constexpr std::chrono::milliseconds heartbeat{1000};

constexpr int status_forbidden = 403;
constexpr int status_not_found = 404;
constexpr int status_conflict = 409;
constexpr int status_too_long = 413;
constexpr int status_failed = 500;
constexpr int status_busy = 503;

std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

// Other pages in the same browser can send requests here, but not with our name as their origin;
// and a name of somebody else that leads to this machine is refused.
bool is_ours(const httplib::Request& request, int port) {
  const std::string here = fmt::format("{}:{}", host, port);
  const std::string local = fmt::format("localhost:{}", port);
  const std::string named = request.get_header_value("Host");
  if (named != here && named != local) return false;
  if (!request.has_header("Origin")) return request.method == "GET";
  return request.get_header_value("Origin") == "http://" + named;
}

std::string json_of_revision(std::uint64_t revision) {
  return fmt::format(R"({{"revision":{}}})", revision);
}

std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

struct LiveServer::State {
  State(LiveProject& of, std::string from) : project(of), site(std::move(from)) {}

  void add_routes();
  void put_file(const httplib::Request& request, httplib::Response& response);
  void send_changes(const httplib::Request& request, httplib::Response& response);

  LiveProject& project;
  std::string site;
  std::string base = "/" + new_token();  // only who knows it gets anything
  int port = 0;
  std::atomic<unsigned> pages = 0;
  std::atomic<bool> has_ended = false;
  BoundedServer server;
  std::thread thread;
};

void LiveServer::State::put_file(const httplib::Request& request, httplib::Response& response) {
  std::uint64_t revision = number_in(request.get_param_value("revision"));
  switch (project.write(request.matches[1], revision, request.body)) {
    case LiveProject::Written::Done:
      return response.set_content(json_of_revision(revision), "application/json");
    case LiveProject::Written::Changed:
      response.status = status_conflict;
      return response.set_content(json_of_revision(revision), "application/json");
    case LiveProject::Written::Unknown:
      response.status = status_not_found;
      return;
    case LiveProject::Written::Failed:
      response.status = status_failed;
      return;
  }
}

// Server-sent events. The id of an event is the revision, with which a browser that lost the
// connection goes on.
void LiveServer::State::send_changes(const httplib::Request& request, httplib::Response& response) {
  if (++pages > max_pages) {
    --pages;
    response.status = status_busy;
    return;
  }
  const std::string last = request.has_header("Last-Event-ID")
                               ? request.get_header_value("Last-Event-ID")
                               : request.get_param_value("revision");
  response.set_header("Cache-Control", "no-store");
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, revision = number_in(last)](std::size_t, httplib::DataSink& sink) mutable {
        if (project.has_ended()) return false;
        std::string out;
        for (const std::string& change : project.changes_after(revision, heartbeat)) {
          out += fmt::format("id: {}\ndata: {}\n\n", revision, change);
        }
        if (out.empty()) out = ":\n\n";
        return sink.write(out.data(), out.size());
      },
      [this](bool) { --pages; });
}

void LiveServer::State::add_routes() {
  server.set_payload_max_length(max_text);
  server.set_tcp_nodelay(true);
  server.set_default_headers({{"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Cross-Origin-Resource-Policy", "same-origin"}});
  server.set_pre_routing_handler(
      [this](const httplib::Request& request, httplib::Response& response) {
        const bool ours = is_ours(request, port);
        if (ours && !has_long_body(request, max_text)) {
          return httplib::Server::HandlerResponse::Unhandled;
        }
        response.status = ours ? status_too_long : status_forbidden;
        return httplib::Server::HandlerResponse::Handled;
      });
  server.Get(base + "/live/project", [this](const httplib::Request&, httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    response.set_content(project.json(), "application/json");
  });
  server.Get(base + "/live/events",
             [this](const httplib::Request& request, httplib::Response& response) {
               send_changes(request, response);
             });
  server.Put(base + "/live/files/(.+)",
             [this](const httplib::Request& request, httplib::Response& response) {
               put_file(request, response);
             });
  server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  server.set_file_extension_and_mimetype_mapping("woff2", "font/woff2");
  server.set_mount_point(base, site);
}

LiveServer::LiveServer(LiveProject& project, const std::string& site, int port)
    : state_(std::make_shared<State>(project, site)) {
  state_->add_routes();
  state_->port = state_->server.bind_on_this_machine(port);
  if (state_->port == 0) return;
  address_ = fmt::format("http://{}:{}{}/#live", host, state_->port, state_->base);
  state_->thread = std::thread([state = state_.get()] {
    state->server.listen_after_bind();
    state->has_ended = true;
  });
}

LiveServer::~LiveServer() {
  state_->project.end();
  // A server that does not listen yet cannot be stopped.
  while (state_->thread.joinable() && !state_->server.is_running() && !state_->has_ended) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  state_->server.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

bool has_live_server() { return true; }

}  // namespace rigy::interfaces
