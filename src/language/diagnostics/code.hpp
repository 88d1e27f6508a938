// The ids of all diagnostics. Their texts are in table.cpp, in the same order.
#pragma once

#include <cstdint>
#include <string_view>

#include "rigy/diagnostic.hpp"
#include "tables/version.hpp"

namespace rigy::language {

// clang-format off
enum class Code : std::uint8_t {
  // Macros; the numbers are those of the published cases.
  F114, F115, F116,
  // What `rigy lint` finds.
  L01, L02, L03, L04, L05, L06, L07, L08, L09, L10, L11, L12, L13, L14, L15,
  // Syntax and schema.
  P01, P02, P03, P04, P05, P06, P07, P08, P09, P10,
  // Scenes.
  R01, R02, R03, R04, R05, R06, R07, R08, R09, R10, R11, R12, R13, R14,
  // The specification's table of "Hard Errors".
  V01, V02, V03, V04, V05, V06, V07, V08, V09, V10, V11, V12, V13, V14, V15,
  V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27, V28, V29, V30,
  V31, V32, V33, V34, V35, V36, V37, V38, V39, V40, V41, V42,
  // Added in 0.7 and later.
  V43, V44, V45, V46, V47, V50, V51, V52, V53, V54, V55, V56, V57, V58, V59,
  V60, V61, V62, V63, V64, V65, V66, V67, V68, V69, V70, V71, V72, V73, V74,
  V75, V76, V77, V78, V79, V80, V81, V82, V83, V84, V85, V86, V87,
  // Warnings: the specification's "Soft Errors / Warnings", and our own.
  W01, W02, W03, W04, W05, W06, W07, W08, W09, W10, W11, W12, W13, W14, W15,
  W16, W17, W18,
  // Conditions the specification leaves without a number.
  X01, X02, X03, X04, X05, X06, X07, X08, X09, X10, X11, X12, X13, X14, X15,
  X16, X17, X18, X19, X20, X21, X22, X23, X24, X25, X26, X27, X28, X29, X30,
  X31, X32, X33, X34, X35, X36, X37, X38,
  // Pictures and measurements.
  X50, X51, X52, X53, X54, X65, X66, X67, X68,
};
// clang-format on

[[nodiscard]] const DiagnosticInfo& info_of(Code code);

// The code with that id, which must be in the table.
[[nodiscard]] Code code_with(std::string_view id);

// The code that a document of that version gets where older ones get `code`.
[[nodiscard]] Code code_in(Version version, Code code);

}  // namespace rigy::language
