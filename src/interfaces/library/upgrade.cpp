// Upgrading: the version is changed, then what the new version refuses is rewritten, and the result
// is compared with what it was.
#include "rigy/upgrade.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analyze/analyzed_assembly.hpp"
#include "common/guarded.hpp"
#include "interfaces_floor.hpp"
#include "library/with_memory.hpp"
#include "rigy/compile.hpp"
#include "rigy/edit.hpp"
#include "rigy/meshes.hpp"
#include "tables/features.hpp"

namespace rigy {
using namespace interfaces;
namespace {

// Reads through another reader; the entry has the text that it is given.
class ReplacedEntry final : public FileReader {
 public:
  explicit ReplacedEntry(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    FileResult read = files_.read_entry(path);
    if (auto* const contents = std::get_if<FileContents>(&read)) {
      if (is_replaced_) {
        contents->text = text;
      } else {
        text = contents->text;
      }
    }
    return read;
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return files_.read_relative(from, path);
  }

  void replace(std::string with) {
    text = std::move(with);
    is_replaced_ = true;
  }

  std::string text;

 private:
  FileReader& files_;
  bool is_replaced_ = false;
};

bool apply(std::optional<TextEdits> edits, std::string& text) {
  if (!edits) return false;
  std::optional<std::string> changed = apply_edits(text, *edits);
  if (!changed) return false;
  text = std::move(*changed);
  return true;
}

// "meshes[2]" of "meshes[2].primitives[0]".
std::string mesh_of(std::string_view path) {
  return std::string(path.substr(0, path.find(']') + 1));
}

constexpr std::string_view plain_material = "plain";

// From 0.12 on every primitive of a document with materials needs one. White is what was shown.
bool give_material(const Diagnostic& found, std::string& text, std::vector<std::string>& notes) {
  const std::string mesh = mesh_of(found.path);
  if (!mesh.starts_with("meshes[")) return false;
  const std::string material = fmt::format("materials.{}", plain_material);
  if (!apply(set_value(text, material, {"{base_color: [1, 1, 1, 1]}"}), text)) return false;
  if (!apply(set_value(text, mesh + ".material", {std::string(plain_material)}), text))
    return false;
  notes.push_back(fmt::format("{} has the new material '{}', as white as it was without one", mesh,
                              plain_material));
  return true;
}

// It was a note, which is now checked.
bool remove_mesh_note(const Diagnostic& found, std::string& text, std::vector<std::string>& notes) {
  if (!apply(remove_at(text, found.path), text)) return false;
  notes.push_back(fmt::format("{} is removed: it names another mesh", found.path));
  return true;
}

// Whether something that the new version refuses was rewritten.
bool mend(const Report& report, std::string& text, std::vector<std::string>& notes) {
  bool is_changed = false;
  std::vector<std::string> meshes;
  for (const Diagnostic& one : report.diagnostics) {
    if (one.severity != Severity::Error) continue;
    if (one.id == "V76") is_changed = remove_mesh_note(one, text, notes) || is_changed;
    if (one.id != "V74") continue;
    const std::string mesh = mesh_of(one.path);
    if (std::find(meshes.begin(), meshes.end(), mesh) != meshes.end()) continue;
    meshes.push_back(mesh);
    is_changed = give_material(one, text, notes) || is_changed;
  }
  return is_changed;
}

bool is_near(const Vector3& one, const Vector3& other) {
  constexpr double rounding = 1e-9;
  return std::equal(one.begin(), one.end(), other.begin(), [](double a, double b) {
    return std::abs(a - b) <= rounding * std::max(1.0, std::abs(a));
  });
}

bool has_same_geometry(const PlacedPrimitive& one, const PlacedPrimitive& other) {
  return one.id == other.id && std::equal(one.positions.begin(), one.positions.end(),
                                          other.positions.begin(), other.positions.end(), is_near);
}

// Whether every vertex is where it was, but for rounding.
bool has_same_geometry(const MeshesResult& before, const MeshesResult& after) {
  const auto& ones = before.meshes.primitives;
  const auto& others = after.meshes.primitives;
  return std::equal(ones.begin(), ones.end(), others.begin(), others.end(),
                    [](const PlacedPrimitive& one, const PlacedPrimitive& other) {
                      return has_same_geometry(one, other);
                    });
}

void note_changes(Version from, Version to, bool has_same_bytes, std::vector<std::string>& notes) {
  if (!has(from, Feature::MeshMaterial) && has(to, Feature::MeshMaterial) && !has_same_bytes) {
    notes.emplace_back(
        "in the output every primitive is a part of its own, with its id and tags in the extras");
    notes.emplace_back(
        "rotations are made canonical: the last digits of turned vertices may differ");
  }
  notes.emplace_back(has_same_bytes ? "the compiled file is the same but for its version"
                                    : "the compiled file has other bytes and the same geometry");
  std::vector<std::string> ids;
  for (const RenumberedId& one : renumbered_ids()) {
    if (one.since <= from || one.since > to) continue;
    ids.push_back(fmt::format("{} becomes {}", one.before, one.after));
  }
  if (!ids.empty()) notes.push_back(fmt::format("ids of diagnostics: {}", fmt::join(ids, ", ")));
}

std::string fault_of(const std::optional<Version>& from, const std::optional<Version>& to) {
  if (!to || *to > newest_version) {
    return fmt::format("there is no such version; the newest is {}", version_text(newest_version));
  }
  if (!from) return "only assets can be upgraded: the document has no version";
  if (*to < *from) {
    return fmt::format("the document has version {}; a document cannot become older",
                       version_text(*from));
  }
  return {};
}

// The version that the text asks for.
std::optional<Version> version_of(const Analysis& analysis) {
  if (analysis.is_scene || analysis.assembly == nullptr) return std::nullopt;
  const Asset* const root = analysis.assembly->assembly.root();
  return root == nullptr ? std::nullopt : std::optional(root->document.version);
}

void upgrade_text(const std::string& entry, ReplacedEntry& files, const UpgradeOptions& options,
                  Version from, Version to, UpgradeResult& result) {
  MeshesOptions shapes;
  shapes.analysis = options.analysis;
  const MeshesResult before = with_memory(evaluate_meshes(entry, files, shapes));
  const std::string bytes = with_memory(compile(entry, files)).glb.to_string();
  std::string text = files.text;
  if (!apply(set_value(text, "version", {fmt::format("\"{}\"", version_text(to))}), text)) {
    result.option_faults.emplace_back("the text has no place for another version");
    return;
  }
  files.replace(text);
  Analysis after = with_memory(analyze(entry, files, options.analysis));
  // Each round can bring up what the one before it hid.
  for (int round = 0; round < 3 && !after.ok() && mend(after.report, text, result.notes); ++round) {
    files.replace(text);
    after = with_memory(analyze(entry, files, options.analysis));
  }
  if (!after.ok()) {
    result.report = std::move(after.report);
    result.notes.clear();
    return;
  }
  if (!has_same_geometry(before, with_memory(evaluate_meshes(entry, files, shapes)))) {
    result.option_faults.emplace_back("the geometry would change");
    result.notes.clear();
    return;
  }
  note_changes(from, to, bytes == with_memory(compile(entry, files)).glb.to_string(), result.notes);
  result.text = std::move(text);
  result.is_changed = true;
}

UpgradeResult upgraded(const std::string& entry, FileReader& reader,
                       const UpgradeOptions& options) {
  ReplacedEntry files(reader);
  Analysis analysis = analyze(entry, files, options.analysis);
  const std::optional<Version> from = version_of(analysis);
  const std::optional<Version> to =
      options.to.empty() ? std::optional(newest_version) : parse_version(options.to);
  UpgradeResult result;
  static_cast<Outcome&>(result) = std::move(analysis);
  if (!result.ok()) return result;
  if (std::string fault = fault_of(from, to); !fault.empty()) {
    result.option_faults.push_back(std::move(fault));
  } else if (*from == *to) {
    result.text = files.text;
  } else {
    upgrade_text(entry, files, options, *from, *to, result);
  }
  return result;
}

}  // namespace

UpgradeResult upgrade(const std::string& entry, FileReader& files, const UpgradeOptions& options) {
  return guarded([&] { return upgraded(entry, files, options); },
                 [&](const Failure& failure) {
                   UpgradeResult result;
                   result.files = {entry};
                   result.report = report_of(failure, entry, options.analysis);
                   return result;
                 });
}

}  // namespace rigy
