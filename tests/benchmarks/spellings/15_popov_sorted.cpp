// argmax, argsort and cumsum: the weights are summed from the smallest to the largest
#include "single_query_attention.hpp"

#include <xtensor/xsort.hpp>

#include <cassert>

namespace softmark {

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  const Vector question = xt::flatten(q);
  const Vector asker = xt::linalg::dot(xt::transpose(key.W), question);  // (E)
  const double offset = xt::sum(question * key.b)();
  const Vector teller = xt::ravel(value.W);

  // (B, N): products with all tokens at once
  Matrix scores = (xt::sum(X * asker, {2}) + offset) / std::sqrt(static_cast<double>(question.size()));
  Matrix values = xt::sum(X * teller, {2}) + value.b(0);
  record("scaled scores", scores);

  const xt::xtensor<std::size_t, 1> best = xt::argmax(scores, 1);
  Matrix answers = xt::full_like(Matrix(xt::view(scores, xt::all(), xt::range(0, 1))), 0.0);
  for (std::size_t i = 0; i < scores.shape(0); ++i) {
    const Vector w = xt::exp(xt::row(scores, i) - scores(i, best(i)));
    const xt::xtensor<std::size_t, 1> order = xt::argsort(w);
    const Vector sorted = xt::view(w, xt::keep(order));
    const Vector told = xt::view(values, i, xt::keep(order));

    const Vector running = xt::cumsum(sorted);
    const Vector mixed = xt::cumsum(sorted * told);
    assert(running.periodic(-1) >= 1.0);
    answers(i, 0) = mixed.back() / running.back();
  }
  return answers;
}

}  // namespace softmark
