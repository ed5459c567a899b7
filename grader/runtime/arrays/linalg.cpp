// The functions behind xt::linalg: they check shapes, then compute with plain loops. No BLAS stands
// behind them: every sum runs in the same order on every processor, and threads may call them at
// once.

#include "softmark/linalg.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace softmark::detail {
namespace {

using AnyArray = xt::xarray<double>;
using Axes = std::vector<std::size_t>;

template <class Array>
std::string shape_text(const Array& array) {
  std::string text;
  for (const std::size_t length : array.shape())
    text += (text.empty() ? "" : ", ") + std::to_string(length);
  return "(" + text + ")";
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

double norm(const AnyArray& a) { return std::sqrt(inner_product(a.data(), a.data(), a.size())); }

}  // namespace softmark::detail
