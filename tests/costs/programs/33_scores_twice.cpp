// verdict: too_costly
// limit: twice

#include "kv_cache.hpp"

using namespace std;

namespace softmark {

static vector<Real> product(const vector<Real>& x, const Rows& W) {
  vector<Real> y(W.shape(1));
  for (size_t c = 0; c < y.size(); c++) {
    y[c] = 0;
    for (size_t e = 0; e < x.size(); e++) y[c] += x[e] * W(e, c);
  }
  return y;
}

static Real score(const vector<Real>& q, const vector<Real>& k) {
  Real s = 0;
  for (size_t c = 0; c < q.size(); c++) s += q[c] * k[c];
  return s / sqrt((double)q.size());
}

static Real largest_score(const vector<Real>& q, const vector<vector<Real>>& keys) {
  Real m = -numeric_limits<double>::infinity();
  for (const auto& k : keys) m = max(m, score(q, k));
  return m;
}

Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  Rows output(P.shape(0), P.shape(1));
  vector<vector<Real>> keys, values;
  for (size_t t = 0; t < P.shape(0); t++) {
    vector<Real> x(P.shape(1));
    for (size_t e = 0; e < x.size(); e++) {
      x[e] = P(t, e);
      if (t > 0) x[e] += output(t - 1, e);
    }
    const vector<Real> q = product(x, W_Q);
    keys.push_back(product(x, W_K));
    values.push_back(product(x, W_V));
    const Real m = largest_score(q, keys);
    Real sum = 0;
    for (size_t j = 0; j < keys.size(); j++) {
      const Real w = exp(score(q, keys[j]) - m);
      sum += w;
      for (size_t e = 0; e < x.size(); e++) output(t, e) += w * values[j][e];
    }
    for (size_t e = 0; e < x.size(); e++) output(t, e) /= sum;
  }
  return output;
}

}  // namespace softmark
