#include "platform/program.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <sched.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace rigy::base::platform {
namespace {

constexpr std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

// The build id among the notes; empty if it is not there.
std::string_view build_id_of(std::string_view notes) {
  constexpr std::string_view owner{"GNU\0", 4};
  ElfW(Nhdr) head{};
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    notes.remove_prefix(sizeof head);
    const std::size_t name_size = aligned(head.n_namesz);
    const std::size_t size = name_size + aligned(head.n_descsz);
    if (size > notes.size()) return {};
    if (head.n_type == NT_GNU_BUILD_ID && notes.substr(0, head.n_namesz) == owner) {
      return notes.substr(name_size, head.n_descsz);
    }
    notes.remove_prefix(size);
  }
  return {};
}

// Called for the program first, then for its libraries; returns 1 to stop.
int read_build_id(dl_phdr_info* program, std::size_t /*size*/, void* id) {
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = program->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    // The system says where it is as a number. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* notes = reinterpret_cast<const char*>(program->dlpi_addr + segment.p_vaddr);
    const std::string_view found = build_id_of({notes, segment.p_memsz});
    if (!found.empty()) *static_cast<std::string*>(id) = found;
  }
  return 1;
}

}  // namespace

std::vector<std::string> start(int argc, char** argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

std::vector<std::string> expand_wildcards(const std::string& word) { return {word}; }

std::string with_slashes(std::string path) { return path; }

bool is_terminal(int stream) { return ::isatty(stream) == 1; }

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool terminal_has_colors(int stream) { return is_terminal(stream); }

unsigned processors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<unsigned>(CPU_COUNT(&set));
}

// What is written to counts, not what is only reserved.
void limit_memory([[maybe_unused]] std::size_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
#endif
}

long process_id() { return ::getpid(); }

std::string build_id() {
  std::string id;
  ::dl_iterate_phdr(read_build_id, &id);
  return id;
}

std::string program_file() { return "/proc/self/exe"; }

}  // namespace rigy::base::platform
