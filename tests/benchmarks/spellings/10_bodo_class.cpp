// a class in the manner of PyTorch, with forward()
#include "learned_attention.hpp"

namespace softmark {
namespace {

class Linear {
 public:
  explicit Linear(const Matrix& weight) : weight_(weight) {}
  Matrix operator()(const Matrix& x) const { return xt::linalg::dot(x, weight_); }
  std::size_t out_features() const { return weight_.shape(1); }

 private:
  Matrix weight_;
};

class Attention {
 public:
  Attention(Linear q, Linear k, Linear v)
      : to_query_(std::move(q)), to_key_(std::move(k)), to_value_(std::move(v)) {}

  Matrix forward(const Matrix& x) const {
    const double temperature = std::sqrt(static_cast<double>(to_query_.out_features()));
    const Matrix q = to_query_(x), k = to_key_(x), v = to_value_(x);
    Matrix weights = xt::linalg::dot(q, xt::transpose(k, {1, 0})) / temperature;
    for (std::size_t n = 0; n < weights.shape(0); ++n) softmax(xt::view(weights, n, xt::all()));
    return xt::linalg::dot(weights, v);
  }

 private:
  template <class Row>
  static void softmax(Row&& row) {
    const double top = *std::max_element(row.begin(), row.end());
    double sum = 0.0;
    for (auto& w : row) sum += (w = std::exp(w - top));
    for (auto& w : row) w /= sum;
  }

  Linear to_query_, to_key_, to_value_;
};

}  // namespace

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  return Attention(Linear(Wq), Linear(Wk), Linear(Wv)).forward(X);
}

}  // namespace softmark
