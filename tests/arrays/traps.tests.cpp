// The traps of xtensor that the stub headers close, each in the spelling a student would use.

#include "catch.hpp"

#include <softmark/exercise.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

using softmark::Matrix;
using softmark::Tensor3;
using softmark::Vector;

namespace {

/// Rows and columns that no mistake can leave alike.
Matrix sample() { return {{1, 2, 3}, {10, 20, 30}, {100, 200, 300}}; }

void check_equal(const Matrix& actual, const Matrix& expected) {
  REQUIRE(actual.shape() == expected.shape());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("element " << i);
    CHECK(actual.data()[i] == Approx(expected.data()[i]).margin(1e-12));
  }
}

void check_equal(const Vector& actual, const Vector& expected) {
  REQUIRE(actual.shape() == expected.shape());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(actual(i) == Approx(expected(i)));
}

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("keep_dims reducers are right as operands of larger expressions") {
  const Matrix a = sample();
  const Matrix zero = xt::zeros<double>({3, 3});
  const Matrix row_sums = {{6, 6, 6}, {60, 60, 60}, {600, 600, 600}};

  SECTION("sum over rows") { check_equal(zero + xt::sum(a, {1}, xt::keep_dims), row_sums); }
  SECTION("axis as a number") { check_equal(zero + xt::sum(a, 1, xt::keep_dims), row_sums); }
  SECTION("axis counted from the end") {
    check_equal(zero + xt::sum(a, -1, xt::keep_dims), row_sums);
  }
  SECTION("axes in a std::vector") {
    const std::vector<std::size_t> axes = {1};
    check_equal(zero + xt::sum(a, axes, xt::keep_dims), row_sums);
  }
  SECTION("asked to be lazy") {
    check_equal(zero + xt::sum(a, {1}, xt::keep_dims | xt::evaluation_strategy::lazy), row_sums);
  }
  SECTION("sum over columns") {
    check_equal(zero + xt::sum(a, {0}, xt::keep_dims),
                {{111, 222, 333}, {111, 222, 333}, {111, 222, 333}});
  }
  SECTION("mean in a difference") {
    check_equal(a - xt::mean(a, {1}, xt::keep_dims), {{-1, 0, 1}, {-10, 0, 10}, {-100, 0, 100}});
  }
  SECTION("amax, amin, prod") {
    check_equal(zero + xt::amax(a, {1}, xt::keep_dims), {{3, 3, 3}, {30, 30, 30}, {300, 300, 300}});
    check_equal(zero + xt::amin(a, {0}, xt::keep_dims), {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
    check_equal(zero + xt::prod(a, {1}, xt::keep_dims),
                {{6, 6, 6}, {6e3, 6e3, 6e3}, {6e6, 6e6, 6e6}});
  }
  SECTION("stddev in a quotient") {
    const double s = std::sqrt(2.0 / 3.0);
    check_equal(a / xt::stddev(a, {1}, xt::keep_dims),
                {{1 / s, 2 / s, 3 / s}, {1 / s, 2 / s, 3 / s}, {1 / s, 2 / s, 3 / s}});
  }
}

TEST_CASE("keep_dims reducers are right on every kind of array") {
  const Matrix a = sample();
  const Matrix zero = xt::zeros<double>({3, 3});
  const Matrix row_sums = {{6, 6, 6}, {60, 60, 60}, {600, 600, 600}};

  SECTION("of an expression, a view, a transpose") {
    check_equal(Matrix(zero + xt::sum(a * 2, {1}, xt::keep_dims)), Matrix(row_sums * 2));
    check_equal(zero + xt::sum(xt::view(a, xt::all(), xt::range(0, 2)), {1}, xt::keep_dims),
                {{3, 3, 3}, {30, 30, 30}, {300, 300, 300}});
    check_equal(zero + xt::sum(xt::transpose(a), {1}, xt::keep_dims),
                {{111, 111, 111}, {222, 222, 222}, {333, 333, 333}});
  }
  SECTION("over all axes") {
    check_equal(Matrix(zero + xt::sum(a, {0, 1}, xt::keep_dims)), Matrix(zero + 666.0));
  }
  SECTION("in a compound assignment") {
    Matrix b = a;
    b -= xt::mean(b, {1}, xt::keep_dims);
    check_equal(b, {{-1, 0, 1}, {-10, 0, 10}, {-100, 0, 100}});
  }
  SECTION("on xt::xarray") {
    const xt::xarray<double> b = a;
    check_equal(Matrix(b - xt::mean(b, {1}, xt::keep_dims)),
                {{-1, 0, 1}, {-10, 0, 10}, {-100, 0, 100}});
    check_equal(Matrix(xt::sum(b, {0}, xt::keep_dims)), {{111, 222, 333}});
  }
  SECTION("on three axes") {
    Tensor3 t = xt::arange<double>(0, 12).reshape({2, 2, 3});
    Tensor3 shifted = t - xt::amax(t, {2}, xt::keep_dims);
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        for (std::size_t k = 0; k < 3; ++k) CHECK(shifted(i, j, k) == static_cast<double>(k) - 2);
      }
    }
  }
}

