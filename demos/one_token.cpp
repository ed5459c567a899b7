// The notebooks that predict a label from one token of four: without attention, with it, and what
// no training can reach.

#include "demo.hpp"

#include "one_token_attention.hpp"
#include "token_classifier.hpp"
#include "train_four_tokens.hpp"

namespace softmark {
namespace {

constexpr std::size_t dq = 3, unseen = 4000;

Matrix normal(std::mt19937& random, std::size_t rows, std::size_t columns, double deviation) {
  std::normal_distribution<double> distribution(0, deviation);
  Matrix drawn = xt::zeros<double>({rows, columns});
  for (double& number : drawn) number = distribution(random);
  return drawn;
}

/// Attention for token 1 of each sequence, as exercise 22 computes it; token 1 itself without.
Matrix tokens_to_read(const FourTokenModel& model, const FourTokens& data, bool attends) {
  Matrix tokens = xt::zeros<double>({data.X.shape(0), data.X.shape(2)});
  for (std::size_t i = 0; i < data.X.shape(0); ++i) {
    const Matrix sequence = xt::view(data.X, i, xt::all(), xt::all());
    const Vector own = xt::view(sequence, 1, xt::all());
    const Vector token = attends ? one_token_attention(sequence, model.Wq, model.Wk).modified : own;
    xt::view(tokens, i, xt::all()) = token;
  }
  return tokens;
}

double accuracy(const FourTokenModel& model, const FourTokens& data, bool attends) {
  return token_classifier(tokens_to_read(model, data, attends), data.y, model.read_out).accuracy;
}

/// Trains on one of the tasks and prints how right the model is on new sequences.
FourTokenModel train(bool repaired, double deviation, unsigned seed) {
  std::mt19937 random(seed);
  const FourTokenModel start{normal(random, 8, dq, deviation),
                             normal(random, 8, dq, deviation),
                             {normal(random, 2, 8, 0.2), xt::zeros<double>({2})}};
  return train_four_tokens(repaired, start, 1500, 50, 0.02, 0.9, random).model;
}

void show_task(bool repaired, double deviation) {
  std::mt19937 random(99);
  const FourTokens data = task_data(repaired, unseen, random);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const FourTokenModel model = train(repaired, deviation, seed);
    FourTokenModel uniform = model;
    uniform.Wq.fill(0.0);  // all scores are 0, all weights 1/4
    std::printf("seed %u   attention %.3f   equal attention %.3f   token 1 alone %.3f\n", seed,
                accuracy(model, data, true), accuracy(uniform, data, true),
                accuracy(model, data, false));
  }
}

}  // namespace

int demo() {
  print_heading("Are tokens 0 and 3 different? Read from token 1, which is noise");
  std::mt19937 random(1);
  const FourTokens few = task_data(false, 3, random);
  for (std::size_t i = 0; i < 3; ++i) {
    std::printf("first feature of each token:");
    for (std::size_t t = 0; t < 4; ++t) std::printf("%7.2f", few.X(i, t, 0));
    std::printf("   label %d\n", few.y(i));
  }
  std::printf("accuracy on %d new sequences:\n", static_cast<int>(unseen));
  show_task(false, 1);
  std::printf(
      "A linear read-out of any mixture cannot pass 0.75: the equal pairs lie on both sides of "
      "the\n"
      "mixed ones, so one of them is always wrong.\n");

  print_heading("Repaired: is token 0 positive? Tokens know their place, the noise is louder");
  show_task(true, 0.1);
  std::printf("Here attention is needed, and it is enough.\n");
  return 0;
}

}  // namespace softmark
