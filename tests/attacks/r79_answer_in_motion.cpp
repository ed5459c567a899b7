// attack: threads change the answer while it is encoded, and after that
// verdict: wrong_value or crashed
// exercise: 10_learned_attention
// options: --time-limit 1

#include "learned_attention.hpp"

#include <thread>

namespace softmark {
Matrix learned_attention(const Matrix& X, const Matrix&, const Matrix&, const Matrix& Wv) {
  Matrix answer = xt::zeros<double>({X.shape(0), Wv.shape(1)});
  double* const numbers = answer.data();
  const std::size_t count = answer.size();
  for (int i = 0; i < 3; ++i) {
    std::thread([=] {
      for (std::size_t turn = 0;; ++turn) {
        for (std::size_t k = 0; k < count; ++k) numbers[k] = static_cast<double>(turn % 1000) / 7 - 3;
      }
    }).detach();
  }
  return answer;
}
}  // namespace softmark
