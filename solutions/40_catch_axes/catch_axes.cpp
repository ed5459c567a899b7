#include "catch_axes.hpp"

namespace softmark {

std::vector<AttentionInput> catch_axes() {
  // D = 2, N = 3, Dq = 1, Dv = 4: no two sizes agree. All keys are near 30; of the queries one is
  // below 0, so that its scores are far below the others.
  Matrix X{{1, 0, 2}, {0, 1, -1}};
  Projection query{{{30, -30}}, {{0.5}}};
  Projection key{{{0.01, 0.02}}, {{30}}};
  Projection value{{{1, 0}, {0, 1}, {2, -1}, {1, 3}}, {{0}, {1}, {2}, {3}}};
  return {{X, query, key, value}};
}

}  // namespace softmark
