// rigy_analyze and the operations on an analysis, with options by name.
#include "c_api/analysis.hpp"

#include <array>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c_api/arguments.hpp"
#include "c_api/caller_files.hpp"
#include "c_api/export_choices.hpp"
#include "rigy/compile.hpp"
#include "rigy/diff.hpp"
#include "rigy/export.hpp"
#include "rigy/fix.hpp"
#include "rigy/inspect.hpp"
#include "rigy/lint.hpp"
#include "rigy/measure.hpp"

namespace rigy::interfaces {
namespace {

struct NamedDiffOptions {
  AnalyzeOptions analysis;
};

// --- the tables: name, kind, words, what counts if it is not given, about ---

constexpr auto analysis_table = std::to_array<Choice<AnalyzeOptions>>({
    {{"max_errors", ChoiceKind::Count, "", "100", "Report at most this many diagnostics."},
     take_member<&AnalyzeOptions::max_errors>},
    {{"threads", ChoiceKind::Count, "", "1",
      "At most this many threads. Results do not depend on it."},
     take_member<&AnalyzeOptions::threads>},
    {{"warnings_as_errors", ChoiceKind::Texts, "", "",
      "Ids of warnings that count as errors, or all."},
     take_member<&AnalyzeOptions::warnings_as_errors>},
    {{"suppressed_warnings", ChoiceKind::Texts, "", "", "Ids of warnings not to report, or all."},
     take_member<&AnalyzeOptions::suppressed_warnings>},
    {{"list_params", ChoiceKind::Flag, "", "false",
      "Also return the params that the document declares."},
     take_member<&AnalyzeOptions::list_params>},
    {{"motions", ChoiceKind::Texts, "", "", "Files with motions of the asset (Rigm)."},
     take_member<&AnalyzeOptions::motions>},
    {{"bone_map", ChoiceKind::Text, "", "",
      "A file that says which bones are those of a person or an animal (NAME.bones.yaml)."},
     take_member<&AnalyzeOptions::bone_map>},
    {{"find_bone_map", ChoiceKind::Flag, "", "false",
      "Look for NAME.bones.yaml beside the asset, if no bone_map is given."},
     take_member<&AnalyzeOptions::find_bone_map>},
});

std::string take_expanded_yaml(const ChoiceInfo& info, std::string_view value,
                               CompileOptions& options) {
  std::string fault;
  if (const auto index = word_index(info, value, fault)) {
    options.expanded_yaml.wanted = *index > 0;
    options.expanded_yaml.provenance = *index == 1;
  }
  return fault;
}

constexpr auto compile_table = std::to_array<Choice<CompileOptions>>({
    {{"pose", ChoiceKind::Text, "", "", "The pose to bake; by default none."},
     take_member<&CompileOptions::pose>},
    {{"winding", ChoiceKind::Word, "canonical|outward", "canonical",
      "Byte-exact conformance output, or every triangle agrees with its normals."},
     take_member<&CompileOptions::winding>},
    {{"bake_transforms", ChoiceKind::Flag, "", "false", "Write instances as transformed vertices."},
     take_member<&CompileOptions::bake_transforms>},
    {{"outline", ChoiceKind::Flag, "", "false",
      "Also return which lines each part of the output comes from."},
     take_member<&CompileOptions::outline>},
    {{"expanded_yaml", ChoiceKind::Word, "none|provenance|plain", "none",
      "Also return the document after preprocessing: with comments on where values come from, or "
      "without."},
     take_expanded_yaml},
});

constexpr auto inspect_table = std::to_array<Choice<InspectOptions>>({
    {{"primitives", ChoiceKind::Texts, "", "",
      "Ids of primitives, meshes or instances: only these primitives are listed."},
     take_member<&InspectOptions::primitives>},
    {{"pairwise_gaps", ChoiceKind::Flag, "", "false",
      "Also return the gaps between the boxes of all pairs of primitives."},
     take_member<&InspectOptions::pairwise_gaps>},
    {{"humanoid", ChoiceKind::Flag, "", "false",
      "Also return which bones of each armature are those of a person."},
     take_member<&InspectOptions::humanoid>},
    {{"intent_checks", ChoiceKind::Flag, "", "false", "Also evaluate geometry_checks.alignment."},
     take_member<&InspectOptions::intent_checks>},
    {{"expanded", ChoiceKind::Flag, "", "false", "Also return the document after preprocessing."},
     take_member<&InspectOptions::expanded>},
    {{"pose", ChoiceKind::Text, "", "", "List everything in this pose; by default at rest."},
     take_member<&InspectOptions::pose>},
});

constexpr auto measure_table = std::to_array<Choice<MeasureOptions>>({
    {{"a", ChoiceKind::Text, "", "",
      "What to measure from: the id of a primitive, mesh, instance or "
      "anchor, bone:ID, or ground."},
     take_member<&MeasureOptions::a>},
    {{"b", ChoiceKind::Text, "", "", "What to measure to."}, take_member<&MeasureOptions::b>},
    {{"pose", ChoiceKind::Text, "", "", "The pose to measure in; by default the rest shape."},
     take_member<&MeasureOptions::pose>},
});

constexpr auto lint_table = std::to_array<Choice<LintOptions>>({
    {{"pose", ChoiceKind::Text, "", "", "Look at this pose; by default at the rest shape."},
     take_member<&LintOptions::pose>},
    {{"clip", ChoiceKind::Text, "", "", "Look only at this clip of a motion; by default at all."},
     take_member<&LintOptions::clip>},
    {{"all_poses", ChoiceKind::Flag, "", "false", "Look at the rest shape and all poses."},
     take_member<&LintOptions::all_poses>},
    {{"allowed", ChoiceKind::Texts, "", "", "Ids of rules not to apply."},
     take_member<&LintOptions::allowed>},
});

constexpr std::span<const Choice<NamedDiffOptions>> diff_table;

template <class Options, std::size_t size>
std::span<const Choice<Options>> rows(const std::array<Choice<Options>, size>& table) {
  return table;
}

// --- the operations ---

using ResultPointer = std::unique_ptr<rigy_result>;

ResultPointer compiled(const Analysis& analysis, const CompileOptions& options) {
  CompileResult made = compile(analysis, options);
  ResultPointer result = begin_result(made, options.analysis.list_params);
  result->outline = std::move(made.outline);
  result->expanded_yaml = std::move(made.expanded_yaml);
  if (result->ok) result->glb = joined(made.glb);
  return result->ok && result->glb.size() == 0 ? nullptr : std::move(result);
}

ResultPointer checked(const Analysis& analysis, const CompileOptions& options) {
  Analysis made = check(analysis, options);
  // The files are no longer there; fixes need only the texts that the analysis keeps.
  MemoryFiles none({});
  Fixes fixes = find_fixes(analysis, none, made.report);
  return begin_result(made, options.analysis.list_params, std::move(fixes));
}

ResultPointer exported(const Analysis& analysis, const ExportOptions& options) {
  ExportResult made = export_asset(analysis, options);
  ResultPointer result = begin_result(made);
  result->files = std::move(made.exported);
  return result;
}

ResultPointer inspected(const Analysis& analysis, const InspectOptions& options) {
  InspectResult made = inspect(analysis, options);
  ResultPointer result = begin_result(made);
  if (made.inspection) result->inspection = inspection_json(*made.inspection);
  return result;
}

ResultPointer measured(const Analysis& analysis, const MeasureOptions& options) {
  if (options.a.empty() || options.b.empty()) {
    return refused({options.a.empty() ? "a is not given" : "b is not given"});
  }
  MeasureResult made = measure(analysis, options);
  ResultPointer result = begin_result(made);
  if (made.measurement) result->measurement = to_json(*made.measurement);
  return result;
}

ResultPointer linted(const Analysis& analysis, const LintOptions& options) {
  LintResult made = lint(analysis, options);
  ResultPointer result = begin_result(made);
  result->findings = made.findings;
  return result;
}

ResultPointer compared(const rigy_analysis* before, const rigy_analysis* after, unsigned threads) {
  const auto analysis_of = [](const rigy_analysis* one) {
    return one == nullptr ? nullptr : &one->analysis;
  };
  for (const rigy_analysis* one : {before, after}) {
    if (one == nullptr) continue;
    if (!one->faults.empty()) return refused(one->faults);
    if (!one->analysis.param_faults.empty()) return refused(one->analysis.param_faults);
  }
  Diff made = diff(analysis_of(before), analysis_of(after), {threads});
  Outcome outcome;
  outcome.report = made.before_report.ok() ? made.after_report : made.before_report;
  ResultPointer result = begin_result(outcome);
  if (result->ok) result->diff = diff_json(made);
  return result;
}

// --- the handle ---

// "param.width" is the param `width` of the document.
void take_params(std::vector<ParamValue>& choices, AnalyzeOptions& options) {
  static constexpr std::string_view prefix = "param.";
  std::erase_if(choices, [&options](ParamValue& one) {
    if (!one.name.starts_with(prefix)) return false;
    options.params.push_back({one.name.substr(prefix.size()), std::move(one.value)});
    return true;
  });
}

rigy_analysis* analyze_for_caller(const char* entry, FileReader& files, const rigy_param* choices,
                                  std::size_t count) {
  auto handle = std::make_unique<rigy_analysis>();
  std::vector<ParamValue> given = given_choices(choices, count, handle->faults);
  take_params(given, handle->options);
  take_choices(rows(analysis_table), given, handle->options, handle->faults);
  if (handle->faults.empty()) handle->analysis = analyze(entry, files, handle->options);
  return handle.release();
}

}  // namespace

std::vector<Operation> analysis_operations() {
  return {
      {"analyze", infos_of(rows(analysis_table)), ""},
      {"compile", infos_of(rows(compile_table)),
       "glb:bytes|outline:json|params:json|expanded_yaml:text"},
      {"check", infos_of(rows(compile_table)), "params:json"},
      {"export", infos_of(export_choices()), "files:files"},
      {"inspect", infos_of(rows(inspect_table)), "inspection:json"},
      {"measure", infos_of(rows(measure_table)), "measurement:json"},
      {"lint", infos_of(rows(lint_table)), ""},
      {"diff", {}, "diff:json"},
  };
}

std::unique_ptr<rigy_result> refused(const std::vector<std::string>& faults) {
  Outcome outcome;
  outcome.option_faults = faults;
  return begin_result(outcome);
}

std::vector<ParamValue> given_choices(const rigy_param* choices, std::size_t count,
                                      std::vector<std::string>& faults) {
  if (const char* error = error_in_params(choices, count)) {
    faults.emplace_back(error);
    return {};
  }
  return params_of(choices, count);
}

}  // namespace rigy::interfaces

