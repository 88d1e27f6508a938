// The ids of all diagnostics. Their texts stand in table.cpp, in the same order.
#pragma once

#include <cstdint>

#include "rigy/diagnostic.hpp"

namespace rigy {

// clang-format off
enum class Code : std::uint8_t {
  // Syntax and schema.
  P01, P02, P03, P04, P05, P06, P07, P08, P09, P10,
  // The table of the specification, §7.2.
  V01, V02, V03, V04, V05, V06, V07, V08, V09, V10, V11, V12, V13, V14,
  V15, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28,
  V29, V30, V31, V32, V33, V34, V35, V36, V37, V38, V39, V40, V41, V42,
  // Warnings, §7.3 and our own.
  W01, W02, W03, W04, W05, W06, W07, W08, W09, W10, W11, W12, W13, W14,
  W15,
  // Conditions the specification leaves without a number.
  X01, X02, X03, X04, X05, X06, X07, X08, X09, X10, X11, X12, X13, X14,
  X15, X16, X17, X18, X19, X20, X21, X22, X23, X24, X25, X26, X27, X37, X38,
};
// clang-format on

[[nodiscard]] const DiagnosticInfo& info_of(Code code);

}  // namespace rigy
