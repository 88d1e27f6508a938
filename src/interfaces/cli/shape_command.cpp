// rigy shape: a primitive between two points, or along a bone.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/edited_files.hpp"
#include "cli/engine.hpp"
#include "cli/output.hpp"
#include "library/with_memory.hpp"
#include "rigy/posing.hpp"
#include "rigy/rigging.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* shape_footer =
    R"(Prints an entry for the list 'primitives' of a mesh. The axis of the shape runs from one point to the
other. The round ends of a capsule extend beyond the points; a box is twice the radius wide and deep.
With --write MESH the entry is added to the document; along a bone, it follows the bone if the mesh is
bound.

Exit status: 0 success, 1 the document was rejected, 2 invalid usage, 3 a file could not be read or
written.

Examples:
  rigy shape capsule --from 0,0.5,0 --to 0.3,0.9,0 --radius 0.05
  rigy shape capsule man.rigy.yaml --along L_forearm --radius 0.04 --material skin --write body)";

struct ShapeArguments {
  DocumentOptions documents;
  ShapeOptions shape;
  std::string input;
  std::string from;
  std::string to;
  std::string mesh;
};

std::optional<std::array<double, 3>> parse_point(const std::string& option,
                                                 const std::string& text) {
  if (text.empty()) return {};
  if (const auto point = point_named(text)) return point;
  throw UsageError(fmt::format("{}: '{}' is not X,Y,Z, for example 0,1.2,-0.3", option, text));
}

Product make_product(const ShapeArguments& arguments, const DocumentInput& input) {
  EditedFiles files(input.files);
  const Analysis analysis = analyze(input.entry, files, input.analysis);
  Product product{analysis};
  if (!analysis.ok()) return product;
  const MadeShape shape = make_shape(&analysis, arguments.shape);
  product.outcome.option_faults = shape.faults;
  if (!shape.faults.empty()) return product;
  if (arguments.mesh.empty()) {
    product.outputs.push_back({"-", fmt::format("- {}\n", shape.entry)});
    return product;
  }
  const std::optional<std::string> text = with_shape(files.text(), arguments.mesh, shape);
  if (text) files.replace(*text);
  if (!text || !with_memory(analyze(input.entry, files)).ok()) {
    product.outcome.option_faults.push_back(
        fmt::format("--write: there is no mesh '{}' that a primitive '{}' can be added to; leave "
                    "out --write and "
                    "paste what is printed",
                    arguments.mesh, shape.id));
    return product;
  }
  product.outcome.files.clear();  // the document is the output, and may be replaced
  product.outputs.push_back({input.job.output, *text});
  return product;
}

// Without a document.
ExitCode print_shape(const ShapeArguments& arguments) {
  if (!arguments.mesh.empty()) throw UsageError("--write needs a document");
  const MadeShape shape = make_shape(nullptr, arguments.shape);
  if (!shape.faults.empty()) throw UsageError(shape.faults.front());
  print(fmt::format("- {}\n", shape.entry));
  return Done;
}

ExitCode run_shape(ShapeArguments& arguments) {
  arguments.shape.from = parse_point("--from", arguments.from);
  arguments.shape.to = parse_point("--to", arguments.to);
  if (arguments.input.empty()) return print_shape(arguments);
  DocumentOptions& documents = arguments.documents;
  documents.inputs = {arguments.input};
  complete_one(documents, "shape");
  if (!arguments.mesh.empty() && arguments.input == "-") {
    throw UsageError("--write needs a file, not standard input");
  }
  Run run;
  run.command = "shape";
  run.operation = [&](const DocumentInput& input) { return make_product(arguments, input); };
  return run_jobs({{arguments.input, arguments.mesh.empty() ? "-" : arguments.input}}, documents,
                  run);
}

}  // namespace

Action add_shape_command(Options& options) {
  options.footer(shape_footer);
  const auto arguments = std::make_shared<ShapeArguments>();
  ShapeOptions& shape = arguments->shape;
  options.word("TYPE", shape.type, {"capsule", "box", "cylinder"}, "What to make").required();
  options.text("IN", arguments->input, "", "Document, for --along and --write");
  options.text("--from", arguments->from, "X,Y,Z", "Where it begins");
  options.text("--to", arguments->to, "X,Y,Z", "Where it ends");
  options.text("--along", shape.along, "BONE", "From head to tail of a bone");
  options.number("--radius", shape.radius, "R", "The radius, in meters").required();
  options.text("--id", shape.id, "NAME", "The id (default: that of the bone, or the type)");
  options.text("--material", shape.material, "NAME", "The material");
  options.text("--write", arguments->mesh, "MESH", "Add it to this mesh of the document");
  add_common_options(options, arguments->documents);
  return [arguments] { return run_shape(*arguments); };
}

}  // namespace rigy::interfaces::cli
