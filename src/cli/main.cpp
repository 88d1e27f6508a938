// The program: runs the command line and picks the exit status.
#include <exception>

#include "cli/command_line.hpp"
#include "cli/output.hpp"
#include "platform/program.hpp"

namespace rigy::cli {
namespace {

ExitCode run_guarded(int argc, char** argv) {
  try {
    return run_command_line(platform::start(argc, argv));
  } catch (const UsageError& error) {
    complain(error.what());
    return BadUsage;
  } catch (const FileTroubleError& error) {
    complain(error.what());
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return FileTrouble;
}

}  // namespace
}  // namespace rigy::cli

int main(int argc, char** argv) {
  const rigy::cli::ExitCode code = rigy::cli::run_guarded(argc, argv);
  rigy::cli::remove_empty_folders();
  return code;
}
