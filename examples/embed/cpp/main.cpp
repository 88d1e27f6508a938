// spheres N OUT.glb: writes a document with N spheres, compiles it in memory, saves the GLB.
#include <charconv>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

#include <rigy/compile.hpp>
#include <rigy/diagnostic_text.hpp>

namespace {

std::string document(int count) {
  std::string text = "version: \"0.13\"\nmeshes:\n  - id: row\n    primitives:\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text.append("      - {id: ball").append(n);
    text.append(", type: sphere, dimensions: {radius: 0.4}, transform: {translation: [").append(n);
    text.append(", 0, 0]}}\n");
  }
  return text;
}

// 0 if it is no number.
int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc == 3 ? number(argv[1]) : 0;
  if (count < 1) {
    std::cerr << "usage: spheres N OUT.glb\n";
    return 2;
  }
  rigy::MemoryFiles files({{"row.rigy.yaml", document(count)}});
  const rigy::CompileResult result = rigy::compile("row.rigy.yaml", files);
  std::cerr << rigy::report_text(result.report);
  if (!result.report.ok()) return 1;
  std::ofstream out(argv[2], std::ios::binary);
  out << result.glb.to_string();
  out.close();
  return out ? 0 : 3;
}
