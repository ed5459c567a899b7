// logistic regression: only the difference of the two logits matters
#include "token_classifier.hpp"

namespace softmark {
namespace {

// log(1 + e^t), safe for every t
Vector softplus(const Vector& t) { return xt::maximum(t, 0.0) + xt::log1p(xt::exp(-xt::abs(t))); }

}  // namespace

Classification token_classifier(const Matrix& X, const xt::xtensor<int, 1>& y,
                                const Linear& layer) {
  const Vector w = xt::row(layer.W, 1) - xt::row(layer.W, 0);
  const Vector d = xt::linalg::dot(X, w) + (layer.b(1) - layer.b(0));

  Matrix log_probabilities = xt::stack(xt::xtuple(-softplus(d), -softplus(-d)), 1);
  record("log probabilities", log_probabilities);
  Matrix probabilities = xt::exp(log_probabilities);

  // the wrong class's margin: +d where the label is 0, -d where it is 1
  Vector sign = 1.0 - 2.0 * xt::cast<double>(y);
  const double loss = xt::mean(softplus(sign * d))();
  const double accuracy = xt::mean(xt::cast<double>(xt::equal(d > 0.0, y > 0)))();
  return {probabilities, loss, accuracy};
}

}  // namespace softmark
