// a small struct for each token, std::vector, max_element and accumulate
#include "single_query_attention.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace softmark {
namespace {

struct Token {
  double score;
  double value;
};

class Reader {
 public:
  Reader(const Matrix& q, const Linear& key, const Linear& value)
      : q_(q), key_(key), value_(value), root_(std::sqrt(static_cast<double>(q.shape(1)))) {
    if (key.W.shape(0) != q.shape(1)) throw std::invalid_argument("query and keys do not match");
  }

  Token read(const Vector& x) const {
    Vector k = xt::linalg::dot(key_.W, x) + key_.b;
    Vector v = xt::linalg::dot(value_.W, x) + value_.b;
    return {xt::sum(k * xt::row(q_, 0))() / root_, v(0)};
  }

 private:
  const Matrix& q_;
  const Linear& key_;
  const Linear& value_;
  double root_;
};

double pool(const std::vector<Token>& tokens) {
  const double top = std::max_element(tokens.begin(), tokens.end(), [](auto& a, auto& b) {
                       return a.score < b.score;
                     })->score;
  double total = 0.0;
  const double mixed =
      std::accumulate(tokens.begin(), tokens.end(), 0.0, [&](double sum, const Token& t) {
        const double w = std::exp(t.score - top);
        total += w;
        return sum + w * t.value;
      });
  return mixed / total;
}

}  // namespace

Matrix single_query_attention(const Tensor3& X, const Matrix& q, const Linear& key,
                              const Linear& value) {
  const Reader reader(q, key, value);
  Matrix answers({X.shape(0), 1}, 0.0);
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    std::vector<Token> tokens;
    for (std::size_t n = 0; n < X.shape(1); ++n) {
      tokens.push_back(reader.read(xt::view(X, i, n, xt::all())));
    }
    answers(i, 0) = pool(tokens);
  }
  return answers;
}

}  // namespace softmark
