// A socket on which a server is reached from this machine only. Not on Windows, where there is no
// such server.
#pragma once

#include <optional>

namespace rigy::base::platform {

struct ListeningSocket {
  int descriptor;
  int port;
};

// Listens on 127.0.0.1, at any free port if `port` is 0. Nothing if the port is taken. Programs
// that are started do not inherit the socket.
[[nodiscard]] std::optional<ListeningSocket> listen_on_this_machine(int port);

}  // namespace rigy::base::platform
