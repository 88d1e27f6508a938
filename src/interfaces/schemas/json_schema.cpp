// The schema of an asset describes the newest version. What a version added is refused in older
// documents by definitions "before_0.N_…", which hold nothing else and apply if `version` is older.
#include "schemas/json_schema.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "body/body_map.hpp"
#include "common/limits.hpp"
#include "common/unreachable.hpp"
#include "schemas/schema_pieces.hpp"
#include "schemas/version_rules.hpp"
#include "tables/bone_map.hpp"
#include "tables/field_values.hpp"
#include "tables/schema.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view param_pattern = R"(\$)";
constexpr std::string_view computed_pattern = R"(^=.|^\$[A-Za-z_][A-Za-z0-9_]*$|\$\{)";
constexpr std::string_view name_pattern = "^[A-Za-z_][A-Za-z0-9_]*$";
// A name in the body of a repeat may have an index in it.
constexpr std::string_view repeated_name_pattern = "^[A-Za-z_$][A-Za-z0-9_${}]*$";
constexpr std::string_view asset_version_pattern = R"(^0\.[1-9][0-9]*$)";
constexpr std::string_view version_pattern = R"(^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$)";
constexpr std::string_view length_pattern = R"(^-?[0-9]+(\.[0-9]+)?(m|cm|in|ft)?$)";
constexpr std::string_view uv_set_pattern = "^uv(0|[1-9][0-9]*)$";

// Whether all of the fields are given, and not as null or empty.
Json are_given(std::initializer_list<std::string_view> names) {
  Json list = Json::list();
  Json properties = Json::object();
  const Json nothing = Json::object({{"enum", Json::list({Json::null(), Json::object()})}});
  for (const std::string_view name : names) {
    list.add(name);
    properties.set(name, not_allowed(nothing));
  }
  return Json::object({{"required", list}, {"properties", properties}});
}

// Those of bone maps, which are no documents of the language.
constexpr ObjectRow bone_map_objects[] = {
    {&bone_map_object,
     bone_map_rows,
     {},
     "Which bones of an asset are those of a person or animal.",
     {},
     {}},
    {&vrm_object, vrm_rows, {}, {}, {}, {}},
};

const ObjectRow& described(const Object& object) {
  for (const ObjectRow& row : bone_map_objects) {
    if (row.object == &object) return row;
  }
  return row_of(object);
}

// The names of bones that each profile has; the first one counts where none is given.
Json bone_name_rules() {
  Json rules = Json::list();
  for (const Word& profile : body_profile_words) {
    Json names = Json::list();
    for (const HumanBone& bone : body_parts(static_cast<BodyProfile>(profile.value)))
      names.add(bone.vrm);
    const Json word = Json::object({{"profile", Json::object({{"const", profile.name}})}});
    Json condition = Json::object({{"properties", word}});
    if (&profile != &body_profile_words[0]) condition.set("required", Json::list({"profile"}));
    const Json bones = Json::object({{"propertyNames", Json::object({{"enum", names}})}});
    const Json properties = Json::object({{"properties", Json::object({{"bones", bones}})}});
    rules.add(Json::object({{"if", condition}, {"then", properties}}));
  }
  return rules;
}

