// httplib without the lookup of names, which a static program cannot do: the C library would load
// the system's own libraries for it, and the linker warns. Sockets come from
// platform/listening_socket.hpp.
#pragma once

#include <netdb.h>

namespace httplib {

inline int find_no_address(const char* /*host*/, const char* /*service*/, const addrinfo* /*hints*/,
                           addrinfo** /*found*/) {
  return EAI_FAIL;
}
inline void free_no_address(addrinfo* /*found*/) {}

}  // namespace httplib

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define getaddrinfo find_no_address
#define freeaddrinfo free_no_address
#include <httplib.h>
#undef freeaddrinfo
#undef getaddrinfo
// NOLINTEND(cppcoreguidelines-macro-usage)
