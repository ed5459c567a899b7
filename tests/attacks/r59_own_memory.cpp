// attack: searches its memory, a copy of the launcher's, for what it should not hold
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

/// Prints what follows a word that only the grader knows.
int search(const char* first, const char* last) {
  int found = 0;
  for (const char* start : {"unequal", "SOFTMARK"}) {
    const std::string word = std::string(start) + '_';  // in two parts, so as not to find itself
    const char* at = first;
    while ((at = std::search(at, last, word.begin(), word.end())) != last) {
      std::printf("%.60s\n", at++);
      ++found;
    }
  }
  return found;
}

void attack() {
  int found = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* count) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = info->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
          const auto* first = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
          *static_cast<int*>(count) += search(first, first + part.p_memsz);
        }
        return 0;
      },
      &found);
  auto* top = static_cast<char*>(sbrk(0));
  unsigned char resident = 0;
  char* bottom = top;
  for (auto page = reinterpret_cast<std::uintptr_t>(top) / 4096 * 4096; top - bottom < 1 << 26;) {
    page -= 4096;
    if (mincore(reinterpret_cast<void*>(page), 4096, &resident) != 0) break;
    bottom = reinterpret_cast<char*>(page);
  }
  found += search(bottom, top);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    found += search(*entry, *entry + std::strlen(*entry));
  }
  std::printf("heap: %td KiB; words found: %d\n", (top - bottom) / 1024, found);
}

}  // namespace

#include "then_zeros.hpp"
