// The functions behind xt::linalg: they check shapes, then compute with plain loops. No BLAS stands
// behind them: every sum runs in the same order on every processor, and threads may call them at
// once.

#include "softmark/linalg.hpp"

#include <algorithm>
#include <cmath>
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

/// Adds the product of `row` (n) and `b` (n, m) to `sums` (m). Each sum runs in the order of n;
/// four terms at a time, since each visit of `sums` costs as much as a term.
void add_product(const double* row, std::size_t n, const double* b, std::size_t m,
                 double* __restrict__ sums) {
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4, b += 4 * m) {
    const double* r = row + k;
    for (std::size_t j = 0; j < m; ++j) {
      sums[j] = sums[j] + r[0] * b[j] + r[1] * b[j + m] + r[2] * b[j + 2 * m] + r[3] * b[j + 3 * m];
    }
  }
  for (; k < n; ++k, b += m) {
    for (std::size_t j = 0; j < m; ++j) sums[j] += row[k] * b[j];
  }
}

double inner_product(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
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

/// What Gauss' elimination of A x = b finds.
struct Elimination {
  bool singular = false;
  double determinant = 1;  ///< of A
  Matrix x;                ///< undefined where A is singular
};

/// Eliminates with the largest pivot of each column. A is square, and `b` has as many rows.
Elimination eliminate(Matrix A, Matrix b) {
  const std::size_t n = A.shape(0), columns = b.shape(1);
  double determinant = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    }
    if (A(pivot, k) == 0) return {true, 0, std::move(b)};
    if (pivot != k) {
      determinant = -determinant;
      for (std::size_t j = 0; j < n; ++j) std::swap(A(k, j), A(pivot, j));
      for (std::size_t j = 0; j < columns; ++j) std::swap(b(k, j), b(pivot, j));
    }
    determinant *= A(k, k);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A(i, k) / A(k, k);
      for (std::size_t j = k; j < n; ++j) A(i, j) -= factor * A(k, j);
      for (std::size_t j = 0; j < columns; ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = k + 1; i < n; ++i) b(k, j) -= A(k, i) * b(i, j);
      b(k, j) /= A(k, k);
    }
  }
  return {false, determinant, std::move(b)};
}

/// x with A x = b. Throws std::runtime_error where A is singular.
Matrix solution(const std::string& function, const AnyArray& A, const Matrix& b) {
  Elimination elimination = eliminate(Matrix(A), b);
  if (elimination.singular) throw std::runtime_error(function + ": the matrix is singular");
  return std::move(elimination.x);
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
  AnyArray result = dot(unfolded(a, order_a, rows), unfolded(b, order_b, axes_of_b.size()));
  result.reshape(shape);
  return result;
}

}  // namespace

Matrix dot(const Matrix& a, const Matrix& b) {
  check(a, b);
  const std::size_t n = a.shape(1), m = b.shape(1);
  Matrix result = xt::zeros<double>({a.shape(0), m});
  for (std::size_t i = 0; i < a.shape(0); ++i)
    add_product(a.data() + i * n, n, b.data(), m, result.data() + i * m);
  return result;
}

Vector dot(const Matrix& a, const Vector& b) {
  check(a, b);
  Vector result = Vector::from_shape({a.shape(0)});
  for (std::size_t i = 0; i < a.shape(0); ++i)
    result(i) = inner_product(a.data() + i * b.size(), b.data(), b.size());
  return result;
}

Vector dot(const Vector& a, const Matrix& b) {
  check(a, b);
  Vector result = xt::zeros<double>({b.shape(1)});
  add_product(a.data(), a.size(), b.data(), b.shape(1), result.data());
  return result;
}

Vector dot(const Vector& a, const Vector& b) {
  check(a, b);
  return Vector{inner_product(a.data(), b.data(), a.size())};
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

double trace(const AnyArray& a, int offset) {
  if (a.dimension() != 2)
    throw std::invalid_argument("xt::linalg::trace: takes a matrix, not shape " + shape_text(a));
  const std::size_t row = offset < 0 ? -static_cast<std::size_t>(offset) : 0;
  const std::size_t column = offset > 0 ? static_cast<std::size_t>(offset) : 0;
  double sum = 0;
  for (std::size_t i = 0; row + i < a.shape(0) && column + i < a.shape(1); ++i)
    sum += a(row + i, column + i);
  return sum;
}

double norm(const AnyArray& a) { return std::sqrt(inner_product(a.data(), a.data(), a.size())); }

double norm(const AnyArray& a, int order) {
  const bool vector = a.dimension() == 1;
  if (vector && order == 2) return norm(a);
  if (vector) {
    double sum = 0;
    for (const double x : a) sum += order == 0 ? x != 0 : std::pow(std::abs(x), order);
    return order == 0 ? sum : std::pow(sum, 1.0 / order);
  }
  if (a.dimension() != 2 || (order != 1 && order != -1))
    throw std::invalid_argument("xt::linalg::norm: no norm of order " + std::to_string(order) +
                                " is here for shape " + shape_text(a));
  if (a.size() == 0) return 0;
  Vector sums = xt::zeros<double>({a.shape(1)});  // of each column
  for (std::size_t i = 0; i < a.size(); ++i) sums(i % sums.size()) += std::abs(a.data()[i]);
  return order == 1 ? *std::max_element(sums.begin(), sums.end())
                    : *std::min_element(sums.begin(), sums.end());
}

double norm(const AnyArray& a, xt::linalg::normorder order) {
  using xt::linalg::normorder;
  const std::size_t rank = a.dimension();
  if (order == normorder::frob && rank == 2) return norm(a);
  if (order == normorder::frob || order == normorder::nuc || rank < 1 || rank > 2)
    throw std::invalid_argument("xt::linalg::norm: this norm is not here for shape " +
                                shape_text(a));
  if (a.size() == 0) return 0;
  Vector sums = xt::zeros<double>({a.shape(0)});  // of each row, or the elements of a vector
  for (std::size_t i = 0; i < a.size(); ++i)
    sums(i / (a.size() / sums.size())) += std::abs(a.data()[i]);
  return order == normorder::inf ? *std::max_element(sums.begin(), sums.end())
                                 : *std::min_element(sums.begin(), sums.end());
}

double det(const AnyArray& a) {
  check_square("xt::linalg::det", a);
  return eliminate(Matrix(a), Matrix::from_shape({a.shape(0), 0})).determinant;
}

Matrix inv(const AnyArray& a) {
  check_square("xt::linalg::inv", a);
  return solution("xt::linalg::inv", a, xt::eye<double>(a.shape(0)));
}

AnyArray solve(const AnyArray& a, const AnyArray& b) {
  check_square("xt::linalg::solve", a);
  if (b.dimension() == 0 || b.dimension() > 2 || b.shape(0) != a.shape(0))
    refuse("xt::linalg::solve", a, b, "do not match");
  Matrix right = Matrix::from_shape({b.shape(0), b.dimension() == 2 ? b.shape(1) : 1});
  std::copy(b.begin(), b.end(), right.begin());
  AnyArray result = solution("xt::linalg::solve", a, right);
  result.reshape(b.shape());
  return result;
}

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

}  // namespace softmark::detail
