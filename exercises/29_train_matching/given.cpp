#include "train_matching.hpp"

#include <softmark/flat.hpp>

namespace softmark {
namespace {

/// Calls `what` with each array of a model, in the order of declaration.
const auto for_each_array = [](auto& model, const auto& what) {
  what(model.table);
  what(model.positions);
  what(model.Wq);
  what(model.Wk);
  what(model.Wv);
  what(model.read_out.W);
  what(model.read_out.b);
};

}  // namespace

Vector flat(const MatchingModel& model) { return flat_by(model, for_each_array); }

MatchingModel unflat(const Vector& theta, const MatchingModel& shapes) {
  return unflat_by(theta, shapes, for_each_array);
}

MatchingGradient matching_gradient(const MatchingModel& model, const xt::xtensor<int, 2>& ids,
                                   const Tensor3& X, const xt::xtensor<int, 1>& y) {
  const std::size_t B = ids.shape(0), L = model.positions.shape(0), E = model.table.shape(1);
  const std::size_t V = model.table.shape(0);
  if (ids.shape(1) != L) throw std::invalid_argument("matching_gradient: ids must be (B, L)");
  if (X.shape(0) != B || X.shape(1) != L || X.shape(2) != E)
    throw std::invalid_argument("matching_gradient: X must be (B, L, E)");
  if (y.shape(0) != B) throw std::invalid_argument("matching_gradient: y must be (B)");
  MatchingGradient result{0, unflat(0.0 * flat(model), model)};
  MatchingModel& gradient = result.gradient;
  const double root = std::sqrt(E);
  const double* Wq = model.Wq.data();
  const double* Wk = model.Wk.data();
  const double* Wv = model.Wv.data();
  const double* W = model.read_out.W.data();
  std::vector<double> query(E), keys(L * E), values(L * E), weights(L), answer(E), logits(V);
  std::vector<double> d_answer(E), d_weights(L), d_query(E), d_tokens(L * E);
  for (std::size_t i = 0; i < B; ++i) {
    const double* tokens = X.data() + i * L * E;
    const double* asking = tokens + (L - 1) * E;
    for (auto* zero : {&query, &keys, &values, &answer, &d_answer, &d_query, &d_tokens})
      std::fill(zero->begin(), zero->end(), 0.0);
    // Forwards.
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < E; ++j) query[j] += asking[e] * Wq[e * E + j];
    }
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t e = 0; e < E; ++e) {
        for (std::size_t j = 0; j < E; ++j) {
          keys[n * E + j] += tokens[n * E + e] * Wk[e * E + j];
          values[n * E + j] += tokens[n * E + e] * Wv[e * E + j];
        }
      }
      weights[n] = 0;
      for (std::size_t j = 0; j < E; ++j) weights[n] += query[j] * keys[n * E + j] / root;
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    for (double& weight : weights) weight /= sum;
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t j = 0; j < E; ++j) answer[j] += weights[n] * values[n * E + j];
    }
    for (std::size_t c = 0; c < V; ++c) {
      logits[c] = model.read_out.b(c);
      for (std::size_t j = 0; j < E; ++j) logits[c] += W[c * E + j] * answer[j];
    }
    const double highest = *std::max_element(logits.begin(), logits.end());
    double all = 0;
    for (double logit : logits) all += std::exp(logit - highest);
    const std::size_t label = static_cast<std::size_t>(y(i));
    result.loss += (highest + std::log(all) - logits.at(label)) / B;

    // Backwards.
    for (std::size_t c = 0; c < V; ++c) {
      const double d = (std::exp(logits[c] - highest) / all - (c == label ? 1 : 0)) / B;
      gradient.read_out.b(c) += d;
      for (std::size_t j = 0; j < E; ++j) {
        gradient.read_out.W(c, j) += d * answer[j];
        d_answer[j] += d * W[c * E + j];
      }
    }
    double mean = 0;
    for (std::size_t n = 0; n < L; ++n) {
      d_weights[n] = 0;
      for (std::size_t j = 0; j < E; ++j) d_weights[n] += d_answer[j] * values[n * E + j];
      mean += weights[n] * d_weights[n];
    }
    for (std::size_t n = 0; n < L; ++n) {
      const double d_score = weights[n] * (d_weights[n] - mean) / root;
      for (std::size_t j = 0; j < E; ++j) d_query[j] += d_score * keys[n * E + j];
      for (std::size_t e = 0; e < E; ++e) {
        double* d_Wk = &gradient.Wk(e, 0);
        double* d_Wv = &gradient.Wv(e, 0);
        for (std::size_t j = 0; j < E; ++j) {
          const double d_key = d_score * query[j], d_value = weights[n] * d_answer[j];
          d_Wk[j] += tokens[n * E + e] * d_key;
          d_Wv[j] += tokens[n * E + e] * d_value;
          d_tokens[n * E + e] += d_key * Wk[e * E + j] + d_value * Wv[e * E + j];
        }
      }
    }
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < E; ++j) {
        gradient.Wq(e, j) += asking[e] * d_query[j];
        d_tokens[(L - 1) * E + e] += d_query[j] * Wq[e * E + j];
      }
    }
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t e = 0; e < E; ++e) {
        gradient.table(ids(i, n), e) += d_tokens[n * E + e];
        gradient.positions(n, e) += d_tokens[n * E + e];
      }
    }
  }
  return result;
}

}  // namespace softmark
