#include <cstdlib>

#include "platform/threads.hpp"

namespace rigy::base::platform {

ThreadId this_thread() { return nullptr; }

// Nobody to exclude, and nobody to wait for.
struct Monitor::State {};

Monitor::Monitor() = default;
Monitor::~Monitor() = default;
void Monitor::enter() {}
void Monitor::leave() {}
void Monitor::tell_waiting() {}
void Monitor::wait() { std::abort(); }  // it would never end

void run_on_threads(std::size_t count, unsigned /*threads*/,
                    const std::function<void(unsigned, std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(0, i);
}

}  // namespace rigy::base::platform
