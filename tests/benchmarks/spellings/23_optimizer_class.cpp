// PyTorch-like: a little optimizer class template with step(), gradient by a struct
#include "sgd_momentum.hpp"

#include <xtensor/xnoalias.hpp>

#include <cmath>
#include <tuple>

namespace softmark {
namespace {

template <class Array>
class Sgd {
 public:
  Sgd(Array& parameter, double lr, double momentum)
      : parameter_(parameter), buffer_(0.0 * parameter), lr_(lr), momentum_(momentum) {}

  Sgd& operator<<(const Array& gradient) {
    xt::noalias(buffer_) = momentum_ * buffer_ + gradient;
    return *this;
  }
  void step() { parameter_ -= lr_ * buffer_; }

 private:
  Array& parameter_;
  Array buffer_;
  double lr_, momentum_;
};

std::tuple<double, Matrix, Vector> backward(const Matrix& X, const xt::xtensor<int, 1>& y,
                                            const Matrix& W, const Vector& b) {
  Matrix dW = xt::zeros<double>(W.shape());
  Vector db = xt::zeros<double>(b.shape());
  double loss = 0;
  const double share = 1.0 / X.shape(0);
  for (std::size_t n = 0; n < X.shape(0); ++n) {
    const auto x = xt::view(X, n);
    Vector z = xt::linalg::dot(W, x) + b;
    z -= std::fmax(z(0), z(1));
    z -= std::log(xt::sum(xt::exp(z))());
    loss -= share * z(y(n));
    Vector error = share * xt::exp(z);
    error(y(n)) -= share;
    dW += xt::expand_dims(error, 1) * x;  // outer product
    db += error;
  }
  return {loss, dW, db};
}

}  // namespace

Training sgd_momentum(const Matrix& X, const xt::xtensor<int, 1>& y, const Linear& start, double lr,
                      double momentum, std::size_t steps) {
  Training result{start, Vector::from_shape({steps})};
  Sgd<Matrix> sgd_W(result.layer.W, lr, momentum);
  Sgd<Vector> sgd_b(result.layer.b, lr, momentum);
  for (std::size_t i = 0; i < steps; ++i) {
    const auto [loss, dW, db] = backward(X, y, result.layer.W, result.layer.b);
    result.losses[i] = loss;
    (sgd_W << dW).step();
    (sgd_b << db).step();
  }
  return result;
}

}  // namespace softmark
