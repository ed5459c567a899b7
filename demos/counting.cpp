// The exercise sheet that asks whether a sequence has more 2s than 4s: shapes, training, attention.

#include "demo.hpp"

#include "counting_data.hpp"
#include "counting_model.hpp"
#include "train_counting.hpp"

#include <algorithm>

namespace softmark {
namespace {

using grader::TorchRandom;

constexpr std::size_t E = 5, d = 5, H = 200;  // as on the sheet

Linear linear_layer(TorchRandom& random, std::size_t in, std::size_t out) {
  Linear layer;
  layer.W = filled<Matrix>({out, in}, random.linear_weight(in, out * in));
  layer.b = filled<Vector>({out}, random.linear_bias(in, out));
  return layer;
}

CountingModel new_model(TorchRandom& random) {
  CountingModel model;
  model.table = filled<Matrix>({10, E}, random.normal(10 * E));
  model.query = filled<Matrix>({1, d}, random.normal(d));
  model.key = linear_layer(random, E, d);
  model.value = linear_layer(random, E, 1);
  model.hidden = linear_layer(random, 1, H);
  model.output = linear_layer(random, H, 1);
  return model;
}

double accuracy(const CountingModel& model, const CountingData& data) {
  const Matrix probabilities = counting_model(data.X, model);
  double right = 0;
  for (std::size_t i = 0; i < data.y.shape(0); ++i)
    right += (probabilities(i, 0) > 0.5) == (data.y(i, 0) > 0.5) ? 1 : 0;
  return right / static_cast<double>(data.y.shape(0));
}

/// What each integer's score is, before the softmax over a sequence; and its value.
void show_attention(const CountingModel& model) {
  std::printf("integer:");
  for (int k = 0; k < 10; ++k) std::printf("%7d", k);
  std::printf("\nscore:  ");
  for (std::size_t k = 0; k < 10; ++k) {
    double score = 0;
    for (std::size_t j = 0; j < d; ++j) {
      double key = model.key.b(j);
      for (std::size_t e = 0; e < E; ++e) key += model.key.W(j, e) * model.table(k, e);
      score += model.query(0, j) * key / std::sqrt(d);
    }
    std::printf("%7.2f", score);
  }
  std::printf("\nvalue:  ");
  for (std::size_t k = 0; k < 10; ++k) {
    double value = model.value.b(0);
    for (std::size_t e = 0; e < E; ++e) value += model.value.W(0, e) * model.table(k, e);
    std::printf("%7.2f", value);
  }
  std::printf("\n");
}

}  // namespace

int demo() {
  std::mt19937 random(1);
  TorchRandom weights(42);

  print_heading("The question: more 2s than 4s?");
  const CountingData batch = counting_data(20000, random);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t n = 0; n < 10; ++n) std::printf("%d ", batch.X(i, n));
    std::printf("  %s\n", batch.y(i, 0) > 0.5 ? "yes" : "no");
  }
  std::printf("share of yes: %.4f (0.3534 in the long run: ties are no)\n",
              xt::sum(batch.y)() / static_cast<double>(batch.y.size()));

  print_heading("The model: one query for all integers");
  const CountingModel start = new_model(weights);
  const Matrix answers = counting_model(batch.X, start);
  std::printf("integers %d x %d give probabilities %d x %d\n", static_cast<int>(batch.X.shape(0)),
              static_cast<int>(batch.X.shape(1)), static_cast<int>(answers.shape(0)),
              static_cast<int>(answers.shape(1)));
  std::printf("accuracy before training: %.3f; always no: %.3f; \"a 2 and no 4\": 0.888\n",
              accuracy(start, batch), 1 - xt::sum(batch.y)() / static_cast<double>(batch.y.size()));

  print_heading("Training: Adam, batches of 500, rate 0.001 (5e-5 takes ten times as long)");
  const CountingTraining trained = train_counting(start, 1500, 500, 1e-3, random);
  for (std::size_t step = 0; step < 1500; step += 250) {
    std::printf("step %4d   loss %.4f\n", static_cast<int>(step), trained.losses(step));
  }
  std::printf("step 1499   loss %.4f\n", trained.losses(1499));
  const CountingData unseen = counting_data(20000, random);
  std::printf("accuracy on new sequences: %.3f\n", accuracy(trained.model, unseen));

  print_heading("What it looks at: scores decide the attention, values the answer");
  show_attention(trained.model);
  return 0;
}

}  // namespace softmark
