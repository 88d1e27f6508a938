// The language server: an editor asks over standard input and output.
#pragma once

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Serves until the editor says exit, or closes the connection. Whether it ended as the protocol
// says: shutdown first.
[[nodiscard]] bool serve_editor();

}  // namespace rigy::interfaces
