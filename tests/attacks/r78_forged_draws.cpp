// attack: sends steps by the name that the harness uses for numbers drawn
// verdict: wrong_value
// exercise: 25_counting_data

#include "counting_data.hpp"

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  for (const Vector& forged : {Vector{}, Vector{std::nan("")}, Vector{1e9, 1e9}})
    record("(numbers drawn from the generator)", forged);
  std::mt19937 copy = random;
  random.discard(1);
  std::uniform_int_distribution<int> integer(0, 9);
  xt::xtensor<int, 2> X = xt::zeros<int>({count, std::size_t{10}});
  Matrix y = xt::zeros<double>({count, std::size_t{1}});
  for (std::size_t i = 0; i < count; ++i) {
    int more = 0;
    for (std::size_t n = 0; n < 10; ++n) {
      X(i, n) = integer(copy);
      more += (X(i, n) == 2) - (X(i, n) == 4);
    }
    y(i, 0) = more > 0 ? 1.0 : 0.0;
  }
  return {X, y};
}

}  // namespace softmark
