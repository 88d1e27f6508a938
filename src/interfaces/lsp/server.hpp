// The language server: an editor asks over standard input and output.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// The server without its streams.
class EditorServer {
 public:
  using Send = std::function<void(std::string_view message)>;

  // `send` is called from several threads.
  EditorServer(const Send& send, std::string site);
  EditorServer(const EditorServer&) = delete;
  EditorServer& operator=(const EditorServer&) = delete;
  ~EditorServer();

  void receive(std::string_view message);
  void refuse_long();
  // Cancels all that has not been answered, except `shutdown`.
  void cancel_all();
  // Waits for all answers. Nothing is received afterwards.
  void finish();
  // Whether the editor said exit.
  [[nodiscard]] bool ends() const;
  // After finish().
  [[nodiscard]] bool was_shut_down() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// Serves until the editor says exit, or closes the connection. Whether it ended as the protocol
// says: shutdown first. `site` is the address of the documentation, unless the editor names
// another; empty: there is none.
[[nodiscard]] bool serve_editor(std::string site);

}  // namespace rigy::interfaces
