// Things as solids, and comparisons of them that intent checks need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inspect/build.hpp"
#include "measure/solids.hpp"

namespace rigy::tools {

// The surfaces of everything in a scene that checks ask for. Each check, and all together, may do a
// limited amount of work.
class CheckedSolids {
 public:
  explicit CheckedSolids(const InspectedScene& inspected);

  // What follows is the work of another check.
  void begin_check();

  // Of the only primitive, mesh, instance or anchor of that id; empty, with an error, if there is
  // none or there are several.
  [[nodiscard]] std::vector<Solid> find(const std::string& id, std::string& error);
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] bool is_any_work_left() const { return later_.left > 0; }

 private:
  [[nodiscard]] const std::optional<Solid>& solid(std::uint32_t primitive);

  const EvaluatedScene& scene_;
  std::uint64_t things_ = 0;
  std::vector<std::optional<std::optional<Solid>>> solids_;  // of the primitives, once looked at
  Work work_;                                                // of the check
  Work later_;                                               // of those that follow
};

[[nodiscard]] Bounds bounds_of(const std::vector<Solid>& solids);

// How deep the two are in each other: the greatest depth of two of their solids. Nothing if that is
// unknown, because one that overlaps is not convex.
[[nodiscard]] std::optional<double> depth_of(const std::vector<Solid>& a,
                                             const std::vector<Solid>& b, Work& work);

// Whether each of `inner` lies in one of `outer`, but for the tolerance; surfaces of triangles have
// that of touching.
[[nodiscard]] bool lies_inside(const std::vector<Solid>& inner, const std::vector<Solid>& outer,
                               double tolerance, Work& work);

[[nodiscard]] std::vector<Solid> mirrored(const std::vector<Solid>& solids, Axis axis);

// How far the surface of each is from its counterpart among the others, at most; 0 if the two look
// the same.
[[nodiscard]] double deviation_of(const std::vector<Solid>& a, const std::vector<Solid>& b,
                                  Work& work);

}  // namespace rigy::tools
