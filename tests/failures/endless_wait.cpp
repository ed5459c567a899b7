// exercise: 08_causal_mask
// options: --time-limit 1
#include "causal_mask.hpp"

#include <condition_variable>
#include <mutex>

namespace softmark {

Matrix causal_mask(std::size_t Nq, std::size_t Nk) {
  std::mutex door;
  door.lock();
  std::condition_variable bell;
  std::unique_lock<std::mutex> hold(door, std::adopt_lock);
  while (true) bell.wait(hold);  // HERE
  return xt::zeros<double>({Nq, Nk});
}

}  // namespace softmark
