#pragma once
// Matrices for loops: what the exercises on the cost of attention compute with. Their elements are
// plain numbers, one row behind the other.

#include <softmark/not_implemented.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

// An access to an element is the program's, which is seen where costs are counted. What a matrix
// reads of its own to find the element is none.
#define SOFTMARK_UNSEEN __attribute__((no_sanitize("kernel-address")))

namespace softmark {

namespace eager {
/// Throws std::out_of_range.
[[noreturn]] void refuse_index(std::size_t index, std::size_t axis, std::size_t length);
}  // namespace eager

/// A matrix. `matrix(i, j)` is the element in row i, column j, both from 0; without such a row or
/// column it throws.
template <class T>
class Table {
  static_assert(std::is_floating_point_v<T>, "a matrix is one of double or float");

 public:
  /// So many rows and columns of zeros.
  SOFTMARK_UNSEEN Table(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), elements_(new T[rows * columns]) {
    for (std::size_t i = 0; i < rows * columns; ++i) elements_[i] = 0;
  }
  /// The rows as they are written: {{1, 2}, {3, 4}}, all of one length.
  Table(std::initializer_list<std::initializer_list<double>> rows)
      : Table(rows.size(), rows.size() == 0 ? 0 : rows.begin()->size()) {
    T* place = elements_;
    for (const auto& row : rows) {
      if (row.size() != columns_) throw std::invalid_argument("rows of different lengths");
      for (const double element : row) *place++ = static_cast<T>(element);
    }
  }
  Table(const Table& other) : Table(other.rows_, other.columns_) {
    std::copy_n(other.elements_, rows_ * columns_, elements_);
  }
  Table(Table&& other) noexcept
      : rows_(std::exchange(other.rows_, 0)),
        columns_(std::exchange(other.columns_, 0)),
        elements_(std::exchange(other.elements_, nullptr)) {}
  Table& operator=(Table other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(columns_, other.columns_);
    std::swap(elements_, other.elements_);
    return *this;
  }
  ~Table() { delete[] elements_; }

  /// The number of rows (0) or of columns (1). Throws for another axis.
  SOFTMARK_UNSEEN std::size_t shape(std::size_t axis) const {
    if (axis > 1) throw std::out_of_range("a matrix has the axes 0 and 1");
    return axis == 0 ? rows_ : columns_;
  }

  SOFTMARK_UNSEEN const T& operator()(std::size_t i, std::size_t j) const {
    if (i >= rows_) eager::refuse_index(i, 0, rows_);
    if (j >= columns_) eager::refuse_index(j, 1, columns_);
    return elements_[i * columns_ + j];
  }
  SOFTMARK_UNSEEN T& operator()(std::size_t i, std::size_t j) {
    if (i >= rows_) eager::refuse_index(i, 0, rows_);
    if (j >= columns_) eager::refuse_index(j, 1, columns_);
    return elements_[i * columns_ + j];
  }

  /// All elements, row after row.
  SOFTMARK_UNSEEN const T* data() const { return elements_; }
  SOFTMARK_UNSEEN T* data() { return elements_; }

 private:
  std::size_t rows_, columns_;
  T* elements_;
};

using Rows = Table<double>;
using FloatRows = Table<float>;

// Programs that were begun when costs were counted by a type call a number so, and write its
// functions without `std::`.
using Real = double;
using std::abs, std::exp, std::log, std::max, std::min, std::sqrt;

// So that no program has functions of its own in their place, which would run when nothing counts.
template class Table<double>;
template class Table<float>;

/// Numbers that come one after the other, each once.
class Stream {
 public:
  explicit Stream(std::vector<double> numbers) : numbers_(std::move(numbers)) {}
  Stream(std::initializer_list<double> numbers) : numbers_(numbers) {}
  Stream(Stream&&) = default;

  /// Whether there is another one.
  bool has_next() const { return next_ < numbers_.size(); }
  /// The next one. Throws where there is none.
  double next() { return numbers_.at(next_++); }

 private:
  std::vector<double> numbers_;
  std::size_t next_ = 0;
};

}  // namespace softmark

#undef SOFTMARK_UNSEEN
