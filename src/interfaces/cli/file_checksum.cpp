#include "cli/file_checksum.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>
#include <vector>

#include "hashing/checksum.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {

std::optional<std::string> checksum_of_file(const std::string& path) {
  const std::filesystem::path name = platform::to_path(path);
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) return std::nullopt;
  std::ifstream file(name, std::ios::binary);
  std::vector<char> piece(256u << 10);
  Checksum checksum;
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    checksum.add(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(file.gcount()))));
  }
  if (!file.eof()) return std::nullopt;
  return checksum.text();
}

}  // namespace rigy::interfaces::cli