using namespace rigy::interfaces;

rigy_analysis* rigy_analyze(const char* entry, const rigy_file* files, size_t file_count,
                            const rigy_param* choices, size_t choice_count) {
  return null_if_thrown([&]() -> rigy_analysis* {
    if (entry == nullptr || error_in_files(files, file_count) != nullptr) return nullptr;
    rigy::MemoryFiles memory = files_of(files, file_count);
    return analyze_for_caller(entry, memory, choices, choice_count);
  });
}

rigy_analysis* rigy_analyze_with_reader(const char* entry, rigy_reader reader, void* context,
                                        const rigy_param* choices, size_t choice_count) {
  return null_if_thrown([&]() -> rigy_analysis* {
    if (entry == nullptr || reader == nullptr) return nullptr;
    return analyze_for_caller(entry, *files_from(reader, context), choices, choice_count);
  });
}

void rigy_analysis_free(rigy_analysis* analysis) { delete analysis; }

rigy_result* rigy_analysis_compile(const rigy_analysis* analysis, const rigy_param* choices,
                                   size_t choice_count) {
  return run_operation(analysis, rows(compile_table), choices, choice_count, compiled);
}

rigy_result* rigy_analysis_check(const rigy_analysis* analysis, const rigy_param* choices,
                                 size_t choice_count) {
  return run_operation(analysis, rows(compile_table), choices, choice_count, checked);
}

