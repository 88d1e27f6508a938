#include "cli/scratch_folder.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "platform/child_process.hpp"
#include "platform/output_files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

fs::path make_scratch_folder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  const std::string path =
      platform::make_private_folder(error ? "/tmp" : platform::to_text(parent), "rigy-conform");
  if (!path.empty()) return platform::to_path(path);
  throw FileTroubleError(fmt::format("cannot create a temporary folder in '{}': {}",
                                     platform::to_text(parent),
                                     std::generic_category().message(errno)));
}

}  // namespace

ScratchFolder::ScratchFolder()
    : path_(make_scratch_folder()), watch_([this] {
        platform::kill_children();
        remove();
      }) {}

ScratchFolder::~ScratchFolder() { remove(); }

void ScratchFolder::remove() const {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace rigy::interfaces::cli
