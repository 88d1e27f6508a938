// Differences as JSON, described by docs/diff.schema.json.
#include <span>

#include "common/unreachable.hpp"
#include "diagnostics/render_json.hpp"
#include "rigy/diff.hpp"
#include "text/json_writer.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

void write_numbers(JsonWriter& json, std::span<const double> numbers) {
  json.begin_array();
  for (const double number : numbers) json.shortest(number);
  json.end_array();
}

void write_value(JsonWriter& json, const DiffValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    json.string(*text);
  } else if (const auto* number = std::get_if<double>(&value)) {
    json.shortest(*number);
  } else if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    write_numbers(json, *numbers);
  } else {
    json.null();
  }
}

void write_by(JsonWriter& json, const Change& change) {
  const bool is_turn = std::get<std::vector<double>>(change.after).size() == 4;
  json.key(is_turn ? "axis" : "by");
  write_numbers(json, change.by);
  json.key(is_turn ? "degrees" : "distance");
  json.shortest(change.amount);
}

void write_change(JsonWriter& json, const Change& change) {
  json.begin_object();
  write_text(json, "change", name_of(change.kind));
  if (!change.bone.empty()) write_text(json, "bone", change.bone);
  write_text(json, "field", change.field);
  json.key("before");
  write_value(json, change.before);
  json.key("after");
  write_value(json, change.after);
  if (change.by.size() == 3) write_by(json, change);
  if (change.kind == ChangeKind::Reweighted) {
    write_number(json, "largest", change.amount);
    write_count(json, "vertices", change.vertices);
  }
  json.end_object();
}

std::string_view name_of(ObjectState state) {
  switch (state) {
    case ObjectState::Added:
      return "added";
    case ObjectState::Removed:
      return "removed";
    case ObjectState::Kept:
      return "changed";
  }
  unreachable();
}

void write_property(JsonWriter& json, const Property& property) {
  json.begin_object();
  write_text(json, "field", property.field);
  json.key("value");
  write_value(json, property.value);
  json.end_object();
}

void write_object(JsonWriter& json, const ObjectDiff& object) {
  json.begin_object();
  write_text(json, "kind", name_of(object.kind));
  write_text(json, "id", object.id);
  write_text_or_null(json, "import", object.import);
  write_text(json, "state", name_of(object.state));
  json.key("changes");
  json.begin_array();
  for (const Change& change : object.changes) write_change(json, change);
  json.end_array();
  json.key("values");
  json.begin_array();
  for (const Property& property : object.values) write_property(json, property);
  json.end_array();
  write_count(json, "omitted", object.omitted);
  json.key("displacement");
  if (object.displacement) {
    json.shortest(*object.displacement);
  } else {
    json.null();
  }
  json.end_object();
}

void write_displacement(JsonWriter& json, const Displacement& displacement) {
  json.begin_object();
  write_text_or_null(json, "pose", displacement.pose);
  write_text(json, "primitive", displacement.primitive);
  write_number(json, "distance", displacement.distance);
  json.key("before");
  write_numbers(json, displacement.before);
  json.key("after");
  write_numbers(json, displacement.after);
  json.end_object();
}

void write_side(JsonWriter& json, std::string_view key, const std::string& file,
                const Report& report) {
  json.key(key);
  json.begin_object();
  write_text_or_null(json, "file", file);
  write_count(json, "errors", report.errors);
  json.key("diagnostics");
  json.begin_array();
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::Error) write_diagnostic(json, diagnostic);
  }
  json.end_array();
  json.end_object();
}

void write_displacements(JsonWriter& json, const Diff& diff) {
  json.key("displacement");
  if (diff.displacement) {
    write_displacement(json, *diff.displacement);
  } else {
    json.null();
  }
  json.key("poses");
  json.begin_array();
  for (const Displacement& pose : diff.poses) write_displacement(json, pose);
  json.end_array();
}

void write_same(JsonWriter& json, const Diff& diff) {
  json.key("same");
  if (diff.comparable()) {
    json.boolean(diff.same());
  } else {
    json.null();
  }
}

}  // namespace

std::string diff_json(const Diff& diff) {
  JsonWriter json;
  json.begin_object();
  write_count(json, "diff_schema_version", 1);
  write_side(json, "before", diff.before, diff.before_report);
  write_side(json, "after", diff.after, diff.after_report);
  write_same(json, diff);
  write_count(json, "added", diff.added);
  write_count(json, "removed", diff.removed);
  write_count(json, "changed", diff.changed);
  write_count(json, "omitted", diff.omitted);
  write_count(json, "files_omitted", diff.files_omitted);
  write_count(json, "poses_omitted", diff.poses_omitted);
  write_count(json, "surfaces_omitted", diff.surfaces_omitted);
  json.key("objects");
  json.begin_array();
  for (const ObjectDiff& object : diff.objects) {
    json.line_break();
    write_object(json, object);
  }
  json.end_array();
  write_displacements(json, diff);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace rigy
