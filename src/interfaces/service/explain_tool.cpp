// explain: diagnostics, fields and pages of the documentation.
#include <algorithm>
#include <bit>
#include <cctype>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/suggestions.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// A part of a page, under one heading.
struct Passage {
  const KnowledgePage* page = nullptr;
  std::string heading = {};
  std::string text = {};
  std::size_t score = 0;
};

std::string lowercase(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return out;
}

// Each once, and no more than a question has: each is looked for in all passages.
std::set<std::string> search_words(std::string_view text) {
  constexpr std::size_t most_words = 32;
  std::set<std::string> words;
  std::string word;
  for (const char letter : lowercase(text) + " ") {
    const bool is_part = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    if (is_part) {
      word += letter;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
      if (words.size() == most_words) break;
    }
  }
  return words;
}

void add_passages(const KnowledgePage& page, std::vector<Passage>& passages) {
  const std::string content = page.content();
  std::string_view text = content;
  passages.push_back({&page, page.title});
  bool in_code = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    if (line.starts_with("```")) in_code = !in_code;
    if (line.starts_with("#") && !in_code) {
      const std::size_t start = std::min(line.find_first_not_of("# "), line.size());
      std::string heading(line.substr(start));
      while (!heading.empty() && heading.back() == '\n') heading.pop_back();
      passages.push_back({&page, std::move(heading)});
    } else {
      passages.back().text += line;
    }
  }
}

// What is searched of a passage, in lowercase.
struct SearchedText {
  std::string heading;
  std::string text;
};

// Where a word begins with these letters, from `from` on.
std::size_t find_beginning(std::string_view text, std::string_view letters, std::size_t from = 0) {
  const auto is_letter = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  std::size_t at = text.find(letters, from);
  while (at != std::string_view::npos && at > 0 && is_letter(at - 1)) {
    at = text.find(letters, at + 1);
  }
  return at;
}

bool has_beginning(const SearchedText& searched, std::string_view letters) {
  return find_beginning(searched.heading, letters) != std::string_view::npos ||
         find_beginning(searched.text, letters) != std::string_view::npos;
}

// A word, and how much it tells: little if it is everywhere, as those of "how do I make a cone".
struct SearchedWord {
  std::string letters;
  std::size_t weight = 0;
};

std::vector<SearchedWord> weighed(const std::set<std::string>& words,
                                  const std::vector<SearchedText>& all) {
  std::vector<SearchedWord> weighed;
  for (const std::string& word : words) {
    const auto count = static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const SearchedText& one) { return has_beginning(one, word); }));
    const auto rarity =
        static_cast<std::size_t>(std::bit_width(all.size() / std::max<std::size_t>(1, count)));
    weighed.push_back({word, rarity * rarity});
  }
  return weighed;
}

// How well the passage fits: how many of the words it has, those of the heading first.
std::size_t score_of(const SearchedText& searched, const std::vector<SearchedWord>& words) {
  std::size_t score = 0;
  for (const auto& [letters, weight] : words) {
    if (find_beginning(searched.heading, letters) != std::string_view::npos) score += 20 * weight;
    std::size_t count = 0;
    for (std::size_t at = find_beginning(searched.text, letters);
         at != std::string_view::npos && count < 5;
         at = find_beginning(searched.text, letters, at + letters.size())) {
      ++count;
    }
    if (count > 0) score += (10 + count) * weight;
  }
  return score;
}

std::vector<Passage> found_passages(const Knowledge& knowledge, std::string_view query) {
  std::vector<Passage> passages;
  for (const KnowledgePage& page : knowledge.pages) {
    if (page.mime_type == "text/markdown") add_passages(page, passages);
  }
  std::vector<SearchedText> searched;
  for (const Passage& one : passages) {
    searched.push_back({lowercase(one.heading), lowercase(one.text)});
  }
  const std::vector<SearchedWord> words = weighed(search_words(query), searched);
  for (std::size_t i = 0; i < passages.size(); ++i) {
    passages[i].score = score_of(searched[i], words);
  }
  std::erase_if(passages, [](const Passage& one) { return one.score == 0; });
  std::stable_sort(passages.begin(), passages.end(),
                   [](const Passage& a, const Passage& b) { return a.score > b.score; });
  return passages;
}

constexpr std::size_t max_passage = 3000;

// Cut at the end of a line.
std::string shortened(std::string text) {
  if (text.size() <= max_passage) return text;
  text.resize(text.rfind('\n', max_passage) == std::string::npos ? max_passage
                                                                 : text.rfind('\n', max_passage));
  return text + "\n…\n";
}

ToolResult search(const Knowledge& knowledge, const Arguments& arguments) {
  const std::vector<Passage> passages = found_passages(knowledge, arguments.text("search"));
  ListPage page = page_of(arguments, 5);
  JsonWriter json;
  json.begin_object();
  json.key("passages");
  json.begin_array();
  const ListPage::Part part = page.part_of(passages.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    json.begin_object();
    json.key("page");
    json.string(passages[i].page->uri);
    json.key("heading");
    json.string(passages[i].heading);
    json.key("text");
    json.string(shortened(passages[i].text));
    json.end_object();
  }
  json.end_array();
  write_next(json, page);
  json.end_object();
  return {.json = json.take()};
}

