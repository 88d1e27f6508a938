// Geometry from plain numbers, without documents. This floor sees the names of all floors above it.
#pragma once

namespace rigy::base {}

namespace rigy::kernel {
using namespace base;
}  // namespace rigy::kernel
