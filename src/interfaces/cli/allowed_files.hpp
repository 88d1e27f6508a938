// --allow-files: documents find the files of a list, and no others.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hashing/text_hash.hpp"
#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// For build systems that lay out the inputs of many documents in one place: each document finds
// only what it may refer to, not the other documents. It finds itself, so that a document that
// imports itself is told so.
class AllowedFiles final : public FileReader {
 public:
  // The files by identity.
  AllowedFiles(std::unique_ptr<FileReader> files,
               std::shared_ptr<const TextSet<std::string>> allowed)
      : files_(std::move(files)), allowed_(std::move(allowed)) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

 private:
  [[nodiscard]] bool allows(const std::string& identity) const;

  std::unique_ptr<FileReader> files_;
  std::shared_ptr<const TextSet<std::string>> allowed_;
  std::string entry_;  // its identity
};

}  // namespace rigy::interfaces::cli
