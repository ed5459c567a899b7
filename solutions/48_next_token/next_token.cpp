#include "next_token.hpp"

#include <algorithm>
#include <numeric>

namespace softmark {

NextToken next_token(const Vector& logits, double temperature, std::size_t k, double p, double u) {
  const std::size_t V = logits.size();

  Vector scaled = logits / temperature;  // (V)
  record("scaled logits", scaled);

  std::vector<std::size_t> order(V);  // ids, from the largest logit down
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
  const std::size_t kept = std::min(k, V);

  Vector of_k = xt::zeros<double>({V});
  const double largest = scaled(order[0]);
  double total = 0;
  for (std::size_t r = 0; r < kept; ++r) {
    const std::size_t id = order[r];
    of_k(id) = std::exp(scaled(id) - largest);
    total += of_k(id);
  }
  of_k /= total;
  record("top-k probabilities", of_k);

  Vector probabilities = xt::zeros<double>({V});
  double before = 0;  // the sum of all that are more probable
  for (std::size_t r = 0; r < kept; ++r) {
    const std::size_t id = order[r];
    if (before < p) probabilities(id) = of_k(id);
    before += of_k(id);
  }
  probabilities /= xt::sum(probabilities)();

  std::size_t token = order[0];
  double sum = 0;
  for (std::size_t id = 0; id < V; ++id) {
    if (probabilities(id) == 0) continue;
    token = id;
    sum += probabilities(id);
    if (u < sum) break;
  }
  return {probabilities, token};
}

}  // namespace softmark
