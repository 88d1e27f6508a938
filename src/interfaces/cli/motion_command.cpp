// rigy motion: a gait for a skeleton, as a motion document to edit.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "platform/files.hpp"
#include "rigy/motion.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* motion_footer =
    R"(Writes a motion document (.rigm.yaml) for the skeleton of an asset: commented poses, and a clip for each
gait. Limbs are recognized by bone names and the shape of the skeleton, or named by NAME.bones.yaml beside
the asset. The lengths and times of steps follow from the skeleton, and feet stand on the ground. Use it as
a draft: edit the angles and targets, then check it with rigy render and rigy lint.

Two legs can idle, walk, run, jump and sit; arms wave; four legs idle, walk, trot and gallop; wings flap
and glide; a tail without legs swims; a row of bones slithers. Without --gait, the command lists the
gaits that the skeleton can have.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy motion fox.rigy.yaml
  rigy motion fox.rigy.yaml --gait trot -o fox.trot.rigm.yaml
  rigy motion man.rigy.yaml --gait idle --gait walk --gait run -o man.rigm.yaml
  rigy render fox.trot.rigm.yaml --clip trot --strip 8 --view left -o trot.png)";

struct MotionArguments {
  DocumentOptions documents;
  std::string bone_map;
  MotionOptions motion;
  std::string output;
};

// The asset as a motion in that place names it.
std::string asset_path(const std::string& input, const std::string& output) {
  const std::filesystem::path asset = platform::to_path(input);
  if (output.empty() || output == "-") return platform::to_text(asset.filename());
  const std::filesystem::path folder = platform::to_path(output).parent_path();
  const std::filesystem::path from = folder.empty() ? std::filesystem::path(".") : folder;
  return platform::to_text(asset.lexically_proximate(from).generic_string());
}

std::string list_of(const std::vector<GaitDescription>& gaits) {
  if (gaits.empty()) return "no gait fits this skeleton\n";
  std::size_t width = 0;
  for (const GaitDescription& gait : gaits) width = std::max(width, gait.name.size());
  std::string text;
  for (const GaitDescription& gait : gaits) {
    text += fmt::format("{:<{}}  {}\n", gait.name, width, gait.summary);
  }
  return text;
}

Product make_product(const MotionArguments& arguments, const DocumentInput& input) {
  AnalyzeOptions options = input.analysis;
  options.bone_map = arguments.bone_map;
  options.find_bone_map = true;
  const Analysis analysis = analyze(input.entry, input.files, options);
  Product product{analysis};
  if (!analysis.ok()) return product;
  if (arguments.motion.gaits.empty()) {
    product.outputs.push_back({"-", list_of(gaits_for(analysis, arguments.motion.armature))});
    return product;
  }
  MadeMotion motion = make_motion(analysis, arguments.motion);
  product.outcome.option_faults = std::move(motion.faults);
  if (product.outcome.option_faults.empty()) {
    product.outputs.push_back({input.job.output, std::move(motion.text)});
  }
  return product;
}

ExitCode run_motion(MotionArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "motion");
  const std::string& input = documents.inputs.front();
  if (input == "-" && !arguments.motion.gaits.empty()) {
    throw UsageError("a motion names its asset, so the asset has to be a file");
  }
  arguments.motion.asset = asset_path(input, arguments.output);
  Run run;
  run.command = "motion";
  run.operation = [&](const DocumentInput& one) { return make_product(arguments, one); };
  const bool is_printed = arguments.output.empty() || arguments.motion.gaits.empty();
  return run_jobs({{input, is_printed ? "-" : arguments.output}}, documents, run);
}

std::vector<std::string> gait_words() {
  std::vector<std::string> words;
  for (const GaitDescription& gait : known_gaits()) {
    const std::string word(gait.name);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

}  // namespace

Action add_motion_command(Options& options) {
  options.footer(motion_footer);
  const auto arguments = std::make_shared<MotionArguments>();
  add_one_input(options, arguments->documents);
  options.repeated_word("--gait", arguments->motion.gaits, gait_words(),
                        "A gait, which becomes a clip; can be repeated");
  options.text("--armature", arguments->motion.armature, "ID",
               "The armature that moves (default: the only one)");
  options.text("--bone-map", arguments->bone_map, "FILE",
               "Which bones are those of a person or an animal (default: NAME.bones.yaml beside "
               "the asset)");
  options.text("-o,--output", arguments->output, "OUT", "Write the motion; default: print it");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_motion(*arguments); };
}

}  // namespace rigy::interfaces::cli
