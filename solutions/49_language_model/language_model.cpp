#include "language_model.hpp"

namespace softmark {
namespace {

// The first `used` rows of what is cached, and the new row below.
Matrix rows_and_new(const Matrix& cached, std::size_t used, const Matrix& row) {
  Matrix all = xt::zeros<double>({used + 1, row.shape(1)});
  for (std::size_t e = 0; e < row.shape(1); ++e) {
    for (std::size_t j = 0; j < used; ++j) all(j, e) = cached(j, e);
    all(used, e) = row(0, e);
  }
  return all;
}

}  // namespace

LanguageStep language_model(int token, std::size_t used, const std::vector<Matrix>& keys,
                            const std::vector<Matrix>& values, const LanguageModel& model) {
  const std::size_t groups = model.first.Wk.size();
  const std::size_t d = model.first.Wk[0].shape(1);
  LanguageStep step;
  step.keys = xt::zeros<double>({2 * groups, d});
  step.values = xt::zeros<double>({2 * groups, d});

  Matrix x = xt::view(model.table, xt::range(token, token + 1), xt::all());  // (1, E)
  record("embedded", x);

  for (std::size_t l = 0; l < 2; ++l) {
    const LanguageLayer& layer = l == 0 ? model.first : model.second;

    Matrix normed = rms_norm(x, layer.norm1, norm_eps);  // (1, E)
    record("first norm", normed);

    std::vector<Matrix> Q, K, V;
    for (const Matrix& W : layer.Wq) {
      Matrix query = xt::linalg::dot(normed, W);  // (1, d)
      Q.push_back(rotary_positions(query, used, rotary_base));
    }
    for (std::size_t c = 0; c < groups; ++c) {
      const std::size_t place = l * groups + c;
      Matrix key = xt::linalg::dot(normed, layer.Wk[c]);         // (1, d)
      Matrix turned = rotary_positions(key, used, rotary_base);  // (1, d)
      Matrix value = xt::linalg::dot(normed, layer.Wv[c]);       // (1, d)
      xt::view(step.keys, xt::range(place, place + 1), xt::all()) = turned;
      xt::view(step.values, xt::range(place, place + 1), xt::all()) = value;
      K.push_back(rows_and_new(keys[place], used, turned));   // (used + 1, d)
      V.push_back(rows_and_new(values[place], used, value));  // (used + 1, d)
    }
    Matrix attention = grouped_queries(Q, K, V);  // (1, h d)
    record("attention", attention);

    Matrix after = x + xt::linalg::dot(attention, layer.Wout);  // (1, E)
    record("after attention", after);

    Matrix inner = rms_norm(after, layer.norm2, norm_eps);                   // (1, E)
    Matrix forward = swiglu(inner, layer.W_gate, layer.W_up, layer.W_down);  // (1, E)
    record("feed-forward output", forward);

    x = after + forward;
    record("after layer", x);
  }

  Matrix last = rms_norm(x, model.norm, norm_eps);                    // (1, E)
  Matrix logits = xt::linalg::dot(last, xt::transpose(model.table));  // (1, V)
  step.logits = xt::view(logits, 0, xt::all());
  return step;
}

}  // namespace softmark
