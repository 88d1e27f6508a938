// The functions of the C library that allocate or write, in front of the real ones. What fails is
// said by a program that links this, or by the environment:
//
//   RIGY_FAULT=memory:12     allocation 12 finds no memory; memory+:12: nor do all later ones
//   RIGY_FAULT=ENOSPC:3      call 3 that writes fails (also EIO, and EINTR, which only interrupts
//   calls that can be) RIGY_FAULT=short:3       call 3 that writes bytes writes only one
//   RIGY_FAULT_COUNTS=FILE   how many allocations and calls there have been: two numbers of 64 bits
#include "injector.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace rigy::faults {
namespace {

struct Counts {
  std::atomic<std::size_t> allocations = 0;
  std::atomic<std::size_t> calls = 0;
};

// In a file, so that they are there however the process ends.
Counts own_counts;
Counts* counts = &own_counts;

std::atomic<std::size_t> failing_allocation = 0;
std::atomic<bool> fails_from_then_on = false;
std::atomic<std::ptrdiff_t> blocks = 0;

std::size_t failing_call = 0;
int failing_error = 0;  // 0: a short write

bool is_refused() {
  const std::size_t number = ++counts->allocations;
  const std::size_t failing = failing_allocation;
  if (failing == 0) return false;
  return number == failing || (fails_from_then_on && number > failing);
}

void* counted(void* block) {
  if (block != nullptr) ++blocks;
  return block;
}

// Whether a call that changes folders or files fails, with errno.
bool change_fails() {
  if (++counts->calls != failing_call || failing_error == 0 || failing_error == EINTR) return false;
  errno = failing_error;
  return true;
}

// Whether a call that writes `size` bytes fails, with errno; or it may write only one of them.
bool write_fails(std::size_t& size) {
  if (++counts->calls != failing_call) return false;
  if (failing_error == 0) {
    size = std::min<std::size_t>(size, 1);
    return false;
  }
  errno = failing_error;
  return true;
}

template <class Function>
Function* real(Function* /*kind*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

#define RIGY_REAL(name) (rigy::faults::real(static_cast<decltype(&::name)>(nullptr), #name))

void count_in(const char* path) {
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || syscall(SYS_ftruncate, file, sizeof(Counts)) != 0) return;
  void* const place =
      mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED, static_cast<int>(file), 0);
  syscall(SYS_close, file);
  if (place != MAP_FAILED) counts = new (place) Counts;
}

void read_environment() {
  if (const char* const path = std::getenv("RIGY_FAULT_COUNTS")) count_in(path);
  const char* fault = std::getenv("RIGY_FAULT");
  if (fault == nullptr) return;
  const std::string_view text = fault;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view kind = text.substr(0, colon);
  const std::size_t number = std::strtoull(fault + colon + 1, nullptr, 10);
  if (kind == "memory" || kind == "memory+") {
    fail_allocation(number, kind == "memory" ? Repeat::Once : Repeat::FromThenOn);
    return;
  }
  failing_call = number;
  failing_error = kind == "ENOSPC" ? ENOSPC : kind == "EIO" ? EIO : kind == "EINTR" ? EINTR : 0;
}

}  // namespace

void begin() { read_environment(); }

void fail_allocation(std::size_t number, Repeat repeat) {
  counts->allocations = 0;
  fails_from_then_on = repeat == Repeat::FromThenOn;
  failing_allocation = number;
}

std::size_t allocations() { return counts->allocations; }

std::ptrdiff_t live_blocks() { return blocks; }

}  // namespace rigy::faults

namespace faults = rigy::faults;

// The C++ library must find them, too, so they are exported.
#pragma GCC visibility push(default)
extern "C" {

// --- memory ---

void* malloc(std::size_t size) noexcept {
  if (faults::is_refused()) {
    errno = ENOMEM;
    return nullptr;
  }
  return faults::counted(__libc_malloc(size));
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (faults::is_refused()) {
    errno = ENOMEM;
    return nullptr;
  }
  return faults::counted(__libc_calloc(count, size));
}

void* realloc(void* block, std::size_t size) noexcept {
  if (faults::is_refused()) {
    errno = ENOMEM;
    return nullptr;
  }
  void* moved = __libc_realloc(block, size);
  if (block == nullptr) faults::counted(moved);
  if (block != nullptr && size == 0) --faults::blocks;
  return moved;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  if (faults::is_refused()) {
    errno = ENOMEM;
    return nullptr;
  }
  return faults::counted(__libc_memalign(alignment, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  *block = memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

void free(void* block) noexcept {
  if (block != nullptr) --faults::blocks;
  __libc_free(block);
}

// --- calls that write ---

ssize_t write(int file, const void* bytes, std::size_t size) {
  if (faults::write_fails(size)) return -1;
  return RIGY_REAL(write)(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t offset) {
  if (faults::write_fails(size)) return -1;
  return RIGY_REAL(pwrite)(file, bytes, size, offset);
}

ssize_t writev(int file, const iovec* pieces, int count) {
  // Where it may not write everything, the first byte of the first piece that has one.
  const iovec* piece =
      std::find_if(pieces, pieces + count, [](const iovec& one) { return one.iov_len > 0; });
  std::size_t size = piece == pieces + count ? 0 : piece->iov_len;
  const std::size_t before = size;
  if (faults::write_fails(size)) return -1;
  if (size < before) return RIGY_REAL(write)(file, piece->iov_base, size);
  return RIGY_REAL(writev)(file, pieces, count);
}

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  if ((flags & O_ACCMODE) != O_RDONLY && faults::change_fails()) return -1;
  return RIGY_REAL(open)(path, flags, mode);
}

// The file is closed even so, as Linux does it.
int close(int file) {
  const int flags = fcntl(file, F_GETFL);
  const bool failed = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && faults::change_fails();
  const int error = errno;
  const int result = RIGY_REAL(close)(file);
  if (!failed) return result;
  errno = error;
  return -1;
}

int rename(const char* from, const char* to) noexcept {
  return faults::change_fails() ? -1 : RIGY_REAL(rename)(from, to);
}

int link(const char* path, const char* other) noexcept {
  return faults::change_fails() ? -1 : RIGY_REAL(link)(path, other);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return faults::change_fails() ? -1 : RIGY_REAL(mkdir)(path, mode);
}

char* mkdtemp(char* pattern) noexcept {
  return faults::change_fails() ? nullptr : RIGY_REAL(mkdtemp)(pattern);
}

int fchmod(int file, mode_t mode) noexcept {
  return faults::change_fails() ? -1 : RIGY_REAL(fchmod)(file, mode);
}

}  // extern "C"
#pragma GCC visibility pop
