// own wrapper type with operators: * is the matrix product, >> feeds a matrix through a layer
#include "transformer_block.hpp"

#include <utility>

namespace softmark {
namespace {

struct Tokens {
  Matrix a;
  Tokens(Matrix m) : a(std::move(m)) {}

  Tokens t() const { return Matrix(xt::transpose(a)); }
  Tokens columns(std::size_t from, std::size_t to) const {
    return Matrix(xt::view(a, xt::all(), xt::range(from, to)));
  }
};

Tokens operator*(const Tokens& x, const Tokens& y) { return {xt::linalg::dot(x.a, y.a)}; }
Tokens operator+(const Tokens& x, const Tokens& y) { return Matrix(x.a + y.a); }

template <class F>
Tokens operator>>(const Tokens& x, const F& f) {
  return f(x);
}

auto affine(const Linear& layer) {
  return [&layer](const Tokens& x) -> Tokens {
    const Tokens y = x * Tokens(layer.W).t();
    return Matrix(y.a + layer.b);
  };
}

auto normalize(const Norm& norm) {
  return [&norm](const Tokens& x) -> Tokens {
    Matrix c = x.a - xt::mean(x.a, {1}, xt::keep_dims);
    Matrix s = xt::sqrt(xt::mean(c * c, {1}, xt::keep_dims) + 1e-5);
    return Matrix(c / s * norm.gamma + norm.beta);
  };
}

const auto relu = [](const Tokens& x) -> Tokens { return Matrix(x.a * (x.a > 0.0)); };

const auto softmax = [](const Tokens& x) -> Tokens {
  Matrix p = xt::exp(x.a - xt::amax(x.a, {1}, xt::keep_dims));
  return Matrix(p / xt::sum(p, {1}, xt::keep_dims));
};

auto multi_head(const BlockParameters& p, std::size_t heads) {
  return [&p, heads](const Tokens& x) -> Tokens {
    const std::size_t E = x.a.shape(1), d = E / heads;
    const Tokens Q = x >> affine(p.query), K = x >> affine(p.key), V = x >> affine(p.value);
    Tokens merged = x;
    for (std::size_t i = 0; i < E; i += d) {
      const Tokens q = Matrix(Q.columns(i, i + d).a / std::sqrt(static_cast<double>(d)));
      const Tokens out = (q * K.columns(i, i + d).t() >> softmax) * V.columns(i, i + d);
      xt::view(merged.a, xt::all(), xt::range(i, i + d)) = out.a;
    }
    return merged >> affine(p.output);
  };
}

}  // namespace

Matrix transformer_block(const Matrix& X, const BlockParameters& p, std::size_t heads) {
  const Tokens x(X);
  const Tokens h = x + (x >> multi_head(p, heads)) >> normalize(p.norm1);
  return (h + (h >> affine(p.expand) >> relu >> affine(p.shrink)) >> normalize(p.norm2)).a;
}

}  // namespace softmark
