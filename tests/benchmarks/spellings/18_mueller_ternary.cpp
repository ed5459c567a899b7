// index gymnastics: keep for the table rows, filter for the ReLU, sigmoid by where, no call of embedding
#include "counting_model.hpp"

#include <xtensor/xindex_view.hpp>

#include <stdexcept>
#include <vector>

namespace softmark {
namespace {

Matrix sigmoid(const Matrix& z) {
  Matrix small = xt::exp(-xt::abs(z));  // never above 1
  return xt::where(z >= 0.0, 1.0 / (1.0 + small), small / (1.0 + small));
}

Matrix layer(const Matrix& x, const Linear& f) {
  Matrix y = xt::transpose(xt::linalg::dot(f.W, xt::transpose(x)));
  y += xt::view(f.b, xt::newaxis(), xt::all());
  return y;
}

}  // namespace

Matrix counting_model(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  const auto B = ids.shape(0), N = ids.shape(1), E = model.table.shape(1);
  Tensor3 X({B, N, E});
  for (std::size_t i = 0; i < B; ++i) {
    auto line = xt::row(ids, i);
    const std::vector<std::size_t> wanted(line.begin(), line.end());
    xt::view(X, i) = xt::view(model.table, xt::keep(wanted), xt::all());
  }

  Matrix hidden = layer(single_query_attention(X, model.query, model.key, model.value), model.hidden);
  xt::filter(hidden, hidden < 0.0) = 0.0;
  Matrix logits = layer(hidden, model.output);
  if (!xt::all(xt::isfinite(logits))) throw std::runtime_error("a logit is not finite");
  return sigmoid(logits);
}

}  // namespace softmark
