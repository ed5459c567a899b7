#pragma once
// A wrong array, what is expected, and the arrays that it may be made of, all seen as matrices.
// Pure.

#include "core/exercise.hpp"
#include "core/tensor.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace grader {

/// An array seen as a matrix, or its transpose: a vector is one row, else the last axis makes
/// columns.
struct View {
  const NamedTensor* of = nullptr;
  std::size_t rows = 0, columns = 0;
  bool transposed = false;

  double at(std::size_t i, std::size_t j) const {
    return of->tensor.values[transposed ? j * rows + i : i * columns + j];
  }
  /// The same, where a row or a column stands for all.
  double broadcast(std::size_t i, std::size_t j) const {
    return at(rows == 1 ? 0 : i, columns == 1 ? 0 : j);
  }
  std::string text() const {
    const bool turned = transposed && rows > 1 && columns > 1;
    return of->name + (turned ? " (transposed)" : "");
  }
};

/// The array that is wrong, what is expected, and where to look.
struct Question {
  const std::vector<double>& actual;
  const std::vector<double>& expected;
  const Shape& shape;
  std::size_t rows, columns;
  const Tolerance& tolerance;
  std::vector<View> views;
  std::vector<const NamedTensor*> numbers;

  /// How many rows each part has, which are all of a matrix.
  std::size_t part_rows() const { return shape.size() > 1 ? shape[shape.size() - 2] : 1; }
  std::size_t largest_place() const {
    const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::ranges::max_element(actual, by_size) - actual.begin());
  }
  /// Whether each element is what `of(i, j)` gives.
  template <class F>
  bool is(const F& of) const {
    return is(of, tolerance);
  }
  template <class F>
  bool is(const F& of, const Tolerance& within) const {
    return all_places([&](std::size_t i, std::size_t j) {
      return element_matches(actual[i * columns + j], of(i, j), within);
    });
  }
  /// Whether `holds(i, j)` at all places.
  template <class F>
  bool all_places(const F& holds) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        if (!holds(i, j)) return false;
      }
    }
    return true;
  }
  /// Whether the view has the shape of the wrong array, or one that broadcasts to it.
  bool broadcasts(const View& view) const {
    return (view.rows == 1 || view.rows == rows) && (view.columns == 1 || view.columns == columns);
  }
  double wanted(std::size_t i, std::size_t j) const { return expected[i * columns + j]; }
};

}  // namespace grader
