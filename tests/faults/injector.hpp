// Makes one allocation, or one system call that writes, fail in this process.
#pragma once

#include <cstddef>

namespace rigy::faults {

// From now on calls fail as the environment says.
void begin();

enum class Repeat { Once, FromThenOn };

// The allocation number `number`, counted from 1 and from now on, finds no memory; 0: none does.
void fail_allocation(std::size_t number, Repeat repeat);

// How many allocations there were since then.
std::size_t allocations();

// Blocks that are allocated and not freed.
std::ptrdiff_t live_blocks();

}  // namespace rigy::faults
