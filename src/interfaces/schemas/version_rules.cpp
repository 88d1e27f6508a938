#include "schemas/version_rules.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "schemas/schema_pieces.hpp"
#include "tables/features.hpp"
#include "tables/field_values.hpp"

namespace rigy::interfaces {
namespace {

// Refuses what `version` added; nothing where it added nothing. Or, from the version of params and
// repeat on, texts with an index or a param where there can be none.
class Refusals {
 public:
  enum class When : std::uint8_t { Before, Since, WithoutParams };
  Refusals(When when, Version version) : when_(when), version_(version) {}

  [[nodiscard]] std::optional<Json> of(const Object& object);
  [[nodiscard]] std::string name_of_definition(const Object& object) const {
    const std::string name = definition_name(object.name);
    if (when_ == When::WithoutParams) return fmt::format("without_params_{}", name);
    return fmt::format("{}_{}_{}", when_ == When::Before ? "before" : "since",
                       version_text(version_), name);
  }
  void write(Json& definitions) const {
    for (const auto& [name, schema] : made_) definitions.set(name, schema);
  }

 private:
  [[nodiscard]] std::optional<Json> of(const Type& type);
  [[nodiscard]] std::optional<Json> of_number() const;
  [[nodiscard]] std::optional<Json> of_words(const Type& type) const;
  [[nodiscard]] std::optional<Json> of_list(const Type& type);
  [[nodiscard]] std::optional<Json> of_map(const Type& type);
  [[nodiscard]] std::optional<Json> of_alternatives(const Type& type);
  [[nodiscard]] bool adds(Feature feature) const {
    return when_ == When::Before && is_new_in(version_, feature);
  }
  // What was there before the version; any, if none is refused.
  [[nodiscard]] bool is_old(Feature feature) const {
    return when_ != When::Before || (has(version_, feature) && !is_new_in(version_, feature));
  }

