#pragma once
// What demonstrations share.

#include <softmark/exercise.hpp>

#include "random/random.hpp"

#include <cstdio>
#include <string>

namespace softmark {

/// Each demonstration defines it; returns 0.
int demo();

/// Prints the rows of a matrix with so many decimals.
inline void print(const Matrix& matrix, int decimals = 4) {
  for (std::size_t i = 0; i < matrix.shape(0); ++i) {
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      std::printf("%*.*f", decimals + 5, decimals, matrix(i, j));
    std::printf("\n");
  }
}

inline void print_heading(const std::string& text) {
  std::printf("\n%s\n%s\n", text.c_str(), std::string(text.size(), '-').c_str());
  std::fflush(stdout);  // what comes next can take long
}

/// An array of this shape, filled row by row.
template <class Array, class Numbers>
Array filled(const typename Array::shape_type& shape, const Numbers& numbers) {
  Array array = Array::from_shape(shape);
  std::copy(numbers.begin(), numbers.end(), array.begin());
  return array;
}

}  // namespace softmark
