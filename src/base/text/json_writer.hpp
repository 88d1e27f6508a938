// Writes JSON text in order, including the commas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/json_text.hpp"
#include "text/number_text.hpp"

namespace rigy::base {

// The order of calls is the order of keys.
class JsonWriter {
 public:
  JsonWriter() = default;
  // Continues at the end of existing text.
  explicit JsonWriter(std::string begin) : out_(std::move(begin)) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  // Keys are our own and need no escaping.
  void key(std::string_view name) {
    separate();
    out_ += '"';
    out_ += name;
    out_ += "\":";
    comma_ = false;
  }

  void string(std::string_view text) {
    separate();
    append_json_string(out_, text);
  }
  void ascii_string(std::string_view text) {
    separate();
    append_json_string_ascii(out_, text);
  }
  void number(std::uint64_t value) {
    separate();
    append_integer(out_, value);
  }
  void real(double value) {
    separate();
    append_number(out_, value);
  }
  // The shortest text.
  template <class Number>
  void shortest(Number value) {
    separate();
    append_shortest(out_, value);
  }
  // A number with exactly six decimals.
  void six_decimals(float value) {
    separate();
    append_six_decimals(out_, value);
  }
  // A value that is already JSON, or the start of one.
  void text(std::string_view json) {
    separate();
    out_ += json;
  }
  // Continues what text() began; brings its own commas.
  void more_text(std::string_view json) { out_ += json; }
  void more_number(std::uint64_t value) { append_integer(out_, value); }
  void boolean(bool value) {
    separate();
    out_ += value ? "true" : "false";
  }
  void null() {
    separate();
    out_ += "null";
  }

  // Starts the next element on a new line.
  void line_break() {
    if (comma_) out_ += ',';
    comma_ = false;
    out_ += '\n';
  }

  // Of the text so far, and of what of it is still here.
  [[nodiscard]] std::size_t size() const { return handed_over_ + out_.size(); }
  [[nodiscard]] std::size_t kept_size() const { return out_.size(); }
  // Calls take(text) with the text that is here; what follows continues it.
  template <class Take>
  void hand_over(const Take& take) {
    take(std::string_view(out_));
    handed_over_ += out_.size();
    out_.clear();
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (comma_) out_ += ',';
    comma_ = true;
  }
  void open(char bracket) {
    separate();
    out_ += bracket;
    comma_ = false;
  }
  void close(char bracket) {
    out_ += bracket;
    comma_ = true;
  }

  std::string out_;
  std::size_t handed_over_ = 0;
  bool comma_ = false;
};

// A key with its value.
inline void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  json.string(text);
}
inline void write_count(JsonWriter& json, std::string_view key, std::uint64_t count) {
  json.key(key);
  json.number(count);
}
inline void write_flag(JsonWriter& json, std::string_view key, bool flag) {
  json.key(key);
  json.boolean(flag);
}
// As the shortest text.
inline void write_number(JsonWriter& json, std::string_view key, double number) {
  json.key(key);
  json.shortest(number);
}
// Null if it is empty, so that the object has the key.
inline void write_text_or_null(JsonWriter& json, std::string_view key, std::string_view text) {
  if (!text.empty()) return write_text(json, key, text);
  json.key(key);
  json.null();
}

}  // namespace rigy::base
