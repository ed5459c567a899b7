// The article that goes from a sentence to a decoder layer. It sets no seed; here it is 42.

#include "demo.hpp"

#include "causal_attention.hpp"
#include "causal_mask.hpp"
#include "context_vectors.hpp"
#include "decoder_layer.hpp"
#include "embedding.hpp"
#include "multi_head_attention.hpp"
#include "row_softmax.hpp"
#include "similarity.hpp"

#include <cstdint>
#include <map>
#include <sstream>

namespace softmark {
namespace {

using grader::TorchRandom;

constexpr std::size_t vocabulary = 20000, E = 32;
const char* const sentence = "Sorry Dave, I'm afraid I can't do that.";

/// A number for each word, the same for the same word; the article draws one for each occurrence.
xt::xtensor<int, 1> tokenise(TorchRandom& random) {
  std::map<std::string, int> known;
  std::vector<int> ids;
  std::istringstream words(sentence);
  for (std::string word; words >> word;) {
    const auto drawn = static_cast<int>(random.randint(0, vocabulary, 1)[0]);
    ids.push_back(known.try_emplace(word, drawn).first->second);
  }
  return filled<xt::xtensor<int, 1>>({ids.size()}, ids);
}

Matrix normal(TorchRandom& random, std::size_t rows, std::size_t columns, double deviation) {
  Matrix drawn = filled<Matrix>({rows, columns}, random.normal(rows * columns));
  return drawn * deviation;
}

Heads heads(TorchRandom& random, std::size_t count) {
  const std::size_t d = E / count;
  const double deviation = 1 / std::sqrt(E);
  Heads all;
  for (std::size_t h = 0; h < count; ++h) {
    all.Wq.push_back(normal(random, E, d, deviation));
    all.Wk.push_back(normal(random, E, d, deviation));
    all.Wv.push_back(normal(random, E, d, deviation));
  }
  all.Wout = normal(random, E, E, deviation);
  return all;
}

/// The largest distance between two elements at the same place.
double distance(const Matrix& a, const Matrix& b) { return xt::amax(xt::abs(a - b))(); }

void show_shape(const char* name, const Matrix& matrix) {
  std::printf("%s: %d x %d\n", name, static_cast<int>(matrix.shape(0)),
              static_cast<int>(matrix.shape(1)));
}

Matrix show_tokens(TorchRandom& random) {
  print_heading("Tokens and embeddings");
  std::printf("%s\n", sentence);
  const xt::xtensor<int, 1> ids = tokenise(random);
  for (const int id : ids) std::printf("%d ", id);
  std::printf("\n");
  const Matrix table = normal(random, vocabulary, E, 1);
  const Matrix X = embedding(table, ids);
  show_shape("embedded tokens", X);
  return X;
}

void show_simple_attention(const Matrix& X) {
  print_heading("Attention without anything learned");
  const Matrix scores = similarity(X);
  Matrix looped = Matrix::from_shape({X.shape(0), X.shape(0)});
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    for (std::size_t j = 0; j < X.shape(0); ++j) {
      looped(i, j) = 0;
      for (std::size_t e = 0; e < E; ++e) looped(i, j) += X(i, e) * X(j, e);
    }
  }
  std::printf("similarities in a loop and as one product differ by %.1e at most\n",
              distance(scores, looped));
  const Matrix weights = row_softmax(scores);
  Vector sums = xt::sum(weights, {1});
  std::printf("sums of the rows of weights:");
  for (const double sum : sums) std::printf(" %.4f", sum);
  std::printf("\nmean largest weight: %.6f, since the scores are not scaled\n",
              xt::sum(xt::amax(weights, {1}))() / weights.shape(0));
  const Matrix contexts = context_vectors(X);
  Matrix third = xt::zeros<double>({std::size_t{1}, E});
  for (std::size_t j = 0; j < X.shape(0); ++j) {
    for (std::size_t e = 0; e < E; ++e) third(0, e) += weights(3, j) * X(j, e);
  }
  std::printf("context vector 3 by hand differs by %.1e\n",
              distance(third, xt::view(contexts, xt::range(3, 4), xt::all())));
}

void show_causal_attention(const Matrix& X) {
  print_heading("Causal attention");
  print(causal_mask(X.shape(0), X.shape(0)), 0);
  Matrix changed = X;
  for (std::size_t e = 0; e < E; ++e) changed(X.shape(0) - 1, e) += 1;
  const Matrix before = causal_attention(X, X, X),
               after = causal_attention(changed, changed, changed);
  const std::size_t last = X.shape(0) - 1;
  const Matrix first = xt::view(before, xt::range(std::size_t{0}, last), xt::all());
  const Matrix second = xt::view(after, xt::range(std::size_t{0}, last), xt::all());
  std::printf("another last token moves the outputs before it by %.1e\n", distance(first, second));
}

void show_decoder(TorchRandom& random, const Matrix& X) {
  print_heading("Many heads, and a decoder layer");
  const Heads four = heads(random, 4);
  show_shape("multi-head attention",
             multi_head_attention(X, X, four.Wq, four.Wk, four.Wv, four.Wout, false));
  const Vector ones = xt::ones<double>({E}), zeros = xt::zeros<double>({E});
  const ScaleAndShift norm{ones, zeros};
  const double deviation = 1 / std::sqrt(E);
  const Linear expand{normal(random, 2 * E, E, deviation), xt::zeros<double>({2 * E})};
  const Linear shrink{normal(random, E, 2 * E, deviation), zeros};
  const DecoderParameters parameters{heads(random, 2), norm, heads(random, 2), norm, expand,
                                     shrink,           norm};
  const Matrix target = xt::view(X, xt::range(0, 5), xt::all());
  show_shape("decoder layer, 5 tokens that ask 8", decoder_layer(X, target, parameters));
}

}  // namespace

int demo() {
  TorchRandom random(42);
  const Matrix X = show_tokens(random);
  show_simple_attention(X);
  show_causal_attention(X);
  show_decoder(random, X);
  return 0;
}

}  // namespace softmark
