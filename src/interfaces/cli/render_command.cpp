// rigy render: a picture of a document.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/document_products.hpp"
#include "cli/engine.hpp"
#include "cli/numbers.hpp"
#include "cli/picture_options.hpp"
#include "cli/targets.hpp"
#include "platform/files.hpp"
#include "render/errors_over.hpp"
#include "rigy/png.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* render_footer =
    R"(Views: iso, front, back, left, right, top, bottom, three-quarter, or AZ,EL in degrees. At azimuth 0 the
camera is at +z, at 90 at +x, at 180 at -z; elevation 90 is above. A model faces -z, with its left at -x:
the camera of 'front' is at -z, that of 'left' at -x. It shows the whole rest shape; --fit pose fits the pose.

Overlays of --show: skeleton, names, axes, grid, anchors, bounds, dimensions, wireframe.

IDS are ids of meshes, primitives, instances and bones, with as much of the path as necessary:
head, body.head, car.body.head.

Exit status: 0 success, 1 a document was rejected or lacks a requested thing, 2 invalid usage, 3 a
file could not be read or written. With --mark-diagnostics, a rejected document is drawn as far as
possible, with its errors marked.

Examples:
  rigy render arm.rigy.yaml -o arm.png
  rigy render arm.rigy.yaml -o arm.png --view front --show skeleton,names
  rigy render car.rigy.yaml -o sheet.png --view front,right,top,iso --size 1200x900
  rigy render arm.rigy.yaml -o bent.png --pose bent --solver both
  rigy render arm.rigy.yaml -o weights.png --heat elbow
  rigy render car.rigy.yaml -o wheel.png --focus front_axle --background dark
  rigy render car.rigy.yaml -o open.png --section x=0.2 --show dimensions
  rigy render broken.rigy.yaml -o marked.png --mark-diagnostics
  rigy render arm.rigy.yaml -o turn.png --turntable 36 --size 400x300
  rigy render walk.rigm.yaml -o walk.png --clip walk --size 400x300
  rigy render walk.rigm.yaml -o strip.png --clip walk --strip 8 --view left
  rigy render walk.rigm.yaml -o contact.png --pose contact
  rigy render assets --out-dir pictures)";

struct RenderArguments {
  DocumentOptions documents;
  OutputOptions outputs;
  std::vector<std::string> views;
  std::string size;
  std::string section;
  std::vector<std::string> show;
  std::string at;
  RenderOptions render;
};

// "front,30,15,top": two numbers are one view.
std::vector<View> parse_views(std::string_view text) {
  std::vector<View> views;
  const std::vector<std::string_view> parts = split(text, ',');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (decimal_in(parts[i]) && i + 1 < parts.size()) {
      views.push_back(parse_view("--view", fmt::format("{},{}", parts[i], parts[i + 1])));
      ++i;
    } else {
      views.push_back(parse_view("--view", parts[i]));
    }
  }
  return views;
}

Section parse_section(std::string_view text) {
  const std::size_t axis = std::string_view("xyz").find(text.substr(0, 1));
  if (text.size() > 2 && text[1] == '=' && axis != std::string_view::npos) {
    if (const auto at = decimal_in(text.substr(2))) return {static_cast<int>(axis), *at};
  }
  throw UsageError(fmt::format("--section: '{}' is not a plane like x=0.2", text));
}

void parse_show(const std::vector<std::string>& names, Overlays& overlays) {
  const std::array<std::pair<std::string_view, bool*>, 8> known{
      {{"skeleton", &overlays.skeleton},
       {"names", &overlays.names},
       {"axes", &overlays.axes},
       {"grid", &overlays.grid},
       {"anchors", &overlays.anchors},
       {"bounds", &overlays.bounds},
       {"dimensions", &overlays.dimensions},
       {"wireframe", &overlays.wireframe}}};
  for (const std::string& name : names) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const auto& one) { return one.first == name; });
    if (found == known.end()) {
      std::vector<std::string_view> all;
      for (const auto& one : known) all.push_back(one.first);
      throw UsageError(fmt::format("--show: '{}' is not an overlay; the overlays are {}", name,
                                   fmt::join(all, ", ")));
    }
    *found->second = true;
  }
}

RenderOptions render_options(const RenderArguments& arguments) {
  RenderOptions options = arguments.render;
  if (!arguments.views.empty()) {
    options.views = parse_views(fmt::format("{}", fmt::join(arguments.views, ",")));
  }
  if (!arguments.size.empty()) parse_size(arguments.size, options);
  if (!arguments.section.empty()) options.section = parse_section(arguments.section);
  parse_show(arguments.show, options.overlays);
  if (!arguments.at.empty()) {
    options.at = decimal_in(arguments.at);
    if (!options.at) throw UsageError(fmt::format("--at: '{}' is not a time", arguments.at));
  }
  return options;
}

