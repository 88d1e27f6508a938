#include "c_api/params_json.hpp"

#include <string_view>

#include "common/unreachable.hpp"
#include "diagnostics/render_json.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

std::string_view name_of(ParamType type) {
  switch (type) {
    case ParamType::Integer:
      return "integer";
    case ParamType::Number:
      return "number";
    case ParamType::Boolean:
      return "boolean";
    case ParamType::Text:
      return "string";
  }
  unreachable();
}

void write_value(JsonWriter& json, const DeclaredParam& param) {
  switch (param.type) {
    case ParamType::Integer:
    case ParamType::Number:
      return json.real(param.number);
    case ParamType::Boolean:
      return json.boolean(param.text.front() == 't' || param.text.front() == 'T');
    case ParamType::Text:
      return json.string(param.text);
  }
}

}  // namespace

std::string params_json(std::span<const DeclaredParam> params) {
  JsonWriter json;
  json.begin_array();
  for (const DeclaredParam& param : params) {
    json.begin_object();
    json.key("name");
    json.string(param.name);
    json.key("type");
    json.string(name_of(param.type));
    json.key("value");
    write_value(json, param);
    write_place(json, param.place);
    json.end_object();
  }
  json.end_array();
  return json.take() + "\n";
}

}  // namespace rigy::interfaces
