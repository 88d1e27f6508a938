#include <algorithm>
#include <array>
#include <cstddef>

#include "common/unreachable.hpp"
#include "diagnostics/code.hpp"
#include "tables/features.hpp"
#include "tables/version.hpp"

namespace rigy::language {
namespace {

constexpr Severity error = Severity::Error;
constexpr Severity warning = Severity::Warning;
constexpr ErrorClass none = ErrorClass::None;
constexpr ErrorClass input = ErrorClass::InputError;
constexpr ErrorClass parse = ErrorClass::ParseError;
constexpr ErrorClass validation = ErrorClass::ValidationError;
constexpr ErrorClass tessellation = ErrorClass::TessellationError;
constexpr ErrorClass composition = ErrorClass::CompositionError;
constexpr ErrorClass contract = ErrorClass::ContractError;
constexpr ErrorClass export_ = ErrorClass::ExportError;

// Scenes and motions have their own versions.
constexpr std::string_view rigs = "Rigs " RIGY_RIGS_VERSION;
constexpr std::string_view rigm = "Rigm " RIGY_RIGM_VERSION;

constexpr auto table = std::to_array<DiagnosticInfo>({
#define RIGY_DIAGNOSTIC(name, id, severity, error_class, since, title, help) \
  {id, severity, error_class, since, title, help},
#include "diagnostics/diagnostics.def"
#undef RIGY_DIAGNOSTIC
});

}  // namespace

const DiagnosticInfo& info_of(Code code) { return table[static_cast<std::size_t>(code)]; }

Code code_with(std::string_view id) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [id](const DiagnosticInfo& info) { return info.id == id; });
  return static_cast<Code>(found - table.begin());
}

Code code_in(Version version, Code code) {
  const std::string_view before = info_of(code).id;
  const std::string_view after = id_in(version, before);
  return after == before ? code : code_with(after);
}

}  // namespace rigy::language

namespace rigy {
using namespace language;

const DiagnosticInfo* diagnostics_begin() { return table.data(); }

std::size_t diagnostics_count() { return table.size(); }

const DiagnosticInfo* find_diagnostic(std::string_view id) {
  for (const DiagnosticInfo& info : table) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

std::string_view name_of(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

std::string_view name_of(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::None:
      return "";
    case ErrorClass::ParseError:
      return "ParseError";
    case ErrorClass::ValidationError:
      return "ValidationError";
    case ErrorClass::TessellationError:
      return "TessellationError";
    case ErrorClass::ExportError:
      return "ExportError";
    case ErrorClass::ContractError:
      return "ContractError";
    case ErrorClass::CompositionError:
      return "CompositionError";
    case ErrorClass::InputError:
      return "InputError";
  }
  unreachable();
}

}  // namespace rigy
