// operator overloads of my own: p(X), A & B for the product, A | B for stacking
#include "two_head_attention.hpp"

namespace softmark {
namespace {

struct M {
  Matrix a;
  M t() const { return {Matrix(xt::transpose(a))}; }
};

M operator&(const M& l, const M& r) { return {Matrix(xt::linalg::dot(l.a, r.a))}; }
M operator+(const M& l, const M& r) { return {Matrix(l.a + r.a)}; }
M operator/(const M& l, double d) { return {Matrix(l.a / d)}; }
M operator|(const M& l, const M& r) { return {Matrix(xt::concatenate(xt::xtuple(l.a, r.a), 0))}; }

M softmax(const M& s) {
  Matrix e = xt::exp(s.a - xt::amax(s.a, {0}, xt::keep_dims));
  return {Matrix(e / xt::sum(e, {0}, xt::keep_dims))};
}

M apply(const Projection& p, const M& x) { return (M{p.omega} & x) + M{p.beta}; }

M attend(const M& x, const Head& h) {
  const M q = apply(h.query, x), k = apply(h.key, x), v = apply(h.value, x);
  const double root = std::sqrt(double(q.a.shape(0)));
  return v & softmax((k.t() & q) / root);
}

}  // namespace

Matrix two_head_attention(const Matrix& X, const Head& head1, const Head& head2,
                          const Matrix& omega_c) {
  const M x{X};
  return (M{omega_c} & (attend(x, head1) | attend(x, head2))).a;
}

}  // namespace softmark
