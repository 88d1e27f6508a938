// What a program that serves tools brings with it: pages, schemas, templates and examples.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

struct KnowledgePage {
  std::string uri;  // "rigy://docs/cheatsheet.md"
  std::string name;
  std::string title;
  std::string mime_type;
  std::string_view text = {};
  // Of a page that is made when it is asked for.
  std::function<std::string()> make = {};
  bool is_binary = false;  // a picture

  [[nodiscard]] std::string content() const { return make ? make() : std::string(text); }
};

struct KnowledgeTemplate {
  std::string name;
  std::string entry;                         // of its files
  std::map<std::string, std::string> files;  // by path
};

struct Knowledge {
  std::vector<KnowledgePage> pages;
  std::vector<KnowledgeTemplate> templates;
  // The explanation of a diagnostic, an object or a field; nothing if there is no such id.
  std::function<std::optional<std::string>(std::string_view id)> explain_id;
  // The object or field whose name is closest; empty if none is close.
  std::function<std::string(std::string_view id)> closest_id;
};

}  // namespace rigy::interfaces
