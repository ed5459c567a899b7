// no mask at all: each query gets only the keys and values that it may see
#include "causal_attention.hpp"

namespace softmark {

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V) {
  const std::size_t Nq = Q.shape(0), Nk = K.shape(0);
  Matrix output = xt::empty<double>({Nq, V.shape(1)});
  for (std::size_t i = 0; i < Nq; ++i) {
    auto seen = xt::range(0, i + Nk - Nq + 1);
    Vector q = xt::row(Q, i);
    Matrix keys = xt::view(K, seen, xt::all());
    Matrix values = xt::view(V, seen, xt::all());

    Vector s = xt::linalg::dot(keys, q) / std::sqrt(static_cast<double>(q.size()));
    Vector e = xt::exp(s - xt::amax(s)());
    Vector a = e / xt::sum(e)();
    xt::row(output, i) = xt::linalg::dot(a, values);
  }
  return output;
}

}  // namespace softmark
