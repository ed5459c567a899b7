#include "perplexity.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Perplexity perplexity([[maybe_unused]] const Matrix& logits, const xt::xtensor<int, 1>& ids,
                      [[maybe_unused]] int padding) {
  const std::size_t N = ids.size();

  // TODO 1: the logarithm of the sum of the exponentials of each row, as a column.
  Matrix log_sums;  // (N, 1)
  throw NotImplemented("TODO 1: log sums");
  record("log sums", log_sums);

  // TODO 2: the surprise at each next token, 0 where that is padding.
  Vector surprises = xt::zeros<double>({N - 1});
  throw NotImplemented("TODO 2: surprises");
  record("surprises", surprises);

  // TODO 3: the mean of the surprises that count, and its exponential.
  double loss = 0;
  throw NotImplemented("TODO 3: loss and perplexity");
  return {loss, std::exp(loss)};
}

}  // namespace softmark
