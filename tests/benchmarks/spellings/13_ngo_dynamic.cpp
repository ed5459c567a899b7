// dynamic arrays: xarray and std::map of named steps, variable axes, outputs joined by hstack
#include "transformer_block.hpp"

#include <map>
#include <string>

namespace softmark {
namespace {

using Array = xt::xarray<double>;

Array linear(const Array& x, const Linear& f) {
  Array wt = xt::transpose(f.W);
  return xt::linalg::dot(x, wt) + f.b;
}

Array softmax(const Array& x, int axis) {
  Array y = xt::exp(x - xt::amax(x, {axis}, xt::keep_dims));
  y /= Array(xt::sum(y, {axis}, xt::keep_dims));
  return y;
}

Array norm(const Array& x, const Norm& f, int axis = -1) {
  const double n = static_cast<double>(x.shape(1));
  Array mean = xt::sum(x, {axis}, xt::keep_dims) / n;
  Array var = xt::sum((x - mean) * (x - mean), {axis}, xt::keep_dims) / n;
  return (x - mean) * xt::pow(var + 1e-5, -0.5) * f.gamma + f.beta;
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& p, std::size_t heads) {
  std::map<std::string, Array> step;
  step["x"] = X;
  step["q"] = linear(step["x"], p.query);
  step["k"] = linear(step["x"], p.key);
  step["v"] = linear(step["x"], p.value);

  const std::size_t d = X.shape(1) / heads;
  step["merged"] = xt::zeros<double>({X.shape(0), std::size_t(0)});
  for (std::size_t i = 0; i < heads; ++i) {
    auto part = [&](const char* name) -> Array {
      return xt::view(step.at(name), xt::all(), xt::range(i * d, (i + 1) * d));
    };
    Array keys = xt::transpose(part("k"));
    Array scores = xt::linalg::dot(part("q"), keys) / std::sqrt(d);
    Array output = xt::linalg::dot(softmax(scores, 1), part("v"));
    step["merged"] = Array(xt::hstack(xt::xtuple(step["merged"], output)));
  }
  step["attention"] = linear(step["merged"], p.output);
  record("merged heads", step["merged"]);
  record("attention output", step["attention"]);

  step["h"] = norm(step["x"] + step["attention"], p.norm1);
  step["forward"] = linear(xt::maximum(linear(step["h"], p.expand), 0.0), p.shrink);
  return norm(step["h"] + step["forward"], p.norm2);
}

}  // namespace softmark
