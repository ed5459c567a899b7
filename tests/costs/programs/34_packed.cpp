// verdict: passed

#include "blocked_product.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace softmark {
namespace {

constexpr std::size_t kSize = 32;

/// A copy of a block, which lies close together in memory. Columns may become rows.
class Packed {
 public:
  void load(const Rows& from, std::size_t r0, std::size_t c0, bool transposed) {
    const std::size_t rows = std::min(kSize, from.shape(0) - r0);
    const std::size_t columns = std::min(kSize, from.shape(1) - c0);
    stride_ = transposed ? rows : columns;
    count_ = transposed ? columns : rows;
    data_.resize(rows * columns);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        data_[transposed ? c * rows + r : r * columns + c] = from(r0 + r, c0 + c);
  }
  std::size_t count() const { return count_; }
  std::span<const double> line(std::size_t n) const { return {data_.data() + n * stride_, stride_}; }

 private:
  std::vector<double> data_;
  std::size_t stride_ = 0, count_ = 0;
};

}  // namespace

Rows blocked_product(const Rows& A, const Rows& B) {
  Rows C(A.shape(0), B.shape(1));
  Packed a, b;
  for (std::size_t j0 = 0; j0 < B.shape(1); j0 += kSize)
    for (std::size_t k0 = 0; k0 < B.shape(0); k0 += kSize) {
      b.load(B, k0, j0, true);
      for (std::size_t i0 = 0; i0 < A.shape(0); i0 += kSize) {
        a.load(A, i0, k0, false);
        for (std::size_t i = 0; i < a.count(); ++i)
          for (std::size_t j = 0; j < b.count(); ++j) {
            const auto left = a.line(i), right = b.line(j);
            C(i0 + i, j0 + j) +=
                std::inner_product(left.begin(), left.end(), right.begin(), double(0.0));
          }
      }
    }
  return C;
}

}  // namespace softmark
