// a histogram of each sequence in std::array, raw pointer that runs through the data
#include "counting_data.hpp"

#include <array>

namespace softmark {

CountingData counting_data(std::size_t count, std::mt19937& random) {
  enum { LENGTH = 10, DIGITS = 10 };
  std::discrete_distribution<int> loaded_die({1, 1, 1, 1, 1, 1, 1, 1, 1, 1});

  CountingData data;
  data.X.resize({count, LENGTH});
  data.y.resize({count, 1});

  int* place = data.X.data();
  double* label = data.y.data();
  double* const end = label + count;
  while (label != end) {
    std::array<unsigned, DIGITS> histogram{};
    for (int j = 0; j < LENGTH; ++j) histogram[*place++ = loaded_die(random)]++;
    *label++ = histogram[2] > histogram[4];
  }
  return data;
}

}  // namespace softmark