  When when_;
  Version version_;
  std::vector<std::pair<std::string, Json>> made_;
};

std::optional<Json> all_of(std::vector<Json> schemas) {
  if (schemas.empty()) return std::nullopt;
  if (schemas.size() == 1) return std::move(schemas[0]);
  return Json::object({{"allOf", Json::list(std::move(schemas))}});
}

std::optional<Json> Refusals::of_number() const {
  if (when_ == When::Since) return reference("without_index");
  if (when_ == When::WithoutParams) return reference("without_param");
  if (adds(Feature::Params)) return not_allowed(reference("computed"));
  if (adds(Feature::Expressions)) return not_allowed(reference("expression"));
  return std::nullopt;
}

std::optional<Json> Refusals::of_words(const Type& type) const {
  std::vector<Json> refused;
  Json newer = Json::list();
  for (const Word& word : type.words) {
    if (adds(word.feature)) newer.add(word.name);
  }
  if (!newer.is_empty()) refused.push_back(not_allowed(Json::object({{"enum", newer}})));
  if (adds(Feature::Params)) refused.push_back(not_allowed(reference("param")));
  return all_of(std::move(refused));
}

std::optional<Json> Refusals::of_list(const Type& type) {
  std::vector<Json> refused;
  if (adds(Feature::Repeat) && !objects_in(*type.of[0]).empty()) {
    refused.push_back(Json::object({{"properties", Json::object({{"repeat", false}})}}));
  }
  if (auto element = of(*type.of[0])) refused.push_back(std::move(*element));
  const auto all = all_of(std::move(refused));
  if (!all) return std::nullopt;
  return Json::object({{"items", *all}});
}

std::optional<Json> Refusals::of_map(const Type& type) {
  const auto value = of(*type.of[1]);
  Json map = Json::object();
  if (value) map.set("additionalProperties", *value);
  if (when_ == When::Since) map.set("propertyNames", reference("key"));
  if (map.is_empty()) return std::nullopt;
  return map;
}

// An alternative that is newer as a whole is refused by its tag.
std::optional<Json> Refusals::of_alternatives(const Type& type) {
  std::vector<Json> refused;
  for (const Type* one : type.of) {
    const std::span<const Field> fields =
        one->kind == TypeKind::Object ? one->object->fields : std::span<const Field>();
    const auto is_old_field = [&](const Field& field) { return is_old(field.feature); };
    if (fields.empty() || std::any_of(fields.begin(), fields.end(), is_old_field)) {
      if (auto schema = of(*one)) refused.push_back(std::move(*schema));
      continue;
    }
    for (const Field& field : fields) {
      if (!field.type.is_tag || !adds(field.feature)) continue;
      const Json word = Json::object({{"const", field.type.words[0].name}});
      refused.push_back(
          Json::object({{"properties", Json::object({{field.name, not_allowed(word)}})}}));
    }
  }
  return all_of(std::move(refused));
}

std::optional<Json> Refusals::of(const Type& type) {
  switch (type.kind) {
    case TypeKind::Number:
      return of_number();
    case TypeKind::Numbers: {
      const auto number = of_number();
      if (!number) return std::nullopt;
      return Json::object({{"items", *number}});
    }
    case TypeKind::Word:
      return of_words(type);
    case TypeKind::Text:
    case TypeKind::Identifier:
    case TypeKind::Id:
    case TypeKind::Reference:
    case TypeKind::Path:
      if (when_ == When::Before) return std::nullopt;
      return reference(when_ == When::Since ? "param_or_text" : "no_param");
    case TypeKind::Scalar:
      if (when_ != When::Since) return std::nullopt;
      return reference("without_index");
    case TypeKind::List:
      return of_list(type);
    case TypeKind::Map:
      return of_map(type);
    case TypeKind::Object:
      if (!of(*type.object)) return std::nullopt;
      return reference(name_of_definition(*type.object));
    case TypeKind::AnyOf:
      return of_alternatives(type);
    default:
      return std::nullopt;
  }
}

std::optional<Json> Refusals::of(const Object& object) {
  Json properties = Json::object();
  for (const Field& field : object.fields) {
    std::optional<Json> refused;
    if (adds(field.feature)) refused = Json(false);
    if (is_old(field.feature)) refused = of(field.type);
    if (!refused) continue;
    properties.set(field.name, *refused);
    if (!field.alias.empty()) properties.set(field.alias, *refused);
  }
  if (properties.is_empty()) return std::nullopt;
  Json schema = Json::object({{"properties", std::move(properties)}});
  const std::string name = name_of_definition(object);
  const bool is_known =
      std::any_of(made_.begin(), made_.end(), [&](const auto& one) { return one.first == name; });
  if (!is_known) made_.emplace_back(name, schema);
  return schema;
}

Json enum_before(Version version) {
  Json versions = Json::list();
  for (const Version before : versions_before(version)) versions.add(version_text(before));
  return Json::object({{"enum", versions}});
}

}  // namespace

Json version_rules(const Object& root, Json& definitions) {
  Json rules = Json::list();
  for (const Version version : versions_from(first_gating_version)) {
    Refusals refusals(Refusals::When::Before, version);
    if (!refusals.of(root)) continue;
    refusals.write(definitions);
    const Json older = Json::object({{"version", enum_before(version)}});
    rules.add(Json::object({{"if", Json::object({{"properties", older}})},
                            {"then", reference(refusals.name_of_definition(root))}}));
  }
  const Json old = Json::object({{"version", enum_before(since(Feature::Params))}});
  const Json is_old = Json::object({{"properties", old}});
  const auto add_refusals = [&](Refusals::When when, Json condition) {
    Refusals refusals(when, since(Feature::Params));
    static_cast<void>(refusals.of(root));
    refusals.write(definitions);
    rules.add(Json::object(
        {{"if", std::move(condition)}, {"else", reference(refusals.name_of_definition(root))}}));
  };
  add_refusals(Refusals::When::Since, is_old);
  const Json has_params = Json::object({{"required", Json::list({"params"})}});
  add_refusals(Refusals::When::WithoutParams, any_of({is_old, has_params}));
  return rules;
}

}  // namespace rigy::interfaces
