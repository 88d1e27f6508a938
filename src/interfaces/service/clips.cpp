#include "service/clips.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rigy/inspect.hpp"
#include "rigy/motion.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces {
namespace {

// As many as fill the picture.
constexpr std::uint32_t moments = 8;

std::string_view best_view(std::string_view clip) {
  for (const GaitDescription& gait : known_gaits()) {
    if (gait.name == clip) return gait.view;
  }
  return "left";
}

void write_clip(JsonWriter& json, const InspectedClip& clip) {
  json.begin_object();
  json.key("id");
  json.string(clip.id);
  json.key("length");
  json.shortest(clip.length);
  json.key("loop");
  json.boolean(clip.loop);
  json.key("travel");
  json.begin_array();
  for (const double one : clip.travel) json.shortest(one);
  json.end_array();
  json.key("keys");
  json.shortest(static_cast<double>(clip.keys.size()));
  json.end_object();
}

}  // namespace

std::string write_clips(JsonWriter& json, const Analysis& motion, const std::string& wanted,
                        ListPage& page) {
  const InspectResult inspected = inspect(motion, {});
  std::string drawn = wanted;
  std::vector<const InspectedClip*> clips;
  if (inspected.inspection) {
    for (const InspectedMotion& one : inspected.inspection->motions) {
      for (const InspectedClip& clip : one.clips) clips.push_back(&clip);
    }
  }
  if (drawn.empty() && !clips.empty()) drawn = clips.front()->id;
  json.key("clips");
  json.begin_array();
  const ListPage::Part part = page.part_of(clips.size());
  for (std::size_t i = part.begin; i < part.end; ++i) write_clip(json, *clips[i]);
  json.end_array();
  return drawn;
}

DrawnPicture draw_clip(const Analysis& motion, const std::string& clip, std::string view,
                       std::uint32_t size) {
  if (view.empty()) view = best_view(clip);
  RenderOptions options;
  options.width = size;
  options.height = size / 2;
  options.clip = clip;
  options.strip = moments;
  if (const std::optional<View> camera = view_of(view)) options.views.push_back(*camera);
  return draw(motion, options, fmt::format("Moments of {}, from {}", clip, view));
}

}  // namespace rigy::interfaces
