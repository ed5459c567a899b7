// exercise: 12_layer_norm
#include "layer_norm.hpp"

namespace softmark {

constexpr int tokens = 12'000'000;

double big() {           // HERE
  double table[tokens];  // HERE
  table[0] = 1;          // HERE
  return table[0];
}

Matrix layer_norm(const Matrix& X, const Vector& gamma, const Vector& beta, double eps) {
  return X * big();
}

}  // namespace softmark
