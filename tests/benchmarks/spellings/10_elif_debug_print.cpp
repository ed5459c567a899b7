// debug output of shapes and rows with cout and xio, checks with exceptions
#include "learned_attention.hpp"

#include <iostream>
#include <sstream>
#include <stdexcept>

#include <xtensor/xio.hpp>

namespace softmark {
namespace {

void expect(const char* name, const Matrix& A, std::size_t rows, std::size_t cols) {
  if (A.shape(0) == rows && A.shape(1) == cols) return;
  std::ostringstream text;
  text << name << " is (" << A.shape(0) << ", " << A.shape(1) << "), not (" << rows << ", " << cols << ")";
  throw std::runtime_error(text.str());
}

}  // namespace

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  const std::size_t N = X.shape(0), d = Wq.shape(1), Dv = Wv.shape(1);
  Matrix Q = xt::linalg::dot(X, Wq), K = xt::linalg::dot(X, Wk), V = xt::linalg::dot(X, Wv);
  expect("Q", Q, N, d);
  expect("K", K, N, d);
  expect("V", V, N, Dv);
  std::cout << "first query: " << xt::view(Q, 0, xt::all()) << '\n';

  Matrix S = xt::linalg::dot(Q, xt::transpose(K)) / std::sqrt(static_cast<double>(d));
  std::cout << "scores between " << xt::amin(S)() << " and " << xt::amax(S)() << ", mean "
            << xt::mean(S)() << ", deviation " << xt::stddev(S)() << std::endl;

  Matrix W = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  W /= xt::eval(xt::sum(W, {1}, xt::keep_dims));
  Vector should_be_one = xt::sum(W, {1});
  std::cerr << should_be_one << '\n';
  if (!xt::allclose(should_be_one, 1.0)) throw std::logic_error("weights do not sum to one");
  return xt::linalg::dot(W, V);
}

}  // namespace softmark