// Calls use(name) for each of the names between spaces.
template <class Use>
void each_name(std::string_view names, const Use& use) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    use(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

// Lengths are stored as 32-bit floats.
constexpr int length_digits = 39;
constexpr int finite_digits = 308;

Json plain_number(const Type& type) {
  if (type.unit == Unit::Meters && type.range == Range::Positive) return reference("size");
  if (type.unit == Unit::Meters && type.range != Range::NotNegative) return reference("length");
  Json number = Json::object({{"type", type.whole ? "integer" : "number"}});
  switch (type.range) {
    case Range::All:
    case Range::NotZero:
      break;
    case Range::Positive:
      number.set("exclusiveMinimum", 0);
      break;
    case Range::NotNegative:
      number.set("minimum", 0);
      break;
    case Range::AtLeastTwo:
      number.set("minimum", 2);
      break;
    case Range::ZeroToOne:
      number.set("minimum", 0).set("maximum", 1);
      break;
  }
  return number;
}

Json words_of_type(const Type& type) {
  Json words = Json::list();
  for (const Word& word : type.words) words.add(word.name);
  return Json::object({{"enum", words}});
}

std::string description_of(const FieldRow& row) {
  std::string text(row.description);
  if (!row.field.required && !row.fallback.empty()) {
    text += fmt::format(". Default: {}", row.fallback);
  }
  const Feature feature = row.field.feature;
  if (is_gated(feature)) text += fmt::format(". Since version {}", version_text(since(feature)));
  return text;
}

class SchemaWriter {
 public:
  // `is_asset`: with params, expressions, repeat and macros.
  explicit SchemaWriter(bool is_asset) : is_asset_(is_asset) {}

  [[nodiscard]] Json write(const Object& root, std::string_view title);

 private:
  [[nodiscard]] Json value_of(const Type& type);
  [[nodiscard]] Json number_of(const Type& type);
  [[nodiscard]] Json word_of(const Type& type);
  [[nodiscard]] Json list_of(const Type& type);
  [[nodiscard]] Json map_of(const Type& type);
  [[nodiscard]] Json object_of(const Object& object);
  [[nodiscard]] Json field_of(const FieldRow& row, bool may_be_missing);
  struct Rule {
    Relation relation;
    std::string_view other;
  };
  void add_relation(const ObjectRow& object, const FieldRow& row, const Rule& rule, Json& rules);
  void add_relations(const ObjectRow& object, Json& schema);
  [[nodiscard]] Json choices_of(const FieldRow& row, const ObjectRow& object);
  void add_helpers(Json& definitions) const;
  void need(const Object& object);
  [[nodiscard]] Json repeat_of(const std::string& name, Json element);

  bool is_asset_;
  std::vector<const Object*> needed_;
  std::vector<std::pair<std::string, Json>> repeats_;
};

void SchemaWriter::need(const Object& object) {
  if (std::find(needed_.begin(), needed_.end(), &object) == needed_.end()) {
    needed_.push_back(&object);
  }
}

Json SchemaWriter::number_of(const Type& type) {
  if (!is_asset_) return plain_number(type);
  return any_of({plain_number(type), reference("computed")});
}

Json SchemaWriter::word_of(const Type& type) {
  if (type.is_tag) return Json::object({{"const", type.words[0].name}});
  if (!is_asset_) return words_of_type(type);
  return any_of({words_of_type(type), reference("param")});
}

// A number, or the index of an enclosing repeat: params are replaced later.
Json repeat_count(const Type& type) {
  Json number = plain_number(type);
  number.set("maximum", static_cast<int>(max_nodes));
  return any_of({std::move(number), text_like(R"(^\$\{[A-Za-z_][A-Za-z0-9_]*\}$)")});
}

// An element that stands for copies of its body.
Json SchemaWriter::repeat_of(const std::string& name, Json element) {
  const std::string definition = "repeat_of_" + name;
  const bool is_known = std::any_of(repeats_.begin(), repeats_.end(),
                                    [&](const auto& one) { return one.first == definition; });
  if (!is_known) {
    Json properties = Json::object();
    for (const FieldRow& row : repeat_rows) {
      const Json field = row.field.name == "body"    ? Json::object({{"type", "object"}})
                         : row.field.name == "count" ? repeat_count(row.field.type)
                                                     : value_of(row.field.type);
      properties.set(row.field.name, field.preceded_by("description", row.description));
    }
    Json body = Json::object({{"type", "object"}, {"properties", properties}});
    body.set("required", Json::list({"count", "as", "body"})).set("additionalProperties", false);
    // Nothing is copied no times.
    const Json never = Json::object({{"count", Json::object({{"const", 0}})}});
    body.set("if", Json::object({{"properties", never}}));
    body.set("else", Json::object({{"properties", Json::object({{"body", element}})}}));
    Json outer = Json::object({{"type", "object"}});
    outer.set("properties", Json::object({{"repeat", std::move(body)}}));
    outer.set("required", Json::list({"repeat"})).set("additionalProperties", false);
    repeats_.emplace_back(definition, std::move(outer));
  }
  return reference(definition);
}

Json SchemaWriter::list_of(const Type& type) {
  Json list = Json::object({{"type", "array"}});
  Json element = value_of(*type.of[0]);
  const std::vector<const Object*> objects = objects_in(*type.of[0]);
  if (is_asset_ && !objects.empty()) {
    element = any_of({element, repeat_of(definition_name(objects[0]->name), element)});
  }
  list.set("items", std::move(element));
  if (type.count > 0) list.set("minItems", type.count).set("maxItems", type.count);
  // The anchors of a frame.
  if (type.of[0]->kind == TypeKind::Reference && type.count > 0) list.set("uniqueItems", true);
  if (type.at_least > 0) list.set("minItems", type.at_least);
  return list;
}

Json SchemaWriter::map_of(const Type& type) {
  Json map = Json::object({{"type", "object"}});
  const Type& key = *type.of[0];
  if (key.kind == TypeKind::Word) map.set("propertyNames", words_of_type(key));
  if (key.kind == TypeKind::Identifier) map.set("propertyNames", text_like(name_pattern));
  if (key.item == ItemKind::UvSet) map.set("propertyNames", text_like(uv_set_pattern));
  return map.set("additionalProperties", value_of(*type.of[1]));
}

Json SchemaWriter::value_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::Anything:
      return Json::object();
    case TypeKind::Scalar:
      return any_of(
          {reference("finite"), Json::object({{"type", Json::list({"string", "boolean"})}})});
    case TypeKind::Boolean:
      return any_of({Json::object({{"type", "boolean"}}), text_like(param_pattern)});
    case TypeKind::Number:
      return number_of(type);
    case TypeKind::Numbers: {
      Json list = Json::object({{"type", "array"}, {"items", number_of(type)}});
      if (type.count > 0) list.set("minItems", type.count).set("maxItems", type.count);
      if (type.range == Range::NotZero) {
        list.set("not", Json::object({{"const", Json::list({0, 0, 0})}}));
      }
      return list;
    }
    case TypeKind::Word:
      return word_of(type);
    case TypeKind::Identifier:
      return text_like(is_asset_ ? repeated_name_pattern : name_pattern);
    case TypeKind::Version:
      return text_like(is_asset_ ? asset_version_pattern : version_pattern);
    case TypeKind::Length:
      return any_of({Json::object({{"type", "number"}}), text_like(length_pattern)});
    case TypeKind::Id:
      // An index alone is a number.
      return Json::object({{"type", "string"},
                           {"minLength", 1},
                           {"not", Json::object({{"pattern", R"(^\$\{[A-Za-z0-9_]*\}$)"}})}});
    case TypeKind::Text:
    case TypeKind::Reference:
    case TypeKind::Path:
      return Json::object({{"type", "string"}});
    case TypeKind::List:
      return list_of(type);
    case TypeKind::Map:
      return map_of(type);
    case TypeKind::Object:
      need(*type.object);
      return reference(*type.object);
    case TypeKind::AnyOf: {
      std::vector<Json> alternatives;
      for (const Type* one : type.of) alternatives.push_back(value_of(*one));
      return any_of(alternatives);
    }
  }
  unreachable();
}

