// attack: computes while compiling, each part within the limits of the compilers
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

template <unsigned Part>
consteval unsigned long work() {
  unsigned long sum = Part;
  for (unsigned i = 0; i < 100; ++i) {
    for (unsigned j = 0; j < 1000; ++j) sum = sum * 31 + j;
  }
  return sum;
}

template <unsigned First, unsigned Count>
consteval unsigned long all() {
  if constexpr (Count == 1) {
    return work<First>();
  } else {
    return all<First, Count / 2>() + all<First + Count / 2, Count / 2>();
  }
}

constexpr unsigned long sum = all<0, 65536>();

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  return Matrix();
}

}  // namespace softmark
