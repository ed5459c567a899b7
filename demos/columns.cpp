// The notebooks on self-attention and multi-head self-attention, tokens in columns.

#include "demo.hpp"

#include "matrix_attention.hpp"
#include "self_attention.hpp"
#include "two_head_attention.hpp"

#include "random/random.hpp"

namespace softmark {
namespace {

using grader::NumpyRandom;

Matrix normal(NumpyRandom& random, std::size_t rows, std::size_t columns) {
  Matrix matrix = Matrix::from_shape({rows, columns});
  for (double& value : matrix) value = random.normal(0, 1);
  return matrix;
}

/// Query, key and value in the order in which the notebooks draw them: all matrices, then all
/// biases.
Head projections(NumpyRandom& random, std::size_t Dq, std::size_t D) {
  Head head;
  for (Projection* each : {&head.query, &head.key, &head.value})
    each->omega = normal(random, Dq, D);
  for (Projection* each : {&head.query, &head.key, &head.value}) each->beta = normal(random, Dq, 1);
  return head;
}

void show_one_head() {
  print_heading("Self-attention: 3 tokens of 4 features");
  NumpyRandom tokens(3), weights(0);
  const Matrix drawn = normal(tokens, 3, 4);  // one token after the other
  const Matrix X = xt::transpose(drawn);
  const Head head = projections(weights, 4, 4);
  std::printf("token by token, a column for each:\n");
  print(self_attention(X, head.query, head.key, head.value), 8);
  std::printf("with matrices:\n");
  print(matrix_attention(X, head.query, head.key, head.value), 8);
}

void show_two_heads() {
  print_heading("Scaled self-attention with two heads: 6 tokens of 8 features");
  NumpyRandom tokens(3), weights(0);
  const Matrix X = normal(tokens, 8, 6);
  const Head head0 = projections(weights, 4, 8);
  const Head head1 = projections(weights, 4, 8);
  const Matrix omega_c = normal(weights, 8, 8);
  print(two_head_attention(X, head0, head1, omega_c), 3);
}

}  // namespace

int demo() {
  show_one_head();
  show_two_heads();
  return 0;
}

}  // namespace softmark
