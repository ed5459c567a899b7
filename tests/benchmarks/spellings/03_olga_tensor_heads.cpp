// both heads in one Tensor3, merged with reshape_view at the end
#include "two_head_attention.hpp"

#include <array>

namespace softmark {

Matrix two_head_attention(const Matrix& X, const Head& head1, const Head& head2,
                          const Matrix& omega_c) {
  const std::array<const Head*, 2> heads{&head1, &head2};
  const std::size_t N = X.shape(1), Dv = head1.value.omega.shape(0);

  Tensor3 outputs = xt::zeros<double>({std::size_t(2), Dv, N});
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const auto& [query, key, value] = *heads[h];
    Matrix Q = query.beta + xt::linalg::dot(query.omega, X);
    Matrix K = key.beta + xt::linalg::dot(key.omega, X);
    Matrix V = value.beta + xt::linalg::dot(value.omega, X);

    Matrix S = xt::linalg::dot(xt::transpose(K), Q);
    S /= std::sqrt(K.shape(0));
    S -= xt::eval(xt::amax(S, {0}, xt::keep_dims));
    Matrix E = xt::exp(S);
    Matrix A = E / xt::sum(E, {0}, xt::keep_dims);

    xt::view(outputs, h) = xt::linalg::dot(V, A);
  }
  Matrix stacked = xt::reshape_view(outputs, {2 * Dv, N});
  return xt::linalg::dot(omega_c, stacked);
}

}  // namespace softmark
