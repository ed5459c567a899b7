#include "matrix_attention.hpp"

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cmath>

using namespace softmark;

TEST_CASE("two tokens with unit projections attend to themselves") {
  const Projection identity{{{1, 0}, {0, 1}}, {{0}, {0}}};
  const Matrix X = {{1, 0}, {0, 1}};
  const Matrix out = matrix_attention(X, identity, identity, identity);
  const double own = std::exp(1.0) / (std::exp(1.0) + 1);
  CHECK(std::abs(out(0, 0) - own) < 1e-12);
  CHECK(std::abs(out(0, 1) - (1 - own)) < 1e-12);
}
