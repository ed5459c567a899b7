// attack: a constructor answers in place of the function, with a nonce of its own
// verdict: bad_reply

#include "matrix_attention.hpp"

#include <unistd.h>

#include <cstdint>
#include <string>

namespace softmark {
namespace {

/// Appends the bytes of one number.
template <class T>
void put(std::string& bytes, T number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

__attribute__((constructor)) void answer() {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, std::uint64_t{0});           // nonce
  put(frame, std::uint32_t{1});           // returned
  put(frame, std::uint32_t{0});           // text
  put(frame, std::uint32_t{1});           // one result: (4, 3)
  put(frame, std::uint32_t{2});
  put(frame, std::uint64_t{4});
  put(frame, std::uint64_t{3});
  put(frame, std::uint64_t{12});
  for (int i = 0; i < 12; ++i) put(frame, 0.25);
  put(frame, std::uint32_t{0});  // steps
  put(frame, std::uint32_t{0});  // frames
  if (write(4, frame.data(), frame.size()) > 0) _exit(0);
}

}  // namespace
}  // namespace softmark

#include "returns_zeros.hpp"
