// attack: asks for 2^40 instances of a template
// verdict: build_limit
// options: --build-limit 1

#include "matrix_attention.hpp"

template <int Depth, unsigned long Path>
struct Bomb {
  static constexpr unsigned long value =
      Bomb<Depth - 1, 2 * Path>::value + Bomb<Depth - 1, 2 * Path + 1>::value;
};
template <unsigned long Path>
struct Bomb<0, Path> {
  static constexpr unsigned long value = Path;
};
constexpr unsigned long size = Bomb<40, 0>::value;

#include "returns_nothing.hpp"
