// C++20 ranges algorithms, optional, logits checked, sigmoid in log space
#include "counting_model.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace softmark {
namespace {

namespace rng = std::ranges;

std::optional<int> intruder(const xt::xtensor<int, 2>& ids, int limit) {
  const auto found = std::find_if(ids.begin(), ids.end(), [=](int k) { return k < 0 || k >= limit; });
  return found == ids.end() ? std::nullopt : std::optional<int>(*found);
}

double log_sigmoid(double z) { return z < 0 ? z - std::log1p(std::exp(z)) : -std::log1p(std::exp(-z)); }

}  // namespace

Matrix counting_model(const xt::xtensor<int, 2>& ids, const CountingModel& model) {
  if (auto bad = intruder(ids, static_cast<int>(model.table.shape(0)))) {
    throw std::out_of_range("no embedding of " + std::to_string(*bad));
  }

  Tensor3 X = Tensor3::from_shape({ids.shape(0), ids.shape(1), model.table.shape(1)});
  for (std::size_t i = 0; i < ids.shape(0); ++i) {
    const xt::xtensor<int, 1> sequence = xt::row(ids, i);
    const Matrix rows = embedding(model.table, sequence);
    rng::copy(rows.storage(), &X(i, 0, 0));
  }

  const Matrix answers = single_query_attention(X, model.query, model.key, model.value);
  Matrix p = xt::ones_like(answers);
  rng::transform(answers.storage(), p.storage().begin(), [&](double answer) {
    const Vector hidden = xt::col(model.hidden.W, 0) * answer + model.hidden.b;
    const Vector active = xt::clip(hidden, 0.0, xt::amax(xt::abs(hidden))());
    return std::exp(log_sigmoid(xt::linalg::dot(xt::row(model.output.W, 0), active)() + model.output.b(0)));
  });
  return p;
}

}  // namespace softmark