// null stands for a field that is not given.
Json SchemaWriter::field_of(const FieldRow& row, bool may_be_missing) {
  Json value = row.relation == Relation::ChosenBy ? Json::object({{"type", "object"}})
                                                  : value_of(row.field.type);
  const bool may_be_null = may_be_missing && row.field.type.kind != TypeKind::Anything;
  if (may_be_null) value = any_of({value, Json::object({{"type", "null"}})});
  return value.preceded_by("description", description_of(row));
}

// The type of `row` for each word of the field that chooses it.
Json SchemaWriter::choices_of(const FieldRow& row, const ObjectRow& object) {
  const Field& chooser = object.object->fields[index_of(*object.object, row.other)];
  Json rules = Json::list();
  for (std::size_t i = 0; i < row.field.type.of.size(); ++i) {
    const Json word = Json::object({{"const", chooser.type.words[i].name}});
    Json condition = Json::object({{"properties", Json::object({{row.other, word}})}});
    condition.set("required", Json::list({row.other}));
    const Json value = any_of({value_of(*row.field.type.of[i]), Json::object({{"type", "null"}})});
    const Json result = Json::object({{"properties", Json::object({{row.field.name, value}})}});
    rules.add(Json::object({{"if", condition}, {"then", result}}));
  }
  return rules;
}

