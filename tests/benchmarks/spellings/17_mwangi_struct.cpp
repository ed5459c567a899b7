// a class that maps (sequence, head, token, feature) to a place; columns copied one by one, mean by a sum
#include "batched_attention.hpp"

#include <algorithm>
#include <vector>

namespace softmark {
namespace {

class HeadView {
 public:
  HeadView(const Tensor3& X, const Linear& layer, std::size_t heads)
      : data_(xt::zeros<double>({X.shape(0), X.shape(1), layer.b.size()})),
        d_(layer.b.size() / heads) {
    Matrix flat = xt::reshape_view(X, {X.shape(0) * X.shape(1), X.shape(2)});
    Matrix y = xt::linalg::dot(flat, xt::transpose(layer.W)) + layer.b;
    std::copy(y.begin(), y.end(), data_.begin());
  }
  double operator()(std::size_t i, std::size_t h, std::size_t n, std::size_t j) const {
    return data_(i, n, h * d_ + j);
  }
  Matrix of(std::size_t i, std::size_t h) const {
    Matrix m = xt::zeros<double>({data_.shape(1), d_});
    for (std::size_t n = 0; n < m.shape(0); ++n)
      for (std::size_t j = 0; j < d_; ++j) m(n, j) = (*this)(i, h, n, j);
    return m;
  }
  const Tensor3& all() const { return data_; }

 private:
  Tensor3 data_;
  std::size_t d_;
};

}  // namespace

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  const HeadView Q(X, layers.query, heads), K(X, layers.key, heads), V(X, layers.value, heads);
  const double root = std::sqrt(static_cast<double>(X.shape(2) / heads));

  Tensor4 weights({X.shape(0), heads, X.shape(1), X.shape(1)}, 0.0);
  Tensor3 merged = xt::full_like(X, 0.0);
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    for (std::size_t h = 0, place = 0; h < heads; ++h) {
      Matrix a = xt::linalg::dot(Q.of(i, h), xt::transpose(K.of(i, h))) / root;
      a = Matrix(xt::exp(a - xt::expand_dims(xt::eval(xt::amax(a, {1})), 1)));
      a /= xt::expand_dims(xt::eval(xt::sum(a, {1})), 1);
      xt::view(weights, i, h, xt::all(), xt::all()) = a;

      Matrix head = xt::linalg::dot(a, V.of(i, h));
      for (std::size_t j = 0; j < head.shape(1); ++j, ++place) {
        xt::view(merged, i, xt::all(), place) = xt::col(head, j);
      }
    }
  }
  Tensor3 mean = xt::sum(weights, {1}) / static_cast<double>(heads);
  return {HeadView(merged, layers.output, 1).all(), weights, mean};
}

}  // namespace softmark
