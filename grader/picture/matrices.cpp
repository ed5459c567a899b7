#include "picture/matrices.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace grader {

namespace {

std::size_t result_index(const Exercise& exercise, const std::string& name) {
  const auto found = std::ranges::find(exercise.results, name);
  return static_cast<std::size_t>(found - exercise.results.begin());
}

}  // namespace

Array expected_array(const Exercise& exercise, const Case& one, const std::string& name) {
  Array array;
  for (const NamedTensor& step : one.steps) {
    if (step.name == name) array.turns.push_back(step.tensor);
  }
  const std::size_t result = result_index(exercise, name);
  if (array.turns.empty() && result < one.expected.size()) {
    array.turns.push_back(one.expected[result]);
  }
  return array;
}

Array actual_array(const Exercise& exercise, const Outcome& outcome, const std::string& name) {
  std::vector<const Tensor*> sent;
  for (const NamedTensor& step : outcome.steps) {
    if (step.name == name) sent.push_back(&step.tensor);
  }
  const std::size_t result = result_index(exercise, name);
  if (sent.empty() && result < outcome.results.size()) sent.push_back(&outcome.results[result]);
  Array array;
  for (const Tensor* tensor : sent) {
    if (!tensor->complete()) {
      array.too_large = shape_text(tensor->shape);
      break;
    }
    array.turns.push_back({tensor->shape, tensor->values});
  }
  return array;
}

void drop_unit_axes(Array& array, const Shape& wanted) {
  for (Tensor& turn : array.turns) {
    Shape shape = turn.shape;
    while (shape.size() > wanted.size() && shape.back() == 1) shape.pop_back();
    if (shape == wanted) turn.shape = wanted;
  }
}

namespace {

/// Rows, one a turn, of turns that are all vectors of one length.
std::vector<Matrix> stacked(const std::vector<Tensor>& turns) {
  Matrix matrix{turns.size(), turns.front().shape[0], {}};
  for (const Tensor& turn : turns) {
    if (turn.shape != turns.front().shape) return {};
    matrix.values.insert(matrix.values.end(), turn.values.begin(), turn.values.end());
  }
  return {std::move(matrix)};
}

Matrix transposed(const Matrix& matrix) {
  Matrix result{matrix.columns, matrix.rows, std::vector<double>(matrix.values.size())};
  if (matrix.values.empty()) return result;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      result.values[j * matrix.rows + i] = matrix.values[i * matrix.columns + j];
    }
  }
  return result;
}

}  // namespace

std::vector<Matrix> matrices_of(const Array& array, bool transpose, std::size_t most) {
  if (array.turns.empty()) return {};
  std::vector<Matrix> matrices;
  if (array.turns.front().shape.size() == 1) {
    matrices = stacked(array.turns);
  } else {
    for (const Tensor& turn : array.turns) {
      const std::size_t rank = turn.shape.size();
      if (rank < 2) return {};
      const std::size_t rows = turn.shape[rank - 2], columns = turn.shape[rank - 1];
      const std::size_t count = element_count({turn.shape.begin(), turn.shape.end() - 2});
      const std::size_t size = turn.values.empty() ? 0 : rows * columns;
      for (std::size_t i = 0; i < count && matrices.size() < most; ++i) {
        const auto first = turn.values.begin() + static_cast<std::ptrdiff_t>(i * size);
        matrices.push_back({rows, columns, {first, first + static_cast<std::ptrdiff_t>(size)}});
      }
    }
  }
  if (transpose) std::ranges::transform(matrices, matrices.begin(), transposed);
  return matrices;
}

std::size_t matrix_count(const Array& array) {
  if (array.turns.front().shape.size() < 2) return 1;
  std::size_t count = 0;
  for (const Tensor& turn : array.turns) {
    count += element_count({turn.shape.begin(), turn.shape.end() - 2});
  }
  return count;
}

std::vector<double> curve_values(const Array& array) {
  std::vector<double> values;
  for (const Tensor& turn : array.turns) {
    if (turn.shape.size() > 1) return {};
    values.insert(values.end(), turn.values.begin(), turn.values.end());
  }
  return values;
}

}  // namespace grader
