// The options of commands that serve tools.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "interfaces_floor.hpp"
#include "messages/dispatcher.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces::cli {

struct ServeArguments {
  std::string root = ".";
  unsigned seconds = 60;  // that a call may take
  unsigned jobs = 0;      // 0: the number of processors
  bool read_only = false;
};

// --root, --time-limit, --read-only and -j.
void add_service_options(Options& options, ServeArguments& arguments);

// Throws UsageError.
[[nodiscard]] ServiceOptions service_options(const ServeArguments& arguments);
[[nodiscard]] DispatcherOptions dispatcher_options(const ServeArguments& arguments);

}  // namespace rigy::interfaces::cli
