#include "questions/uri.hpp"

#include <fmt/format.h>

namespace rigy::interfaces {
namespace {

constexpr std::string_view scheme = "file://";

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_plain(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') ||
         std::string_view("/-._~").find(c) != std::string::npos;
}

// "/c:/assets" is a path of Windows.
bool has_drive(std::string_view path) {
  return path.size() >= 3 && path[0] == '/' && path[2] == ':' &&
         ((path[1] >= 'a' && path[1] <= 'z') || (path[1] >= 'A' && path[1] <= 'Z'));
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with(scheme)) return {};
  uri.remove_prefix(scheme.size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool is_coded = uri[i] == '%' && i + 2 < uri.size() && digit_of(uri[i + 1]) >= 0 &&
                          digit_of(uri[i + 2]) >= 0;
    if (is_coded) {
      path += static_cast<char>(digit_of(uri[i + 1]) * 16 + digit_of(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return has_drive(path) ? path.substr(1) : path;
}

std::string uri_of_path(std::string_view path) {
  std::string uri(scheme);
  if (!path.starts_with('/')) uri += '/';
  for (const char c : path) {
    if (c == '\\') {
      uri += '/';
    } else if (is_plain(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace rigy::interfaces
