// What the statements say of `auto`, views and indices.

#include "catch.hpp"

#include <softmark/exercise.hpp>

#include <stdexcept>
#include <type_traits>

using softmark::Matrix;
using softmark::Vector;

TEST_CASE("an operation on arrays gives an array with auto, too") {
  Matrix a = {{1, 2}, {3, 4}};
  const Matrix b = {{10, 20}, {30, 40}};
  auto s = a + b;
  CHECK(std::is_same_v<decltype(s), Matrix>);
  auto centered = a - xt::mean(a, {1}, xt::keep_dims);
  CHECK(std::is_same_v<decltype(centered), Matrix>);
  a(0, 0) = 100;
  CHECK(s(0, 0) == 11);
  CHECK(centered(0, 0) == -0.5);
  s(0, 0) = 5;
  CHECK(s(0, 0) == 5);
}

TEST_CASE("a view stays a view with auto and follows its array") {
  Matrix a = {{1, 2}, {3, 4}};
  auto row = xt::view(a, 0, xt::all());
  auto turned = xt::transpose(a);
  const Matrix copy = xt::transpose(a);
  a(0, 1) = 20;
  CHECK(row(1) == 20);
  CHECK(turned(1, 0) == 20);
  CHECK(copy(1, 0) == 2);
  a = Matrix{{5, 6}, {7, 8}};
  CHECK(row(1) == 6);
  row = Vector{50, 60};
  CHECK(a(0, 1) == 60);
}

TEST_CASE("row -1 is the last row, and a row beyond the table is an exception") {
  const Matrix table = {{1, 2}, {3, 4}, {5, 6}};
  CHECK((Vector(xt::view(table, -1, xt::all())) == Vector{5, 6}));
  CHECK_THROWS_AS(Vector(xt::view(table, 3, xt::all())), std::out_of_range);
  CHECK_THROWS_AS(Vector(xt::view(table, -4, xt::all())), std::out_of_range);
}

TEST_CASE("a vector becomes a matrix with one row") {
  const Vector v = {1, 2, 3};
  const Matrix row = xt::expand_dims(v, 0);
  CHECK((row == Matrix{{1, 2, 3}}));
}
