# cmake -DTEMPLATES=<.../templates/box.rigy.yaml;…> -DOUTPUT=<file.cpp> -P EmbedTemplates.cmake
#
# Writes the starting documents as C++ text, for `rigy init`. Their paths count from templates/.
set(entries "")
foreach(file IN LISTS TEMPLATES)
  string(REGEX REPLACE "^.*/templates/" "" path "${file}")
  file(READ "${file}" text)
  string(APPEND entries "    {\"${path}\", R\"template(${text})template\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"cli/templates.hpp\"

namespace rigy::cli {
namespace {

constexpr TemplateFile files[] = {
${entries}};

}  // namespace

std::span<const TemplateFile> template_files() { return files; }

}  // namespace rigy::cli
")
