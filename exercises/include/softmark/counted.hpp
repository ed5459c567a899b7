#pragma once
// Numbers and matrices whose cost is counted: what the exercises on the cost of attention compute
// with. A Real is a double that counts each operation; Rows is a matrix of them that counts each
// element that is read. The memory that a function asks for is counted by the grader.

#include <softmark/not_implemented.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

/// At -O0 too: what is counted is not to be slowed down by calls. Its lines are the caller's: those
/// of a fault, too.
#ifdef __clang__
#define SOFTMARK_INLINE __attribute__((always_inline, nodebug)) inline
#else
#define SOFTMARK_INLINE __attribute__((always_inline, artificial)) inline
#endif

namespace softmark {

namespace meter {

/// What this thread has counted.
struct Counted {
  std::uint64_t operations = 0;
  std::uint64_t reads = 0;
};
extern constinit thread_local Counted counted [[gnu::tls_model("initial-exec")]];

/// The memory of which each access is told to a simulated cache: none where there is no cache.
struct Watched {
  std::uintptr_t from = 0;
  std::uintptr_t bytes = 0;
};
extern Watched watched;
/// Tells the simulated cache that an element at this address was read or written.
void touch(std::uintptr_t address);

SOFTMARK_INLINE void accessed(const void* element) {
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  if (address - watched.from < watched.bytes) touch(address);
}

/// Throws std::out_of_range.
[[noreturn]] void outside(std::size_t i, std::size_t j, std::size_t rows, std::size_t columns);

/// For the grader, which reads and writes without counting.
struct Uncounted {
  template <class Matrix>
  static auto& elements(Matrix& matrix) {
    return matrix.elements_;
  }
  template <class Matrix>
  static std::vector<std::size_t> shape(const Matrix& matrix) {
    return {matrix.rows_, matrix.columns_};
  }
  template <class Number>
  static double value(const Number& number) {
    if constexpr (std::is_arithmetic_v<Number>) {
      return number;
    } else {
      return number.value_;
    }
  }
};

}  // namespace meter

/// A number of double precision. Each of + - * / and each function below is one operation;
/// comparisons and signs are free. A Real is made of a double, but never becomes one again.
class Real {
 public:
  Real() = default;
  SOFTMARK_INLINE Real(double value) : value_(value) {}
  SOFTMARK_INLINE Real(const Real& other) : value_(other.seen()) {}
  SOFTMARK_INLINE Real& operator=(const Real& other) { return set(other.seen()); }

  SOFTMARK_INLINE Real& operator+=(const Real& b) { return set(counted() + b.seen()); }
  SOFTMARK_INLINE Real& operator-=(const Real& b) { return set(counted() - b.seen()); }
  SOFTMARK_INLINE Real& operator*=(const Real& b) { return set(counted() * b.seen()); }
  SOFTMARK_INLINE Real& operator/=(const Real& b) { return set(counted() / b.seen()); }
  SOFTMARK_INLINE Real operator-() const { return -seen(); }
  SOFTMARK_INLINE Real operator+() const { return seen(); }

  friend SOFTMARK_INLINE Real operator+(const Real& a, const Real& b) {
    return a.counted() + b.seen();
  }
  friend SOFTMARK_INLINE Real operator-(const Real& a, const Real& b) {
    return a.counted() - b.seen();
  }
  friend SOFTMARK_INLINE Real operator*(const Real& a, const Real& b) {
    return a.counted() * b.seen();
  }
  friend SOFTMARK_INLINE Real operator/(const Real& a, const Real& b) {
    return a.counted() / b.seen();
  }
  friend SOFTMARK_INLINE bool operator==(const Real& a, const Real& b) {
    return a.seen() == b.seen();
  }
  friend SOFTMARK_INLINE bool operator<(const Real& a, const Real& b) {
    return a.seen() < b.seen();
  }
  friend SOFTMARK_INLINE bool operator<=(const Real& a, const Real& b) {
    return a.seen() <= b.seen();
  }
  friend SOFTMARK_INLINE bool operator>(const Real& a, const Real& b) {
    return a.seen() > b.seen();
  }
  friend SOFTMARK_INLINE bool operator>=(const Real& a, const Real& b) {
    return a.seen() >= b.seen();
  }

