// What is behind xt::linalg: shapes checked, then computed by xtensor-blas.
//
// The headers that declare it are not included: their templates would call these functions anew.

#include "softmark/arrays.hpp"

#ifndef SOFTMARK_WHOLE_LINALG
#define SOFTMARK_WHOLE_LINALG
#endif
#include <xtensor-blas/xlinalg.hpp>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>

namespace softmark::detail {
namespace {

using AnyArray = xt::xarray<double>;
using Axes = std::vector<std::size_t>;

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

std::string counted(std::size_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

/// Throws unless the last axis of `a` is as long as the axis of `b` that it meets.
template <class A, class B>
void check(const A& a, const B& b) {
  const std::size_t left = a.shape(a.dimension() - 1);
  const std::size_t right = b.shape(b.dimension() > 1 ? b.dimension() - 2 : 0);
  if (left == right) return;
  throw std::invalid_argument("xt::linalg::dot: shapes " + shape_text(a) + " and " + shape_text(b) +
                              " do not match: " + counted(left, "column") + " on the left, " +
                              counted(right, "row") + " on the right");
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

[[noreturn]] void refuse(const std::string& function, const AnyArray& a, const AnyArray& b,
                         const std::string& why) {
  throw std::invalid_argument(function + ": shapes " + shape_text(a) + " and " + shape_text(b) +
                              " " + why);
}

void check_vectors(const std::string& function, const AnyArray& a, const AnyArray& b) {
  if (a.dimension() != 1 || b.dimension() != 1) refuse(function, a, b, "are not both vectors");
}

void check_square(const std::string& function, const AnyArray& a) {
  if (a.dimension() != 2 || a.shape(0) != a.shape(1))
    throw std::invalid_argument(function + ": takes a square matrix, not shape " + shape_text(a));
}

/// The axes of an array of that rank without `axes`. Throws where these are not some of them.
Axes other_axes(const std::string& function, const AnyArray& array, const Axes& axes) {
  Axes others;
  for (std::size_t axis = 0; axis < array.dimension(); ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) others.push_back(axis);
  }
  if (others.size() + axes.size() != array.dimension())
    throw std::invalid_argument(function + ": these are no axes of shape " + shape_text(array));
  return others;
}

/// `array` with its axes in this order: the first `rows` of them along the rows of a matrix.
Matrix unfolded(const AnyArray& array, const Axes& order, std::size_t rows) {
  std::array<std::size_t, 2> shape = {1, 1};
  for (std::size_t i = 0; i < order.size(); ++i) shape[i < rows ? 0 : 1] *= array.shape(order[i]);
  const AnyArray ordered = xt::transpose(array, order);
  Matrix matrix = Matrix::from_shape(shape);
  std::copy(ordered.begin(), ordered.end(), matrix.begin());
  return matrix;
}

/// The sums over axes that both have, in that order; shape (1) where no other axis is left.
AnyArray contracted(const std::string& function, const AnyArray& a, const AnyArray& b,
                    const Axes& axes_of_a, const Axes& axes_of_b) {
  Axes order_a = other_axes(function, a, axes_of_a), order_b = axes_of_b;
  const Axes others_of_b = other_axes(function, b, axes_of_b);
  bool match = axes_of_a.size() == axes_of_b.size();
  for (std::size_t i = 0; match && i < axes_of_a.size(); ++i)
    match = a.shape(axes_of_a[i]) == b.shape(axes_of_b[i]);
  if (!match) refuse(function, a, b, "do not match along these axes");
  Axes shape;
  for (const std::size_t axis : order_a) shape.push_back(a.shape(axis));
  for (const std::size_t axis : others_of_b) shape.push_back(b.shape(axis));
  if (shape.empty()) shape.push_back(1);
  const std::size_t rows = order_a.size();
  order_a.insert(order_a.end(), axes_of_a.begin(), axes_of_a.end());
  order_b.insert(order_b.end(), others_of_b.begin(), others_of_b.end());
  AnyArray result =
      xt::linalg::dot(unfolded(a, order_a, rows), unfolded(b, order_b, axes_of_b.size()));
  result.reshape(shape);
  return result;
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

AnyArray tensordot(const AnyArray& a, const AnyArray& b, const Axes& axes_of_a,
                   const Axes& axes_of_b) {
  return contracted("xt::linalg::tensordot", a, b, axes_of_a, axes_of_b);
}

AnyArray tensordot(const AnyArray& a, const AnyArray& b, std::size_t axes) {
  if (axes > a.dimension() || axes > b.dimension())
    refuse("xt::linalg::tensordot", a, b, "have not " + std::to_string(axes) + " axes each");
  Axes last(axes), first(axes);
  std::iota(last.begin(), last.end(), a.dimension() - axes);
  std::iota(first.begin(), first.end(), std::size_t{0});
  return tensordot(a, b, last, first);
}

AnyArray dot(const AnyArray& a, const AnyArray& b) {
  if (a.dimension() == 0 || b.dimension() == 0) return a * b;
  check(a, b);
  const std::size_t meets = b.dimension() > 1 ? b.dimension() - 2 : 0;
  return contracted("xt::linalg::dot", a, b, {a.dimension() - 1}, {meets});
}

double vdot(const AnyArray& a, const AnyArray& b) {
  check_vectors("xt::linalg::vdot", a, b);
  return dot(Vector(a), Vector(b))();
}

Matrix outer(const AnyArray& a, const AnyArray& b) {
  check_vectors("xt::linalg::outer", a, b);
  return tensordot(a, b, 0);
}

AnyArray trace(const AnyArray& a, int offset, int axis1, int axis2) {
  return xt::linalg::trace(a, offset, axis1, axis2);
}

// These call LAPACK, which a machine without OpenBLAS has not: there programs get the whole header.
#ifndef XTENSOR_USE_FLENS_BLAS

double norm(const AnyArray& a) { return xt::linalg::norm(a); }
double norm(const AnyArray& a, int order) { return xt::linalg::norm(a, order); }
double norm(const AnyArray& a, xt::linalg::normorder order) { return xt::linalg::norm(a, order); }

double det(const AnyArray& a) {
  check_square("xt::linalg::det", a);
  return xt::linalg::det(a);
}

Matrix inv(const AnyArray& a) {
  check_square("xt::linalg::inv", a);
  return xt::linalg::inv(a);
}

AnyArray solve(const AnyArray& a, const AnyArray& b) {
  check_square("xt::linalg::solve", a);
  if (b.dimension() == 0 || b.dimension() > 2 || b.shape(0) != a.shape(0))
    refuse("xt::linalg::solve", a, b, "do not match");
  return xt::linalg::solve(a, b);
}

// That of xtensor-blas is wrong for even powers above 3.
Matrix matrix_power(const AnyArray& a, long power) {
  check_square("xt::linalg::matrix_power", a);
  Matrix factor = power < 0 ? inv(a) : Matrix(a);
  Matrix result = xt::eye<double>(a.shape(0));
  for (unsigned long left = power < 0 ? 0UL - static_cast<unsigned long>(power)
                                      : static_cast<unsigned long>(power);
       left > 0; left /= 2) {
    if (left % 2 == 1) result = dot(result, factor);
    if (left > 1) factor = dot(factor, factor);
  }
  return result;
}

#endif

}  // namespace softmark::detail