void check_ending(const std::string& output) {
  if (output == "-") return;
  const std::string ending = platform::to_text(platform::to_path(output).extension());
  if (ending.empty() || ending == ".png" || ending == ".PNG" || ending == ".apng") return;
  throw UsageError(
      fmt::format("rigy render writes .png files; '{}' has another extension", output));
}

Product product_of(RenderResult drawn, const DocumentInput& input, const RenderOptions& options) {
  Product product;
  if (!drawn.frames.empty()) {
    product.outputs.push_back({.path = input.job.output,
                               .bytes = encode_png(drawn.frames, drawn.frame_milliseconds),
                               .despite_errors = options.diagnostics});
  }
  product.outcome = std::move(drawn);
  return product;
}

Product draw(const DocumentInput& input, RenderOptions options) {
  options.analysis = input.analysis;
  return product_of(render(input.entry, input.files, options), input, options);
}

ExitCode run_render(RenderArguments& arguments, const Options& options) {
  DocumentOptions& documents = arguments.documents;
  complete(documents);
  const ResultKind kind{
      .command = "render", .noun = "picture", .extension = ".png", .unnamed = Unnamed::Refused};
  const std::vector<DocumentJob> jobs = plan_jobs(documents, arguments.outputs, kind);
  check_ending(arguments.outputs.output);
  const RenderOptions drawing = render_options(arguments);
  prepare_outputs(jobs, documents, arguments.outputs, kind);
  Run run = begin_run(options, documents, arguments.outputs);
  run.success = "drawn";
  run.pose = drawing.pose;
  run.operation = [&drawing](const DocumentInput& input) { return draw(input, drawing); };
  return run_jobs(jobs, documents, run);
}

void add_camera_options(Options& options, RenderArguments& arguments) {
  RenderOptions& render = arguments.render;
  options.repeated("--view", arguments.views, "VIEW,...",
                   "Camera position (default: iso); several become one picture");
  options.choice<Projection>(
      "--projection", render.projection,
      {{"perspective", Projection::Perspective}, {"orthographic", Projection::Orthographic}},
      "Default: perspective");
  options.text("--size", arguments.size, "WxH", "Pixels (default: 800x600)");
  add_background_option(options, render.background);
  options.text("--section", arguments.section, "AXIS=AT",
               "Cut away everything between this plane and the camera: x=0.2");
}

void add_content_options(Options& options, RenderArguments& arguments) {
  RenderOptions& render = arguments.render;
  options.text("--pose", render.pose, "ID", "The pose to show (default: the rest shape)");
  options.choice<SolverChoice>(
      "--solver", render.solver,
      {{"lbs", SolverChoice::Lbs}, {"dqs", SolverChoice::Dqs}, {"both", SolverChoice::Both}},
      "The skinning solver (default: the document's); both: side by side");
  add_fit_option(options, render.fit);
  options.list("--focus", render.focus, "IDS", "Fade everything else");
  options.list("--highlight", render.highlight, "IDS", "Draw these in orange");
  options.text("--heat", render.heat, "BONE", "Show the weights of this bone in colors");
  options.list("--show", arguments.show, "OVERLAYS",
               "What to draw besides the surfaces, see below");
  options.flag("--mark-diagnostics", render.diagnostics,
               "Mark the subjects of errors and warnings");
  options.count("--turntable", render.turntable, 2, 1000, "Animate: a full turn in N frames");
  options.flag("--all-poses", render.all_poses, "Animate: the rest shape and all poses");
  options.text("--clip", render.clip, "ID", "Animate: a clip of a motion (default: its first)");
  options.count("--strip", render.strip, 2, 64, "Show N moments of the clip side by side");
  options.text("--at", arguments.at, "SECONDS", "Show one moment of the clip");
}

}  // namespace

Product draw_document(const DocumentInput& input, Picture& last) {
  RenderOptions options;
  options.diagnostics = true;
  options.analysis = input.analysis;
  RenderResult drawn = render(input.entry, input.files, options);
  if (drawn.ok() && !drawn.frames.empty()) {
    last = drawn.frames.front();
  } else if (drawn.frames.empty() && !last.rgba.empty()) {
    drawn.frames.push_back(last);
    outputs::write_errors_over(drawn.frames.front(), drawn);
  }
  return product_of(std::move(drawn), input, options);
}

Action add_render_command(Options& options) {
  options.footer(render_footer);
  const auto arguments = std::make_shared<RenderArguments>();
  add_inputs(options, arguments->documents);
  add_output_options(options, arguments->outputs);
  add_camera_options(options, *arguments);
  add_content_options(options, *arguments);
  add_common_options(options, arguments->documents);
  return [arguments, &options] { return run_render(*arguments, options); };
}

}  // namespace rigy::interfaces::cli
