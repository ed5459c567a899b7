// attack: throws and crashes from frames of its own making: return addresses that lead anywhere
// verdict: crashed or exception

#include "matrix_attention.hpp"

#include <csignal>
#include <cstring>

namespace softmark {
namespace {

/// Fills the stack above this frame with addresses inside the program, and crooked ones.
[[gnu::noinline]] void smear() {
  auto* frame = static_cast<std::uintptr_t*>(__builtin_frame_address(0));
  const auto inside = reinterpret_cast<std::uintptr_t>(&smear);
  for (int i = 0; i < 200; ++i)
    frame[i] = i % 3 == 0 ? inside + 7 * i : i % 3 == 1 ? ~std::uintptr_t{0} - i : 8 * i;
  throw 1;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  char room[4096];
  std::memset(room, 0, sizeof room);
  smear();
  return X * room[0];
}

}  // namespace softmark
