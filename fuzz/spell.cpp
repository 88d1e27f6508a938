#include "fuzz/spell.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "fuzz/spell_scalar.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

using Kind = Value::Kind;
using Field = std::pair<std::string, Value>;

constexpr std::string_view comments[] = {"# why", "#", "# - {x: [", "# \" ' & * ! |", "# Ünï: 😀"};

// The same text for equal values, and only for them.
std::string key_of(const Value& value) {
  switch (value.kind) {
    case Kind::Absent:
      return "~";
    case Kind::Text:
      return fmt::format("'{}:{}", value.text.size(), value.text);
    case Kind::Integer:
      return fmt::format("i{};", value.integer);
    case Kind::Real:
      return fmt::format("r{:a};", value.real);
    case Kind::List:
    case Kind::Map:
      break;
  }
  std::string key = value.kind == Kind::List ? "[" : "{";
  for (const Value& item : value.items) key += key_of(item);
  for (const auto& [name, item] : value.fields) key += key_of(name) + key_of(item);
  return key + "]";
}

// The fields in the order in which they are written, optional ones that are not given left out or
// kept as null.
std::vector<const Field*> arranged(const Value& map, Decisions& style, bool shuffles) {
  std::vector<const Field*> fields;
  for (const Field& field : map.fields) {
    if (field.second.kind != Kind::Absent || style.one_in(4)) fields.push_back(&field);
  }
  for (std::size_t i = fields.size(); shuffles && i > 1; --i) {
    std::swap(fields[i - 1], fields[style.below(i)]);
  }
  return fields;
}

bool is_collection(const Value& value) {
  return value.kind == Kind::List || value.kind == Kind::Map;
}

class YamlSpeller {
 public:
  explicit YamlSpeller(Decisions style) : style_(style) {
    shuffles_ = style_.flip();
    comments_ = style_.flip();
    aliases_ = style_.flip();
    static constexpr std::size_t rarities[] = {4, 1, 2, 3, 8, 32};
    flow_one_in_ = style_.pick(rarities);
  }

  std::string document(const Value& value);

 private:
  // What follows "key:" or "-", to the end of the line and the lines below it.
  void block_value(const Value& value, std::size_t indent, bool below_list);
  void block_list(const Value& list, std::size_t indent);
  void block_map(const Value& map, std::size_t indent, bool first_is_placed);
  void flow_value(const Value& value, std::size_t indent);
  void flow_items(std::string_view open, std::string_view close, std::size_t count,
                  std::size_t indent, const auto& write);
  void end_line();
  // Writes an alias for a value that was anchored before; otherwise perhaps an anchor for it.
  bool write_alias(const Value& value);
  void write_anchor(const Value& value);
  std::string scalar(const Value& value);
  std::string null_text();

  Decisions style_;
  bool shuffles_ = false;
  bool comments_ = false;
  bool aliases_ = false;
  std::size_t flow_one_in_ = 1;  // how rarely a collection is written as flow
  std::map<std::string, std::string> anchors_;
  std::string out_;
};

void YamlSpeller::end_line() {
  if (comments_ && style_.one_in(6)) {
    out_.append(style_.flip() ? "  " : "\n ").append(style_.pick(comments));
  }
  out_ += '\n';
  if (comments_ && style_.one_in(12)) out_ += '\n';
}

bool YamlSpeller::write_alias(const Value& value) {
  if (!aliases_ || value.kind == Kind::Absent) return false;
  const auto found = anchors_.find(key_of(value));
  if (found == anchors_.end() || style_.one_in(3)) return false;
  out_ += "*" + found->second;
  return true;
}

void YamlSpeller::write_anchor(const Value& value) {
  if (!aliases_ || value.kind == Kind::Absent || !style_.one_in(3)) return;
  const std::string name = fmt::format("a{}", anchors_.size());
  if (!anchors_.emplace(key_of(value), name).second) return;
  out_ += fmt::format("&{} ", name);
}

std::string YamlSpeller::null_text() {
  static constexpr std::string_view nulls[] = {"null", "~", "Null", "NULL"};
  return std::string(style_.pick(nulls));
}

std::string YamlSpeller::scalar(const Value& value) {
  switch (value.kind) {
    case Kind::Integer:
      return spell_integer(value.integer, style_);
    case Kind::Real:
      return spell_real(value.real, style_);
    case Kind::Text:
      return spell_text(value.text, style_);
    default:
      return null_text();
  }
}

void YamlSpeller::flow_items(std::string_view open, std::string_view close, std::size_t count,
                             std::size_t indent, const auto& write) {
  const auto space = [&] {
    if (style_.one_in(8)) {
      if (comments_ && style_.flip()) out_.append(" ").append(style_.pick(comments));
      out_.append("\n").append(indent + 1, ' ');
    } else if (style_.flip()) {
      out_ += ' ';
    }
  };
  out_ += open;
  for (std::size_t i = 0; i < count; ++i) {
    space();
    write(i);
    space();
    if (i + 1 < count || style_.one_in(4)) out_ += ',';
  }
  space();
  out_ += close;
}

