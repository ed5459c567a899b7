// attack: records a million steps, NaN, infinities, empty and very large arrays, and names that are orders
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <limits>
#include <string>

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  const std::size_t N = X.shape(1);
  const double infinity = std::numeric_limits<double>::infinity();
  Matrix queries = std::nan("") * xt::ones<double>({query.omega.shape(0), N});
  Matrix keys = infinity * xt::ones<double>({key.omega.shape(0), N});
  Matrix values = 1e308 * xt::ones<double>({value.omega.shape(0), N});
  record("queries", queries);
  record("keys", keys);
  record("values", values);
  record("scores", Matrix(xt::zeros<double>({std::size_t(0), N})));
  record("attention weights", Matrix(xt::zeros<double>({std::size_t(600), std::size_t(600)})));
  record("", keys);
  record("result", keys);
  record("::error::\x1b[2J", keys);
  record(std::string(100000, 's'), keys);
  for (int i = 0; i < 1000000; ++i) record("scores", 1.0);
  return xt::ones<double>({value.omega.shape(0), N});
}

}  // namespace softmark