rigy_result* rigy_analysis_export(const rigy_analysis* analysis, const rigy_param* choices,
                                  size_t choice_count) {
  return run_operation(analysis, export_choices(), choices, choice_count, exported);
}

rigy_result* rigy_analysis_inspect(const rigy_analysis* analysis, const rigy_param* choices,
                                   size_t choice_count) {
  return run_operation(analysis, rows(inspect_table), choices, choice_count, inspected);
}

rigy_result* rigy_analysis_measure(const rigy_analysis* analysis, const rigy_param* choices,
                                   size_t choice_count) {
  return run_operation(analysis, rows(measure_table), choices, choice_count, measured);
}

rigy_result* rigy_analysis_lint(const rigy_analysis* analysis, const rigy_param* choices,
                                size_t choice_count) {
  return run_operation(analysis, rows(lint_table), choices, choice_count, linted);
}

rigy_result* rigy_analysis_diff(const rigy_analysis* before, const rigy_analysis* after,
                                const rigy_param* choices, size_t choice_count) {
  const rigy_analysis* const any = after == nullptr ? before : after;
  return run_operation(any, diff_table, choices, choice_count,
                       [&](const rigy::Analysis&, const NamedDiffOptions& options) {
                         return compared(before, after, options.analysis.threads);
                       });
}

size_t rigy_result_finding_count(const rigy_result* result) {
  return result == nullptr ? 0 : result->findings;
}

const char* rigy_result_diff(const rigy_result* result, size_t* size) {
  return text_or_null(result == nullptr ? nullptr : &result->diff, size);
}
