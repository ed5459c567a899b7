// verdict: passed

#include "kv_cache.hpp"

using namespace std;

namespace softmark {

typedef vector<Real> Vec;

static Vec product(const Vec& x, const Rows& W) {
  Vec result(W.shape(1));
  for (size_t column = 0; column < W.shape(1); column++) {
    Real sum = 0;
    for (size_t row = 0; row < W.shape(0); row++) {
      Real a = x[row];
      Real b = W(row, column);
      sum = sum + a * b;
    }
    result[column] = sum;
  }
  return result;
}

static Vec get_scores(const Vec& q, const vector<Vec>& keys) {
  Vec scores(keys.size());
  Real root = sqrt((double)q.size());
  for (size_t j = 0; j < keys.size(); j++) {
    const Vec& key = keys[j];
    Real sum = 0;
    for (size_t c = 0; c < q.size(); c++) {
      sum = sum + q[c] * key[c];
    }
    scores[j] = sum / root;
  }
  return scores;
}

static Vec softmax(const Vec& scores) {
  Real largest = scores[0];
  for (size_t j = 1; j < scores.size(); j++) {
    if (scores[j] > largest) {
      largest = scores[j];
    }
  }
  Vec weights(scores.size());
  Real sum = 0;
  for (size_t j = 0; j < scores.size(); j++) {
    weights[j] = exp(scores[j] - largest);
    sum = sum + weights[j];
  }
  for (size_t j = 0; j < scores.size(); j++) {
    weights[j] = weights[j] / sum;
  }
  return weights;
}

static Vec mix(const Vec& weights, const vector<Vec>& values) {
  Vec o(values[0].size());
  for (size_t c = 0; c < o.size(); c++) {
    Real sum = 0;
    for (size_t j = 0; j < values.size(); j++) {
      sum = sum + weights[j] * values[j][c];
    }
    o[c] = sum;
  }
  return o;
}

Rows kv_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  size_t N = P.shape(0);
  size_t E = P.shape(1);
  Rows output(N, E);
  vector<Vec> keys;
  vector<Vec> values;
  for (size_t t = 0; t < N; t++) {
    // input
    Vec x(E);
    for (size_t c = 0; c < E; c++) {
      if (t == 0) {
        x[c] = P(t, c);
      } else {
        x[c] = P(t, c) + output(t - 1, c);
      }
    }
    // query, key, value
    Vec q = product(x, W_Q);
    Vec k = product(x, W_K);
    Vec v = product(x, W_V);
    keys.push_back(k);
    values.push_back(v);
    // attention
    Vec scores = get_scores(q, keys);
    Vec weights = softmax(scores);
    Vec o = mix(weights, values);
    for (size_t c = 0; c < E; c++) {
      output(t, c) = o[c];
    }
  }
  return output;
}

}  // namespace softmark
