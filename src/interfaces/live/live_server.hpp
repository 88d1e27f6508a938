// The playground's page for real files, on this machine only: it shows them as they change, and
// writes back what is changed in it.
#pragma once

#include <memory>
#include <string>

#include "live/live_project.hpp"

namespace rigy::interfaces {

class LiveServer {
 public:
  // Serves the built page in the folder `site`, on 127.0.0.1; port 0 is any that is free.
  LiveServer(LiveProject& project, const std::string& site, int port);
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;
  ~LiveServer();

  // Empty if the server could not be started.
  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared only because builds without a server have no State
  std::string address_;
};

// Whether this program has a server.
[[nodiscard]] bool has_live_server();

}  // namespace rigy::interfaces
