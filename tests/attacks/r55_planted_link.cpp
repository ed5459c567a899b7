// attack: puts a link in place of the folder of its build, then asks to be built again
// verdict: build_failed
// options: --compiler gcc

#include "matrix_attention.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
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

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&matrix_attention), &self);
  const std::string program = self.dli_fname, folder = program.substr(0, program.rfind('/'));
  const int moved = rename(folder.c_str(), "@OUTSIDE@/moved");
  std::printf("rename: %s\n", moved < 0 ? std::strerror(errno) : "done");
  const int link = symlink("@OUTSIDE@", folder.c_str());
  std::printf("symlink: %s\n", link < 0 ? std::strerror(errno) : "done");
  const std::string text = "\x1b[2J undefined symbol: \x1b[32m_PASS";
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{5});  // load failed
  put(frame, static_cast<std::uint32_t>(text.size()));
  frame += text;
  put(frame, std::uint64_t{0});  // no result, no steps
  if (write(4, frame.data(), frame.size()) > 0) _exit(0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
