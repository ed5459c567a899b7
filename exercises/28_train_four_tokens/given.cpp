#include "train_four_tokens.hpp"

#include <algorithm>

namespace softmark {

FourTokens task_data(bool repaired, std::size_t count, std::mt19937& random) {
  const FourTokens drawn = four_token_data(count, 4, random);
  FourTokens data{xt::zeros<double>({count, std::size_t{4}, std::size_t{8}}), drawn.y};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t t = 0; t < 4; ++t) {
      const bool noise = t == 1 || t == 2;
      for (std::size_t f = 0; f < 4; ++f)
        data.X(i, t, f) = (repaired && noise ? 4 : 1) * drawn.X(i, t, f);
      if (repaired) data.X(i, t, 4 + t) = 1;
    }
    if (repaired) data.y(i) = drawn.X(i, 0, 0) > 0 ? 1 : 0;
  }
  return data;
}

FourTokenGradient four_token_gradient(const FourTokenModel& model, const FourTokens& batch) {
  const std::size_t B = batch.X.shape(0), T = batch.X.shape(1), E = batch.X.shape(2);
  const std::size_t dq = model.Wq.shape(1);
  FourTokenGradient result{
      0,
      {xt::zeros<double>({E, dq}),
       xt::zeros<double>({E, dq}),
       {xt::zeros<double>({std::size_t{2}, E}), xt::zeros<double>({std::size_t{2}})}}};
  FourTokenModel& gradient = result.gradient;
  std::vector<double> query(dq), keys(T * dq), attention(T), modified(E);
  std::vector<double> d_modified(E), d_attention(T), d_query(dq);
  for (std::size_t i = 0; i < B; ++i) {
    const double* tokens = batch.X.data() + i * T * E;
    const auto x = [&](std::size_t t, std::size_t e) { return tokens[t * E + e]; };
    // Forwards, as in exercises 22 and 21.
    std::fill(query.begin(), query.end(), 0.0);
    std::fill(keys.begin(), keys.end(), 0.0);
    std::fill(modified.begin(), modified.end(), 0.0);
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < dq; ++j) {
        query[j] += x(1, e) * model.Wq(e, j);
        for (std::size_t t = 0; t < T; ++t) keys[t * dq + j] += x(t, e) * model.Wk(e, j);
      }
    }
    for (std::size_t t = 0; t < T; ++t) {
      attention[t] = 0;
      for (std::size_t j = 0; j < dq; ++j) attention[t] += query[j] * keys[t * dq + j];
    }
    const double largest = *std::max_element(attention.begin(), attention.end());
    double sum = 0;
    for (double& weight : attention) sum += weight = std::exp(weight - largest);
    for (double& weight : attention) weight /= sum;
    double logits[2] = {model.read_out.b(0), model.read_out.b(1)};
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t t = 0; t < T; ++t) modified[e] += attention[t] * x(t, e);
      for (std::size_t c = 0; c < 2; ++c) logits[c] += model.read_out.W(c, e) * modified[e];
    }
    const double higher = std::max(logits[0], logits[1]);
    const double all = std::exp(logits[0] - higher) + std::exp(logits[1] - higher);
    const int label = batch.y(i) == 1 ? 1 : 0;
    result.loss += (higher + std::log(all) - logits[label]) / B;

    // Backwards.
    std::fill(d_modified.begin(), d_modified.end(), 0.0);
    for (std::size_t c = 0; c < 2; ++c) {
      const double d = (std::exp(logits[c] - higher) / all - (static_cast<int>(c) == label)) / B;
      gradient.read_out.b(c) += d;
      for (std::size_t e = 0; e < E; ++e) {
        gradient.read_out.W(c, e) += d * modified[e];
        d_modified[e] += d * model.read_out.W(c, e);
      }
    }
    double mean = 0;
    for (std::size_t t = 0; t < T; ++t) {
      d_attention[t] = 0;
      for (std::size_t e = 0; e < E; ++e) d_attention[t] += d_modified[e] * x(t, e);
      mean += attention[t] * d_attention[t];
    }
    std::fill(d_query.begin(), d_query.end(), 0.0);
    for (std::size_t t = 0; t < T; ++t) {
      const double d_score = attention[t] * (d_attention[t] - mean);
      for (std::size_t j = 0; j < dq; ++j) {
        d_query[j] += d_score * keys[t * dq + j];
        for (std::size_t e = 0; e < E; ++e) gradient.Wk(e, j) += d_score * query[j] * x(t, e);
      }
    }
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < dq; ++j) gradient.Wq(e, j) += d_query[j] * x(1, e);
    }
  }
  return result;
}

}  // namespace softmark
