// rigy_render: a picture of a document, as a PNG file.
#include "rigy/render.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "c_api/analysis.hpp"
#include "c_api/arguments.hpp"
#include "c_api/caller_files.hpp"
#include "c_api/render_arguments.hpp"
#include "c_api/result.hpp"
#include "load/document_kind.hpp"
#include "rigy/png.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

std::unique_ptr<rigy_result> result_of(RenderResult drawn, const std::string& entry) {
  auto result = begin_result(drawn);
  if (!drawn.frames.empty()) {
    result->files.push_back(
        {document_stem(entry) + ".png", encode_png(drawn.frames, drawn.frame_milliseconds)});
  }
  return result;
}

rigy_result* render_to_result(const char* entry, FileReader& files, const RenderOptions& options) {
  return result_of(render(entry, files, options), entry).release();
}

// --- by name ---

std::string take_views(const ChoiceInfo& info, std::string_view value, RenderOptions& options) {
  const std::optional<std::vector<View>> views = views_in(std::string(value).c_str());
  if (!views) {
    return fmt::format("the {} are not names of views, or AZ,EL in degrees, separated by commas",
                       info.name);
  }
  options.views = *views;
  return {};
}

std::string take_show(const ChoiceInfo& info, std::string_view value, RenderOptions& options) {
  unsigned show = 0;
  std::string fault;
  for (const std::string_view one : words_in_list(value)) {
    const std::optional<std::size_t> index = word_index(info, one, fault);
    if (!index) return fault;
    show |= 1u << *index;
  }
  options.overlays = overlays_of(show);
  return {};
}

std::string take_section(const ChoiceInfo& info, std::string_view value, RenderOptions& options) {
  const std::size_t axis = std::string_view("xyz").find(value.substr(0, 1));
  std::string fault = fmt::format("{}: '{}' is not a plane like x=0.2", info.name, value);
  if (value.size() < 3 || value[1] != '=' || axis == std::string_view::npos) return fault;
  const std::optional<double> at = number_in(info, value.substr(2), fault);
  if (!at) return fault;
  options.section = Section{static_cast<int>(axis), *at};
  return {};
}

std::string take_at(const ChoiceInfo& info, std::string_view value, RenderOptions& options) {
  std::string fault;
  if (!value.empty()) options.at = number_in(info, value, fault);
  return fault;
}

constexpr auto table = std::to_array<Choice<RenderOptions>>({
    {{"views", ChoiceKind::Texts, "", "iso",
      "Where the camera stands: front, 30,15; several become one picture."},
     take_views},
    {{"pose", ChoiceKind::Text, "", "", "The pose to show; by default the rest shape."},
     take_member<&RenderOptions::pose>},
    {{"show", ChoiceKind::Words, "skeleton|names|axes|grid|anchors|bounds|dimensions|wireframe", "",
      "What to draw besides the surfaces."},
     take_show},
    {{"focus", ChoiceKind::Texts, "", "", "Ids; everything else is faded."},
     take_member<&RenderOptions::focus>},
    {{"highlight", ChoiceKind::Texts, "", "", "Ids of what is drawn in a color that stands out."},
     take_member<&RenderOptions::highlight>},
    {{"heat", ChoiceKind::Text, "", "", "A bone, whose weights are shown in colors."},
     take_member<&RenderOptions::heat>},
    {{"section", ChoiceKind::Text, "", "",
      "What lies between this plane and the camera is cut away: x=0.2."},
     take_section},
    {{"width", ChoiceKind::Count, "", "800", "Pixels."}, take_member<&RenderOptions::width>},
    {{"height", ChoiceKind::Count, "", "600", "Pixels."}, take_member<&RenderOptions::height>},
    {{"projection", ChoiceKind::Word, "perspective|orthographic", "perspective",
      "How depth is shown."},
     take_member<&RenderOptions::projection>},
    {{"background", ChoiceKind::Word, "light|dark|transparent", "light",
      "What is behind the asset."},
     take_member<&RenderOptions::background>},
    {{"solver", ChoiceKind::Word, "as_written|lbs|dqs|both", "as_written",
      "How poses bend; both: side by side."},
     take_member<&RenderOptions::solver>},
    {{"fit", ChoiceKind::Word, "rest|pose", "rest",
      "What the camera fits: the rest shape, or the pose."},
     take_member<&RenderOptions::fit>},
    {{"mark_diagnostics", ChoiceKind::Flag, "", "false",
      "Mark what errors and warnings are about."},
     take_member<&RenderOptions::diagnostics>},
    {{"turntable", ChoiceKind::Count, "", "0",
      "An animation: the camera around the asset in this many frames."},
     take_member<&RenderOptions::turntable>},
    {{"all_poses", ChoiceKind::Flag, "", "false", "An animation: the rest shape and every pose."},
     take_member<&RenderOptions::all_poses>},
    {{"clip", ChoiceKind::Text, "", "", "An animation: a clip of a motion; by default its first."},
     take_member<&RenderOptions::clip>},
    {{"strip", ChoiceKind::Count, "", "0", "Show this many moments of the clip side by side."},
     take_member<&RenderOptions::strip>},
    {{"at", ChoiceKind::Number, "", "", "Show one moment of the clip, in seconds."}, take_at},
});

}  // namespace

std::vector<ChoiceInfo> render_choices() {
  return infos_of(std::span<const Choice<RenderOptions>>(table));
}

}  // namespace rigy::interfaces

rigy_result* rigy_analysis_render(const rigy_analysis* analysis, const rigy_param* choices,
                                  size_t choice_count) {
  using namespace rigy::interfaces;
  return run_operation(analysis, std::span<const Choice<rigy::RenderOptions>>(table), choices,
                       choice_count,
                       [](const rigy::Analysis& analyzed, const rigy::RenderOptions& options) {
                         const auto& files = analyzed.files;
                         return result_of(rigy::render(analyzed, options),
                                          files.empty() ? "picture" : files.front());
                       });
}

rigy_result* rigy_render(const char* entry, const rigy_file* files, size_t file_count,
                         const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    if (rigy::interfaces::error_in_arguments(entry, files, file_count, options) != nullptr)
      return nullptr;
    rigy::MemoryFiles memory = rigy::interfaces::files_of(files, file_count);
    return rigy::interfaces::render_to_result(entry, memory, rigy::interfaces::options_of(options));
  });
}

rigy_result* rigy_render_with_reader(const char* entry, rigy_reader reader, void* context,
                                     const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown([&]() -> rigy_result* {
    const char* error = rigy::interfaces::error_in_arguments(entry, nullptr, 0, options);
    if (reader == nullptr || error != nullptr) return nullptr;
    const std::unique_ptr<rigy::FileReader> files = rigy::interfaces::files_from(reader, context);
    return rigy::interfaces::render_to_result(entry, *files, rigy::interfaces::options_of(options));
  });
}

const char* rigy_render_argument_error(const char* entry, const rigy_file* files, size_t file_count,
                                       const rigy_render_options* options) {
  return rigy::interfaces::null_if_thrown(
      [&] { return rigy::interfaces::error_in_arguments(entry, files, file_count, options); });
}
