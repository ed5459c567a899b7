// What attacks that forge a reply share. The test puts it in the place of their #include, since a
// submission is one file.

#include <link.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace softmark {
namespace {

/// Appends the bytes of one number.
template <class T>
void put(std::string& bytes, T number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// The harness keeps its reply in static storage: nonce, kind 1, an empty std::string.
std::uint64_t nonce_in_memory() {
  std::uint64_t nonce = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = info->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
          const ElfW(Addr) start = (info->dlpi_addr + part.p_vaddr + 7) / 8 * 8;
          const auto* word = reinterpret_cast<const std::uint64_t*>(start);
          for (const auto* end = word + part.p_memsz / 8 - 8; word < end; ++word) {
            const bool text = word[2] == reinterpret_cast<std::uintptr_t>(word + 4);
            if (!text || word[3] != 0 || word[1] % 16 != 1 || word[0] >> 32 == 0) continue;
            *static_cast<std::uint64_t*>(found) = word[0];
            return 1;
          }
        }
        return 1;  // the first object is the program itself
      },
      &nonce);
  std::printf("nonce: %s\n", nonce != 0 ? "found" : "not found");
  return nonce;
}

}  // namespace
}  // namespace softmark