constexpr std::size_t default_lines = 400;

ToolResult show_page(const Knowledge& knowledge, const Arguments& arguments) {
  const std::string wanted = arguments.text("page");
  ClosestWord closest(wanted);
  for (const KnowledgePage& page : knowledge.pages) {
    if (page.is_binary) continue;
    closest.offer(page.name);
    if (page.uri != wanted && page.name != wanted) continue;
    ListPage lines = page_of(arguments, default_lines);
    JsonWriter json;
    json.begin_object();
    json.key("text");
    json.string(lines_in(page.content(), lines));
    write_next(json, lines);
    json.end_object();
    return {.json = json.take()};
  }
  const std::string hint = closest.best().empty()
                               ? "; without arguments, explain lists the pages"
                               : fmt::format("; did you mean '{}'?", closest.best());
  return tool_fault(fmt::format("there is no page '{}'{}", wanted, hint));
}

ToolResult explain_id(const Knowledge& knowledge, const std::string& id) {
  const std::optional<std::string> text = knowledge.explain_id(id);
  if (!text) {
    const std::string closest = knowledge.closest_id ? knowledge.closest_id(id) : std::string();
    if (!closest.empty()) {
      return tool_fault(fmt::format("there is no '{}'; did you mean '{}'?", id, closest));
    }
    return tool_fault(fmt::format(
        "there is no diagnostic '{}'; ids are like V11, as answers have them in 'code', and fields "
        "like bone.roll; 'search' finds words",
        id));
  }
  JsonWriter json;
  json.begin_object();
  json.key("text");
  json.string(*text);
  json.end_object();
  return {.json = json.take()};
}

ToolResult list_pages(const Knowledge& knowledge, const Arguments& arguments) {
  std::vector<const KnowledgePage*> pages;
  for (const KnowledgePage& page : knowledge.pages) {
    if (!page.is_binary) pages.push_back(&page);
  }
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult&, ListPage& shown) {
    json.key("pages");
    json.begin_array();
    const ListPage::Part part = shown.part_of(pages.size());
    for (std::size_t i = part.begin; i < part.end; ++i) {
      json.begin_object();
      json.key("name");
      json.string(pages[i]->name);
      json.key("title");
      json.string(pages[i]->title);
      json.end_object();
    }
    json.end_array();
    return std::string();
  });
}

ToolResult run_explain(const Arguments& arguments, const ToolContext& context) {
  static const Knowledge nothing{};
  const Knowledge& knowledge =
      context.options.knowledge == nullptr ? nothing : *context.options.knowledge;
  if (arguments.has("id") && knowledge.explain_id) {
    return explain_id(knowledge, arguments.text("id"));
  }
  if (arguments.has("page")) return show_page(knowledge, arguments);
  if (arguments.has("search")) return search(knowledge, arguments);
  return list_pages(knowledge, arguments);
}

}  // namespace

Tool explain_tool() {
  Tool tool{.name = "explain",
            .title = "Explain the language",
            .description =
                "A diagnostic with an example that triggers it and its correction, or an object or "
                "field of the language ('id'), words in the cheat sheet, the reference and the "
                "guide ('search'), or a whole page or example ('page'). Without arguments: the "
                "names of the pages.",
            .arguments = {{.name = "id",
                           .type = Type::Text,
                           .description = "The id of a diagnostic, the name of an object, a field, "
                                          "or both: V11, bone, roll, bone.roll.",
                           .example = R"("V11")",
                           .excludes = {"search", "page"}},
                          {.name = "search",
                           .type = Type::Text,
                           .description = "Words: a field, a type, a topic. The first 32 count.",
                           .example = R"("capsule radius height")",
                           .excludes = {"page"}},
                          {.name = "page",
                           .type = Type::Text,
                           .description = "The name of a page.",
                           .example = R"("cheatsheet")"}},
            .output = properties({R"("text":{"type":"string"})",
                                  list_of("passages", "What was found, the best first",
                                          R"("page":{"type":"string"},"heading":{"type":"string"},)"
                                          R"("text":{"type":"string"})",
                                          R"("page","heading","text")"),
                                  list_of("pages", "All pages",
                                          R"("name":{"type":"string"},"title":{"type":"string"})",
                                          R"("name","title")"),
                                  next_schema}),
            .example = R"({"search":"mirror symmetry prefix"})",
            .run = run_explain};
  for (ArgumentInfo& one : page_arguments("The number of passages (default: 5), of lines of a "
                                          "page (400), or of pages (100).")) {
    tool.arguments.push_back(std::move(one));
  }
  return tool;
}

}  // namespace rigy::interfaces
