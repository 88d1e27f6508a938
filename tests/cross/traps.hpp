// Which floating-point exceptions end the program.
#pragma once

namespace rigy::cross {

void enable_traps_of(int exceptions);
int enabled_traps();

}  // namespace rigy::cross
