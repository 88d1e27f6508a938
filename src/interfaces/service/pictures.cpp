// Pictures of answers, by the renderer.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/code.hpp"
#include "rigy/png.hpp"
#include "rigy/render.hpp"
#include "rigy/render_diff.hpp"
#include "service/answer.hpp"

namespace rigy::interfaces {
namespace {

constexpr Code unknown_names[] = {Code::UnknownClip, Code::UnknownPose, Code::UnknownIdInOptions,
                                  Code::AmbiguousId};

// A clip, a pose or a part of this name is not there.
bool is_unknown_name(const Diagnostic& diagnostic) {
  return std::any_of(std::begin(unknown_names), std::end(unknown_names),
                     [&](Code code) { return diagnostic.id == info_of(code).id; });
}

DrawnPicture picture_of(RenderResult drawn, std::string caption) {
  if (!drawn.option_faults.empty()) {
    return {std::nullopt, fmt::format("{}", fmt::join(drawn.option_faults, "; ")), true};
  }
  if (drawn.frames.empty()) {
    const std::vector<Diagnostic>& found = drawn.report.diagnostics;
    if (found.empty()) return {std::nullopt, "there is nothing to draw"};
    return {std::nullopt, message_of(found.front()), is_unknown_name(found.front())};
  }
  return {ToolPicture{std::move(caption), encode_png(drawn.frames, drawn.frame_milliseconds)},
          {},
          false,
          std::move(drawn.numbered)};
}

// Puts pictures of the same height side by side.
Picture joined(const std::vector<Picture>& parts) {
  Picture all{0, parts.front().height, {}};
  for (const Picture& part : parts) all.width += part.width;
  all.rgba.resize(std::size_t{4} * all.width * all.height);
  std::size_t column = 0;
  for (const Picture& part : parts) {
    const std::size_t row_size = std::size_t{4} * part.width;
    for (std::size_t row = 0; row < part.height; ++row) {
      std::copy_n(part.rgba.begin() + static_cast<std::ptrdiff_t>(row * row_size), row_size,
                  all.rgba.begin() + static_cast<std::ptrdiff_t>(4 * (row * all.width + column)));
    }
    column += part.width;
  }
  return all;
}

}  // namespace

DrawnPicture draw(const Analysis& analysis, const RenderOptions& options,
                  const std::string& caption) {
  return picture_of(render(analysis, options), caption);
}

DrawnPicture draw_montage(const Analysis& analysis, const std::string& pose, std::uint32_t size) {
  RenderOptions options;
  options.width = size;
  options.height = size;
  options.pose = pose;
  options.fit = CameraFit::Pose;  // an arm that is raised stays in the picture
  options.diagnostics = !analysis.ok();
  for (const std::string_view name : {"iso", "front", "left", "top"}) {
    options.views.push_back(view_named(name).value_or(View{}));
  }
  return draw(analysis, options, "Four views: iso, front, left, top");
}

DrawnPicture draw_strip(const Analysis& analysis, const RenderOptions& options,
                        const std::vector<std::string>& poses) {
  RenderResult all;
  std::vector<Picture> parts;
  for (const std::string& pose : poses) {
    RenderOptions one = options;
    one.pose = pose;
    RenderResult drawn = render(analysis, one);
    if (drawn.frames.empty() || !drawn.option_faults.empty()) {
      return picture_of(std::move(drawn), {});
    }
    parts.push_back(std::move(drawn.frames.front()));
  }
  all.frames.push_back(joined(parts));
  std::vector<std::string> names = poses;
  std::replace(names.begin(), names.end(), std::string(), std::string("rest"));
  return picture_of(std::move(all), fmt::format("From left to right: {}", fmt::join(names, ", ")));
}

DrawnPicture draw_difference(const Analysis& before, const Analysis& after, std::uint32_t size) {
  RenderOptions options;
  options.width = std::max(size, 3u * 64u);
  options.height = std::max(options.width / 3, 64u);
  return picture_of(render_diff(before, after, options), "Before, after, and what changed");
}

std::optional<View> view_of(std::string_view text) { return view_named(text); }

std::vector<std::string_view> all_view_names() { return view_names(); }

std::string unknown_view(std::string_view text) {
  return fmt::format("'{}' is no view; write one of {}, or AZIMUTH,ELEVATION in degrees", text,
                     fmt::join(view_names(), ", "));
}

}  // namespace rigy::interfaces
