// linear algebra: integers as one-hot rows, so that the table is a matrix product both ways
#include "counting_gradient.hpp"

#include <utility>

namespace softmark {
namespace {

Matrix mul(const Matrix& A, const Matrix& B) { return xt::linalg::dot(A, B); }
Matrix t(const Matrix& A) { return xt::transpose(A); }
Matrix forward(const Matrix& X, const Linear& l) { return mul(X, t(l.W)) + l.b; }

// Gradient of a linear layer, and of what went into it.
std::pair<Linear, Matrix> backward(const Matrix& dY, const Matrix& X, const Linear& l) {
  return {Linear{mul(t(dY), X), Vector(xt::sum(dY, {0}))}, mul(dY, l.W)};
}

}  // namespace

LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& model) {
  const std::size_t B = ids.shape(0), N = ids.shape(1), V = model.table.shape(0);
  const double root = std::sqrt(static_cast<double>(model.query.size()));

  xt::xtensor<int, 2> column = xt::reshape_view(ids, {B * N, std::size_t(1)});
  Matrix onehot = xt::cast<double>(xt::equal(column, xt::arange<int>(static_cast<int>(V))));

  const Matrix X = mul(onehot, model.table);
  const Matrix K = forward(X, model.key);
  Matrix v = forward(X, model.value);
  Matrix s = mul(K, t(model.query)) / root;
  v.reshape({B, N});
  s.reshape({B, N});
  Matrix w = xt::exp(s - xt::amax(s, {1}, xt::keep_dims));
  w /= xt::eval(xt::sum(w, {1}, xt::keep_dims));
  const Matrix answers = xt::sum(w * v, {1}, xt::keep_dims);
  const Matrix pre = forward(answers, model.hidden);
  const Matrix features = xt::maximum(pre, 0.0);
  const Matrix z = forward(features, model.output);

  const Matrix p = 1.0 / (1.0 + xt::exp(-z));
  const double loss = xt::mean(xt::where(z > 0.0, z, 0.0) + xt::log1p(xt::exp(-xt::abs(z))) - labels * z)();

  CountingModel g;
  auto [output, d_features] = backward((p - labels) / static_cast<double>(B), features, model.output);
  auto [hidden, d_answers] = backward(d_features * xt::sign(features), answers, model.hidden);

  Matrix dv = d_answers * w;
  Matrix ds = dv * (v - answers) / root;  // the weighted mean of the values is the answer
  dv.reshape({B * N, std::size_t(1)});
  ds.reshape({B * N, std::size_t(1)});

  auto [key, from_keys] = backward(mul(ds, model.query), X, model.key);
  auto [value, from_values] = backward(dv, X, model.value);
  g.table = mul(t(onehot), from_keys + from_values);
  g.query = mul(t(ds), K);
  g.key = key;
  g.value = value;
  g.hidden = hidden;
  g.output = output;
  return {loss, std::move(g)};
}

}  // namespace softmark
