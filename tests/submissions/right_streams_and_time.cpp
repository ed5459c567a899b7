// verdict: passed

#include "matrix_attention.hpp"

#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <regex>
#include <sstream>
#include <vector>

namespace softmark {

namespace {

const std::vector<double> table(5'000'000, 0.5);  // 40 MB, filled before main

Matrix through_text(const Matrix& a) {
  std::ostringstream out;
  out << std::setprecision(17);
  for (double value : a) out << value << ' ';
  std::istringstream in(out.str());
  Matrix b = Matrix::from_shape(a.shape());
  for (double& value : b) in >> value;
  return b;
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  double on_stack[500'000];  // 4 MB
  for (double& element : on_stack) element = table[7];
  std::random_device device;
  std::mt19937 generator(device());
  if (std::uniform_real_distribution<>(0, 1)(generator) > 2) throw std::logic_error("chance");
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::cout << std::put_time(std::localtime(&now), "%F") << std::endl;
  std::cerr << std::ifstream("no such file").is_open() << std::regex_replace("a-b", std::regex("-"), "+")
            << '\n';
  const Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  const Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  const Matrix V = xt::linalg::dot(value.omega, through_text(X)) + value.beta;
  const Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  const Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims)) * (on_stack[9] * 2);
  const Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