void SchemaWriter::add_relations(const ObjectRow& object, Json& schema) {
  Json rules = Json::list();
  for (const FieldRow& row : object.rows) {
    const std::string_view name = row.field.name;
    const std::string_view alias = row.field.alias;
    if (!alias.empty()) {
      rules.add(Json::object({{"oneOf", Json::list({are_given({name}), are_given({alias})})}}));
    }
    add_relation(object, row, {row.relation, row.other}, rules);
    add_relation(object, row, {row.second_relation, row.second_other}, rules);
    if (row.relation == Relation::NeededWith) {
      schema.set("dependentRequired", Json::object({{row.other, Json::list({name})}}));
    }
  }
  if (!rules.is_empty()) schema.set("allOf", std::move(rules));
}

void SchemaWriter::add_relation(const ObjectRow& object, const FieldRow& row, const Rule& rule,
                                Json& rules) {
  const std::string_view name = row.field.name;
  const auto [relation, other] = rule;
  switch (relation) {
    case Relation::None:
    case Relation::Needed:
    case Relation::NeededWith:
      break;
    case Relation::AtMostOne:
      each_name(other, [&](std::string_view one) {
        rules.add(not_allowed(are_given({one, name})));
      });
      break;
    case Relation::ExactlyOne:
      rules.add(Json::object({{"oneOf", Json::list({are_given({other}), are_given({name})})}}));
      break;
    case Relation::ChosenBy:
      rules.add(Json::object({{"allOf", choices_of(row, object)}}));
      break;
    case Relation::OnlyWith: {
      const std::size_t space = other.find(' ');
      const Json word = Json::object({{"const", other.substr(space + 1)}});
      const Json others = Json::object({{other.substr(0, space), word}});
      rules.add(Json::object(
          {{"if", are_given({name})}, {"then", Json::object({{"properties", others}})}}));
      break;
    }
  }
}

Json SchemaWriter::object_of(const Object& object) {
  const ObjectRow& whole = described(object);
  Json properties = Json::object();
  Json required = Json::list();
  for (const FieldRow& row : whole.rows) {
    if (row.field.refused) continue;
    const bool may_be_missing = !row.field.required || is_one_of_two(whole, row);
    properties.set(row.field.name, field_of(row, may_be_missing));
    if (!row.field.alias.empty()) properties.set(row.field.alias, field_of(row, may_be_missing));
    const bool is_needed = row.field.required || row.relation == Relation::Needed;
    if (is_needed && row.field.alias.empty() && !is_one_of_two(whole, row)) {
      required.add(row.field.name);
    }
  }
  Json schema = Json::object();
  if (!whole.purpose.empty()) schema.set("description", whole.purpose);
  schema.set("type", "object").set("properties", std::move(properties));
  if (!required.is_empty()) schema.set("required", std::move(required));
  add_relations(whole, schema);
  return schema.set("additionalProperties", false);
}

