#include "c_api/result.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c_api/params_json.hpp"
#include "diagnostics/render_json.hpp"

namespace rigy::interfaces {

std::unique_ptr<rigy_result> begin_result(Outcome& outcome, bool list_params, Fixes fixes) {
  auto result = std::make_unique<rigy_result>();
  result->ok = outcome.ok();
  std::vector<std::string> faults = std::move(outcome.param_faults);
  faults.insert(faults.end(), outcome.option_faults.begin(), outcome.option_faults.end());
  result->param_error = fmt::format("{}", fmt::join(faults, "; "));
  if (list_params) result->params = params_json(outcome.declared_params);
  result->report = std::move(outcome.report);
  result->fixes = std::move(fixes);
  result->diagnostics = render_json({&result->report, 1}, {}, result->ok, {}, {&result->fixes, 1});
  return result;
}

Buffer joined(const Glb& glb) {
  Buffer bytes(glb.size());
  if (bytes.size() == 0) return bytes;
  std::memcpy(bytes.data(), glb.head.data(), glb.head.size());
  if (glb.binary.size() > 0) {
    std::memcpy(bytes.data() + glb.head.size(), glb.binary.data(), glb.binary.size());
  }
  return bytes;
}

}  // namespace rigy::interfaces
