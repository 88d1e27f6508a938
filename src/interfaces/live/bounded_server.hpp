// httplib's server, with bounds on what clients can make it hold: connections, headers and bodies.
#pragma once

#include <memory>

#include "interfaces_floor.hpp"
#include "live/httplib_server.hpp"

namespace rigy::interfaces {

class BoundedServer : public httplib::Server {
 public:
  BoundedServer();
  BoundedServer(const BoundedServer&) = delete;
  BoundedServer& operator=(const BoundedServer&) = delete;
  ~BoundedServer() override;

  // Listens on 127.0.0.1 from now on; listen_after_bind() serves. The port, which is any that is
  // free for 0; 0: it cannot be used. (httplib would share it with other servers.)
  [[nodiscard]] int bind_on_this_machine(int port);

 private:
  // One request each: whoever wants more connects again.
  bool process_and_close_socket(socket_t connection) override;

  std::unique_ptr<httplib::TaskQueue> queue_;  // until the server listens
};

// Whether the body of a request is too long to be read, or of no clear length.
[[nodiscard]] bool has_long_body(const httplib::Request& request, std::size_t most);

}  // namespace rigy::interfaces
