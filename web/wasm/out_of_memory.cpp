// Without exceptions, `new` would return null and the program would continue. Here it ends the
// instance with a status that the loader recognizes; the next call gets a new instance.
#include <cstdlib>
#include <new>

namespace {

constexpr int out_of_memory_status = 12;  // ENOMEM

struct InstallHandler {
  InstallHandler() {
    std::set_new_handler([] { std::_Exit(out_of_memory_status); });
  }
};

const InstallHandler install_handler;

}  // namespace
