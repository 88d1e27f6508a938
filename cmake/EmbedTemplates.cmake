# cmake -DTEMPLATES=<.../templates/box.rigy.yaml;…> -DGUIDE=<.../examples/guide/01-box.rigy.yaml;…> -DOUTPUT=<file.cpp>
#   -P EmbedTemplates.cmake
#
# Writes the documents of `rigy init` as C++ text. Their paths count from templates/ and examples/guide/.
function(entries_of files folder result)
  set(entries "")
  foreach(file IN LISTS files)
    string(REGEX REPLACE "^.*/${folder}/" "" path "${file}")
    file(READ "${file}" text)
    string(APPEND entries "    {\"${path}\", R\"template(${text})template\"},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()

entries_of("${TEMPLATES}" templates templates)
entries_of("${GUIDE}" examples/guide guide)
file(WRITE "${OUTPUT}" "#include \"knowledge/templates.hpp\"

namespace rigy::interfaces {
namespace {

constexpr TemplateFile templates[] = {
${templates}};

constexpr TemplateFile guide[] = {
${guide}};

}  // namespace

std::span<const TemplateFile> template_files() { return templates; }

std::span<const TemplateFile> guide_files() { return guide; }

}  // namespace rigy::interfaces
")
