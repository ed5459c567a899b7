#include "counting_gradient.hpp"
namespace softmark {
namespace {
Matrix mm(const Matrix& a, const Matrix& b) { return xt::linalg::dot(a, b); }
Matrix tr(const Matrix& a) { return xt::transpose(a); }
}
LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels, const CountingModel& model) {
  const std::size_t B = ids.shape(0), N = ids.shape(1), E = model.table.shape(1);
  Matrix emb = xt::view(model.table, xt::keep(std::vector<int>(ids.begin(), ids.end())), xt::all());
  Matrix keys = mm(emb, tr(model.key.W)) + model.key.b;
  Matrix values = xt::reshape_view(xt::eval(mm(emb, tr(model.value.W)) + model.value.b), {B, N});
  const double root = std::sqrt(model.query.shape(1));
  Matrix sc = xt::reshape_view(xt::eval(mm(keys, tr(model.query)) / root), {B, N});
  Matrix ex = xt::exp(sc - xt::amax(sc, {1}, xt::keep_dims));
  Matrix a = ex / xt::sum(ex, {1}, xt::keep_dims);
  Matrix ans = xt::sum(a * values, {1}, xt::keep_dims);
  Matrix pre = mm(ans, tr(model.hidden.W)) + model.hidden.b;
  Matrix feat = xt::maximum(pre, 0.0);
  Matrix z = mm(feat, tr(model.output.W)) + model.output.b;
  double loss = xt::mean(xt::maximum(z, 0.0) - labels * z + xt::log1p(xt::exp(-xt::abs(z))))();
  CountingModel g;
  Matrix dz = (xt::where(z >= 0.0, 1.0 / (1.0 + xt::exp(-xt::abs(z))), xt::exp(-xt::abs(z)) / (1.0 + xt::exp(-xt::abs(z)))) - labels) / double(B);
  g.output.W = mm(tr(dz), feat);
  g.output.b = xt::sum(dz, {0});
  Matrix dh = mm(dz, model.output.W) * xt::cast<double>(feat > 0.0);
  g.hidden.W = mm(tr(dh), ans);
  g.hidden.b = xt::sum(dh, {0});
  Matrix da = mm(dh, model.hidden.W);
  Matrix dv = da * a, dw = da * values;
  Matrix ds = a * (dw - xt::sum(a * dw, {1}, xt::keep_dims));
  ds.reshape({B * N, std::size_t(1)});
  dv.reshape({B * N, std::size_t(1)});
  g.query = mm(tr(ds), keys) / root;
  Matrix dk = ds * model.query / root;
  g.key = {mm(tr(dk), emb), xt::sum(dk, {0})};
  g.value = {mm(tr(dv), emb), xt::sum(dv, {0})};
  Matrix de = mm(dk, model.key.W) + mm(dv, model.value.W);
  g.table = xt::zeros<double>({model.table.shape(0), E});
  std::size_t r = 0;
  for (int id : ids) xt::row(g.table, id) += xt::row(de, r++);
  return {loss, g};
}
}
