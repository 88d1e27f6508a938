#include "c_api/arguments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "c_api/struct_size.hpp"
#include "io/paths.hpp"

namespace rigy::interfaces {
namespace {

// Not every caller initializes padding, so no later field may take its place.
static_assert(std::has_unique_object_representations_v<rigy_options>);
static_assert(std::has_unique_object_representations_v<rigy_file>);
static_assert(std::has_unique_object_representations_v<rigy_param>);
static_assert(sizeof(rigy_export_options) ==
              6 * sizeof(std::size_t) + sizeof(double) + 6 * sizeof(int));

// The ends that options of an older version may have: before each field except the first.
constexpr std::array older_option_sizes = {
    offsetof(rigy_options, pose),        offsetof(rigy_options, max_errors),
    offsetof(rigy_options, winding),     offsetof(rigy_options, bake_transforms),
    offsetof(rigy_options, threads),     offsetof(rigy_options, outline),
    offsetof(rigy_options, params),      offsetof(rigy_options, param_count),
    offsetof(rigy_options, list_params), offsetof(rigy_options, expanded_yaml),
};

bool is_size_of_options(std::size_t size) {
  return is_current_or_newer<rigy_options>(size) ||
         std::find(older_option_sizes.begin(), older_option_sizes.end(), size) !=
             older_option_sizes.end();
}

// The fields that the caller has; the others are zero.
rigy_options whole_options(const rigy_options* given) {
  rigy_options whole = RIGY_OPTIONS_INIT;
  if (given != nullptr) std::memcpy(&whole, given, std::min(given->size, sizeof whole));
  return whole;
}

const char* error_in_file(const rigy_file& file) {
  if (has_unknown_fields(file)) {
    return "a rigy_file has a field that this version of the library does not know and that is "
           "not zero";
  }
  if (file.path == nullptr) return "the path of a rigy_file is NULL";
  if (file.data == nullptr && file.data_size > 0) {
    return "the data of a rigy_file is NULL, but its data_size is not 0";
  }
  if (!resolve_path({}, file.path)) {
    return "the path of a rigy_file is absolute or leaves the root";
  }
  return nullptr;
}

const char* error_in_param(const rigy_param& param) {
  if (has_unknown_fields(param)) {
    return "a rigy_param has a field that this version of the library does not know and that is "
           "not zero";
  }
  if (param.name == nullptr) return "the name of a rigy_param is NULL";
  if (param.value == nullptr) return "the value of a rigy_param is NULL";
  return nullptr;
}

}  // namespace

const char* error_in_files(const rigy_file* files, std::size_t count) {
  if (count == 0) return nullptr;
  if (files == nullptr) return "the files are NULL, but their count is not 0";
  if (files->size == 0) {
    return "the size of a rigy_file is 0; set it to sizeof(rigy_file), or use RIGY_FILE_INIT";
  }
  if (!is_current_or_newer<rigy_file>(files->size)) {
    return "the size of a rigy_file is not that of any version of it";
  }
  for (std::size_t i = 0; i < count; ++i) {
    const rigy_file& file = element_at(files, i);
    if (file.size != files->size) return "the rigy_files of the array differ in size";
    if (const char* error = error_in_file(file)) return error;
  }
  return nullptr;
}

const char* error_in_params(const rigy_param* params, std::size_t count) {
  if (count == 0) return nullptr;
  if (params == nullptr) return "the params are NULL, but param_count is not 0";
  if (params->size == 0) {
    return "the size of a rigy_param is 0; set it to sizeof(rigy_param), or use RIGY_PARAM_INIT";
  }
  if (!is_current_or_newer<rigy_param>(params->size)) {
    return "the size of a rigy_param is not that of any version of it";
  }
  for (std::size_t i = 0; i < count; ++i) {
    const rigy_param& param = element_at(params, i);
    if (param.size != params->size) return "the rigy_params of the array differ in size";
    if (const char* error = error_in_param(param)) return error;
  }
  return nullptr;
}

namespace {

const char* error_in_options(const rigy_options* given) {
  if (given == nullptr) return nullptr;
  if (given->size == 0) {
    return "the size of the rigy_options is 0; set it to sizeof(rigy_options), or begin with "
           "RIGY_OPTIONS_INIT";
  }
  if (!is_size_of_options(given->size)) {
    return "the size of the rigy_options is not that of any version of it";
  }
  if (has_unknown_fields(*given)) {
    return "the rigy_options have a field that this version of the library does not know and that "
           "is not zero";
  }
  const rigy_options whole = whole_options(given);
  if (whole.winding != RIGY_WINDING_CANONICAL && whole.winding != RIGY_WINDING_OUTWARD) {
    return "the winding of the rigy_options is neither RIGY_WINDING_CANONICAL nor "
           "RIGY_WINDING_OUTWARD";
  }
  if (whole.expanded_yaml < RIGY_EXPANDED_YAML_NONE ||
      whole.expanded_yaml > RIGY_EXPANDED_YAML_PLAIN) {
    return "the expanded_yaml of the rigy_options is none of RIGY_EXPANDED_YAML_NONE, "
           "RIGY_EXPANDED_YAML_PROVENANCE and RIGY_EXPANDED_YAML_PLAIN";
  }
  return error_in_params(whole.params, whole.param_count);
}

const char* error_in_export_values(const rigy_export_options& given) {
  if (given.format < RIGY_EXPORT_GLB || given.format > RIGY_EXPORT_FBX) {
    return "the format of the rigy_export_options is not one of RIGY_EXPORT_...";
  }
  if (given.poses < RIGY_POSES_STILLS || given.poses > RIGY_POSES_NONE) {
    return "the poses of the rigy_export_options are not one of RIGY_POSES_...";
  }
  if (given.colliders < RIGY_COLLIDERS_NONE || given.colliders > RIGY_COLLIDERS_UNREAL) {
    return "the colliders of the rigy_export_options are not one of RIGY_COLLIDERS_...";
  }
  if (given.face != RIGY_FACE_PLUS_Z && given.face != RIGY_FACE_MINUS_Z) {
    return "the face of the rigy_export_options is neither RIGY_FACE_PLUS_Z nor RIGY_FACE_MINUS_Z";
  }
  if (!(given.scale >= 0) || !std::isfinite(given.scale)) {
    return "the scale of the rigy_export_options is not a number above 0";
  }
  return error_in_params(given.params, given.param_count);
}

const char* error_in_options(const rigy_export_options* given) {
  if (given == nullptr) return nullptr;
  if (given->size == 0) {
    return "the size of the rigy_export_options is 0; set it to sizeof(rigy_export_options), or "
           "begin with RIGY_EXPORT_OPTIONS_INIT";
  }
  if (!is_current_or_newer<rigy_export_options>(given->size)) {
    return "the size of the rigy_export_options is not that of any version of it";
  }
  if (has_unknown_fields(*given)) {
    return "the rigy_export_options have a field that this version of the library does not know "
           "and that is not zero";
  }
  return error_in_export_values(*given);
}

template <class Options>
const char* error_in_all(const char* entry, const rigy_file* files, std::size_t file_count,
                         const Options* options) {
  if (entry == nullptr) return "the entry is NULL";
  if (const char* error = error_in_files(files, file_count)) return error;
  return error_in_options(options);
}

}  // namespace

std::vector<ParamValue> params_of(const rigy_param* params, std::size_t count) {
  std::vector<ParamValue> values;
  for (std::size_t i = 0; i < count; ++i) {
    const rigy_param& param = element_at(params, i);
    values.push_back({param.name, param.value});
  }
  return values;
}

const char* error_in_arguments(const char* entry, const rigy_file* files, std::size_t file_count,
                               const rigy_options* options) {
  return error_in_all(entry, files, file_count, options);
}

const char* error_in_arguments(const char* entry, const rigy_file* files, std::size_t file_count,
                               const rigy_export_options* options) {
  return error_in_all(entry, files, file_count, options);
}

MemoryFiles files_of(const rigy_file* files, std::size_t count) {
  std::map<std::string, std::string> contents;
  for (std::size_t i = 0; i < count; ++i) {
    const rigy_file& file = element_at(files, i);
    std::optional<std::string> path = resolve_path({}, file.path);
    contents.try_emplace(*std::move(path), static_cast<const char*>(file.data), file.data_size);
  }
  return MemoryFiles(std::move(contents));
}

CompileOptions options_of(const rigy_options* given) {
  const rigy_options whole = whole_options(given);
  CompileOptions options;
  if (whole.pose != nullptr) options.pose = whole.pose;
  if (whole.winding == RIGY_WINDING_OUTWARD) options.winding = Winding::Outward;
  options.bake_transforms = whole.bake_transforms != 0;
  options.outline = whole.outline != 0;
  if (whole.threads > 0) options.analysis.threads = whole.threads;
  if (whole.max_errors > 0) options.analysis.max_errors = whole.max_errors;
  options.analysis.params = params_of(whole.params, whole.param_count);
  options.analysis.list_params = whole.list_params != 0;
  options.expanded_yaml.wanted = whole.expanded_yaml != RIGY_EXPANDED_YAML_NONE;
  options.expanded_yaml.provenance = whole.expanded_yaml == RIGY_EXPANDED_YAML_PROVENANCE;
  return options;
}

ExportOptions options_of(const rigy_export_options* given) {
  ExportOptions options;
  if (given == nullptr) return options;
  const auto is_given = [](const char* text) { return text != nullptr && *text != '\0'; };
  options.format = static_cast<ExportFormat>(given->format);
  options.poses = static_cast<ExportPoses>(given->poses);
  options.colliders = static_cast<ExportColliders>(given->colliders);
  options.face = static_cast<ExportFace>(given->face);
  options.anchors = given->no_anchors == 0;
  if (given->scale > 0) options.scale = given->scale;
  if (is_given(given->pose)) options.pose = given->pose;
  if (is_given(given->name)) options.name = given->name;
  if (given->threads > 0) options.analysis.threads = given->threads;
  if (given->max_errors > 0) options.analysis.max_errors = given->max_errors;
  options.analysis.params = params_of(given->params, given->param_count);
  return options;
}

}  // namespace rigy::interfaces