void YamlSpeller::flow_value(const Value& value, std::size_t indent) {
  if (write_alias(value)) return;
  write_anchor(value);
  if (!is_collection(value)) {
    out_ += scalar(value);
    return;
  }
  if (value.kind == Kind::List) {
    flow_items("[", "]", value.items.size(), indent,
               [&](std::size_t i) { flow_value(value.items[i], indent); });
    return;
  }
  const std::vector<const Field*> fields = arranged(value, style_, shuffles_);
  flow_items("{", "}", fields.size(), indent, [&](std::size_t i) {
    const std::string key = spell_text(fields[i]->first, style_);
    const bool quoted = key[0] == '"' || key[0] == '\'';
    out_.append(key).append(quoted && style_.flip() ? ":" : ": ");
    flow_value(fields[i]->second, indent);
  });
}

void YamlSpeller::block_list(const Value& list, std::size_t indent) {
  for (const Value& item : list.items) {
    out_.append(indent, ' ').append("-");
    block_value(item, indent, true);
  }
}

void YamlSpeller::block_map(const Value& map, std::size_t indent, bool first_is_placed) {
  for (const Field* field : arranged(map, style_, shuffles_)) {
    if (!first_is_placed) out_.append(indent, ' ');
    first_is_placed = false;
    out_.append(spell_text(field->first, style_)).append(":");
    block_value(field->second, indent, false);
  }
}

void YamlSpeller::block_value(const Value& value, std::size_t indent, bool below_list) {
  if (value.kind == Kind::Absent && style_.flip()) {
    end_line();
    return;
  }
  out_ += ' ';
  if (write_alias(value)) {
    end_line();
    return;
  }
  if (value.kind == Kind::Text && fits_block_scalar(value.text) && style_.one_in(12)) {
    write_anchor(value);
    out_.append(style_.flip() ? "|-\n" : ">-\n");
    out_.append(indent + 1 + style_.below(3), ' ').append(value.text).append("\n");
    return;
  }
  const bool empty = value.items.empty() &&
                     std::none_of(value.fields.begin(), value.fields.end(), [](const Field& field) {
                       return field.second.kind != Kind::Absent;
                     });
  if (!is_collection(value) || empty || style_.one_in(flow_one_in_)) {
    flow_value(value, indent);
    end_line();
    return;
  }
  const std::size_t length = out_.size();
  write_anchor(value);
  const bool anchored = out_.size() > length;
  const std::size_t deeper = indent + 1 + style_.below(3);
  if (value.kind == Kind::Map && below_list && !anchored && style_.flip()) {
    // "- key: …": the other keys are below the first.
    out_.append(deeper - indent - 1, ' ');
    block_map(value, deeper + 1, true);
    return;
  }
  end_line();
  if (value.kind == Kind::List) {
    block_list(value, !below_list && style_.flip() ? indent : deeper);
  } else {
    block_map(value, deeper, false);
  }
}

std::string YamlSpeller::document(const Value& value) {
  if (style_.one_in(8)) out_ += "\xef\xbb\xbf";
  if (comments_) end_line();
  if (style_.one_in(4)) out_ += "---\n";
  if (style_.one_in(flow_one_in_)) {
    flow_value(value, 0);
    out_ += '\n';
  } else {
    block_map(value, style_.below(3), false);
  }
  if (style_.one_in(8)) out_ += "...\n";
  if (!style_.one_in(8)) return std::move(out_);
  std::string with_returns;
  for (const char c : out_) {
    if (c == '\n') with_returns += '\r';
    with_returns += c;
  }
  return with_returns;
}

class JsonSpeller {
 public:
  explicit JsonSpeller(Decisions style) : style_(style) {}

  std::string text(const Value& value) {
    write(value);
    return std::move(out_);
  }

 private:
  void space() {
    if (!style_.one_in(6)) return;
    static constexpr std::string_view spaces[] = {" ", "\n", "\t", "\r\n  "};
    out_ += style_.pick(spaces);
  }

  void write(const Value& value) {
    space();
    switch (value.kind) {
      case Kind::Integer:
        out_ += fmt::format("{}", value.integer);
        break;
      case Kind::Real:
        out_ += spell_json_real(value.real, style_);
        break;
      case Kind::List:
        write_list(value);
        break;
      case Kind::Map:
        write_map(value);
        break;
      default:
        out_ += spell_json_text(value.text, style_);
    }
    space();
  }

  void write_list(const Value& value) {
    out_ += '[';
    for (const Value& item : value.items) {
      if (&item != &value.items.front()) out_ += ',';
      write(item);
    }
    out_ += ']';
  }

  void write_map(const Value& value) {
    bool first = true;
    out_ += '{';
    for (const Field* field : arranged(value, style_, true)) {
      if (!first) out_ += ',';
      first = false;
      space();
      out_ += spell_json_text(field->first, style_);
      space();
      out_ += ':';
      write(field->second);
    }
    out_ += '}';
  }

  Decisions style_;
  std::string out_;
};

}  // namespace

std::string spell_yaml(const Value& value, Decisions style) {
  return YamlSpeller(style).document(value);
}

std::string spell_json(const Value& value, Decisions style) {
  return JsonSpeller(style).text(value);
}

}  // namespace rigy::fuzz
