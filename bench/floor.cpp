// The floor: a program that only writes bytes it already has to a file, all at once.
// The bytes are mapped from another file, so that obtaining them costs next to nothing.
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "cli/output.hpp"
#include "tests/every_floor.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: floor FROM TO\n");
    return 2;
  }
  const int from = open(argv[1], O_RDONLY);
  struct stat status {};
  if (from < 0 || fstat(from, &status) != 0) return 3;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, from, 0);
  if (bytes == MAP_FAILED) return 3;
  const auto error = rigy::cli::write_file(argv[2], {{static_cast<const std::byte*>(bytes), size}});
  return error ? 3 : 0;
}
