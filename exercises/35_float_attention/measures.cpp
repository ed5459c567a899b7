#include "float_attention.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace softmark {
namespace {

using Numbers = std::vector<double>;

/// One unit is a rounding error in each term of the output, if errors come by chance, and in the
/// output.
constexpr double rounding = 0x1p-24;

/// Distances are in parts of the largest value.
struct Measures {
  double error = 0;           ///< the largest
  double from_plain = 0;      ///< distance from attention without a scale
  double from_by_d = 0;       ///< from that with 1 / d as the scale
  double from_undivided = 0;  ///< from the sum that is not divided
  double units = 0;           ///< the mean error
};

Numbers products(const FloatRows& Q, const FloatRows& K, std::size_t i) {
  Numbers products(K.shape(0));
  for (std::size_t j = 0; j < products.size(); ++j) {
    for (std::size_t c = 0; c < Q.shape(1); ++c)
      products[j] += static_cast<double>(Q(i, c)) * K(j, c);
  }
  return products;
}

/// exp(number times scale), with the largest of them subtracted.
Numbers exponentials(Numbers numbers, double scale) {
  const double largest = *std::max_element(numbers.begin(), numbers.end());
  for (double& number : numbers) number = std::exp((number - largest) * scale);
  return numbers;
}

double total(const Numbers& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}

/// Column c of the values, weighted.
Numbers terms(Numbers weights, const FloatRows& V, std::size_t c) {
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j] *= V(j, c);
  return weights;
}

double root_of_squares(const Numbers& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number * number;
  return std::sqrt(sum);
}

}  // namespace

Measures measure(const FloatRows& result, const FloatRows& Q, const FloatRows& K,
                 const FloatRows& V) {
  const std::size_t N = Q.shape(0), Dv = V.shape(1);
  if (result.shape(0) != N) throw std::invalid_argument("expected a row for each query");
  if (result.shape(1) != Dv) throw std::invalid_argument("expected as many columns as V has");
  const double root = std::sqrt(static_cast<double>(Q.shape(1)));
  double size = 0;
  for (std::size_t j = 0; j < V.shape(0); ++j) {
    for (std::size_t c = 0; c < Dv; ++c) size = std::max(size, std::abs(double{V(j, c)}));
  }
  Measures measures;
  const auto moves = [size](double& distance, double from, double to) {
    distance = std::max(distance, std::abs(from - to) / size);
  };
  for (std::size_t i = 0; i < N; ++i) {
    const Numbers scores = products(Q, K, i), weights = exponentials(scores, 1 / root),
                  not_scaled = exponentials(scores, 1),
                  by_d = exponentials(scores, 1 / (root * root));
    const double sum = total(weights);
    for (std::size_t c = 0; c < Dv; ++c) {
      const double found = result(i, c);
      const Numbers weighted = terms(weights, V, c);
      const double exact = total(weighted) / sum;
      moves(measures.error, found, exact);
      moves(measures.from_plain, found, total(terms(not_scaled, V, c)) / total(not_scaled));
      moves(measures.from_by_d, found, total(terms(by_d, V, c)) / total(by_d));
      moves(measures.from_undivided, found, total(weighted));
      const double unit = rounding * (root_of_squares(weighted) / sum + std::abs(exact));
      measures.units += std::abs(found - exact) / unit / static_cast<double>(N * Dv);
    }
  }
  return measures;
}

}  // namespace softmark
