#pragma once
// The expressions that attention code is made of, spelled once so that the compiler instantiates
// them in the precompiled header and their code is generated with it. A stub that uses them
// compiles in a tenth of the time; one that uses others is slower by some 0.1 s each and otherwise
// the same.
//
// Nothing here is ever called.

#include <softmark/exercise.hpp>
#include <softmark/projection.hpp>

#include <utility>

namespace softmark::common_expressions {

/// What one does with an expression: make an array of it, or assign it.
template <class Array, class E>
void evaluate(Array& target, const E& expression) {
  Array made = expression;
  target = expression;
}

template <class Array, class A, class B>
void sum_and_product(Array& target, A&& a, B&& b) {
  evaluate(target, std::forward<A>(a) + std::forward<B>(b));
  evaluate(target, std::forward<A>(a) * std::forward<B>(b));
}

template <class Array, class A, class B>
void difference_and_quotient(Array& target, A&& a, B&& b) {
  evaluate(target, std::forward<A>(a) - std::forward<B>(b));
  evaluate(target, std::forward<A>(a) / std::forward<B>(b));
}

/// Lvalues, constants and temporaries of one array type, with each other and with numbers.
template <class Array>
void arithmetic(Array& array, Array& other, const Array& constant, double& number) {
  sum_and_product(array, array, other);
  sum_and_product(array, array, constant);
  sum_and_product(array, constant, constant);
  sum_and_product(array, Array(constant), constant);
  sum_and_product(array, Array(constant), array);
  difference_and_quotient(array, array, other);
  difference_and_quotient(array, array, Array(constant));
  difference_and_quotient(array, constant, Array(constant));
  evaluate(array, array * number);
  evaluate(array, constant * number);
  evaluate(array, number * array);
  evaluate(array, number * constant);
  evaluate(array, array / number);
  evaluate(array, array / double(number));
  evaluate(array, constant / number);
  evaluate(array, Array(constant) / number);
  evaluate(array, Array(constant) / double(number));
  evaluate(array, array - number);
  evaluate(array, constant - number);
  array += constant;
  array += Array(constant);
  array += array * number;
  array += constant * number;
  array += number * constant;
  array += number * array;
  const double fixed = number;
  evaluate(array, fixed * array);
  evaluate(array, fixed * constant);
  evaluate(array, array * fixed);
  evaluate(array, constant * fixed);
  evaluate(array, array / fixed);
  evaluate(array, constant / fixed);
  evaluate(array, Array(constant) / fixed);
  evaluate(array, array + fixed);
  evaluate(array, constant + fixed);
  evaluate(array, constant - array);
  evaluate(array, constant + array);
  evaluate(array, constant - constant);
  evaluate(array, (constant - constant) / number);
  evaluate(array, (constant - constant) / fixed);
  evaluate(array, fixed * array + (1 - fixed) * constant);
  evaluate(array, fixed * constant + (1 - fixed) * array);
  evaluate(array, fixed * constant + (1 - fixed) * constant);
  array += fixed * array;
  array += fixed * constant;
  array -= fixed * array;
  array -= fixed * constant;
  array *= number;
  array *= fixed;
  array /= fixed;
  array /= constant;
  array /= Array(constant);
  array /= number;
}

template <class Array>
void elementwise(Array& array, const Array& constant) {
  evaluate(array, xt::exp(array));
  evaluate(array, xt::exp(constant));
  evaluate(array, xt::exp(Array(constant)));
  evaluate(array, xt::exp(array - Array(constant)));
  evaluate(array, xt::exp(constant - Array(constant)));
  evaluate(array, xt::exp(constant - constant));
  evaluate(array, xt::exp(array - constant));
  evaluate(array, xt::sqrt(constant));
  evaluate(array, xt::exp(array - double(0)));
  evaluate(array, xt::exp(constant - double(0)));
}

template <class E>
double whole(E&& e) {
  double total = xt::sum(e)() + xt::amax(e)() + xt::mean(e)();
  return total;
}

inline void reductions(Matrix& array, const Matrix& constant, Vector& vector) {
  const auto columns = [&](auto&& e) {
    evaluate(array, xt::sum(e, {0}, xt::keep_dims));
    evaluate(array, xt::sum(e, {1}, xt::keep_dims));
    evaluate(array, xt::sum(e, 0, xt::keep_dims));
    evaluate(array, xt::amax(e, {0}, xt::keep_dims));
    evaluate(array, xt::amax(e, {1}, xt::keep_dims));
    evaluate(array, xt::amax(e, 0, xt::keep_dims));
    evaluate(vector, xt::sum(e, {0}));
    evaluate(vector, xt::sum(e, {1}));
    evaluate(vector, xt::amax(e, {0}));
    evaluate(vector, xt::sum(e, 0));
    evaluate(vector, xt::amax(e, 0));
  };
  columns(array);
  columns(constant);
  whole(array);
  whole(constant);
  whole(vector);
  whole(static_cast<const Vector&>(vector));
  evaluate(array, array / xt::sum(array, {0}));
  evaluate(array, xt::exp(array - xt::amax(array, {0})));
  evaluate(vector, xt::exp(vector - xt::amax(vector)()));
  evaluate(vector, vector / xt::sum(vector)());
  double product =
      xt::sum(constant * constant)() + xt::sum(array * array)() + xt::sum(array * constant)();
  product += xt::sum(vector * vector)();
}

template <class M>
void views_of(M&& m, Matrix& matrix, Vector& vector, std::size_t n, std::size_t rows) {
  evaluate(matrix, xt::view(m, xt::all(), xt::range(n, n + 1)));
  evaluate(matrix, xt::view(m, xt::range(n, n + 1), xt::all()));
  evaluate(matrix, xt::view(m, xt::range(0, rows), xt::all()));
  evaluate(matrix, xt::view(m, xt::keep(n), xt::all()));
  evaluate(matrix, xt::view(m, xt::all(), xt::keep(n)));
  evaluate(vector, xt::view(m, xt::all(), n));
  evaluate(vector, xt::view(m, n, xt::all()));
  evaluate(vector, xt::view(m, n));
  evaluate(vector, xt::view(m, 0, xt::all()));
  evaluate(vector, xt::view(m, xt::all(), 0));
  const int row = static_cast<int>(n);
  evaluate(vector, xt::view(m, row, xt::all()));
  evaluate(matrix, xt::view(m, xt::all(), xt::range(n * rows, (n + 1) * rows)));
  evaluate(vector, xt::col(m, static_cast<std::ptrdiff_t>(n)));
  evaluate(vector, xt::row(m, static_cast<std::ptrdiff_t>(n)));
  evaluate(matrix, xt::transpose(m));
  evaluate(matrix, xt::transpose(Matrix(matrix)));
}

inline void views(Matrix& matrix, const Matrix& constant, Vector& vector, std::size_t n,
                  std::size_t rows) {
  views_of(matrix, matrix, vector, n, rows);
  views_of(constant, matrix, vector, n, rows);
  xt::view(matrix, xt::all(), xt::range(n, n + 1)) = constant;
  xt::view(matrix, xt::all(), xt::range(n, n + 1)) = Matrix(constant);
  xt::view(matrix, xt::range(n, n + 1), xt::all()) = constant;
  xt::view(matrix, xt::range(0, rows), xt::all()) = constant;
  xt::view(matrix, xt::range(rows, xt::placeholders::_), xt::all()) = constant;
  xt::view(matrix, xt::all(), n) = vector;
  xt::view(matrix, xt::all(), n) = xt::view(constant, xt::all(), 0);
  xt::view(matrix, n, xt::all()) = vector;
  xt::col(matrix, static_cast<std::ptrdiff_t>(n)) = vector;
  xt::row(matrix, static_cast<std::ptrdiff_t>(n)) = vector;
  evaluate(matrix, xt::concatenate(xt::xtuple(matrix, matrix), 0));
  evaluate(matrix, xt::concatenate(xt::xtuple(constant, constant), 0));
  evaluate(matrix, xt::vstack(xt::xtuple(matrix, matrix)));
}

template <class A, class B>
void products(A&& a, B&& b, Matrix& matrix, double& number) {
  evaluate(matrix, xt::linalg::dot(a, b));
  evaluate(matrix, xt::linalg::dot(xt::transpose(a), b));
  evaluate(matrix, xt::linalg::dot(a, xt::transpose(b)));
  evaluate(matrix, xt::linalg::dot(a, b) + b);
  evaluate(matrix, xt::linalg::dot(xt::transpose(a), b) / number);
}

inline void linear_algebra(Matrix& matrix, Matrix& other, const Matrix& constant, Vector& vector,
                           double& number) {
  products(constant, constant, matrix, number);
  products(matrix, other, matrix, number);
  products(constant, matrix, matrix, number);
  products(matrix, constant, matrix, number);
  evaluate(vector, xt::linalg::dot(matrix, vector));
  evaluate(vector, xt::linalg::dot(constant, vector));
  evaluate(vector, xt::linalg::dot(vector, constant));
  evaluate(vector, xt::linalg::dot(vector, matrix));
  evaluate(vector, xt::linalg::dot(vector, vector));
  number = xt::linalg::dot(vector, vector)();
  number = xt::linalg::dot(xt::transpose(constant), constant)(0, 0);
}

inline void recording(const Matrix& matrix, const Vector& vector, double number) {
  record("", matrix);
  record("", vector);
  record("", number);
  record("", xt::view(matrix, xt::all(), 0));
}

inline void construction(Matrix& matrix, const Matrix& constant, Vector& vector, std::size_t n) {
  evaluate(matrix, xt::zeros<double>({n, n}));
  evaluate(matrix, xt::ones<double>({n, n}));
  evaluate(matrix, xt::zeros<double>({constant.shape(0), constant.shape(1)}));
  evaluate(matrix, xt::zeros<double>(constant.shape()));
  evaluate(matrix, xt::zeros_like(constant));
  evaluate(vector, xt::zeros<double>({n}));
  evaluate(vector, xt::ones<double>({n}));
  evaluate(vector, xt::zeros_like(vector));
  Matrix sized({n, n});
  Matrix filled({n, n}, 0.0);
  Matrix shaped = Matrix::from_shape({n, n});
  Matrix listed = {{1.0, 2.0}, {3.0, 4.0}};
  Vector long_vector = Vector::from_shape({n});
  Vector filled_vector(Vector::shape_type{n}, 0.0);
  matrix(n, n) = constant(n, n) + vector(n);
  matrix(n, n) += constant(0, n) * vector(n);
  matrix(n, 0) = constant(n, 0) + constant(0, 0) + std::sqrt(n) + std::sqrt(constant.shape(1));
  vector = Vector();
  matrix = Matrix();
  vector(n) = matrix(0, n);
  matrix.fill(0.0);
  vector.fill(0.0);
  std::vector<Matrix> matrices{matrix};
  matrices.push_back(matrix);
  matrices.push_back(std::move(sized));
  std::vector<Vector> vectors{vector};
  vectors.push_back(vector);
  const std::vector<Matrix>& fixed_matrices = matrices;
  matrix = fixed_matrices[n];
  for (const Matrix& each : matrices) matrix += each * vector(n);
  matrices[n] = matrix;
  matrix += vector(n) * matrices[n];
  matrix = matrices.at(n);
  vector = vectors[n];
  std::vector<double> numbers(n, 0.0);
  numbers.push_back(1.0);
  for (const double each : numbers) numbers[n] += each;
  std::cout << matrix << constant << vector << std::endl;
}

/// Rows are tokens: a layer norm, a linear layer, a feed-forward network, a loss.
inline void rows(Matrix& matrix, const Matrix& constant, Vector& vector, const Vector& fixed_vector,
                 double& number) {
  const auto spread = [&](auto& e) {
    evaluate(matrix, xt::mean(e, {1}, xt::keep_dims));
    evaluate(matrix, xt::mean(e, {0}, xt::keep_dims));
    evaluate(matrix, xt::mean(e * e, {1}, xt::keep_dims));
    evaluate(matrix, xt::sum(e * e, {1}, xt::keep_dims));
    evaluate(matrix, e - xt::mean(e, {1}, xt::keep_dims));
    evaluate(matrix, e / xt::sqrt(e + number));
    evaluate(matrix, e * fixed_vector + fixed_vector);
    evaluate(matrix, e + fixed_vector);
    evaluate(matrix, e * fixed_vector);
    evaluate(matrix, xt::maximum(e, 0.0));
    evaluate(matrix, xt::log(e));
    evaluate(matrix, e - xt::log(e));
    evaluate(matrix, constant * (e - matrix));
    evaluate(matrix, matrix * (e - matrix));
    evaluate(matrix, 1.0 / (1.0 + xt::exp(-e)));
    evaluate(vector, xt::mean(e, {1}));
    evaluate(vector, xt::mean(e, {0}));
  };
  spread(matrix);
  spread(constant);
  evaluate(matrix, Matrix(constant) + fixed_vector);
  evaluate(matrix, Matrix(constant) + vector);
  evaluate(matrix, xt::sum(matrix * constant, {1}, xt::keep_dims));
  number = -xt::sum(constant * matrix)() / number;
  matrix -= constant;
  matrix -= number * matrix;
  matrix -= number * constant;
  vector -= fixed_vector;
  vector -= number * vector;
  vector -= number * fixed_vector;
  const double eps = number;
  vector -= number * vector / (xt::sqrt(vector) + number);
  vector -= number * vector / (xt::sqrt(vector) + eps);
  vector -= number * fixed_vector / (xt::sqrt(fixed_vector) + eps);
  evaluate(matrix, matrix / xt::sqrt(matrix + eps));
  evaluate(matrix, matrix / xt::sqrt(constant + eps));
  matrix += matrix;
  matrix += constant;
  evaluate(matrix, number * matrix + constant);
  evaluate(matrix, number * matrix + matrix);
  evaluate(vector, number * vector + fixed_vector);
  evaluate(vector, number * vector + vector);
  evaluate(vector, number * vector + number * vector);
  evaluate(vector, number * vector + number * vector * vector);
}

/// Sequences side by side, and their heads.
inline void batches(Tensor3& batch, const Tensor3& constant, Tensor4& heads, Matrix& matrix,
                    const Vector& fixed_vector, std::size_t n, double& number) {
  evaluate(batch, xt::zeros<double>({n, n, n}));
  evaluate(heads, xt::zeros<double>({n, n, n, n}));
  const auto parts = [&](auto& e) {
    evaluate(matrix, xt::view(e, n, xt::all(), xt::all()));
    evaluate(matrix, xt::view(e, xt::all(), xt::all(), 0));
    const Matrix& fixed_matrix = matrix;
    evaluate(matrix, xt::sum(e * matrix, {2}) / std::sqrt(number));
    evaluate(matrix, xt::sum(e * fixed_matrix, {2}) / std::sqrt(number));
    number += e(n, n, n) + e(n, n, 0) + e.shape(n);
    record("", e);
  };
  parts(batch);
  parts(constant);
  xt::view(batch, n, xt::all(), xt::all()) = matrix;
  xt::view(batch, n, xt::all(), xt::all()) = Matrix(matrix) + fixed_vector;
  evaluate(batch, batch + constant);
  const Tensor4& fixed_heads = heads;
  evaluate(matrix, xt::view(heads, n, n, xt::all(), xt::all()));
  evaluate(matrix, xt::view(fixed_heads, n, n, xt::all(), xt::all()));
  xt::view(heads, n, n, xt::all(), xt::all()) = matrix;
  evaluate(batch, xt::mean(heads, {1}));
  evaluate(batch, xt::mean(fixed_heads, {1}));
  batch(n, n, n) += heads(n, n, n, n) + fixed_heads(n, n, n, n) + fixed_heads.shape(n);
  record("", heads);
}

/// Token ids and labels.
inline void integers(xt::xtensor<int, 1>& ids, const xt::xtensor<int, 2>& batch, std::size_t n) {
  evaluate(ids, xt::view(batch, n, xt::all()));
  xt::xtensor<int, 2> sized = xt::zeros<int>({n, n});
  xt::xtensor<int, 1> labels = xt::xtensor<int, 1>::from_shape({n});
  const xt::xtensor<int, 1>& fixed = labels;
  sized(n, n) = ids(n) + batch(n, n) + fixed(n);
  n += batch.shape(n) + fixed.shape(n) + fixed.size();
}

inline void all(Matrix& matrix, Matrix& other, const Matrix& constant, Vector& vector,
                Vector& second, const Vector& fixed_vector, double& number, Tensor3& batch,
                Tensor4& heads, xt::xtensor<int, 1>& ids, const xt::xtensor<int, 2>& id_batch) {
  arithmetic(matrix, other, constant, number);
  arithmetic(vector, second, fixed_vector, number);
  elementwise(matrix, constant);
  elementwise(vector, fixed_vector);
  reductions(matrix, constant, vector);
  views(matrix, constant, vector, 0, 1);
  linear_algebra(matrix, other, constant, vector, number);
  recording(constant, fixed_vector, number);
  construction(matrix, constant, vector, 2);
  rows(matrix, constant, vector, fixed_vector, number);
  batches(batch, static_cast<const Tensor3&>(batch), heads, matrix, fixed_vector, 0, number);
  integers(ids, id_batch, 0);
}

}  // namespace softmark::common_expressions
