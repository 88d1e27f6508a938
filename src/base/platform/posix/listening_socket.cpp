#include "platform/listening_socket.hpp"

#include <arpa/inet.h>
#include <cstdint>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rigy::base::platform {
namespace {

// Connections that wait for the server to accept them.
constexpr int backlog = 5;

// The port; 0: it is taken.
int start_listening(int descriptor, int port) {
  // A port is free again as soon as its last server has ended; two servers never share one.
  const int yes = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(descriptor, place, size) != 0 || ::listen(descriptor, backlog) != 0) return 0;
  return ::getsockname(descriptor, place, &size) == 0 ? ntohs(address.sin_port) : 0;
}

}  // namespace

std::optional<ListeningSocket> listen_on_this_machine(int port) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return std::nullopt;
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  const int own_port = start_listening(descriptor, port);
  if (own_port > 0) return ListeningSocket{descriptor, own_port};
  ::close(descriptor);
  return std::nullopt;
}

}  // namespace rigy::base::platform
