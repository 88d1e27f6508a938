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

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/choice.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "cli/output.hpp"
#include "cli/picture_options.hpp"
#include "cli/targets.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"
#include "rigy/png.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* help_footer =
    R"(Views: iso, front, back, left, right, top, bottom, three-quarter, or AZ,EL in degrees: azimuth 0
stands at +z, 90 at +x, 180 at -z; elevation 90 is above. A model faces -z and has its left at -x: 'front'
stands at -z and 'left' at -x. The camera shows all of the rest shape; --fit pose fits the pose.

Overlays of --show: skeleton, names, axes, grid, anchors, bounds, dimensions, wireframe.

Ids are those of meshes, primitives, instances and bones, with as much of the path as is needed:
head, body.head, car.body.head.

Exit status: 0 success, 1 the document was rejected or has no such things, 2 invalid usage, 3 a file
could not be read or written. With --diagnostics, what can be drawn of a rejected document is drawn,
with its errors marked.

Examples:
  rigy render arm.rigy.yaml -o arm.png
  rigy render arm.rigy.yaml -o arm.png --view front --show skeleton,names
  rigy render car.rigy.yaml -o sheet.png --views front,right,top,iso --size 1200x900
  rigy render arm.rigy.yaml -o bent.png --pose bent --solver both
  rigy render arm.rigy.yaml -o weights.png --heat elbow
  rigy render car.rigy.yaml -o wheel.png --focus front_axle --background dark
  rigy render car.rigy.yaml -o open.png --section x=0.2 --show dimensions
  rigy render broken.rigy.yaml -o marked.png --diagnostics
  rigy render arm.rigy.yaml -o turn.png --turntable 36 --size 400x300)";

struct RenderArguments {
  DocumentOptions documents;
  std::string output;
  DepfileOptions depfile;
  std::string view;
  std::string views;
  std::string size;
  std::string projection;
  std::string background;
  std::string solver;
  std::string fit;
  std::string section;
  std::vector<std::string> show;
  RenderOptions render;
};

