// The products behind xt::linalg::dot: shapes checked, then computed by xtensor-blas.

#include "softmark/arrays.hpp"

#include <xtensor-blas/xlinalg.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

namespace softmark::detail {
namespace {

template <class Array>
std::string shape_text(const Array& array) {
  std::ostringstream text;
  text << '(';
  for (std::size_t axis = 0; axis < array.dimension(); ++axis) {
    text << (axis > 0 ? ", " : "") << array.shape(axis);
  }
  text << ')';
  return text.str();
}

/// Throws unless the last axis of `a` is as long as the axis of `b` that it meets.
template <class A, class B>
void check(const A& a, const B& b) {
  const std::size_t left = a.shape(a.dimension() - 1);
  const std::size_t right = b.shape(b.dimension() > 1 ? b.dimension() - 2 : 0);
  if (left == right) return;
  throw std::invalid_argument("xt::linalg::dot: shapes " + shape_text(a) + " and " + shape_text(b) +
                              " do not match: " + std::to_string(left) + " columns on the left, " +
                              std::to_string(right) + " rows on the right");
}

/// `vector` as a matrix of that shape, which has as many elements.
Matrix as_matrix(const Vector& vector, std::size_t rows, std::size_t columns) {
  Matrix matrix = Matrix::from_shape({rows, columns});
  std::copy(vector.begin(), vector.end(), matrix.begin());
  return matrix;
}

Vector as_vector(const Matrix& matrix) {
  Vector vector = Vector::from_shape({matrix.size()});
  std::copy(matrix.begin(), matrix.end(), vector.begin());
  return vector;
}

}  // namespace

Matrix dot(const Matrix& a, const Matrix& b) {
  check(a, b);
  return xt::linalg::dot(a, b);
}

Vector dot(const Matrix& a, const Vector& b) {
  check(a, b);
  return as_vector(xt::linalg::dot(a, as_matrix(b, b.size(), 1)));
}

Vector dot(const Vector& a, const Matrix& b) {
  check(a, b);
  return as_vector(xt::linalg::dot(as_matrix(a, 1, a.size()), b));
}

Vector dot(const Vector& a, const Vector& b) {
  check(a, b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  Vector result = Vector::from_shape({1});
  result(0) = sum;
  return result;
}

xt::xarray<double> dot(const xt::xarray<double>& a, const xt::xarray<double>& b) {
  if (a.dimension() == 0 || b.dimension() == 0 || a.dimension() > 2 || b.dimension() > 2) {
    throw std::invalid_argument("xt::linalg::dot: takes one or two axes, not shapes " +
                                shape_text(a) + " and " + shape_text(b));
  }
  if (a.dimension() == 2) {
    if (b.dimension() == 2) return dot(Matrix(a), Matrix(b));
    return dot(Matrix(a), Vector(b));
  }
  if (b.dimension() == 2) return dot(Vector(a), Matrix(b));
  return dot(Vector(a), Vector(b));
}

}  // namespace softmark::detail
