// What tools save below the root: under which names, and all files of a call or none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces {

// Why no file of this kind can be saved there; empty: one can. A path is plain and below the root,
// nothing on it is hidden, a link or a device, and its name ends as those of the kind do: no tool
// leaves anything that another program would run or be configured by.
[[nodiscard]] std::string write_fault(const std::string& path, SavedKind kind,
                                      const ServiceOptions& options);

// The same without a look at the disk.
[[nodiscard]] std::string name_fault(std::string_view path, SavedKind kind);

// Why the text of a file below the root may not be shown or edited: it is none of Rigy's. Empty: it
// may. The first looks only at the name.
[[nodiscard]] std::string foreign_name_fault(std::string_view path);
[[nodiscard]] std::string foreign_fault(const std::string& path, const std::string& text);

// Why a call with the argument `save` cannot write the file at its `path`; empty: it can.
[[nodiscard]] std::string save_fault(const Arguments& arguments, const ServiceOptions& options);

// "parts", "leg.rigy.yaml": "parts/leg.rigy.yaml". Without a folder, or with ".", in the root.
[[nodiscard]] std::string path_in(const std::string& folder, std::string_view path);

// Saves all files or none; returns what went wrong. The last act of a call: a call that was
// canceled or is late stops before it, and nothing stops it afterwards.
[[nodiscard]] std::string save(const std::vector<FileToSave>& files, const ToolContext& context);

}  // namespace rigy::interfaces
