// What every list of influences has in common.
#pragma once

#include <string_view>

#include "check/check.hpp"

namespace rigy {

// What a list of influences is for.
struct InfluenceUse {
  Code out_of_range;      // for a weight outside [0, 1]
  std::string_view what;  // as messages call a weight
  bool may_be_zero = false;
};
inline constexpr InfluenceUse of_weights{Code::V13, "weight"};
// One end of a gradient may be zero, as long as the other is not.
inline constexpr InfluenceUse of_gradient{Code::V17, "gradient weight", true};
inline constexpr InfluenceUse of_override{Code::V18, "override weight"};

// W05, X04, X11 and the code for weights out of range, about a list of the item.
void check_influences(const CheckContext& context, const InfluenceList& list,
                      const ItemOrigin& item, const InfluenceUse& use);

}  // namespace rigy
