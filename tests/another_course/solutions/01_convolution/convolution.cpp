#include "convolution.hpp"
namespace softmark {

Vector convolution([[maybe_unused]] const Vector& signal, [[maybe_unused]] const Vector& filter) {
  // TODO 1: zeros, as many as the result has numbers.
  Vector result = xt::zeros<double>({signal.size() + filter.size() - 1});

  for (std::size_t n = 0; n < signal.size(); ++n) {
    for (std::size_t k = 0; k < filter.size(); ++k) {
      // TODO 2: what this number of the signal adds.
      result(n + k) += signal(n) * filter(k);
    }
  }
  return result;
}

}  // namespace softmark
