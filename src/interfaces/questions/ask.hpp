// One door to everything that can be asked about texts: the table of questions, which the language
// server answers for an editor, and the same for texts in memory, as pages have them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "questions/answers.hpp"

namespace rigy::interfaces {

struct QuestionKind {
  std::string_view method;
  RpcAnswer (*answer)(const Question& question) = nullptr;
};
[[nodiscard]] std::span<const QuestionKind> all_questions();

// `question` is {"method":…,"params":…} as the Language Server Protocol has it; the URIs in it are
// the paths of the texts. The answer is {"result":…} or {"error":{"code":…,"message":…}}.
[[nodiscard]] std::string ask(std::map<std::string, std::string> texts, std::string_view question);

}  // namespace rigy::interfaces
