# cmake -DPAGES=<.../docs/cheatsheet.md;…> -DEXAMPLES=<.../examples/arm.rigy.yaml;…> -DOUTPUT=<file.cpp>
#   -P EmbedPages.cmake
#
# Writes pages and examples as C++ text, for programs that ask for them. Their paths count from docs/ and examples/.
function(entries_of files folder result)
  set(entries "")
  foreach(file IN LISTS files)
    string(REGEX REPLACE "^.*/${folder}/" "" path "${file}")
    file(READ "${file}" text)
    # Compilers may limit the length of a literal; adjacent literals are concatenated.
    string(REPLACE "\n## " "\n)page\" R\"page(## " text "${text}")
    string(APPEND entries "    {\"${path}\", R\"page(${text})page\"},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()

entries_of("${PAGES}" docs pages)
entries_of("${EXAMPLES}" examples examples)
file(WRITE "${OUTPUT}" "#include \"knowledge/program_knowledge.hpp\"

namespace rigy::interfaces {
namespace {

constexpr EmbeddedPage pages[] = {
${pages}};

constexpr EmbeddedPage examples[] = {
${examples}};

}  // namespace

std::span<const EmbeddedPage> embedded_pages() { return pages; }

std::span<const EmbeddedPage> example_documents() { return examples; }

}  // namespace rigy::interfaces
")
