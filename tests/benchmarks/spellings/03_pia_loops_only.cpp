// nothing but loops and round brackets
#include "two_head_attention.hpp"

#include <cmath>

namespace softmark {

static Matrix times(const Matrix& A, const Matrix& B) {
  Matrix C = xt::zeros<double>({A.shape(0), B.shape(1)});
  for (std::size_t i = 0; i < A.shape(0); i++)
    for (std::size_t j = 0; j < B.shape(1); j++)
      for (std::size_t k = 0; k < A.shape(1); k++) C(i, j) += A(i, k) * B(k, j);
  return C;
}

static Matrix project(const Projection& p, const Matrix& X) {
  Matrix Y = times(p.omega, X);
  for (std::size_t i = 0; i < Y.shape(0); i++)
    for (std::size_t n = 0; n < Y.shape(1); n++) Y(i, n) += p.beta(i, 0);
  return Y;
}

static void attend(const Matrix& X, const Head& head, Matrix& all, std::size_t first_row) {
  Matrix Q = project(head.query, X), K = project(head.key, X), V = project(head.value, X);
  const std::size_t N = X.shape(1), Dq = Q.shape(0), Dv = V.shape(0);
  Matrix A = xt::zeros<double>({N, N});
  for (std::size_t n = 0; n < N; n++) {
    double big = -HUGE_VAL;
    for (std::size_t m = 0; m < N; m++) {
      for (std::size_t d = 0; d < Dq; d++) A(m, n) += K(d, m) * Q(d, n);
      A(m, n) /= sqrt((double)Dq);
      big = fmax(big, A(m, n));
    }
    double sum = 0.0;
    for (std::size_t m = 0; m < N; m++) {
      A(m, n) = exp(A(m, n) - big);
      sum += A(m, n);
    }
    for (std::size_t m = 0; m < N; m++) A(m, n) /= sum;
  }
  Matrix O = times(V, A);
  for (std::size_t d = 0; d < Dv; d++)
    for (std::size_t n = 0; n < N; n++) all(first_row + d, n) = O(d, n);
}

Matrix two_head_attention(const Matrix& X, const Head& head1, const Head& head2,
                          const Matrix& omega_c) {
  const std::size_t Dv = head1.value.beta.shape(0);
  Matrix heads = xt::zeros<double>({2 * Dv, X.shape(1)});
  attend(X, head1, heads, 0);
  attend(X, head2, heads, Dv);
  record("concatenated heads", heads);
  return times(omega_c, heads);
}

}  // namespace softmark
