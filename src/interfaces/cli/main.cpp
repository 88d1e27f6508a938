// The program: runs the command line and picks the exit status.
#include <exception>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/output.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

// Without memory, not even a message can be made.
void complain_of_memory() { print_error("rigy: not enough memory\n"); }

ExitCode run_guarded(int argc, char** argv) {
  try {
    return run_command_line(platform::start(argc, argv));
  } catch (const UsageError& error) {
    complain(error.what());
    return BadUsage;
  } catch (const FileTroubleError& error) {
    complain(error.what());
  } catch (const std::bad_alloc&) {
    complain_of_memory();
  } catch (const std::length_error&) {
    complain_of_memory();
  } catch (const std::exception& error) {
    complain(fmt::format("internal error: {}", error.what()));
  }
  return FileTrouble;
}

}  // namespace
}  // namespace rigy::interfaces::cli

int main(int argc, char** argv) {
  const rigy::interfaces::cli::ExitCode code = rigy::interfaces::cli::run_guarded(argc, argv);
  rigy::interfaces::cli::remove_empty_folders();
  return code;
}
