// The diagnostics of a result: as JSON, as text and as structs.
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "c_api/result.hpp"
#include "c_api/struct_size.hpp"
#include "rigy/diagnostic_text.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {
namespace {

// No later field may take the place of padding, which callers of this version do not look at.
static_assert(std::has_unique_object_representations_v<rigy_diagnostic>);
static_assert(std::has_unique_object_representations_v<rigy_related>);
static_assert(std::has_unique_object_representations_v<rigy_fix>);
static_assert(std::has_unique_object_representations_v<rigy_edit>);

const char* null_if_empty(std::string_view text) { return text.empty() ? nullptr : text.data(); }

template <class Struct>
void take_place(const Place& place, Struct& to) {
  to.file = place.file.c_str();
  to.line = place.start.line;
  to.column = place.start.column;
  to.end_line = place.end.line;
  to.end_column = place.end.column;
  to.column_utf16 = place.start_utf16;
  to.end_column_utf16 = place.end_utf16;
}

rigy_diagnostic struct_of(const Diagnostic& diagnostic) {
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  one.code = diagnostic.id.c_str();
  one.severity =
      diagnostic.severity == Severity::Error ? RIGY_SEVERITY_ERROR : RIGY_SEVERITY_WARNING;
  // A whole string literal, so a NUL follows it.
  one.error_class = null_if_empty(name_of(diagnostic.error_class));
  one.message = diagnostic.message.c_str();
  one.path = diagnostic.path.c_str();
  one.help = null_if_empty(diagnostic.help);
  one.related_count = diagnostic.related.size();
  take_place(diagnostic.place, one);
  return one;
}

rigy_related struct_of(const Related& related) {
  rigy_related one = RIGY_RELATED_INIT;
  one.message = related.message.c_str();
  take_place(related.place, one);
  return one;
}

rigy_fix struct_of(const Fix& fix) {
  rigy_fix one = RIGY_FIX_INIT;
  one.title = fix.title.c_str();
  if (!fix.safe) one.reason = fix.reason.c_str();
  one.edit_count = fix.edits.size();
  return one;
}

rigy_edit struct_of(const FixEdit& edit) {
  rigy_edit one = RIGY_EDIT_INIT;
  one.file = edit.place.file.c_str();
  one.text = edit.edit.text.c_str();
  one.begin = edit.edit.begin;
  one.end = edit.edit.end;
  return one;
}

// Null if there is none.
const Fix* find_fix(const rigy_result* result, std::size_t index, std::size_t fix_index) {
  if (result == nullptr || index >= result->fixes.size()) return nullptr;
  const std::vector<Fix>& fixes = result->fixes[index];
  return fix_index < fixes.size() ? &fixes[fix_index] : nullptr;
}

// Fills the struct of a caller, whose header may be a newer one: the fields that this version does
// not know become zero.
template <class Struct>
int give(const Struct& one, Struct* to) {
  if (to == nullptr || !is_current_or_newer<Struct>(to->size)) return 0;
  const std::size_t size = to->size;
  std::memset(static_cast<void*>(to), 0, size);
  *to = one;
  to->size = size;
  return 1;
}

}  // namespace

}  // namespace rigy::interfaces

const char* rigy_result_diagnostics(const rigy_result* result, size_t* size) {
  return rigy::interfaces::text_or_null(result == nullptr ? nullptr : &result->diagnostics, size);
}

const char* rigy_result_diagnostics_text(const rigy_result* result, size_t* size) {
  return rigy::interfaces::null_if_thrown([&]() -> const char* {
    if (result == nullptr) return rigy::interfaces::text_or_null(nullptr, size);
    const rigy::interfaces::platform::Monitor::Held held(result->monitor);
    std::string& text = result->diagnostics_text;
    if (text.empty()) text = rigy::report_text(result->report);
    return rigy::interfaces::text_or_null(&text, size);
  });
}

size_t rigy_result_diagnostic_count(const rigy_result* result) {
  return result == nullptr ? 0 : result->report.diagnostics.size();
}

int rigy_result_diagnostic(const rigy_result* result, size_t index, rigy_diagnostic* diagnostic) {
  if (index >= rigy_result_diagnostic_count(result)) return 0;
  return rigy::interfaces::give(rigy::interfaces::struct_of(result->report.diagnostics[index]),
                                diagnostic);
}

int rigy_result_related(const rigy_result* result, size_t index, size_t related_index,
                        rigy_related* related) {
  if (index >= rigy_result_diagnostic_count(result)) return 0;
  const rigy::Diagnostic& diagnostic = result->report.diagnostics[index];
  if (related_index >= diagnostic.related.size()) return 0;
  return rigy::interfaces::give(rigy::interfaces::struct_of(diagnostic.related[related_index]),
                                related);
}

int rigy_result_fix(const rigy_result* result, size_t index, size_t fix_index, rigy_fix* fix) {
  const rigy::Fix* const found = rigy::interfaces::find_fix(result, index, fix_index);
  if (found == nullptr) return 0;
  return rigy::interfaces::give(rigy::interfaces::struct_of(*found), fix);
}

int rigy_result_fix_edit(const rigy_result* result, size_t index, size_t fix_index,
                         size_t edit_index, rigy_edit* edit) {
  const rigy::Fix* const found = rigy::interfaces::find_fix(result, index, fix_index);
  if (found == nullptr || edit_index >= found->edits.size()) return 0;
  return rigy::interfaces::give(rigy::interfaces::struct_of(found->edits[edit_index]), edit);
}
