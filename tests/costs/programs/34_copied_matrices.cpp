// verdict: too_costly
// limit: matrix_copied

#include "blocked_product.hpp"

namespace softmark {

namespace {

constexpr std::size_t S = 32;

// A matrix as a matrix of blocks, each of which lies in one piece.
class BlockMatrix {
 public:
  BlockMatrix(std::size_t rows, std::size_t columns)
      : rows_((rows + S - 1) / S), columns_((columns + S - 1) / S) {
    for (std::size_t I = 0; I < rows_; ++I)
      for (std::size_t J = 0; J < columns_; ++J)
        blocks_.emplace_back(std::min(S, rows - I * S), std::min(S, columns - J * S));
  }
  explicit BlockMatrix(const Rows& from) : BlockMatrix(from.shape(0), from.shape(1)) {
    for (std::size_t i = 0; i < from.shape(0); ++i)
      for (std::size_t j = 0; j < from.shape(1); ++j)
        block(i / S, j / S)(i % S, j % S) = from(i, j);
  }
  Rows& block(std::size_t I, std::size_t J) { return blocks_[I * columns_ + J]; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

 private:
  std::size_t rows_, columns_;
  std::vector<Rows> blocks_;
};

void multiply_add(const Rows& a, const Rows& b, Rows& c) {
  for (std::size_t i = 0; i < a.shape(0); ++i)
    for (std::size_t k = 0; k < a.shape(1); ++k) {
      const Real x = a(i, k);
      for (std::size_t j = 0; j < b.shape(1); ++j) c(i, j) += x * b(k, j);
    }
}

}  // namespace

Rows blocked_product(const Rows& A, const Rows& B) {
  BlockMatrix a(A), b(B), c(A.shape(0), B.shape(1));
  for (std::size_t I = 0; I < c.rows(); ++I)
    for (std::size_t J = 0; J < c.columns(); ++J)
      for (std::size_t K = 0; K < a.columns(); ++K)
        multiply_add(a.block(I, K), b.block(K, J), c.block(I, J));
  Rows C(A.shape(0), B.shape(1));
  for (std::size_t i = 0; i < C.shape(0); ++i)
    for (std::size_t j = 0; j < C.shape(1); ++j) C(i, j) = c.block(i / S, j / S)(i % S, j % S);
  return C;
}

}  // namespace softmark
