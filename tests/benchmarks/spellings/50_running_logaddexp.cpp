#include <numeric>
#include <optional>
#include <vector>

#include "perplexity.hpp"

namespace softmark {

// log(exp(a) + exp(b))
static double log_add(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

// Minus the log probability of an id in a row; nothing where the id is padding.
static std::optional<double> surprise(const Vector& row, int id, int padding) {
  if (id == padding) return std::nullopt;
  return std::accumulate(row.begin() + 1, row.end(), row(0), log_add) - row(id);
}

Perplexity perplexity(const Matrix& logits, const xt::xtensor<int, 1>& ids, int padding) {
  std::vector<double> seen;
  for (std::size_t next = 1; next < ids.size(); ++next) {
    const Vector row = xt::view(logits, next - 1, xt::all());
    if (const auto one = surprise(row, ids(next), padding)) seen.push_back(*one);
  }
  if (seen.empty()) return {0, 1};
  const double total = std::reduce(seen.begin(), seen.end());
  return {total / static_cast<double>(seen.size()),
          std::exp(total / static_cast<double>(seen.size()))};
}

}  // namespace softmark
