// The program, with the failures of injector.cpp from its first line on: what is made before main
// has no one to tell.
#include <simdjson.h>

#include "injector.hpp"

#define main rigy_main
#include "../../src/interfaces/cli/main.cpp"  // NOLINT(bugprone-suspicious-include): its main, renamed
#undef main

int main(int argc, char** argv) {
  // simdjson looks at the processor at its first use, and there cannot say that memory is missing.
  static_cast<void>(simdjson::get_active_implementation()->name());
  rigy::faults::begin();
  return rigy_main(argc, argv);
}
