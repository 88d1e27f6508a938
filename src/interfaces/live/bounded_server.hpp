// httplib's server, with bounds on what clients can make it hold: connections, headers and bodies.
#pragma once

#include <httplib.h>
#include <memory>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

class BoundedServer : public httplib::Server {
 public:
  BoundedServer();
  BoundedServer(const BoundedServer&) = delete;
  BoundedServer& operator=(const BoundedServer&) = delete;
  ~BoundedServer() override;

 private:
  // One request each: whoever wants more connects again.
  bool process_and_close_socket(socket_t connection) override;

  std::unique_ptr<httplib::TaskQueue> queue_;  // until the server listens
};

// Whether the body of a request is too long to be read, or of no clear length.
[[nodiscard]] bool has_long_body(const httplib::Request& request, std::size_t most);

}  // namespace rigy::interfaces
