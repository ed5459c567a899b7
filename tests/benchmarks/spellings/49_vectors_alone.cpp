#include <algorithm>
#include <numeric>
#include <vector>

#include "language_model.hpp"

namespace softmark {
namespace {

using Row = std::vector<double>;

Row times(const Row& x, const Matrix& W) {
  Row y(W.shape(1));
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) y[j] += x[i] * W(i, j);
  }
  return y;
}

Row norm(Row x, const Vector& gamma) {
  double squares = 0;
  for (double each : x) squares += each * each;
  const double root = std::sqrt(squares / static_cast<double>(x.size()) + norm_eps);
  for (std::size_t e = 0; e < x.size(); ++e) x[e] *= gamma(e) / root;
  return x;
}

void turn(Row& x, std::size_t position) {
  const auto d = static_cast<double>(x.size());
  for (std::size_t e = 0; e + 1 < x.size(); e += 2) {
    const double angle =
        static_cast<double>(position) / std::pow(rotary_base, static_cast<double>(e) / d);
    const double a = x[e], b = x[e + 1];
    x[e] = std::cos(angle) * a - std::sin(angle) * b;
    x[e + 1] = std::sin(angle) * a + std::cos(angle) * b;
  }
}

double dot(const Row& a, const Row& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Row row_of(const Matrix& A, std::size_t i) {
  Row row;
  for (std::size_t e = 0; e < A.shape(1); ++e) row.push_back(A(i, e));
  return row;
}

}  // namespace

// Without the earlier exercises: a token is a vector, and only visible keys are looked at.
LanguageStep language_model(int token, std::size_t used, const std::vector<Matrix>& keys,
                            const std::vector<Matrix>& values, const LanguageModel& model) {
  LanguageStep step;
  step.keys = step.values = Matrix::from_shape({keys.size(), keys[0].shape(1)});
  Row x = row_of(model.table, static_cast<std::size_t>(token));
  std::size_t place = 0;
  for (const LanguageLayer* layer : {&model.first, &model.second}) {
    const Row in = norm(x, layer->norm1);
    const std::size_t share = layer->Wq.size() / layer->Wk.size();
    Row side_by_side;
    for (std::size_t c = 0; c < layer->Wk.size(); ++c, ++place) {
      Row key = times(in, layer->Wk[c]);
      turn(key, used);
      const Row value = times(in, layer->Wv[c]);
      std::copy(key.begin(), key.end(), &step.keys(place, 0));
      std::copy(value.begin(), value.end(), &step.values(place, 0));
      for (std::size_t i = c * share; i < (c + 1) * share; ++i) {
        Row query = times(in, layer->Wq[i]);
        turn(query, used);
        Row scores;
        for (std::size_t j = 0; j < used; ++j) scores.push_back(dot(query, row_of(keys[place], j)));
        scores.push_back(dot(query, key));
        for (double& s : scores) s /= std::sqrt(static_cast<double>(query.size()));
        const double top = *std::max_element(scores.begin(), scores.end());
        double sum = 0;
        for (double& s : scores) sum += s = std::exp(s - top);
        for (std::size_t e = 0; e < value.size(); ++e) {
          double out = scores[used] * value[e];
          for (std::size_t j = 0; j < used; ++j) out += scores[j] * values[place](j, e);
          side_by_side.push_back(out / sum);
        }
      }
    }
    const Row added = times(side_by_side, layer->Wout);
    for (std::size_t e = 0; e < x.size(); ++e) x[e] += added[e];
    const Row inner = norm(x, layer->norm2);
    Row hidden = times(inner, layer->W_gate);
    const Row up = times(inner, layer->W_up);
    for (std::size_t f = 0; f < up.size(); ++f) hidden[f] *= up[f] / (1 + std::exp(-hidden[f]));
    const Row network = times(hidden, layer->W_down);
    for (std::size_t e = 0; e < x.size(); ++e) x[e] += network[e];
  }
  const Row last = norm(x, model.norm);
  step.logits = Vector::from_shape({model.table.shape(0)});
  for (std::size_t v = 0; v < model.table.shape(0); ++v) {
    step.logits(v) = dot(row_of(model.table, v), last);
  }
  return step;
}

}  // namespace softmark
