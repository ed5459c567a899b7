#include "multi_head_attention.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`; exp() of minus infinity is 0.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) {
  return row_softmax(scores);
}

// The output (Nq, Dv) of one head from its queries (Nq, d), keys (Nk, d) and values (Nk, Dv).
// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
[[maybe_unused]] Matrix attend([[maybe_unused]] const Matrix& Q, [[maybe_unused]] const Matrix& K,
                               [[maybe_unused]] const Matrix& V, [[maybe_unused]] bool causal) {
  // TODO 2: the scaled scores, and the attention weights, masked only if `causal` says so. You have
  // written both for exercise 09.
  Matrix scores;     // (Nq, Nk)
  Matrix attention;  // (Nq, Nk)
  throw NotImplemented("TODO 2: scores and attention weights of a head");
  record("scaled scores", scores);  // before the mask
  record("attention weights", attention);

  // TODO 3: the output of the head.
  Matrix output;  // (Nq, Dv)
  throw NotImplemented("TODO 3: output of a head");
  return output;
}

}  // namespace

Matrix multi_head_attention([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Matrix& Y,
                            const std::vector<Matrix>& Wq,
                            [[maybe_unused]] const std::vector<Matrix>& Wk,
                            const std::vector<Matrix>& Wv, [[maybe_unused]] const Matrix& Wout,
                            bool causal) {
  const std::size_t heads = Wq.size();
  const std::size_t Dv = Wv[0].shape(1);

  Matrix concatenated = xt::zeros<double>({X.shape(0), heads * Dv});  // (Nq, heads * Dv)
  for (std::size_t h = 0; h < heads; ++h) {
    // TODO 1: the queries, keys and values of head h.
    Matrix Q;  // (Nq, d)
    Matrix K;  // (Nk, d)
    Matrix V;  // (Nk, Dv)
    throw NotImplemented("TODO 1: queries, keys and values of a head");
    record("queries", Q);
    record("keys", K);
    record("values", V);

    Matrix output = attend(Q, K, V, causal);  // (Nq, Dv)
    record("head output", output);

    // TODO 4: put the output into the columns of `concatenated` that belong to head h.
    throw NotImplemented("TODO 4: concatenation");
  }
  record("concatenated heads", concatenated);

  // TODO 5: the result, which combines the heads with Wout.
  Matrix result;  // (Nq, E)
  throw NotImplemented("TODO 5: result");
  return result;
}

}  // namespace softmark
