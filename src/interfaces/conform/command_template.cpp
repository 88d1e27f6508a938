#include "conform/command_template.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace rigy::interfaces {
namespace {

constexpr std::string_view pose_place = "{pose}";
constexpr std::string_view bake_place = "{bake_transforms}";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// One word or bracket; brackets inside quotes are part of a word.
struct Token {
  enum Kind { Word, Open, Close } kind = Word;
  std::string text;
};

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  // Nothing if a closing quote is missing.
  std::optional<std::vector<Token>> split() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == ' ' || c == '\t' || c == '\n') {
        end_word();
      } else if (c == '[' || c == ']') {
        end_word();
        tokens_.push_back({c == '[' ? Token::Open : Token::Close, {}});
      } else if (c == '\'' || c == '"') {
        const std::size_t end = text_.find(c, i + 1);
        if (end == std::string_view::npos) return std::nullopt;
        word().append(text_.substr(i + 1, end - i - 1));
        i = end;
      } else {
        word() += c;
      }
    }
    end_word();
    return std::move(tokens_);
  }

 private:
  std::string& word() {
    if (!in_word_) tokens_.push_back({});
    in_word_ = true;
    return tokens_.back().text;
  }
  void end_word() { in_word_ = false; }

  std::string_view text_;
  std::vector<Token> tokens_;
  bool in_word_ = false;
};

void add_word(CommandGroup& group, std::string word) {
  group.needs_pose = group.needs_pose || contains(word, pose_place);
  group.needs_bake_transforms = group.needs_bake_transforms || contains(word, bake_place);
  group.words.push_back(std::move(word));
}

// What is wrong with the brackets, or nothing.
std::string group_words(std::vector<Token> tokens, CommandTemplate& command) {
  bool open = false;
  for (Token& token : tokens) {
    if (token.kind == Token::Word) {
      if (!open) command.groups.emplace_back();
      add_word(command.groups.back(), std::move(token.text));
    } else if (open == (token.kind == Token::Open)) {
      return "brackets must come in pairs and cannot be nested";
    } else {
      open = !open;
      if (open) command.groups.emplace_back();
    }
  }
  if (open) return "brackets must come in pairs and cannot be nested";
  for (const CommandGroup& group : command.groups) {
    command.knows_pose = command.knows_pose || group.needs_pose;
    command.knows_bake_transforms = command.knows_bake_transforms || group.needs_bake_transforms;
  }
  return {};
}

// Inserted text is not searched again, whatever it contains.
std::string fill_in(std::string_view word, const CommandValues& values) {
  const std::array<std::pair<std::string_view, std::string_view>, 4> places{
      {{"{input}", values.input},
       {"{output}", values.output},
       {pose_place, values.pose},
       {bake_place, ""}}};
  std::string filled;
  while (!word.empty()) {
    std::string_view added = word.substr(0, 1);
    std::size_t used = 1;
    for (const auto& [place, value] : places) {
      if (!word.starts_with(place)) continue;
      added = value;
      used = place.size();
    }
    filled += added;
    word.remove_prefix(used);
  }
  return filled;
}

bool always_has(const CommandTemplate& command, std::string_view place) {
  for (const CommandGroup& group : command.groups) {
    if (group.needs_pose || group.needs_bake_transforms) continue;
    for (const std::string& word : group.words) {
      if (contains(word, place)) return true;
    }
  }
  return false;
}

}  // namespace

std::variant<CommandTemplate, std::string> parse_command(std::string_view text) {
  std::optional<std::vector<Token>> tokens = Splitter(text).split();
  if (!tokens) return "unclosed quotation mark";
  CommandTemplate command;
  if (std::string fault = group_words(std::move(*tokens), command); !fault.empty()) return fault;
  for (const std::string_view place : {"{input}", "{output}"}) {
    if (!always_has(command, place)) return fmt::format("{} is missing", place);
  }
  return command;
}

std::vector<std::string> expand_command(const CommandTemplate& command,
                                        const CommandValues& values) {
  std::vector<std::string> words;
  for (const CommandGroup& group : command.groups) {
    if (group.needs_pose && values.pose.empty()) continue;
    if (group.needs_bake_transforms && !values.bake_transforms) continue;
    for (const std::string& word : group.words) {
      if (word != bake_place) words.push_back(fill_in(word, values));
    }
  }
  return words;
}

}  // namespace rigy::interfaces
