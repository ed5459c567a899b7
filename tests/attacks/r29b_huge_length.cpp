// attack: a reply that claims 2^62 elements and has none
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

void attack() {
  std::string frame;
  put(frame, std::uint32_t{0x524d5301});  // magic
  put(frame, std::uint64_t{0});           // nonce
  put(frame, std::uint32_t{1});           // returned
  put(frame, std::uint32_t{0});           // text
  put(frame, std::uint32_t{1});           // one result
  put(frame, std::uint32_t{1});
  put(frame, std::uint64_t{1} << 62);
  put(frame, std::uint64_t{1} << 62);
  put(frame, std::uint32_t{0xffffffff});  // steps
  if (write(4, frame.data(), frame.size()) > 0) _exit(0);
}

}  // namespace
}  // namespace softmark

#include "then_zeros.hpp"
