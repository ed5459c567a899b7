#include <algorithm>
#include <vector>

#include "grouped_queries.hpp"

namespace softmark {

// The loop runs over the groups, and within each over its heads. Only visible keys are looked at.
Matrix grouped_queries(const std::vector<Matrix>& Q, const std::vector<Matrix>& K,
                       const std::vector<Matrix>& V) {
  const std::size_t Nq = Q.front().shape(0), Nk = K.front().shape(0);
  const std::size_t d = Q.front().shape(1), Dv = V.front().shape(1);
  const std::size_t share = Q.size() / K.size();
  Matrix result = xt::zeros<double>({Nq, Q.size() * Dv});
  std::size_t head = 0;
  for (std::size_t g = 0; g < K.size(); ++g) {
    for (std::size_t s = 0; s < share; ++s, ++head) {
      for (std::size_t n = 0; n < Nq; ++n) {
        std::vector<double> weights;
        for (std::size_t j = 0; j < n + Nk - Nq + 1; ++j) {
          double dot = 0;
          for (std::size_t e = 0; e < d; ++e) dot += Q[head](n, e) * K[g](j, e);
          weights.push_back(dot / std::sqrt(static_cast<double>(d)));
        }
        const double largest = *std::max_element(weights.begin(), weights.end());
        double total = 0;
        for (double& w : weights) total += w = std::exp(w - largest);
        for (std::size_t j = 0; j < weights.size(); ++j) {
          for (std::size_t c = 0; c < Dv; ++c) {
            result(n, head * Dv + c) += weights[j] / total * V[g](j, c);
          }
        }
      }
    }
  }
  return result;
}

}  // namespace softmark
