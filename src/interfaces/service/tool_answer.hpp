// A call by the name of a tool, and its answer as one text: for lines of JSON and for the packages.
#pragma once

#include <string>
#include <string_view>

#include "interfaces_floor.hpp"
#include "messages/json_value.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces {

struct ToolAnswer {
  std::string json;   // an object; pictures are in `pictures`, each as base64
  std::string fault;  // what is wrong with the call; then there is nothing else
};

// The tool "list_tools" lists the others, with their schemas. Throws Canceled.
[[nodiscard]] ToolAnswer answer_tool(std::string_view name, const JsonValue& arguments,
                                     const ToolContext& context);

}  // namespace rigy::interfaces
