// What commands that serve tools have in common: their options, and the loop over standard input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "interfaces_floor.hpp"
#include "messages/connection.hpp"
#include "messages/dispatcher.hpp"
#include "platform/program.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces::cli {

struct ServeArguments {
  std::string root = ".";
  unsigned seconds = 60;      // that a call may take
  unsigned mebibytes = 4096;  // of memory, for all calls together
  unsigned jobs = 0;          // 0: the number of processors
  bool read_only = false;
};

// --root, --time-limit, --memory-limit, --read-only and -j.
void add_service_options(Options& options, ServeArguments& arguments);

// Throws UsageError.
[[nodiscard]] ServiceOptions service_options(const ServeArguments& arguments);
[[nodiscard]] DispatcherOptions dispatcher_options(const ServeArguments& arguments);

// Answers until standard input ends. A `Server` is an McpServer or a LineServer.
template <typename Server>
ExitCode serve_lines(const ServeArguments& arguments) {
  platform::limit_memory(std::size_t{arguments.mebibytes} << 20);
  MessageWriter writer(Framing::Lines);
  Server server(
      service_options(arguments), [&writer](std::string_view message) { writer.send(message); },
      dispatcher_options(arguments));
  read_messages(Framing::Lines,
                {.receive = [&server](std::string_view message) { server.receive(message); },
                 .refuse_long = [&server] { server.refuse_long(); },
                 .ends = [&writer] { return writer.is_closed(); }});
  // Nobody reads what else would be answered.
  if (writer.is_closed()) server.cancel_all();
  server.finish();
  return Done;
}

}  // namespace rigy::interfaces::cli
