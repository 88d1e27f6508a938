// What the answers of tools have in common: findings, pages and pictures.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"
#include "rigy/fix.hpp"
#include "rigy/render.hpp"
#include "service/arguments.hpp"
#include "service/tools.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {

// The part that an answer shows of each of its lists, and how long the longest is.
struct ListPage {
  std::size_t begin = 0;
  std::size_t limit = default_page;
  std::size_t longest = 0;

  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  [[nodiscard]] std::size_t end() const { return begin + limit; }
  // Of a list of this length.
  [[nodiscard]] Part part_of(std::size_t length);
};
[[nodiscard]] ListPage page_of(const Arguments& arguments, std::size_t otherwise = default_page);
// `next`: what to give as `next` to get the following part, or null.
void write_next(JsonWriter& json, const ListPage& page);

// The lines of a text that the page shows.
[[nodiscard]] std::string lines_in(std::string_view text, ListPage& page);

// An answer: an object of what `write` writes and `next`, with the pictures and files that it adds
// to the result, or a fault if it returns one.
using WriteAnswer =
    std::function<std::string(JsonWriter& json, ToolResult& result, ListPage& page)>;
[[nodiscard]] ToolResult answer(const ListPage& page, const WriteAnswer& write);

// JSON that may have line breaks between its values, without them.
[[nodiscard]] std::string on_one_line(std::string json);

// What is wrong with the options of a call, or why its document cannot be read; empty: nothing.
[[nodiscard]] std::string option_fault(const Outcome& outcome);

// ok, errors, warnings, omitted and diagnostics with their fixes.
void write_report(JsonWriter& json, const Report& report, ListPage& page, const Fixes& fixes = {});
// One diagnostic as an object.
[[nodiscard]] std::string diagnostic_json(const Diagnostic& diagnostic);
// Its message and its help, on one line: "no bone is called 'elbwo'; did you mean 'elbow'?"
[[nodiscard]] std::string message_of(const Diagnostic& diagnostic);
// Pictures. `size` is the longer side, in pixels.
inline constexpr std::uint32_t default_picture_size = 768;
inline constexpr std::uint32_t max_served_picture_size = 2048;
[[nodiscard]] ArgumentInfo size_argument();
[[nodiscard]] std::uint32_t picture_size(const Arguments& arguments);

struct DrawnPicture {
  std::optional<ToolPicture> picture;
  std::string fault;                       // why there is none
  bool is_wrong_call = false;              // because it was asked for something that is not there
  std::vector<std::string> numbered = {};  // the ids of the parts that have numbers, from 1
};
// Four views in one picture.
[[nodiscard]] DrawnPicture draw_montage(const Analysis& analysis, const std::string& pose,
                                        std::uint32_t size);
[[nodiscard]] DrawnPicture draw(const Analysis& analysis, const RenderOptions& options,
                                const std::string& caption);
// Several poses side by side; "" is the rest shape.
[[nodiscard]] DrawnPicture draw_strip(const Analysis& analysis, const RenderOptions& options,
                                      const std::vector<std::string>& poses);
[[nodiscard]] DrawnPicture draw_difference(const Analysis& before, const Analysis& after,
                                           std::uint32_t size);

// A view by its name or by "AZ,EL"; nothing if it is neither.
[[nodiscard]] std::optional<View> view_of(std::string_view text);
[[nodiscard]] std::vector<std::string_view> all_view_names();
// "'frnt' is no view; write one of ..."
[[nodiscard]] std::string unknown_view(std::string_view text);

// The key `picture`: whether there is one, or why not. The picture is added to the result.
void write_picture(JsonWriter& json, DrawnPicture drawn, ToolResult& result);

}  // namespace rigy::interfaces
