// a small struct per token, range-for loops, exceptions as checks
#include "self_attention.hpp"

#include <cmath>
#include <stdexcept>

namespace softmark {
namespace {

struct Token {
  Matrix query;
  Matrix key;
  Matrix value;

  double match(const Token& asked) const {
    if (query.size() != asked.key.size()) throw std::invalid_argument("query and key differ in size");
    double sum = 0.0;
    for (std::size_t d = 0; d < query.shape(0); ++d) sum += query(d, 0) * asked.key(d, 0);
    return sum;
  }
};

struct Share {
  double weight;
  const Token* token;
};

void normalize(std::vector<Share>& shares) {
  double largest = shares.at(0).weight;
  for (const Share& s : shares) largest = std::max(largest, s.weight);
  double total = 0.0;
  for (Share& s : shares) {
    s.weight = std::exp(s.weight - largest);
    total += s.weight;
  }
  for (Share& s : shares) s.weight /= total;
}

}  // namespace

Matrix self_attention(const Matrix& X, const Projection& query, const Projection& key,
                      const Projection& value) {
  std::vector<Token> tokens;
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    Matrix x = xt::view(X, xt::all(), xt::range(n, n + 1));
    tokens.push_back({xt::linalg::dot(query.omega, x) + query.beta,
                      xt::linalg::dot(key.omega, x) + key.beta,
                      xt::linalg::dot(value.omega, x) + value.beta});
  }

  Matrix X_prime = xt::zeros<double>({value.omega.shape(0), X.shape(1)});
  std::size_t column = 0;
  for (const Token& asking : tokens) {
    std::vector<Share> shares;
    for (const Token& asked : tokens) shares.push_back({asking.match(asked), &asked});
    normalize(shares);
    for (const auto& [weight, token] : shares)
      xt::view(X_prime, xt::all(), xt::range(column, column + 1)) += weight * token->value;
    ++column;
  }
  return X_prime;
}

}  // namespace softmark