TEST_CASE("an array refuses another number of axes, and says both") {
  const auto refusal = [](auto change) {
    Matrix m = {{1, 2, 3}, {4, 5, 6}};
    try {
      change(m);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const std::string advice = ": xt::reshape_view(A, {...}) gives an array with others";
  const std::string less = "an array with 2 axes cannot have 1 axis" + advice;
  CHECK(refusal([](Matrix& m) { m.reshape(std::vector<std::size_t>{6}); }) == less);
  CHECK(refusal([](Matrix& m) { m.reshape({std::size_t(6)}); }) == less);
  CHECK(refusal([](Matrix& m) { m.resize(std::vector<std::size_t>{6}); }) == less);
  CHECK(refusal([](Matrix& m) { m = Matrix::from_shape(std::vector<std::size_t>{6}); }) == less);
  CHECK(refusal([](Matrix& m) {
          m.reshape({1, -1, 2});
        }) == "an array with 2 axes cannot have 3 axes" + advice);
  CHECK(refusal([](Matrix& m) {
          m.reshape({3, -1});
          m.reshape({std::size_t(1), std::size_t(6)});
          m.reshape(std::vector<std::size_t>{2, 3});
          check_equal(m, {{1, 2, 3}, {4, 5, 6}});
        }) == "none");
}

TEST_CASE("a softmax in one expression is right") {
  const Matrix scores = {{1000, 0, -1000, 5}, {1001, 1, -1001, 5}, {999, 2, -1002, 7}};
  Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  const Matrix direct =
      xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)) /
      xt::sum(xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)), {0}, xt::keep_dims);
  check_equal(weights, direct);
  check_equal(Vector(xt::sum(weights, {0})), {1, 1, 1, 1});
  CHECK(weights(1, 0) == Approx(1 / (1 + std::exp(-1.0) + std::exp(-2.0))));
  CHECK(weights(2, 3) == Approx(1 / (1 + 2 * std::exp(-2.0))));
}

TEST_CASE("reducers without keep_dims stay right") {
  const Matrix a = sample();
  check_equal(Vector(xt::sum(a, {0})), {111, 222, 333});
  check_equal(Vector(xt::amax(a, {1})), {3, 30, 300});
  CHECK(xt::sum(a)() == 666);
  CHECK(xt::amax(a)() == 300);
}

TEST_CASE("dot is right on views, transposes and column-major arrays") {
  const Matrix a = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  const auto by_hand = [](const Matrix& x, const Matrix& y) {
    Matrix product = xt::zeros<double>({x.shape(0), y.shape(1)});
    for (std::size_t i = 0; i < x.shape(0); ++i) {
      for (std::size_t j = 0; j < y.shape(1); ++j) {
        for (std::size_t k = 0; k < x.shape(1); ++k) product(i, j) += x(i, k) * y(k, j);
      }
    }
    return product;
  };
  const Matrix t = xt::transpose(a);
  const Matrix head = {{1, 2, 3}, {4, 5, 6}};

  SECTION("a matrix with the transpose of its own first rows") {
    check_equal(xt::linalg::dot(a, xt::transpose(xt::view(a, xt::range(0, 2), xt::all()))),
                by_hand(a, Matrix(xt::transpose(head))));
  }
  SECTION("columns of one head") {
    const Matrix columns = xt::view(a, xt::all(), xt::range(1, 3));
    check_equal(xt::linalg::dot(xt::transpose(xt::view(a, xt::all(), xt::range(1, 3))), a),
                by_hand(Matrix(xt::transpose(columns)), a));
  }
  SECTION("every other row") {
    const Matrix rows = xt::view(a, xt::range(0, 4, 2), xt::all());
    check_equal(xt::linalg::dot(xt::view(a, xt::range(0, 4, 2), xt::all()), t), by_hand(rows, t));
  }
  SECTION("both sides transposed") {
    check_equal(xt::linalg::dot(xt::transpose(a), xt::transpose(t)), by_hand(t, a));
  }
  SECTION("a column-major array") {
    const xt::xtensor<double, 2, xt::layout_type::column_major> c = a;
    check_equal(xt::linalg::dot(c, t), by_hand(a, t));
  }
  SECTION("an expression") { check_equal(xt::linalg::dot(a + a, t), by_hand(a * 2, t)); }
  SECTION("xt::xarray") {
    const xt::xarray<double> x = a;
    check_equal(Matrix(xt::linalg::dot(x, xt::transpose(x))), by_hand(a, t));
  }
  SECTION("a matrix of whole numbers") {
    const xt::xtensor<int, 2> whole = a;
    check_equal(xt::linalg::dot(whole, t), by_hand(a, t));
  }
}

