// exercise: 07_context_vectors
#include "context_vectors.hpp"

#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace softmark {
namespace {

struct Cache {
  std::map<std::string, std::vector<double>> rows;
};
Cache* const global = new Cache;
thread_local std::vector<double> own;
const std::vector<Matrix>& tables() {
  static const auto* const all = new std::vector<Matrix>(3, Matrix::from_shape({2, 2}));
  return *all;
}
struct Node {
  std::unique_ptr<Node> next;
};
std::unique_ptr<Node> list;

}  // namespace

// All that it keeps is within reach.
Matrix context_vectors(const Matrix& X) {
  global->rows["tokens"].assign(X.begin(), X.end());
  own.assign(100, 1.0);
  static std::string text(1000, 'x');
  for (int i = 0; i < 50; ++i) list = std::make_unique<Node>(Node{std::move(list)});
  std::cout << tables().size() << text.size() << "\n";
  std::printf("%zu\n", own.size());
  Matrix S = xt::linalg::dot(X, xt::transpose(X));
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  Matrix A = E / xt::sum(E, {1}, xt::keep_dims);
  return xt::linalg::dot(A, X);
}

}  // namespace softmark
