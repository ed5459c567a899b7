// verdict: too_costly
// limit: cache_copied

#include "kv_cache.hpp"

#include <algorithm>

namespace softmark {

using Vec = std::vector<double>;

static Vec product(const Vec& x, const Rows& W) {
  Vec y(W.shape(1), double(0.0));
  for (size_t e = 0; e < x.size(); e++)
    for (size_t c = 0; c < y.size(); c++) y[c] += x[e] * W(e, c);
  return y;
}

static Vec softmax(Vec s) {
  const double m = *std::max_element(s.begin(), s.end());
  double sum = 0.0;
  for (double& x : s) {
    x = exp(x - m);
    sum += x;
  }
  for (double& x : s) x /= sum;
  return s;
}

// One column of the values, as a vector that can be multiplied with the weights.
static Vec column(const std::vector<Vec>& values, size_t e) {
  Vec v;
  v.reserve(values.size());
  for (const Vec& row : values) v.push_back(row[e]);
  return v;
}

static double dot(const Vec& a, const Vec& b) {
  double s = 0.0;
  for (size_t i = 0; i < a.size(); i++) s += a[i] * b[i];
  return s;
}

Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  Rows output(P.shape(0), P.shape(1));
  std::vector<Vec> keys, values;
  Vec o(P.shape(1), double(0.0));
  for (size_t t = 0; t < P.shape(0); t++) {
    Vec x = o;
    for (size_t e = 0; e < x.size(); e++) x[e] += P(t, e);
    const Vec q = product(x, W_Q);
    keys.push_back(product(x, W_K));
    values.push_back(product(x, W_V));
    Vec scores(t + 1);
    for (size_t j = 0; j <= t; j++) scores[j] = dot(q, keys[j]) / std::sqrt(double(q.size()));
    const Vec weights = softmax(std::move(scores));
    for (size_t e = 0; e < o.size(); e++) {
      o[e] = dot(weights, column(values, e));
      output(t, e) = o[e];
    }
  }
  return output;
}

}  // namespace softmark
