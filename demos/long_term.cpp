// The notebook on long-term dependencies, cell by cell, from its one seed. Its data cell was run
// twice.

#include "demo.hpp"

#include "batched_attention.hpp"
#include "batch_linear.hpp"
#include "layer_norm.hpp"
#include "transformer_block.hpp"

#include <cstdint>

namespace softmark {
namespace {

using grader::TorchRandom;

constexpr double eps = 1e-5;

Linear linear_layer(TorchRandom& random, std::size_t in, std::size_t out) {
  Linear layer;
  layer.W = filled<Matrix>({out, in}, random.linear_weight(in, out * in));
  layer.b = filled<Vector>({out}, random.linear_bias(in, out));
  return layer;
}

AttentionLayers attention_layers(TorchRandom& random, std::size_t E) {
  AttentionLayers layers;
  for (Linear* layer : {&layers.query, &layers.key, &layers.value, &layers.output})
    *layer = linear_layer(random, E, E);
  return layers;
}

/// Dropout as PyTorch's usual builds for x86 draw it: the multiplicative generator of Intel's
/// library, started anew for each call.
Tensor3 dropout(const Tensor3& X, double rate, TorchRandom& random) {
  constexpr std::uint64_t modulus = (1ull << 31) - 1;
  std::uint64_t state = random.bits() % modulus;
  Tensor3 kept = X;
  for (double& value : kept) {
    const bool keep = static_cast<double>(state) / static_cast<double>(modulus) < 1 - rate;
    value = keep ? value / (1 - rate) : 0;
    state = 1132489760 * state % modulus;
  }
  return kept;
}

double norm(const Tensor3& X) {
  double sum = 0;
  for (const double value : X) sum += value * value;
  return std::sqrt(sum);
}

/// Each token normalised; scale and shift are 1 and 0 before any training.
Tensor3 normalised(const Tensor3& X) {
  const std::size_t E = X.shape(2);
  const Vector gamma = xt::ones<double>({E}), beta = xt::zeros<double>({E});
  Tensor3 result = X;
  for (std::size_t b = 0; b < X.shape(0); ++b) {
    const Matrix tokens = xt::view(X, b, xt::all(), xt::all());
    xt::view(result, b, xt::all(), xt::all()) = layer_norm(tokens, gamma, beta, eps);
  }
  return result;
}

struct Spread {
  double mean, deviation;
};

/// With n - 1 below, as torch.std does.
Spread spread(const Vector& x) {
  const double mean = xt::sum(x)() / x.size();
  double squares = 0;
  for (const double value : x) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (x.size() - 1))};
}

void show_data(TorchRandom& random) {
  print_heading("The task: the answer is the first of twenty tokens");
  std::vector<std::int64_t> train;
  for (int run = 0; run < 2; ++run) {
    train = random.randint(1, 5, 1000 * 20);
    random.randint(1, 5, 200 * 20);
  }
  std::printf("first sequence:");
  for (std::size_t i = 0; i < 20; ++i) std::printf(" %d", static_cast<int>(train[i]));
  std::printf("\nits answer: %d\n", static_cast<int>(train[0]));
}

void show_attention(TorchRandom& random) {
  print_heading("Self-attention: 5 tokens, 8 features, 2 heads, untrained");
  const Tensor3 X = filled<Tensor3>({1, 5, 8}, random.normal(40));
  const AttentionLayers layers = attention_layers(random, 8);
  const BatchedAttention attention = batched_attention(X, layers, 2);
  std::printf("attention weights of head 0, a row for each query:\n");
  print(xt::view(attention.weights, 0, 0, xt::all(), xt::all()));
  std::printf("from the last token to the first: %.4f\n", attention.weights(0, 0, 4, 0));
}

void show_block(TorchRandom& random) {
  print_heading("A transformer block: 2 sequences, dropout 0.1");
  const Tensor3 X = filled<Tensor3>({2, 5, 8}, random.normal(80));
  const AttentionLayers layers = attention_layers(random, 8);
  const Linear expand = linear_layer(random, 8, 16);
  const Linear shrink = linear_layer(random, 16, 8);

  const Tensor3 attended = batched_attention(X, layers, 2).output;
  Tensor3 h = dropout(normalised(attended + X), 0.1, random);
  Tensor3 hidden = batch_linear(h, expand.W, expand.b);
  hidden = xt::maximum(hidden, 0.0);
  const Tensor3 forward = batch_linear(hidden, shrink.W, shrink.b);
  const Tensor3 output = dropout(normalised(forward + h), 0.1, random);
  std::printf("norm of the input:  %.4f\n", norm(X));
  std::printf("norm of the output: %.4f\n", norm(output));
  std::printf("norm of the difference: %.4f\n", norm(X - output));

  const Vector ones = xt::ones<double>({8}), zeros = xt::zeros<double>({8});
  const BlockParameters parameters{layers.query,  layers.key, layers.value, layers.output,
                                   {ones, zeros}, expand,     shrink,       {ones, zeros}};
  Tensor3 used = X;
  for (std::size_t b = 0; b < 2; ++b) {
    const Matrix tokens = xt::view(X, b, xt::all(), xt::all());
    xt::view(used, b, xt::all(), xt::all()) = transformer_block(tokens, parameters, 2);
  }
  std::printf("when it is used, dropout does nothing. Norm of the output: %.4f\n", norm(used));

  print_heading("Layer norm of the first token");
  const Vector token = xt::view(X, 0, 0, xt::all());
  const Matrix row = xt::view(X, 0, xt::range(0, 1), xt::all());
  const Vector after = xt::view(layer_norm(row, ones, zeros, eps), 0, xt::all());
  std::printf("before: mean %7.4f, standard deviation %.4f\n", spread(token).mean,
              spread(token).deviation);
  std::printf("after:  mean %7.4f, standard deviation %.4f\n", std::abs(spread(after).mean),
              spread(after).deviation);
  std::printf("(1.0690 is the root of 8/7: the norm divides by n, the deviation shown by n - 1)\n");
}

}  // namespace

int demo() {
  TorchRandom random(42);
  show_data(random);
  show_attention(random);
  show_block(random);
  return 0;
}

}  // namespace softmark
