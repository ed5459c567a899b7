// functional: the layer is a lambda over spans, inner_product inside, std::function outside
#include "batch_linear.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace softmark {
namespace {

using Token = std::span<const double>;
using Layer = std::function<std::vector<double>(Token)>;

Layer make_layer(const Matrix& W, const Vector& b) {
  return [&W, &b](Token x) {
    std::vector<double> y(b.begin(), b.end());
    std::size_t j = 0;
    for (double& value : y) {
      const double* row = &W(j++, 0);
      value = std::inner_product(x.begin(), x.end(), row, value);
    }
    return y;
  };
}

}  // namespace

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  const Layer layer = make_layer(W, b);
  const std::size_t width = X.shape(2);
  std::vector<double> flat;
  flat.reserve(X.shape(0) * X.shape(1) * W.shape(0));
  for (std::size_t place = 0; place < X.size(); place += width) {
    const auto y = layer(Token(X.data() + place, width));
    flat.insert(flat.end(), y.cbegin(), y.cend());
  }

  Tensor3 result = Tensor3::from_shape({X.shape(0), X.shape(1), W.shape(0)});
  std::ranges::copy(flat, result.begin());
  return result;
}

}  // namespace softmark
