#include "k_means.hpp"
namespace softmark {

Clusters k_means([[maybe_unused]] const Matrix& points, [[maybe_unused]] const Matrix& centres) {
  const std::size_t N = points.shape(0), K = centres.shape(0), D = points.shape(1);
  Matrix distances = xt::zeros<double>({N, K});
  for (std::size_t n = 0; n < N; ++n) {
    for (std::size_t k = 0; k < K; ++k) {
      // TODO 1: the squared distance of point n from centre k.
      for (std::size_t d = 0; d < D; ++d)
        distances(n, k) += (points(n, d) - centres(k, d)) * (points(n, d) - centres(k, d));
    }
  }
  record("squared distances", distances);

  xt::xtensor<int, 1> labels = xt::zeros<int>({N});
  for (std::size_t n = 0; n < N; ++n) {
    for (std::size_t k = 1; k < K; ++k) {
      // TODO 2: centre k, where it is nearer than all before it.
      if (distances(n, k) < distances(n, std::size_t(labels(n)))) labels(n) = int(k);
    }
  }

  Matrix moved = centres;
  for (std::size_t k = 0; k < K; ++k) {
    [[maybe_unused]] double count = 0;
    Vector sum = xt::zeros<double>({D});
    // TODO 3: how many points go to centre k, and their sum.
    for (std::size_t n = 0; n < N; ++n) {
      if (labels(n) != int(k)) continue;
      count += 1;
      for (std::size_t d = 0; d < D; ++d) sum(d) += points(n, d);
    }

    for (std::size_t d = 0; d < D; ++d) {
      // TODO 4: their mean, where there are some.
      if (count > 0) moved(k, d) = sum(d) / count;
    }
  }
  return {labels, moved};
}

}  // namespace softmark
