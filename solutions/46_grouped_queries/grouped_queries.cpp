#include "grouped_queries.hpp"

namespace softmark {
namespace {

// The softmax of every row of `scores`. Subtracting each row's largest score first keeps exp() from
// overflowing and changes nothing else; exp() of minus infinity is 0.
Matrix softmax_rows(const Matrix& scores) {
  Matrix exponentials = xt::exp(scores - xt::amax(scores, {1}, xt::keep_dims));
  return exponentials / xt::sum(exponentials, {1}, xt::keep_dims);
}

}  // namespace

Matrix grouped_queries(const std::vector<Matrix>& Q, const std::vector<Matrix>& K,
                       const std::vector<Matrix>& V) {
  const std::size_t heads = Q.size();
  const std::size_t groups = K.size();
  const std::size_t Nq = Q[0].shape(0);
  const std::size_t Nk = K[0].shape(0);
  const std::size_t Dv = V[0].shape(1);
  const double d = Q[0].shape(1);

  Matrix output = xt::zeros<double>({Nq, heads * Dv});
  for (std::size_t i = 0; i < heads; ++i) {
    const std::size_t group = i / (heads / groups);

    Matrix scores = xt::linalg::dot(Q[i], xt::transpose(K[group])) / std::sqrt(d);  // (Nq, Nk)
    record("scaled scores", scores);

    for (std::size_t n = 0; n < scores.shape(0); ++n) {
      for (std::size_t j = 0; j < scores.shape(1); ++j) {
        const bool hidden = j + Nq > n + Nk;
        if (hidden) scores(n, j) = -INFINITY;
      }
    }
    Matrix weights = softmax_rows(scores);  // (Nq, Nk): every row sums to one
    record("attention weights", weights);

    Matrix head = xt::linalg::dot(weights, V[group]);  // (Nq, Dv)
    record("head output", head);

    xt::view(output, xt::all(), xt::range(i * Dv, (i + 1) * Dv)) = head;
  }
  return output;
}

}  // namespace softmark
