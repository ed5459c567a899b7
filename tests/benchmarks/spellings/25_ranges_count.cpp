// C++20 ranges: generate a sequence, count in it, copy it to its row
#include "counting_data.hpp"

#include <algorithm>
#include <vector>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution digits{0, 9};
  xt::xtensor<int, 2> X = xt::empty<int>({count, std::size_t{10}});
  Matrix y = xt::empty<double>({count, std::size_t{1}});

  std::vector<int> sequence(10);
  for (std::size_t i = 0; i != count; ++i) {
    std::ranges::generate(sequence, [&] { return digits(random); });
    const auto more = std::ranges::count(sequence, 2) - std::ranges::count(sequence, 4);
    std::ranges::copy(sequence, xt::row(X, static_cast<std::ptrdiff_t>(i)).begin());
    y(i, 0) = static_cast<double>(more > 0);
  }
  return {X, y};
}

}  // namespace softmark
