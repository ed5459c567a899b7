// sum over the features of outer products, with noalias
#include "similarity.hpp"

#include <xtensor/xnoalias.hpp>

namespace softmark {
namespace {

Matrix outer(const Vector& a, const Vector& b) {
  return xt::view(a, xt::all(), xt::newaxis()) * xt::view(b, xt::newaxis(), xt::all());
}

}  // namespace

Matrix similarity(const Matrix& X) {
  Matrix S = xt::zeros<double>({X.shape(0), X.shape(0)});
  for (std::size_t e = 0; e < X.shape(1); ++e) {
    Vector feature = xt::view(X, xt::all(), e);
    xt::noalias(S) += outer(feature, feature);
  }
  return S;
}

}  // namespace softmark
