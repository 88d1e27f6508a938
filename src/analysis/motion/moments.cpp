#include "motion/moments.hpp"

#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "document/names.hpp"

namespace rigy::analysis {
namespace {

std::optional<double> seconds_in(std::string_view text) {
  double value = 0;
  const auto [stop, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<Moment> find_in(const MotionDocument& document, std::string_view name) {
  Moment moment;
  moment.pose = names_of(document.poses).find(name);
  if (moment.pose != no_index) return moment;
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  moment.clip = names_of(document.clips).find(name.substr(0, at));
  const std::optional<double> seconds = seconds_in(name.substr(at + 1));
  if (moment.clip == no_index || !seconds || *seconds < 0) return std::nullopt;
  moment.seconds = *seconds;
  if (moment.seconds > document.clips[moment.clip].length.value) return std::nullopt;
  return moment;
}

}  // namespace

std::optional<Moment> find_moment(const Assembly& assembly, std::string_view name) {
  for (std::uint32_t i = 0; i < assembly.motions.size(); ++i) {
    std::optional<Moment> moment = find_in(assembly.motions[i]->document, name);
    if (!moment) continue;
    moment->motion = i;
    return moment;
  }
  return std::nullopt;
}

std::string moment_name(std::string_view clip, double seconds) {
  return fmt::format("{}@{}", clip, seconds);
}

}  // namespace rigy::analysis
