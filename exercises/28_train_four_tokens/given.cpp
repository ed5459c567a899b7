#include "train_four_tokens.hpp"

#include <softmark/gradients.hpp>

#include <algorithm>
#include <vector>

namespace softmark {
namespace {

/// The arrays of one sequence of T tokens, row by row. Those with d_ are the gradients in the
/// others.
struct Pass {
  Pass(std::size_t T, std::size_t E, std::size_t dq)
      : T(T),
        E(E),
        dq(dq),
        query(dq),
        keys(T * dq),
        attention(T),
        modified(E),
        d_modified(E),
        d_attention(T),
        d_query(dq) {}

  std::size_t T, E, dq;
  std::vector<double> query, keys, attention, modified;
  std::vector<double> d_modified, d_attention, d_query;
};

/// Attention of the token at place 1, as in exercise 22.
void attend(const FourTokenModel& model, const double* tokens, Pass& pass) {
  const auto x = [&](std::size_t t, std::size_t e) { return tokens[t * pass.E + e]; };
  for (auto* sums : {&pass.query, &pass.keys, &pass.attention, &pass.modified})
    std::fill(sums->begin(), sums->end(), 0.0);
  for (std::size_t e = 0; e < pass.E; ++e) {
    for (std::size_t j = 0; j < pass.dq; ++j) {
      pass.query[j] += x(1, e) * model.Wq(e, j);
      for (std::size_t t = 0; t < pass.T; ++t)
        pass.keys[t * pass.dq + j] += x(t, e) * model.Wk(e, j);
    }
  }
  for (std::size_t t = 0; t < pass.T; ++t) {
    for (std::size_t j = 0; j < pass.dq; ++j)
      pass.attention[t] += pass.query[j] * pass.keys[t * pass.dq + j];
  }
  to_softmax(pass.attention);
  for (std::size_t e = 0; e < pass.E; ++e) {
    for (std::size_t t = 0; t < pass.T; ++t) pass.modified[e] += pass.attention[t] * x(t, e);
  }
}

/// Back from the gradient in the modified token. Adds to `gradient`.
void back_through_attention(const double* tokens, Pass& pass, FourTokenModel& gradient) {
  const auto x = [&](std::size_t t, std::size_t e) { return tokens[t * pass.E + e]; };
  for (auto* sums : {&pass.d_attention, &pass.d_query}) std::fill(sums->begin(), sums->end(), 0.0);
  for (std::size_t t = 0; t < pass.T; ++t) {
    for (std::size_t e = 0; e < pass.E; ++e) pass.d_attention[t] += pass.d_modified[e] * x(t, e);
  }
  through_softmax(pass.attention, pass.d_attention);
  for (std::size_t t = 0; t < pass.T; ++t) {
    const double d_score = pass.d_attention[t];
    for (std::size_t j = 0; j < pass.dq; ++j) {
      pass.d_query[j] += d_score * pass.keys[t * pass.dq + j];
      for (std::size_t e = 0; e < pass.E; ++e)
        gradient.Wk(e, j) += d_score * pass.query[j] * x(t, e);
    }
  }
  for (std::size_t e = 0; e < pass.E; ++e) {
    for (std::size_t j = 0; j < pass.dq; ++j) gradient.Wq(e, j) += pass.d_query[j] * x(1, e);
  }
}

}  // namespace

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
  Pass pass(T, E, dq);
  for (std::size_t i = 0; i < B; ++i) {
    const double* tokens = batch.X.data() + i * T * E;
    attend(model, tokens, pass);
    const std::size_t label = batch.y(i) == 1 ? 1 : 0;
    result.loss += classifier_gradient(model.read_out, pass.modified, label, B, gradient.read_out,
                                       pass.d_modified);
    back_through_attention(tokens, pass, gradient);
  }
  return result;
}

}  // namespace softmark
