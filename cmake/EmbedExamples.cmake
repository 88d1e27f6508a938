# cmake -DEXAMPLES=<diag_V01.txt;…> -DOUTPUT=<file.cpp> -P EmbedExamples.cmake
#
# Writes the golden cases of the diagnostics as C++ text, for `rigy explain`.
set(entries "")
foreach(file IN LISTS EXAMPLES)
  get_filename_component(id "${file}" NAME_WE)
  string(REPLACE "diag_" "" id "${id}")
  file(READ "${file}" text)
  # Compilers may limit the length of a literal; adjacent literals are concatenated.
  string(REPLACE "\n--- " "\n)example\" R\"example(--- " text "${text}")
  string(APPEND entries "    {\"${id}\", R\"example(${text})example\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"knowledge/examples.hpp\"

namespace rigy::interfaces {
namespace {

constexpr EmbeddedExample examples[] = {
${entries}};

}  // namespace

std::span<const EmbeddedExample> embedded_examples() { return examples; }

}  // namespace rigy::interfaces
")
