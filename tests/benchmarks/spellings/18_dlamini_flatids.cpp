// all ids as one long sequence: flatten, embed once, fold back; sigmoid by tanh
#include "counting_model.hpp"

namespace softmark {

Matrix counting_model(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  xt::xtensor<int, 1> flat = xt::flatten(ids);
  Matrix rows = embedding(model.table, flat);
  Tensor3 X = xt::reshape_view(rows, {ids.shape(0), ids.shape(1), rows.shape(1)});
  record("embeddings", X);

  Matrix answers = single_query_attention(X, model.query, model.key, model.value);
  record("answers", answers);

  Matrix w_h = xt::transpose(model.hidden.W);            // (1, H): answers * w_h is an outer product
  Matrix hidden = answers * w_h + model.hidden.b;
  record("hidden", hidden);

  Matrix positive = hidden * xt::cast<double>(hidden > 0.0);
  Matrix logits = xt::sum(positive * model.output.W, {1}, xt::keep_dims) + model.output.b;
  record("logits", logits);

  return 0.5 * (1.0 + xt::tanh(0.5 * logits));
}

}  // namespace softmark
