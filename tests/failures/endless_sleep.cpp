// exercise: 08_causal_mask
// options: --time-limit 1
#include "causal_mask.hpp"

#include <chrono>
#include <thread>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  std::this_thread::sleep_for(std::chrono::hours(1));  // HERE
  return xt::zeros<double>({Nq, Nk});
}

}  // namespace softmark
