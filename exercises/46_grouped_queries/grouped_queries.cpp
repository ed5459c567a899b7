#include "grouped_queries.hpp"

namespace softmark {
namespace {

// Given: exercise 06, the softmax of every row of `scores`; exp() of minus infinity is 0.
[[maybe_unused]] Matrix softmax_rows(const Matrix& scores) { return row_softmax(scores); }

}  // namespace

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
Matrix grouped_queries(const std::vector<Matrix>& Q, [[maybe_unused]] const std::vector<Matrix>& K,
                       const std::vector<Matrix>& V) {
  const std::size_t heads = Q.size();
  const std::size_t Nq = Q[0].shape(0);
  const std::size_t Dv = V[0].shape(1);

  Matrix output = xt::zeros<double>({Nq, heads * Dv});
  for (std::size_t i = 0; i < heads; ++i) {
    // TODO 1: the group whose keys and values head i uses.
    [[maybe_unused]] std::size_t group = 0;
    throw NotImplemented("TODO 1: the group of a head");

    // TODO 2: the scores of the head's queries with the group's keys, scaled.
    Matrix scores;  // (Nq, Nk)
    throw NotImplemented("TODO 2: scaled scores");
    record("scaled scores", scores);

    // TODO 3: the attention weights: hide later keys, then call softmax_rows.
    Matrix weights;  // (Nq, Nk)
    throw NotImplemented("TODO 3: attention weights");
    record("attention weights", weights);

    // TODO 4: the output of the head.
    Matrix head;  // (Nq, Dv)
    throw NotImplemented("TODO 4: the output of a head");
    record("head output", head);

    // TODO 5: put it into its columns of the output.
    throw NotImplemented("TODO 5: the place of a head");
  }
  return output;
}

}  // namespace softmark
