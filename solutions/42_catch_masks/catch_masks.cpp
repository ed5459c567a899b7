#include "catch_masks.hpp"

namespace softmark {

std::vector<CausalInput> catch_masks() {
  // Nq = 3 of Nk = 5 tokens: query 0 sees two keys. The later a key, the higher its score, and all
  // scores are far below zero but the last.
  Matrix Q{{-200}, {-200}, {-200}};
  Matrix K{{400}, {300}, {200}, {100}, {0}};
  Matrix V{{1}, {2}, {3}, {4}, {5}};
  return {{Q, K, V}};
}

}  // namespace softmark
