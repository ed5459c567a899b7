// attack: answers at once, and leaves threads that train and write to the reply when it has gone
// verdict: wrong_value or bad_reply or crashed or no_answer or forbidden or not_finite
// exercise: 27_train_counting
// seconds: 30

#include "train_counting.hpp"

#include <unistd.h>

#include <thread>

namespace softmark {

CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t batch,
                                double, std::mt19937& random) {
  for (int i = 0; i < 4; ++i) {
    std::thread([=, generator = random]() mutable {
      for (;;) {
        const CountingData data = counting_data(batch, generator);
        const LossAndGradient now = counting_gradient(data.X, data.y, start);
        if (write(4, &now.loss, sizeof now.loss) < 0) usleep(1000);
      }
    }).detach();
  }
  return {start, xt::zeros<double>({steps})};
}

}  // namespace softmark
