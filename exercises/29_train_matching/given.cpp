#include "train_matching.hpp"

#include <softmark/flat.hpp>
#include <softmark/gradients.hpp>

#include <vector>

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

/// The arrays of one sequence of L tokens with E numbers each, row by row. Those with d_ are the
/// gradients in the others.
struct Pass {
  Pass(std::size_t L, std::size_t E)
      : L(L),
        E(E),
        query(E),
        keys(L * E),
        values(L * E),
        weights(L),
        answer(E),
        d_answer(E),
        d_weights(L),
        d_query(E),
        d_tokens(L * E) {}

  std::size_t L, E;
  std::vector<double> query, keys, values, weights, answer;
  std::vector<double> d_answer, d_weights, d_query, d_tokens;
};

/// The query of the last token.
void ask(const MatchingModel& model, const double* tokens, Pass& pass) {
  const std::size_t E = pass.E;
  const double* asking = tokens + (pass.L - 1) * E;
  const double* Wq = model.Wq.data();
  std::fill(pass.query.begin(), pass.query.end(), 0.0);
  for (std::size_t e = 0; e < E; ++e) {
    for (std::size_t j = 0; j < E; ++j) pass.query[j] += asking[e] * Wq[e * E + j];
  }
}

/// The answer to it: the mean of all values, weighted by attention.
void attend(const MatchingModel& model, const double* tokens, Pass& pass) {
  const std::size_t L = pass.L, E = pass.E;
  const double* Wk = model.Wk.data();
  const double* Wv = model.Wv.data();
  const double root = std::sqrt(E);
  for (auto* sums : {&pass.keys, &pass.values, &pass.weights, &pass.answer})
    std::fill(sums->begin(), sums->end(), 0.0);
  for (std::size_t n = 0; n < L; ++n) {
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < E; ++j) {
        pass.keys[n * E + j] += tokens[n * E + e] * Wk[e * E + j];
        pass.values[n * E + j] += tokens[n * E + e] * Wv[e * E + j];
      }
    }
    for (std::size_t j = 0; j < E; ++j)
      pass.weights[n] += pass.query[j] * pass.keys[n * E + j] / root;
  }
  to_softmax(pass.weights);
  for (std::size_t n = 0; n < L; ++n) {
    for (std::size_t j = 0; j < E; ++j) pass.answer[j] += pass.weights[n] * pass.values[n * E + j];
  }
}

/// Back from the gradient in the answer to those in keys, values, query and tokens. Adds to
/// `gradient`.
void back_through_attention(const MatchingModel& model, const double* tokens, Pass& pass,
                            MatchingModel& gradient) {
  const std::size_t L = pass.L, E = pass.E;
  const double* Wk = model.Wk.data();
  const double* Wv = model.Wv.data();
  const double root = std::sqrt(E);
  for (auto* sums : {&pass.d_weights, &pass.d_query, &pass.d_tokens})
    std::fill(sums->begin(), sums->end(), 0.0);
  for (std::size_t n = 0; n < L; ++n) {
    for (std::size_t j = 0; j < E; ++j)
      pass.d_weights[n] += pass.d_answer[j] * pass.values[n * E + j];
  }
  through_softmax(pass.weights, pass.d_weights);
  for (std::size_t n = 0; n < L; ++n) {
    const double d_score = pass.d_weights[n] / root;
    for (std::size_t j = 0; j < E; ++j) pass.d_query[j] += d_score * pass.keys[n * E + j];
    for (std::size_t e = 0; e < E; ++e) {
      double* d_Wk = &gradient.Wk(e, 0);
      double* d_Wv = &gradient.Wv(e, 0);
      for (std::size_t j = 0; j < E; ++j) {
        const double d_key = d_score * pass.query[j];
        const double d_value = pass.weights[n] * pass.d_answer[j];
        d_Wk[j] += tokens[n * E + e] * d_key;
        d_Wv[j] += tokens[n * E + e] * d_value;
        pass.d_tokens[n * E + e] += d_key * Wk[e * E + j] + d_value * Wv[e * E + j];
      }
    }
  }
}

/// Back from the gradient in the query to those in Wq and the last token.
void back_through_query(const MatchingModel& model, const double* tokens, Pass& pass,
                        MatchingModel& gradient) {
  const std::size_t E = pass.E;
  const double* asking = tokens + (pass.L - 1) * E;
  double* d_asking = &pass.d_tokens[(pass.L - 1) * E];
  const double* Wq = model.Wq.data();
  for (std::size_t e = 0; e < E; ++e) {
    for (std::size_t j = 0; j < E; ++j) {
      gradient.Wq(e, j) += asking[e] * pass.d_query[j];
      d_asking[e] += pass.d_query[j] * Wq[e * E + j];
    }
  }
}

}  // namespace

Vector flat(const MatchingModel& model) { return flat_by(model, for_each_array); }

MatchingModel unflat(const Vector& theta, const MatchingModel& shapes) {
  return unflat_by(theta, shapes, for_each_array);
}

MatchingGradient matching_gradient(const MatchingModel& model, const xt::xtensor<int, 2>& ids,
                                   const Tensor3& X, const xt::xtensor<int, 1>& y) {
  const std::size_t B = ids.shape(0), L = model.positions.shape(0), E = model.table.shape(1);
  if (ids.shape(1) != L) throw std::invalid_argument("matching_gradient: ids must be (B, L)");
  if (X.shape(0) != B || X.shape(1) != L || X.shape(2) != E)
    throw std::invalid_argument("matching_gradient: X must be (B, L, E)");
  if (y.shape(0) != B) throw std::invalid_argument("matching_gradient: y must be (B)");
  MatchingGradient result{0, unflat(0.0 * flat(model), model)};
  MatchingModel& gradient = result.gradient;
  Pass pass(L, E);
  for (std::size_t i = 0; i < B; ++i) {
    const double* tokens = X.data() + i * L * E;
    ask(model, tokens, pass);
    attend(model, tokens, pass);
    result.loss += classifier_gradient(model.read_out, pass.answer, static_cast<std::size_t>(y(i)),
                                       B, gradient.read_out, pass.d_answer);
    back_through_attention(model, tokens, pass, gradient);
    back_through_query(model, tokens, pass, gradient);
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t e = 0; e < E; ++e) {
        gradient.table(ids(i, n), e) += pass.d_tokens[n * E + e];
        gradient.positions(n, e) += pass.d_tokens[n * E + e];
      }
    }
  }
  return result;
}

}  // namespace softmark
