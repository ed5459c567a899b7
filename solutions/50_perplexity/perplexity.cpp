#include "perplexity.hpp"

namespace softmark {

Perplexity perplexity(const Matrix& logits, const xt::xtensor<int, 1>& ids, int padding) {
  const std::size_t N = ids.size();

  Matrix largest = xt::amax(logits, {1}, xt::keep_dims);  // (N, 1)
  Matrix exponentials = xt::exp(logits - largest);        // (N, V)
  Matrix log_sums = largest + xt::log(xt::sum(exponentials, {1}, xt::keep_dims));
  record("log sums", log_sums);

  Vector surprises = xt::zeros<double>({N - 1});
  double count = 0;
  for (std::size_t t = 0; t + 1 < N; ++t) {
    const int next = ids(t + 1);
    if (next == padding) continue;
    surprises(t) = log_sums(t, 0) - logits(t, next);
    count += 1;
  }
  record("surprises", surprises);

  const double loss = count == 0 ? 0 : xt::sum(surprises)() / count;
  return {loss, std::exp(loss)};
}

}  // namespace softmark