TEST_CASE("dot of a matrix and a vector is a vector") {
  const Matrix a = {{1, 2, 3}, {4, 5, 6}};
  const Vector v = {1, 10, 100};
  const Vector w = {1, 10};
  Vector product = xt::linalg::dot(a, v);
  check_equal(product, {321, 654});
  check_equal(Vector(xt::linalg::dot(w, a)), {41, 52, 63});
  check_equal(Vector(xt::linalg::dot(a, xt::row(a, 0))), {14, 32});
  check_equal(Vector(xt::linalg::dot(xt::transpose(a), xt::col(a, 0))), {17, 22, 27});
  CHECK(xt::linalg::dot(v, v)() == 10101);
  const double number = xt::linalg::dot(v, xt::row(a, 1))();
  CHECK(number == 654);
}

TEST_CASE("dot of unequal lengths says both shapes") {
  const Matrix a = xt::zeros<double>({4, 3});
  const Matrix b = xt::zeros<double>({6, 3});
  const Vector v = {1, 2};
  CHECK(message_of([&] { Matrix c = xt::linalg::dot(a, b); }) ==
        "xt::linalg::dot: shapes (4, 3) and (6, 3) do not match: 3 columns on the left, 6 rows on "
        "the right");
  CHECK(message_of([&] { Vector c = xt::linalg::dot(a, v); }).find("shapes (4, 3) and (2)") !=
        std::string::npos);
  CHECK(message_of([&] {
          Vector c = xt::linalg::dot(v, v + Vector{1, 2, 3});
        }) != "nothing was thrown");
}

TEST_CASE("a pointer with a name is adapted, whatever says the shape") {
  Matrix w = {{1, 2}, {3, 4}};
  double* p = w.data();
  auto braces = xt::adapt(p, {2, 2});
  braces *= 2.0;
  check_equal(w, {{2, 4}, {6, 8}});
  const double* constant = p;
  check_equal(Matrix(xt::adapt(constant, {w.shape(0), w.shape(1)}) + braces), {{4, 8}, {12, 16}});
  check_equal(Matrix(xt::adapt(p, std::vector<std::size_t>{2, 2})), w);
  check_equal(Matrix(xt::adapt(p, std::array<std::size_t, 2>{2, 2})), w);
  check_equal(Matrix(xt::adapt(p, xt::xshape<2, 2>())), w);
  check_equal(Matrix(xt::adapt(w.data(), {2, 2})), w);
}

TEST_CASE("index_view takes a list of indices in braces") {
  Matrix a = {{1, 2}, {3, 4}};
  xt::index_view(a, {{0, 0}, {1, 1}}) *= 10.0;
  check_equal(a, {{10, 2}, {3, 40}});
  const Matrix& fixed = a;
  check_equal(Vector(xt::index_view(fixed, {{0, 1}, {1, 0}, {1, 1}})), {2, 3, 40});
}

TEST_CASE("an index that is out of range throws") {
  Matrix a = sample();
  CHECK(message_of([&] { a(3, 0) = 1; }).find("index 3 is out of bounds for axis 0 with size 3") !=
        std::string::npos);
  CHECK(message_of([&] { return a(0, 5); }).find("index 5 is out of bounds for axis 1") !=
        std::string::npos);
  const Vector v = {1, 2};
  CHECK(message_of([&] { return v(2); }).find("out of bounds") != std::string::npos);
}

TEST_CASE("fresh arrays read as NaN instead of whatever was in memory") {
  for (int turn = 0; turn < 5; ++turn) {
    {
      Matrix used = xt::ones<double>({4, 4});
      CHECK(used(0, 0) == 1);
    }
    Matrix fresh = Matrix::from_shape({4, 4});
    Matrix sized({4, 4});
    fresh += xt::ones<double>({4, 4});
    for (const double value : fresh) CHECK(std::isnan(value));
    for (const double value : sized) CHECK(std::isnan(value));
  }
}

TEST_CASE("shapes that cannot be combined say so") {
  const Matrix a = xt::zeros<double>({4, 3});
  const Matrix b = xt::zeros<double>({3, 5});
  const std::string message = message_of([&] { Matrix c = a + b; });
  CHECK(message == "cannot add (4, 3) and (3, 5): along the last axis, 3 meets 5");
}

TEST_CASE("a matrix assigned to a Vector is refused") {
  const Matrix a = sample();
  CHECK(message_of([&] {
          Vector v;
          v = xt::xarray<double>(a);
        }) != "nothing was thrown");
}

TEST_CASE("a view takes elements of a type that is not computed at once") {
  Matrix a = xt::zeros<double>({2, 3});
  xt::xtensor<unsigned, 1> b(std::array<std::size_t, 1>{3});
  for (std::size_t i = 0; i < 3; ++i) b(i) = static_cast<unsigned>(i + 1);
  xt::row(a, 0) = b;
  xt::row(a, 1) = b * 2u;
  check_equal(a, {{1, 2, 3}, {2, 4, 6}});
}

TEST_CASE("those who share an array have one copy of it") {
  Matrix a = sample();
  const auto first = xt::share(a), second = xt::share(a);
  a(0, 0) = 7;
  check_equal(Matrix(first), sample());
  check_equal(Matrix(first + second), sample() * 2);
  CHECK(first.use_count() == 3);  // these two, and the array's own
  const auto lazy = xt::share(xt::arange(3.0));
  check_equal(Vector(lazy + lazy), Vector{0, 2, 4});
}
