// What a program gets from the system: arguments, standard streams, processors.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rigy::base::platform {

// Before anything else: the arguments after the program's name, in UTF-8. Makes the standard
// streams carry bytes as they are.
[[nodiscard]] std::vector<std::string> start(int argc, char** argv);

// The files that a word of the command line names, if it is the program that has to expand
// wildcards and not the shell; otherwise, or if there are none, the word itself.
[[nodiscard]] std::vector<std::string> expand_wildcards(const std::string& word);

// The path with '/' between its parts, as make and ninja want it.
[[nodiscard]] std::string with_slashes(std::string path);

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

[[nodiscard]] bool is_terminal(int stream);
[[nodiscard]] std::size_t terminal_width();          // of standard error
[[nodiscard]] bool terminal_has_colors(int stream);  // if it is one

[[nodiscard]] unsigned processors();

// From now on the program gets at most this much memory: what would exceed it fails as if there
// were no more. Sanitizers reserve far more than they use, so with them nothing is limited.
void limit_memory(std::size_t bytes);

[[nodiscard]] long process_id();

// What the linker computed from all that the program consists of; empty if it did not.
[[nodiscard]] std::string build_id();

// The path of the file that is being run.
[[nodiscard]] std::string program_file();

}  // namespace rigy::base::platform
