#include "language_model.hpp"

namespace softmark {

// Replace each `throw` by your code. Name the types of variables (Matrix): they show the shapes.
LanguageStep language_model([[maybe_unused]] int token, [[maybe_unused]] std::size_t used,
                            [[maybe_unused]] const std::vector<Matrix>& keys,
                            [[maybe_unused]] const std::vector<Matrix>& values,
                            const LanguageModel& model) {
  const std::size_t groups = model.first.Wk.size();
  const std::size_t d = model.first.Wk[0].shape(1);
  LanguageStep step;
  step.keys = xt::zeros<double>({2 * groups, d});
  step.values = xt::zeros<double>({2 * groups, d});

  // TODO 1: the row of the token in the table.
  Matrix x;  // (1, E)
  throw NotImplemented("TODO 1: the token's row");
  record("embedded", x);

  for (std::size_t l = 0; l < 2; ++l) {
    [[maybe_unused]] const LanguageLayer& layer = l == 0 ? model.first : model.second;

    // TODO 2: x with the first norm.
    Matrix normed;  // (1, E)
    throw NotImplemented("TODO 2: the first norm");
    record("first norm", normed);

    // TODO 3: queries, keys and values. The new keys and values go into step, and below the cached
    // ones; then comes grouped_queries.
    Matrix attention;  // (1, h d)
    throw NotImplemented("TODO 3: attention");
    record("attention", attention);

    // TODO 4: x and what attention adds to it.
    Matrix after;  // (1, E)
    throw NotImplemented("TODO 4: after attention");
    record("after attention", after);

    // TODO 5: the network, with its norm, and what it adds.
    Matrix forward;  // (1, E)
    throw NotImplemented("TODO 5: the network");
    record("feed-forward output", forward);
    x = after + forward;
    record("after layer", x);
  }

  // TODO 6: the logits, with the last norm.
  throw NotImplemented("TODO 6: logits");
  return step;
}

}  // namespace softmark