void SchemaWriter::add_helpers(Json& definitions) const {
  const Json most = Json::power_of_ten(length_digits);
  definitions.set("size", Json::object({{"description", "A length in meters, greater than 0"},
                                        {"type", "number"},
                                        {"exclusiveMinimum", 0},
                                        {"maximum", most}}));
  definitions.set("length", Json::object({{"description", "A length in meters"},
                                          {"type", "number"},
                                          {"minimum", Json::power_of_ten(length_digits, "-")},
                                          {"maximum", most}}));
  definitions.set("finite", Json::object({{"type", "number"},
                                          {"minimum", Json::power_of_ten(finite_digits, "-")},
                                          {"maximum", Json::power_of_ten(finite_digits)}}));
  if (!is_asset_) return;
  Json computed = text_like(computed_pattern);
  computed.set(
      "description",
      "A param or the index of a repeat (since version 0.10), or an expression that begins "
      "with = (since version 0.12)");
  definitions.set("computed", std::move(computed));
  Json param = text_like(param_pattern);
  param.set("description", "A param or a text with the index of a repeat, since version 0.10");
  definitions.set("param", std::move(param));
  definitions.set("expression", text_like("^="));
  definitions.set("without_index", not_allowed(text_like(R"(\$\{)")));
  // null, or a text in which every $ is either of a param that is all of it, or a mere $.
  Json text = Json::object({{"type", Json::list({"string", "null"})}});
  text.set(
      "pattern",
      R"(^(=.*|\$[A-Za-z_][A-Za-z0-9_]*|([^$]|\$(?![A-Za-z_]|\{[A-Za-z_][A-Za-z0-9_]*\}))*)$)");
  definitions.set("param_or_text", std::move(text));
  definitions.set("without_param", not_allowed(text_like(R"(\$[A-Za-z_])")));
  definitions.set("no_param", not_allowed(text_like(R"(^\$[A-Za-z_][A-Za-z0-9_]*$)")));
  definitions.set("key", not_allowed(text_like(R"(^repeat$|\$\{)")));
}

Json SchemaWriter::write(const Object& root, std::string_view title) {
  Json schema = Json::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"}});
  schema.set("title", title).set("$ref", fmt::format("#/$defs/{}", definition_name(root.name)));
  Json definitions = Json::object();
  need(root);
  for (std::size_t i = 0; i < needed_.size(); ++i) {
    const Object& object = *needed_[i];
    definitions.set(definition_name(object.name), object_of(object));
  }
  for (const auto& [name, repeat] : repeats_) definitions.set(name, repeat);
  add_helpers(definitions);
  if (&root == &document_object) schema.set("allOf", version_rules(root, definitions));
  if (&root == &bone_map_object) schema.set("allOf", bone_name_rules());
  return schema.set("$defs", std::move(definitions));
}

}  // namespace

std::string json_schema(SchemaKind kind) {
  switch (kind) {
    case SchemaKind::Rigy:
      return SchemaWriter(true).write(document_object, "A Rigy asset: *.rigy.yaml").print();
    case SchemaKind::Rigs:
      return SchemaWriter(false).write(rigs_document_object, "A Rigs scene: *.rigs.yaml").print();
    case SchemaKind::Rigm:
      return SchemaWriter(true).write(motion_document_object, "A Rigm motion: *.rigm.yaml").print();
    case SchemaKind::Ricy:
      return SchemaWriter(false).write(contract_object, "A contract: *.ricy.yaml").print();
    case SchemaKind::Weights:
      return SchemaWriter(false).write(weight_file_object, "A weight file: *.weights.json").print();
    case SchemaKind::Bones:
      return SchemaWriter(false).write(bone_map_object, "A bone map: *.bones.yaml").print();
  }
  unreachable();
}

}  // namespace rigy::interfaces
