// templates: a generic "for every row" over a dynamic xarray, ellipsis and strided views
#include "batch_linear.hpp"

#include <xtensor/xstrided_view.hpp>

namespace softmark {
namespace {

template <class Input, class Output, class Function>
void for_every_row(const Input& in, Output& out, Function&& f) {
  const std::size_t rows = in.size() / in.shape().back();
  const std::size_t width = out.shape().back();
  for (std::size_t r = 0; r < rows; ++r) {
    auto from = xt::adapt(in.data() + r * in.shape().back(), in.shape().back(), xt::no_ownership(),
                          std::array<std::size_t, 1>{in.shape().back()});
    auto to = xt::adapt(out.data() + r * width, width, xt::no_ownership(),
                        std::array<std::size_t, 1>{width});
    to = f(from);
  }
}

}  // namespace

Tensor3 batch_linear(const Tensor3& X, const Matrix& W, const Vector& b) {
  xt::xarray<double> Y = xt::zeros<double>({X.shape(0), X.shape(1), W.shape(0)});
  for_every_row(X, Y, [&](const auto& x) -> Vector { return xt::sum(W * x, {1}); });

  for (std::size_t j = 0; j < b.size(); ++j) {
    xt::strided_view(Y, {xt::ellipsis(), j}) += b(j);
  }
  return Y;
}

}  // namespace softmark
