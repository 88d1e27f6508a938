// The language server: an editor asks over standard input and output.
#pragma once

#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Serves until the editor says exit, or closes the connection. Whether it ended as the protocol
// says: shutdown first. `site` is the address of the documentation, unless the editor names
// another; empty: there is none.
[[nodiscard]] bool serve_editor(std::string site);

}  // namespace rigy::interfaces
