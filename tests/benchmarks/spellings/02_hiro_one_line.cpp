// as dense as possible: lambdas and one return
#include "matrix_attention.hpp"

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  using xt::linalg::dot;
  const auto p = [&X](const Projection& w) -> Matrix { return dot(w.omega, X) + w.beta; };
  const auto sm = [](const Matrix& s) -> Matrix {
    const Matrix e = xt::exp(s - xt::amax(s, {0}, xt::keep_dims));
    return e / xt::sum(e, {0}, xt::keep_dims);
  };
  return dot(p(value), sm(dot(xt::transpose(p(key)), p(query))));
}

}  // namespace softmark
