// rigy weights: which bones the vertices of a mesh follow.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "library/with_memory.hpp"
#include "platform/files.hpp"
#include "rigy/weights.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* weights_footer =
    R"(A vertex follows the nearest bones, with distances measured inside the shape, so that an arm beside the
body does not follow the body. It follows at most four bones, all on one line of descent. Bones of
different limbs never share a vertex; where limbs meet, their common parent takes over.

Without -o and --write, the command lists the bones that each primitive would follow. A weight file is
for one primitive: -o needs --primitive, unless the mesh has only one. With --write, each file is
written next to the document as NAME.PRIMITIVE.weights.json and becomes the 'source' of the primitive's
weight map, replacing gradients and overrides. A primitive that follows a single bone needs no file.
Mirror images follow their originals.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy weights creature.rigy.yaml
  rigy weights creature.rigy.yaml --primitive body -o creature.body.weights.json
  rigy weights creature.rigy.yaml --write)";

const std::string no_place =
    "--write: the text has no place for the weights; leave out --write and use -o";

struct WeightsArguments {
  DocumentOptions documents;
  WeightsOptions weights;
  std::string output;
  bool write = false;
};

std::string summary(const std::vector<MadeWeights>& all) {
  std::size_t width = 0;
  for (const MadeWeights& one : all) width = std::max(width, one.primitive.size());
  std::string text;
  for (const MadeWeights& one : all) {
    text += fmt::format("{:<{}}  {:>6} vertices  largest step {:<6}  {}\n", one.primitive, width,
                        one.vertex_count, one.largest_step, fmt::join(one.bones, ", "));
  }
  return text;
}

// --- files ---

// A weight file, and how the document names it.
struct WeightFileTarget {
  std::string path;
  std::string source;
};

WeightFileTarget target_of(const WeightsArguments& arguments, const std::string& input,
                           const MadeWeights& weights) {
  const fs::path folder = platform::to_path(input).parent_path();
  if (arguments.output.empty()) {
    const std::string name =
        weight_file_name(platform::to_text(platform::to_path(input).filename()), weights.primitive);
    return {platform::to_text(folder / platform::to_path(name)), name};
  }
  const fs::path from = folder.empty() ? fs::path(".") : folder;
  fs::path source = platform::to_path(arguments.output).lexically_proximate(from);
  return {arguments.output, platform::to_text(source)};
}

// The document with all weights, and their files, once it has been read again.
std::vector<ProductFile> edited(const WeightsArguments& arguments, const DocumentInput& input,
                                EditedFiles& files, WeightsResult& result) {
  std::vector<std::string> paths;
  std::vector<std::string> sources;
  for (const MadeWeights& one : result.weights) {
    WeightFileTarget target = target_of(arguments, input.job.input, one);
    paths.push_back(std::move(target.path));
    sources.push_back(std::move(target.source));
  }
  std::optional<WeightedText> made = with_weights(files.text(), result.weights, sources);
  if (!made) {
    result.option_faults.push_back(no_place);
    return {};
  }
  std::vector<ProductFile> outputs(1);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!made->uses_file[i]) continue;
    files.add(sources[i], result.weights[i].file);
    outputs.push_back({paths[i], std::move(result.weights[i].file)});
  }
  files.replace(made->text);
  if (!with_memory(analyze(input.entry, files)).ok()) result.option_faults.push_back(no_place);
  outputs.front() = {input.job.output, std::move(made->text)};
  return outputs;
}

Product make_product(const WeightsArguments& arguments, const DocumentInput& input) {
  EditedFiles files(input.files);
  WeightsOptions options = arguments.weights;
  options.analysis = input.analysis;
  WeightsResult made = make_weights(input.entry, files, options);
  std::vector<ProductFile> outputs;
  const bool is_to_file = !arguments.write && !arguments.output.empty();
  if (made.ok() && is_to_file && made.weights.size() != 1) {
    made.option_faults.push_back(fmt::format(
        "-o: the mesh has {} primitives, each with its own file; name one with --primitive",
        made.weights.size()));
  }
  if (made.ok()) {
    if (arguments.write) {
      outputs = edited(arguments, input, files, made);
      made.files.clear();  // the document is the output, and may be replaced
    } else if (is_to_file) {
      outputs.push_back({arguments.output, std::move(made.weights.front().file)});
    } else {
      outputs.push_back({"-", summary(made.weights)});
    }
  }
  Product product{std::move(made)};
  product.outputs = std::move(outputs);
  return product;
}

void check_write(const WeightsArguments& arguments) {
  if (!arguments.write) return;
  if (arguments.documents.inputs.front() == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  if (!arguments.documents.params.empty()) {
    throw UsageError(
        "--write and --param cannot be used together: the weights would not fit the document");
  }
  if (!arguments.output.empty() && arguments.weights.primitive.empty()) {
    throw UsageError("-o and --write together need --primitive: each primitive has its own file");
  }
}

ExitCode run_weights(WeightsArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "weights");
  check_write(arguments);
  Run run;
  run.command = "weights";
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, input); };
  const std::string& input = documents.inputs.front();
  const std::string output = arguments.output.empty() ? "-" : arguments.output;
  return run_jobs({{input, arguments.write ? input : output}}, documents, run);
}

}  // namespace

Action add_weights_command(Options& options) {
  options.footer(weights_footer);
  const auto arguments = std::make_shared<WeightsArguments>();
  WeightsOptions& weights = arguments->weights;
  add_one_input(options, arguments->documents);
  options.text("--mesh", weights.mesh, "ID", "The mesh (default: the only one that is bound)");
  options.text("--primitive", weights.primitive, "ID", "Only this primitive (default: all)");
  options.text("-o,--output", arguments->output, "FILE", "Write the weight file; '-' prints it");
  options.flag("--write", arguments->write, "Write the files and insert them into the document");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_weights(*arguments); };
}

}  // namespace rigy::interfaces::cli
