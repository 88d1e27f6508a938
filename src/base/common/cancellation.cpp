#include "common/cancellation.hpp"

namespace rigy::base {
namespace {

thread_local const Cancellation* current = nullptr;

}  // namespace

CancellationScope::CancellationScope(const Cancellation* cancellation) : before_(current) {
  current = cancellation;
}

CancellationScope::~CancellationScope() { current = before_; }

const Cancellation* current_cancellation() { return current; }

void stop_if_canceled() {
#if defined(__cpp_exceptions)
  if (current != nullptr && current->must_stop()) throw Canceled();
#endif
}

}  // namespace rigy::base
