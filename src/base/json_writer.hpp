// Writing JSON text in order, commas included.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/json_text.hpp"

namespace rigy {

class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  void key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_ += ':';
    comma_ = false;
  }

  void string(std::string_view text) {
    separate();
    append_json_string(out_, text);
  }
  void number(std::uint64_t value) {
    separate();
    out_ += std::to_string(value);
  }
  // A value that is JSON already.
  void text(std::string_view json) {
    separate();
    out_ += json;
  }
  void boolean(bool value) {
    separate();
    out_ += value ? "true" : "false";
  }
  void null() {
    separate();
    out_ += "null";
  }

  // Starts the next element on a line of its own.
  void line_break() {
    if (comma_) out_ += ',';
    comma_ = false;
    out_ += '\n';
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
  bool comma_ = false;
};

}  // namespace rigy
