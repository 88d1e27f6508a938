#include "schemas/schema_pieces.hpp"

#include <utility>

#include <fmt/format.h>

namespace rigy::interfaces {

std::string definition_name(std::string_view object) {
  std::string name;
  for (const char c : object) {
    if (c != ':') name += c == ' ' ? '_' : c;
  }
  return name;
}

Json reference(std::string_view definition) {
  return Json::object({{"$ref", fmt::format("#/$defs/{}", definition)}});
}
Json reference(const Object& object) { return reference(definition_name(object.name)); }

Json any_of(const std::vector<Json>& alternatives) {
  if (alternatives.size() == 1) return alternatives[0];
  Json all = Json::list();
  for (const Json& one : alternatives) {
    const Json* inner = one.only("anyOf");
    if (inner == nullptr) all.add(one);
    if (inner != nullptr) {
      for (const Json& alternative : inner->items()) all.add(alternative);
    }
  }
  return Json::object({{"anyOf", std::move(all)}});
}

Json text_like(std::string_view pattern) {
  return Json::object({{"type", "string"}, {"pattern", pattern}});
}

Json not_allowed(Json schema) { return Json::object({{"not", std::move(schema)}}); }

std::vector<const Object*> objects_in(const Type& type) {
  if (type.kind == TypeKind::Object) return {type.object};
  std::vector<const Object*> found;
  if (type.kind != TypeKind::AnyOf) return found;
  for (const Type* one : type.of) {
    for (const Object* object : objects_in(*one)) found.push_back(object);
  }
  return found;
}

}  // namespace rigy::interfaces
