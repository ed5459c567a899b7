#pragma once
// What programs use of arrays most often, so that clang instantiates it in the precompiled header.
// The list is short on purpose: the more a header holds, the longer each compile looks through it,
// and what it lacks is cheap. `tests/benchmarks/spellings_run` shows what would be worth adding.
//
// Nothing here is ever called.

#include <softmark/exercise.hpp>

#include <algorithm>
#include <numeric>
#include <random>

namespace softmark::frequent {

/// The options of reducers are passed by value.
template <class O>
void options() {
  O a, b(a), c(std::move(b));
  a = c;
  (void)xt::is_reducer_options<O>::value;
}

/// Arrays with each other, as some of two hundred programs have them.
inline void pairs(Matrix& a, const Matrix& ca, Vector& b, const Vector& cb) {
  (void)(a + a), (void)(ca + a), (void)(ca + Matrix(a)), (void)(Matrix(a) + a);
  (void)(Matrix(a) + ca), (void)(Matrix(a) + Matrix(a)), (void)(Matrix(a) + b),
      (void)(Matrix(a) + cb);
  (void)(Vector(b) + b), (void)(Vector(b) + cb), (void)(Vector(b) + Vector(b));
  (void)(a - a), (void)(ca - a), (void)(a - Matrix(a)), (void)(ca - Matrix(a));
  (void)(Matrix(a) - Matrix(a));
  (void)(a * a), (void)(ca * a), (void)(a * ca), (void)(a * Matrix(a)), (void)(a * cb);
  (void)(a / a), (void)(a / Matrix(a)), (void)(Matrix(a) / Matrix(a)),
      (void)(Vector(b) / Vector(b));
  a += a, a += b, b += b, a -= a, b -= b, a /= a;
}

inline void with_numbers(Matrix& a, Vector& b, const Vector& cb, Tensor3& d, double s) {
  const double c = s;
  (void)(a * s), (void)(a / s), (void)(s * a), (void)(2.0 * a), (void)(c * Matrix(a)),
      (void)(s * b), (void)(2.0 * b), (void)(2.0 * cb);
  (void)(Matrix(a) / 2.0), (void)(Matrix(a) / c), (void)(1.0 / Matrix(a)), (void)(Vector(b) / 2.0);
  (void)(b / s), (void)(b / 2.0), (void)(Tensor3(d) / 2.0);
  (void)(1.0 + Matrix(a)), (void)(Vector(b) + 1.0), (void)(a + s), (void)(b - s), (void)(cb - s);
  (void)-a, (void)-Matrix(a);
  a *= s, a /= s, b /= s;
}

template <class A>
void functions(A& a, const A& ca) {
  (void)xt::exp(a), (void)xt::exp(ca), (void)xt::exp(A(a)), (void)xt::log(a), (void)xt::log(A(a));
  (void)xt::sqrt(a), (void)xt::sqrt(A(a)), (void)-a, (void)-A(a);
  (void)xt::square(a), (void)xt::square(A(a));
  (void)xt::zeros_like(a), (void)xt::zeros_like(ca), (void)xt::noalias(a), (void)xt::eval(a);
  (void)xt::sum(a)(), (void)xt::sum(ca)(), (void)xt::sum(A(a))(), (void)xt::mean(a)();
  (void)xt::mean(ca)(), (void)xt::amax(a)(), (void)xt::amax(ca)();
  A made = a + 1.0;
  record("", a), record("", ca), record("", A(a));
}

template <class A>
void along_an_axis(A& a, const A& ca) {
  (void)xt::sum(a, {1}), (void)xt::sum(ca, {1}), (void)xt::sum(a, 1);
  (void)xt::sum(a, {1}, xt::keep_dims), (void)xt::sum(ca, {1}, xt::keep_dims);
  (void)xt::sum(A(a), {1}, xt::keep_dims);
  (void)xt::amax(a, {1}), (void)xt::amax(ca, {1});
  (void)xt::amax(a, {1}, xt::keep_dims), (void)xt::amax(ca, {1}, xt::keep_dims);
  (void)xt::mean(a, {1}), (void)xt::mean(ca, {1});
  (void)xt::mean(a, {1}, xt::keep_dims), (void)xt::mean(ca, {1}, xt::keep_dims);
  (void)xt::mean(A(a), {1}, xt::keep_dims);
}

inline void arithmetic(Matrix& a, const Matrix& ca, Vector& b, const Vector& cb, Tensor3& d,
                       const Tensor3& cd) {
  options<std::tuple<xt::keep_dims_type>>();
  options<std::tuple<xt::evaluation_strategy::lazy_type>>();
  options<std::tuple<xt::keep_dims_type, xt::evaluation_strategy::immediate_type>>();
  (void)(xt::keep_dims | xt::evaluation_strategy::immediate);
  pairs(a, ca, b, cb);
  with_numbers(a, b, cb, d, 1.0);
  functions(a, ca), functions(b, cb);
  along_an_axis(a, ca);
  (void)(a > 0.0), (void)(ca > 0.0), (void)((ca > 0.0) * a), a *= (a > 0.0), a *= (ca > 0.0);
  (void)xt::where(a > 0.0, a, 0.0), (void)xt::where(ca > 0.0, ca, 0.0);
}

inline void making(Matrix& a, const Matrix& ca, Vector& b, Tensor3& d, std::size_t n) {
  (void)xt::zeros<double>({n}), (void)xt::zeros<double>({n, n}), (void)xt::zeros<double>({n, n, n});
  (void)xt::zeros<double>({n, n, n, n}), (void)xt::zeros<double>(ca.shape());
  (void)xt::zeros<double>({1, 2}), (void)xt::zeros<int>({n}), (void)xt::zeros<int>({n, n});
  (void)xt::ones<double>({n}), (void)xt::ones<double>({n, n}), (void)xt::empty<double>({n, n});
  (void)Matrix::from_shape({n, n}), (void)Matrix::from_shape(ca.shape());
  (void)Vector::from_shape({n}), (void)Tensor3::from_shape({n, n, n});
  Matrix shaped(Matrix::shape_type{n, n}), listed({n, n});
  Tensor3 listed3({n, n, n});
  a.resize({n, n}), b.resize({n});
  a.reshape({n, n}), b.reshape({n}), d.reshape({n, n, n});
}

inline void elements(Matrix& a, const Matrix& ca, Vector& b, const Vector& cb, Tensor3& d,
                     const Tensor3& cd, std::size_t n, int i) {
  (void)a(n, n), (void)ca(n, n), (void)a(i, i), (void)ca(i, i);
  (void)a(n, i), (void)ca(n, i), (void)a(i, n), (void)ca(i, n);
  (void)b(n), (void)cb(n), (void)b(i), (void)cb(i), (void)b[n], (void)cb[n], (void)b[i];
  (void)d(n, n, n), (void)cd(n, n, n), (void)d(i, i, i), (void)cd(i, i, i);
  xt::xtensor<int, 1> ids;
  xt::xtensor<int, 2> batch;
  const auto& fixed_ids = ids;
  const auto& fixed_batch = batch;
  (void)ids(n), (void)ids(i), (void)batch(n, n), (void)batch(i, i);
  (void)fixed_ids(n), (void)fixed_batch(n, n);
  ids = xt::row(fixed_batch, 0);
  xt::xtensor<int, 1> row = xt::row(batch, 0), fixed_row = xt::row(fixed_batch, 0);
  xt::xtensor<int, 2> part = xt::view(fixed_batch, xt::range(n, n), xt::all());
  row = xt::view(batch, n, xt::all());
  xt::xtensor<std::size_t, 1> places = xt::argmax(ca, 1);
  std::vector<int> listed_ids;
  const auto& fixed_list = listed_ids;
  (void)xt::view(ca, xt::keep(ids), xt::all()), (void)xt::view(ca, xt::keep(fixed_ids), xt::all());
  (void)xt::view(ca, xt::keep(listed_ids), xt::all());
  (void)xt::view(ca, xt::keep(fixed_list), xt::all());
  (void)xt::argwhere(a > 0.0).size();
  for (const auto& [row_of, column_of] : xt::argwhere(a > 0.0)) (void)(row_of + column_of);
}

inline void views(Matrix& a, const Matrix& ca, Vector& b, const Vector& cb, Tensor3& d,
                  const Tensor3& cd, std::size_t n, int i) {
  auto turned = xt::transpose(a);
  auto fixed_turned = xt::transpose(ca);
  a = turned, a = fixed_turned;
  Matrix copy = turned, fixed_copy = fixed_turned, of_temporary = xt::transpose(Matrix(a));
  auto row = xt::row(a, 0);
  auto fixed_row = xt::row(ca, 0);
  (void)xt::col(a, 0), (void)xt::col(ca, 0);
  Vector row_copy = row, fixed_row_copy = fixed_row;
  b = row, b = fixed_row, row = b, row = cb, row = Vector(b), row = 0.0, row += b;
  row(n) = fixed_row(n);
  (void)row(i), (void)fixed_row(i), (void)fixed_row[n];
  for (double& each : row) each += *fixed_row.begin();
  for (double each : fixed_row) (void)each;
  std::copy(fixed_row.begin(), fixed_row.end(), b.begin());
  std::copy(b.begin(), b.end(), row.begin());
  (void)std::accumulate(fixed_row.begin(), fixed_row.end(), 0.0);
  (void)*std::max_element(fixed_row.begin(), fixed_row.end());
  std::vector<double> numbers(fixed_row.begin(), fixed_row.end());
  xt::view(a, n, xt::all()) = b, xt::view(a, i, xt::all()) = b;
  xt::view(a, xt::all(), n) = b, xt::view(a, xt::all(), i) = b;
  (void)xt::view(ca, n, xt::all()), (void)xt::view(ca, i, xt::all()),
      (void)xt::view(ca, xt::all(), n);
  auto columns = xt::view(a, xt::all(), xt::range(n, n));
  Matrix columns_copy = xt::view(ca, xt::all(), xt::range(n, n));
  columns = a, columns = Matrix(a);
  xt::view(a, xt::range(n, n), xt::all()) = a;
  (void)xt::view(ca, xt::range(n, n), xt::all()), (void)xt::view(a, xt::range(0, 1), xt::all());
  (void)xt::view(b, xt::all(), xt::newaxis()), (void)xt::view(cb, xt::all(), xt::newaxis());
  (void)xt::view(b, xt::range(n, n));
  auto sequence = xt::view(d, n, xt::all(), xt::all());
  auto fixed_sequence = xt::view(cd, n, xt::all(), xt::all());
  sequence = a, sequence = Matrix(a), a = sequence, a = fixed_sequence;
  Matrix sequence_copy = fixed_sequence;

  (void)xt::concatenate(xt::xtuple(a, a), 1);
  (void)xt::concatenate(xt::xtuple(Matrix(a), Matrix(a)), 1);

  (void)xt::linalg::dot(a, a), (void)xt::linalg::dot(ca, fixed_turned);
  (void)xt::linalg::dot(a, turned), (void)xt::linalg::dot(turned, a);
  (void)xt::linalg::dot(fixed_turned, a), (void)xt::linalg::dot(turned, turned);
  (void)xt::linalg::dot(a, b), (void)xt::linalg::dot(b, a), (void)xt::linalg::dot(b, b)();
  (void)xt::linalg::dot(fixed_row, fixed_row)(), (void)xt::linalg::dot(fixed_sequence, a);
}

inline void dynamic_arrays(Matrix& a, Vector& b, Tensor3& d, std::size_t n) {
  xt::xarray<double> x = a, y(b);
  const auto& fixed = x;
  x = xt::xarray<double>(d), a = x, b = x;
  Matrix back = x;
  (void)x(n, n), (void)fixed(n, n);
  x = xt::transpose(x), x = xt::transpose(fixed), x = xt::view(fixed, n, xt::all());
  xt::view(x, n, xt::all()) = b;
  (void)sizeof(xt::xarray<bool>), (void)sizeof(xt::xarray<int>);
  (void)sizeof(xt::xtensor<int, 0>), (void)sizeof(xt::xtensor<long, 0>);
}

template <class L>
void list(L& a, const L& fixed, typename L::value_type value) {
  a.push_back(value), a.push_back(std::move(value));
  a.reserve(2), a.resize(3), a.clear(), a.assign(3, value);
  (void)a[0], (void)fixed[0], (void)a.at(0), (void)a.back(), (void)a.front(), (void)a.data();
  for (const auto& each : fixed) (void)each;
  for (auto& each : a) (void)each;
  L sized(3), same(3, value), listed{value, value}, copy(a), moved(std::move(copy));
  L range(fixed.begin(), fixed.end());
  a = listed, a = std::move(listed);
}

inline void standard_library(Matrix& a, Vector& b, const Vector& cb, Tensor3& d, std::size_t n) {
  std::vector<double> numbers;
  std::vector<int> integers;
  std::vector<std::size_t> sizes;
  std::vector<Vector> vectors;
  std::vector<Matrix> matrices;
  std::vector<std::vector<double>> rows;
  std::vector<xt::xarray<double>> dynamic;
  numbers.insert(numbers.end(), numbers.begin(), numbers.end());
  list(numbers, numbers, 1.0), list(integers, integers, 1), list(sizes, sizes, n);
  list(vectors, vectors, b), list(matrices, matrices, a);
  list(rows, rows, numbers), list(dynamic, dynamic, xt::xarray<double>(a));
  std::copy(b.begin(), b.end(), numbers.begin()),
      std::copy(numbers.begin(), numbers.end(), b.begin());
  std::copy_n(b.begin(), n, b.begin()), std::copy_n(cb.begin(), n, b.begin()),
      std::fill(b.begin(), b.end(), 0.0);
  std::iota(sizes.begin(), sizes.end(), std::size_t(0)), std::iota(sizes.begin(), sizes.end(), 0);
  (void)std::accumulate(numbers.begin(), numbers.end(), 0.0),
      (void)std::accumulate(b.begin(), b.end(), 0.0);
  (void)*std::max_element(numbers.begin(), numbers.end()),
      (void)*std::max_element(b.begin(), b.end());
  (void)std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0);
  (void)std::max(1.0, 2.0), (void)std::max(n, n);
  auto [query, key, value] = std::make_tuple(Matrix(a), Matrix(a), Matrix(a));
  std::tie(a, a, a) = std::make_tuple(Matrix(query), Matrix(key), Matrix(value));
  std::mt19937 random(1);
  std::uniform_int_distribution<int> integer(0, 9);
  std::uniform_real_distribution<double> real(0, 1);
  std::bernoulli_distribution coin(0.5);
  (void)integer(random), (void)real(random), (void)coin(random);
  std::shuffle(sizes.begin(), sizes.end(), random),
      std::shuffle(integers.begin(), integers.end(), random);
  std::cout << a << b << d << 1.0 << 1 << n << "x" << '\n' << std::endl;
}

inline void all(Matrix& a, const Matrix& ca, Vector& b, const Vector& cb, Tensor3& d,
                const Tensor3& cd) {
  arithmetic(a, ca, b, cb, d, cd);
  making(a, ca, b, d, 1);
  elements(a, ca, b, cb, d, cd, 1, 1);
  views(a, ca, b, cb, d, cd, 1, 1);
  dynamic_arrays(a, b, d, 1);
  standard_library(a, b, cb, d, 1);
  record("", Tensor4()), record("", 1.0);
}

}  // namespace softmark::frequent
