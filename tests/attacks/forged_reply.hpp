// What attacks that forge a reply share. The test puts it in the place of their #include, since a
// submission is one file.

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

/// The begin of a reply with so many results, without a text.
[[maybe_unused]] std::string forged_results(std::uint64_t nonce, std::uint32_t results) {
  std::string reply;
  put(reply, std::uint32_t{0x524d5301});  // magic
  put(reply, nonce);
  put(reply, std::uint32_t{1});  // returned
  put(reply, std::uint32_t{0});  // text
  put(reply, results);
  return reply;
}

/// One result or step of this shape, before its numbers.
[[maybe_unused]] void put_shape(std::string& reply, std::initializer_list<std::uint64_t> shape, std::uint64_t size) {
  put(reply, static_cast<std::uint32_t>(shape.size()));
  for (const std::uint64_t extent : shape) put(reply, extent);
  put(reply, size);
}

/// Sends all of it, and ends.
[[maybe_unused]] void send_and_exit(const std::string& reply) {
  std::size_t sent = 0;
  while (sent < reply.size()) {
    const ssize_t done = write(4, reply.data() + sent, reply.size() - sent);
    if (done <= 0) return;
    sent += static_cast<std::size_t>(done);
  }
  _exit(0);
}

/// Says that the program has ended with a text, in 64 frames of its stack.
[[maybe_unused]] bool forge_end(std::uint64_t nonce, const std::string& text, std::uint64_t (*frame)(std::uint64_t)) {
  std::string reply;
  put(reply, std::uint32_t{0x524d5301});  // magic
  put(reply, nonce);
  put(reply, std::uint32_t{6});  // ended
  put(reply, static_cast<std::uint32_t>(text.size()));
  reply += text;
  put(reply, std::uint64_t{0});  // no result, no steps
  put(reply, std::uint32_t{64});
  for (std::uint64_t i = 0; i < 64; ++i) put(reply, frame(i));
  return write(4, reply.data(), reply.size()) > 0;
}

}  // namespace
}  // namespace softmark