  friend SOFTMARK_INLINE Real exp(const Real& x) { return std::exp(x.counted()); }
  friend SOFTMARK_INLINE Real log(const Real& x) { return std::log(x.counted()); }
  friend SOFTMARK_INLINE Real sqrt(const Real& x) { return std::sqrt(x.counted()); }
  friend SOFTMARK_INLINE Real abs(const Real& x) { return std::abs(x.counted()); }
  friend SOFTMARK_INLINE Real max(const Real& a, const Real& b) { return a < b ? b : a; }
  friend SOFTMARK_INLINE Real min(const Real& a, const Real& b) { return b < a ? b : a; }
  friend bool isfinite(const Real& x) { return std::isfinite(x.value_); }
  friend bool isnan(const Real& x) { return std::isnan(x.value_); }
  friend std::ostream& operator<<(std::ostream& out, const Real& x) {
    meter::counted.operations += 64;             // printing is work, too,
    return out << static_cast<float>(x.value_);  // and for people, not for another computation
  }

 private:
  friend struct meter::Uncounted;

  SOFTMARK_INLINE double seen() const {
    meter::accessed(this);
    return value_;
  }
  /// The first number of an operation, which is counted by it.
  SOFTMARK_INLINE double counted() const {
    ++meter::counted.operations;
    return seen();
  }
  SOFTMARK_INLINE Real& set(double value) {
    meter::accessed(this);
    value_ = value;
    return *this;
  }

  double value_;
};

/// A matrix. `matrix(i, j)` is the element in row i, column j, both from 0; without such a row or
/// column it throws.
template <class T>
class Table {
 public:
  /// So many rows and columns of zeros.
  Table(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), elements_(rows * columns) {}
  Table(const Table& other)
      : rows_(other.rows_), columns_(other.columns_), elements_(other.elements_) {
    meter::counted.reads += elements_.size();
  }
  /// The rows as they are written: {{1, 2}, {3, 4}}, all of one length.
  Table(std::initializer_list<std::initializer_list<double>> rows)
      : Table(rows.size(), rows.size() == 0 ? 0 : rows.begin()->size()) {
    auto place = elements_.begin();
    for (const auto& row : rows) {
      if (row.size() != columns_) throw std::invalid_argument("rows of different lengths");
      for (const double element : row) *place++ = T(element);
    }
  }
  Table(Table&& other) noexcept
      : rows_(std::exchange(other.rows_, 0)),
        columns_(std::exchange(other.columns_, 0)),
        elements_(std::move(other.elements_)) {}
  Table& operator=(Table other) {
    std::swap(rows_, other.rows_);
    std::swap(columns_, other.columns_);
    elements_.swap(other.elements_);
    return *this;
  }

  /// The number of rows (0) or of columns (1). Throws for another axis.
  std::size_t shape(std::size_t axis) const {
    if (axis > 1) throw std::out_of_range("a matrix has the axes 0 and 1");
    return axis == 0 ? rows_ : columns_;
  }

  /// Each read of a matrix that you are given is counted.
  SOFTMARK_INLINE T operator()(std::size_t i, std::size_t j) const {
    ++meter::counted.reads;
    return elements_.data()[place(i, j)];
  }
  SOFTMARK_INLINE T& operator()(std::size_t i, std::size_t j) {
    return elements_.data()[place(i, j)];
  }

 private:
  friend struct meter::Uncounted;

  SOFTMARK_INLINE std::size_t place(std::size_t i, std::size_t j) const {
    if (i >= rows_ || j >= columns_) meter::outside(i, j, rows_, columns_);
    return i * columns_ + j;
  }

  std::size_t rows_, columns_;
  std::vector<T> elements_;
};

using Rows = Table<Real>;
using FloatRows = Table<float>;

/// Numbers that come one after the other, each once.
class Stream {
 public:
  explicit Stream(std::vector<Real> numbers) : numbers_(std::move(numbers)) {}
  Stream(std::initializer_list<double> numbers) : numbers_(numbers.begin(), numbers.end()) {}
  Stream(Stream&&) = default;

  /// Whether there is another one.
  bool has_next() const { return next_ < numbers_.size(); }
  /// The next one. Throws where there is none.
  Real next() {
    ++meter::counted.reads;
    return numbers_.at(next_++);
  }

 private:
  std::vector<Real> numbers_;
  std::size_t next_ = 0;
};

// Those of ordinary numbers, too, which the next four would hide.
using std::abs;
using std::exp;
using std::log;
using std::sqrt;
Real exp(const Real& x);
Real log(const Real& x);
Real sqrt(const Real& x);
Real abs(const Real& x);

}  // namespace softmark

/// As one is used to write them.
namespace std {
using softmark::abs;
using softmark::exp;
using softmark::log;
using softmark::sqrt;
template <>
class numeric_limits<softmark::Real> : public numeric_limits<double> {};
}  // namespace std
