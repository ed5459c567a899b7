#pragma once
// Sums that were not set back. Pure.

#include "core/exercise.hpp"
#include "judge/compare.hpp"

#include <cstddef>
#include <vector>

namespace grader {

/// A way through a matrix in which a sum may go on: along each row or down each column, and also
/// from one of them into the next.
struct SumOrder {
  bool of_columns = false, into_next = false;
};

/// Whether each element of a matrix is the sum of `wanted(i, j)` there and before it in that order,
/// with `added(i, j)` once besides.
template <class Wanted, class Added>
bool is_running_sum(const std::vector<double>& actual, std::size_t rows, std::size_t columns,
                    const SumOrder& order, const Tolerance& tolerance, const Wanted& wanted,
                    const Added& added) {
  const std::size_t lines = order.of_columns ? columns : rows;
  const std::size_t length = order.of_columns ? rows : columns;
  double sum = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    if (!order.into_next) sum = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t i = order.of_columns ? k : line, j = order.of_columns ? line : k;
      sum += wanted(i, j) - added(i, j);
      if (!element_matches(actual[i * columns + j], sum + added(i, j), tolerance)) return false;
    }
  }
  return true;
}

}  // namespace grader