// "front,30,15,top": two numbers are one view.
std::vector<View> parse_views(std::string_view text) {
  std::vector<View> views;
  const std::vector<std::string_view> parts = split(text, ',');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (decimal_in(parts[i]) && i + 1 < parts.size()) {
      views.push_back(parse_view("--views", fmt::format("{},{}", parts[i], parts[i + 1])));
      ++i;
    } else {
      views.push_back(parse_view("--views", parts[i]));
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
  take_analysis_options(arguments.documents, options);
  if (!arguments.view.empty() && !arguments.views.empty()) {
    throw UsageError("--view and --views cannot be used together");
  }
  if (!arguments.view.empty()) options.views = {parse_view("--view", arguments.view)};
  if (!arguments.views.empty()) options.views = parse_views(arguments.views);
  if (!arguments.size.empty()) parse_size(arguments.size, options);
  if (!arguments.section.empty()) options.section = parse_section(arguments.section);
  parse_show(arguments.show, options.overlays);
  if (arguments.projection == "orthographic") options.projection = Projection::Orthographic;
  if (arguments.background == "dark") options.background = Background::Dark;
  if (arguments.background == "transparent") options.background = Background::Transparent;
  if (arguments.solver == "lbs") options.solver = SolverChoice::Lbs;
  if (arguments.solver == "dqs") options.solver = SolverChoice::Dqs;
  if (arguments.solver == "both") options.solver = SolverChoice::Both;
  if (arguments.fit == "pose") options.fit = CameraFit::Pose;
  return options;
}

void check_output(const RenderArguments& arguments) {
  const std::string& output = arguments.output;
  if (output.empty()) {
    const std::string& input = arguments.documents.inputs.front();
    throw UsageError(fmt::format("render needs -o: rigy render {} -o {}.png", input,
                                 input == "-" ? "picture" : output_stem(input)));
  }
  if (output != "-") {
    const std::string ending = platform::to_text(platform::to_path(output).extension());
    if (ending.empty() || ending == ".png" || ending == ".PNG" || ending == ".apng") return;
    throw UsageError(
        fmt::format("rigy render writes .png files; '{}' has another extension", output));
  }
  if (arguments.documents.diagnostics != DiagnosticsFormat::Human) {
    throw UsageError("standard output cannot take both the picture and the diagnostics; use -o");
  }
  if (platform::is_terminal(platform::standard_output)) {
    throw UsageError("not writing binary data to a terminal; use -o or redirect the output");
  }
}

void check_depfile(const DocumentJob& job, const DepfileOptions& depfile) {
  check_depfile_options(depfile);
  if (depfile.path.empty()) return;
  if (job.output == "-") {
    throw UsageError("--depfile needs an output file; standard output has no name");
  }
  check_distinct({job}, {{"--depfile", depfile.path}});
  check_not_input({job}, {}, {{"--depfile", depfile.path}});
}

ExitCode run_render(RenderArguments& arguments) {
  complete(arguments.documents);
  if (arguments.documents.inputs.size() > 1) {
    throw UsageError("rigy render draws one document, but there are several inputs");
  }
  check_output(arguments);
  const RenderOptions options = render_options(arguments);
  const DocumentWriter draw = [&options](const std::string& entry, FileReader& files) {
    RenderResult drawn = render(entry, files, options);
    WrittenDocument written;
    written.report = std::move(drawn.report);
    written.files = std::move(drawn.files);
    written.timings = std::move(drawn.timings);
    written.entry_unreadable = drawn.entry_unreadable;
    written.is_scene = drawn.is_scene;
    written.pose = options.pose;
    written.param_faults = std::move(drawn.param_faults);
    written.option_faults = std::move(drawn.option_faults);
    written.despite_errors = options.diagnostics;
    if (!drawn.frames.empty()) written.bytes = encode_png(drawn.frames, drawn.frame_milliseconds);
    return written;
  };
  const DocumentJob job{arguments.documents.inputs.front(), arguments.output};
  check_depfile(job, arguments.depfile);
  return run_writer(job, arguments.documents, draw, arguments.depfile);
}

CLI::Option* add_words(CLI::App& command, const std::string& option, std::string& value,
                       const std::vector<std::string>& words, const std::string& description) {
  return only_words(command.add_option(option, value, description), words);
}

void add_camera_options(CLI::App& command, RenderArguments& arguments) {
  add_text_option(command, "--view", arguments.view, "Camera position (default: iso)")
      ->type_name("VIEW");
  add_text_option(command, "--views", arguments.views, "Several views in one picture")
      ->type_name("VIEW,...");
  add_words(command, "--projection", arguments.projection, {"perspective", "orthographic"},
            "Default: perspective");
  add_text_option(command, "--size", arguments.size, "Pixels (default: 800x600)")->type_name("WxH");
  add_words(command, "--background", arguments.background, {"light", "dark", "transparent"},
            "Default: light");
  add_text_option(command, "--section", arguments.section,
                  "Cut away what lies between this plane and the camera: x=0.2")
      ->type_name("AXIS=AT");
}

void add_content_options(CLI::App& command, RenderArguments& arguments) {
  RenderOptions& render = arguments.render;
  const auto add_list = [&](const std::string& option, std::vector<std::string>& list,
                            const std::string& description) {
    return command.add_option(option, list, description)->delimiter(',')->allow_extra_args(false);
  };
  add_text_option(command, "--pose", render.pose, "The pose to show (default: the rest shape)")
      ->type_name("ID");
  add_words(command, "--solver", arguments.solver, {"lbs", "dqs", "both"},
            "How poses bend (default: as written); both: side by side");
  add_words(command, "--fit", arguments.fit, {"rest", "pose"},
            "What the camera fits: the rest shape (default) or the pose");
  add_list("--focus", render.focus, "Fade everything else")->type_name("IDS");
  add_list("--highlight", render.highlight, "Draw these in a colour that stands out")
      ->type_name("IDS");
  add_text_option(command, "--heat", render.heat, "Show the weights of this bone in colours")
      ->type_name("BONE");
  add_list("--show", arguments.show, "What to draw besides the surfaces, see below")
      ->type_name("OVERLAYS");
  command.add_flag("--diagnostics", render.diagnostics, "Mark what errors and warnings are about");
  command.add_option("--turntable", render.turntable, "Animate: turn around in N frames")
      ->check(CLI::Range(2, 1000).description(""))
      ->type_name("N");
  command.add_flag("--poses", render.all_poses, "Animate: the rest shape and all poses");
}

void add_options(CLI::App& command, RenderArguments& arguments) {
  add_input_option(command, arguments.documents);
  add_text_option(command, "-o,--output", arguments.output, "The picture; '-' is standard output")
      ->type_name("OUT REQUIRED");
  add_depfile_options(command, arguments.depfile);
  add_camera_options(command, arguments);
  add_content_options(command, arguments);
  add_reading_options(command, arguments.documents);
  add_layout_options(command, arguments.documents);
  add_report_options(command, arguments.documents, "--format");
}

}  // namespace

void add_render_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("render", "Draw a document as a PNG picture");
  command.footer(help_footer);
  const auto arguments = std::make_shared<RenderArguments>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_render(*arguments); }; });
}

}  // namespace rigy::interfaces::cli
