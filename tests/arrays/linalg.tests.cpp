// What the kit has of xt::linalg besides products of vectors and matrices. Expected numbers are
// written by hand, or by loops.

#include "catch.hpp"

#include <softmark/exercise.hpp>

#include <xtensor-blas/xlinalg.hpp>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using softmark::Matrix;
using softmark::Tensor3;
using softmark::Tensor4;
using softmark::Vector;

namespace linalg = xt::linalg;

namespace {

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing of this kind was thrown";
}

/// Different numbers, none of which is zero.
template <class Array>
Array numbers(const typename Array::shape_type& shape) {
  Array array = Array::from_shape(shape);
  double next = 1;
  for (double& element : array) element = next += 1.5;
  return array;
}

const Matrix square{{2, 1}, {1, 3}};
const Vector u{3, 4};

}  // namespace

TEST_CASE("dot sums over the last axis and the last but one") {
  const Tensor3 a = numbers<Tensor3>({2, 3, 4}), b = numbers<Tensor3>({2, 4, 5});
  const Matrix m = numbers<Matrix>({4, 5});
  const Vector v = numbers<Vector>({4});

  const Tensor3 by_matrix = linalg::dot(a, m);
  const Matrix by_vector = linalg::dot(a, v);
  const Tensor4 by_tensor = linalg::dot(a, b);
  const Matrix of_vector = linalg::dot(v, b);
  const Tensor3 of_matrix =
      linalg::dot(xt::transpose(Matrix(m)), Tensor3(xt::transpose(a, {0, 2, 1})));
  REQUIRE(by_matrix.shape() == Tensor3::shape_type{2, 3, 5});
  REQUIRE(by_vector.shape() == Matrix::shape_type{2, 3});
  REQUIRE(by_tensor.shape() == Tensor4::shape_type{2, 3, 2, 5});
  REQUIRE(of_vector.shape() == Matrix::shape_type{2, 5});
  REQUIRE(of_matrix.shape() == Tensor3::shape_type{5, 2, 3});
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) sum += a(i, j, k) * v(k);
      CHECK(by_vector(i, j) == sum);
      for (std::size_t l = 0; l < 5; ++l) {
        double with_matrix = 0, with_first = 0, with_second = 0;
        for (std::size_t k = 0; k < 4; ++k) {
          with_matrix += a(i, j, k) * m(k, l);
          with_first += a(i, j, k) * b(0, k, l);
          with_second += a(i, j, k) * b(1, k, l);
        }
        CHECK(by_matrix(i, j, l) == with_matrix);
        CHECK(of_matrix(l, i, j) == with_matrix);
        CHECK(by_tensor(i, j, 0, l) == with_first);
        CHECK(by_tensor(i, j, 1, l) == with_second);
      }
    }
  }
  for (std::size_t l = 0; l < 5; ++l) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += v(k) * b(1, k, l);
    CHECK(of_vector(1, l) == sum);
  }
  CHECK(
      (xt::xarray<double>(linalg::dot(xt::xarray<double>(a), m)) == xt::xarray<double>(by_matrix)));
  CHECK(linalg::dot(a, numbers<Tensor4>({1, 1, 4, 2})).dimension() == 5);
  CHECK((linalg::dot(xt::sum(u), square) == Matrix(square * 7)));
  CHECK(refusal([&] { linalg::dot(a, square); }) ==
        "xt::linalg::dot: shapes (2, 3, 4) and (2, 2) do not match: 4 columns on the left, 2 rows "
        "on the right");
}

TEST_CASE("tensordot sums over the axes that are named") {
  const Tensor3 a = numbers<Tensor3>({2, 3, 4}), b = numbers<Tensor3>({4, 3, 5});
  const Matrix both = linalg::tensordot(a, b, {1, 2}, {1, 0});
  REQUIRE(both.shape() == Matrix::shape_type{2, 5});
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t l = 0; l < 5; ++l) {
      double sum = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 4; ++k) sum += a(i, j, k) * b(k, j, l);
      }
      CHECK(both(i, l) == sum);
    }
  }
  CHECK((Vector(linalg::tensordot(u, square, {0}, {0})) == Vector{10, 15}));
  CHECK(linalg::tensordot(square, square)() == 15);
  CHECK(linalg::tensordot(square, square).shape(0) == 1);
  CHECK((Matrix(linalg::tensordot(u, u, 0)) == Matrix{{9, 12}, {12, 16}}));
  CHECK((Matrix(linalg::tensordot(square, square, 1)) == Matrix{{5, 5}, {5, 10}}));
  CHECK(refusal([&] { linalg::tensordot(a, square, {1}, {0}); }) ==
        "xt::linalg::tensordot: shapes (2, 3, 4) and (2, 2) do not match along these axes");
  CHECK(refusal([&] { linalg::tensordot(u, u, {1}, {0}); }) ==
        "xt::linalg::tensordot: these are no axes of shape (2)");
  CHECK(refusal([&] { linalg::tensordot(u, u); }) ==
        "xt::linalg::tensordot: shapes (2) and (2) have not 2 axes each");
}

TEST_CASE("norms, and products of vectors") {
  CHECK(linalg::norm(u) == 5);
  CHECK(linalg::norm(u * 2) == 10);
  CHECK(linalg::norm(xt::row(square, 0)) == Approx(std::sqrt(5)));
  CHECK(linalg::norm(square) == Approx(std::sqrt(15)));
  CHECK(linalg::vdot(u, u) == 25);
  CHECK((linalg::outer(u, Vector{1, 2, 3}) == Matrix{{3, 6, 9}, {4, 8, 12}}));
  CHECK(refusal([&] { linalg::vdot(u, Vector{1}); }).find("shapes (2) and (1)") !=
        std::string::npos);
  CHECK(refusal([&] { linalg::outer(u, square); }) ==
        "xt::linalg::outer: shapes (2) and (2, 2) are not both vectors");
}

TEST_CASE("threads may compute products at once") {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&wrong, thread] {
      for (int round = 0; round < 20000; ++round) {
        Matrix A = Matrix::from_shape({6, 6}), B = A;
        for (int i = 0; i < 36; ++i) {
          A.data()[i] = (i * 7 + round * 3 + thread) % 11 - 5;
          B.data()[i] = (i * 5 + round + thread * 2) % 13 - 6;
        }
        const Matrix product = linalg::dot(A, B);
        bool right = true;
        for (std::size_t i = 0; i < 6; ++i) {
          for (std::size_t j = 0; j < 6; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < 6; ++k) sum += A(i, k) * B(k, j);
            right = right && product(i, j) == sum;
          }
        }
        wrong += !right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
