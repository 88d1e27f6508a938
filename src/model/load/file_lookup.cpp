#include "load/file_lookup.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "common/unreachable.hpp"

namespace rigy::model {
namespace {

std::string total_too_large() {
  return fmt::format("all files together exceed {} MiB", max_total_size >> 20);
}

NewFinding refuse(const FileUse& use, std::string_view why) {
  return use.at.report(use.code, use.path.node, "cannot read {} '{}': {}", use.what, use.path.value,
                       why);
}

void report_unreadable(const FileUse& use, FileError error) {
  const bool outside = error == FileError::OutsideRoot;
  const bool absolute = outside && use.path.value.starts_with('/');
  const NewFinding added = refuse(use, absolute ? "absolute paths are not allowed" : reason(error));
  if (error == FileError::NotFound) {
    added.help("paths are relative to the folder of {}", use.from.name);
  } else if (absolute) {
    added.help("write the path relative to the folder of {}", use.from.name);
  } else if (outside) {
    added.help(
        "the root directory is what --root names; by default the working directory if the document "
        "is in it, else the document's folder");
  }
}

bool is_sensible_path(std::string_view path) {
  return path.size() <= max_path && std::count(path.begin(), path.end(), '/') < max_path_parts;
}

FileResult look_up(FileReader& files, const FileUse& use) {
  return files.read_relative(use.from.identity, std::string(use.path.value));
}

}  // namespace

std::string key_of(const FileUse& use) {
  const std::string_view from = use.from.identity;
  std::string key(from.substr(0, from.rfind('/') + 1));
  return key.append(use.what).append("\n").append(use.path.value);
}

std::string reason(FileError error) {
  switch (error) {
    case FileError::NotFound:
      return "there is no such file";
    case FileError::NotRegular:
      return "it is not a regular file";
    case FileError::Unreadable:
      return "it cannot be read";
    case FileError::TooLarge:
      return fmt::format("it is larger than {} MiB", max_file_size >> 20);
    case FileError::OutsideRoot:
      return "it is outside the root directory";
  }
  unreachable();
}

FileResult FileLookup::read_entry(const std::string& path) {
  FileResult result = files_.read_entry(path);
  shown_paths_.push_back(path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    bytes_read_ += contents->text.size();
  }
  return result;
}

FileResult FileLookup::read_beside(const Source& from, const std::string& path) {
  FileResult result = files_.read_relative(from.identity, path);
  if (const auto* contents = std::get_if<FileContents>(&result)) {
    shown_paths_.push_back(contents->shown_path);
    bytes_read_ += contents->text.size();
  }
  return result;
}

std::optional<FileContents> FileLookup::read(const FileUse& use) {
  if (!may_look_up(use)) return std::nullopt;
  return accept(use, look_up(files_, use));
}

std::optional<FileContents> FileLookup::read_once(const FileUse& use) {
  std::string key = key_of(use);
  if (const auto known = looked_up_.find(key); known != looked_up_.end()) {
    if (const auto* identity = std::get_if<std::string>(&known->second)) {
      return FileContents{.text = {}, .identity = *identity, .shown_path = {}};
    }
    report_unreadable(use, std::get<FileError>(known->second));
    return std::nullopt;
  }
  if (!may_look_up(use)) return std::nullopt;
  FileResult result = look_up(files_, use);
  if (const auto* error = std::get_if<FileError>(&result)) looked_up_.emplace(key, *error);
  std::optional<FileContents> contents = accept(use, std::move(result));
  if (contents) looked_up_.emplace(std::move(key), contents->identity);
  return contents;
}

bool FileLookup::was_looked_up(const FileUse& use) const {
  return looked_up_.contains(key_of(use));
}

std::optional<FileLocation> FileLookup::locate(const FileName& name) {
  if (!is_sensible_path(name.path)) return std::nullopt;
  return files_.locate(name.from.identity, std::string(name.path));
}

std::optional<FileContents> FileLookup::read_uncounted(const FileName& name) {
  FileResult result = files_.read_relative(name.from.identity, std::string(name.path));
  if (auto* contents = std::get_if<FileContents>(&result)) return std::move(*contents);
  return std::nullopt;
}

bool FileLookup::has_room(std::size_t files, std::size_t bytes) const {
  return names_looked_up_ + files <= max_file_names && bytes_read_ + bytes <= max_total_size;
}

void FileLookup::count(const Lookup& lookup) {
  const bool once = !lookup.key.empty();
  if (once && !looked_up_.emplace(lookup.key, lookup.identity).second) return;
  ++names_looked_up_;
  bytes_read_ += lookup.size;
  if (known_files_.insert(lookup.identity).second) shown_paths_.push_back(lookup.shown_path);
}

bool FileLookup::may_look_up(const FileUse& use) {
  const std::string_view path = use.path.value;
  if (path.size() > max_path) {
    refuse(use, fmt::format("the path is longer than {} bytes", max_path));
    return false;
  }
  if (std::count(path.begin(), path.end(), '/') >= max_path_parts) {
    refuse(use, fmt::format("the path has more than {} parts", max_path_parts));
    return false;
  }
  if (++names_looked_up_ > max_file_names) {
    refuse(use, fmt::format("the document refers to more than {} files", max_file_names));
    return false;
  }
  if (bytes_read_ > max_total_size) {
    refuse(use, total_too_large());
    return false;
  }
  return true;
}

std::optional<FileContents> FileLookup::accept(const FileUse& use, FileResult result) {
  if (const auto* error = std::get_if<FileError>(&result)) {
    report_unreadable(use, *error);
    return std::nullopt;
  }
  FileContents& contents = std::get<FileContents>(result);
  bytes_read_ += contents.text.size();
  if (bytes_read_ > max_total_size) {
    refuse(use, total_too_large());
    return std::nullopt;
  }
  if (known_files_.insert(contents.identity).second) shown_paths_.push_back(contents.shown_path);
  return std::move(contents);
}

}  // namespace rigy::model
