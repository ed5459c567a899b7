#pragma once
// The text of every operation on arrays is compiled twice: with the arrays of the course, and with
// plain xtensor, where SOFTMARK_PLAIN_XTENSOR is defined. Both give these results, to be compared.

#ifdef SOFTMARK_PLAIN_XTENSOR
#include <softmark/reducers.hpp>
#else
#include <softmark/exercise.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace plain {

/// What an operation gave: one line, the parts of which are divided by tabs.
class Results {
 public:
  /// Comes before the labels from now on.
  void within(const std::string& words) { within_ = words; }
  const std::string& words() const { return within_; }

  template <class E>
  void add(const char* label, const E& e) {
    if constexpr (std::is_arithmetic_v<E>) {
      line(label, type<E>(), "number", word(e));
    } else {
      using T = std::remove_cv_t<typename E::value_type>;
      std::vector<std::size_t> shape(e.dimension());
      std::copy(e.shape().begin(), e.shape().end(), shape.begin());
      std::string words;
      // Element by element, since evaluating a lazy expression takes three times as long to
      // compile.
      std::vector<std::size_t> index(shape.size());
      std::size_t size = 1;
      for (const std::size_t length : shape) size *= length;
      for (std::size_t i = 0; i < size; ++i) {
        words += word(static_cast<T>(e.element(index.begin(), index.end())));
        for (std::size_t axis = shape.size(); axis-- > 0;) {
          if (++index[axis] < shape[axis]) break;
          index[axis] = 0;
        }
      }
      line(label, type<T>(), shape_text(shape), words);
    }
  }
  void add_thrown(const char* label) { line(label, "", "throws", ""); }
  void add_text(const char* label, const std::string& text) {
    std::string one_line;
    for (const char c : text) one_line += c == '\n' ? '|' : c;
    line(label, "text", "", one_line);
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::string within_;
  std::vector<std::string> lines_;

  void line(const char* label, const char* type, const std::string& shape,
            const std::string& words) {
    lines_.push_back(within_ + ": " + label + '\t' + type + '\t' + shape + '\t' + words);
  }
  static std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string words = "(";
    for (const std::size_t length : shape) words += std::to_string(length) + ",";
    return words + ")";
  }
  template <class T>
  static std::string word(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "%.17g ",
                    std::isnan(value) ? std::nan("") : static_cast<double>(value));
      return digits;
    } else {
      return std::to_string(value) + " ";
    }
  }
  template <class T>
  static const char* type() {
    return std::is_same_v<T, bool>          ? "bool"
           : std::is_same_v<T, int>         ? "int"
           : std::is_same_v<T, long>        ? "long"
           : std::is_same_v<T, std::size_t> ? "size_t"
           : std::is_same_v<T, float>       ? "float"
           : std::is_same_v<T, double>      ? "double"
           : std::is_same_v<T, unsigned>    ? "unsigned"
                                            : "another type";
  }
};

/// Shows what an expression gives, or that it throws.
#define SHOW(...)                           \
  try {                                     \
    results.add(#__VA_ARGS__, __VA_ARGS__); \
  } catch (const std::exception&) {         \
    results.add_thrown(#__VA_ARGS__);       \
  }
/// Runs statements, then shows an array.
#define SHOW_AFTER(array, ...)        \
  try {                               \
    __VA_ARGS__;                      \
    results.add(#__VA_ARGS__, array); \
  } catch (const std::exception&) {   \
    results.add_thrown(#__VA_ARGS__); \
  }

using Lengths = std::vector<std::size_t>;

/// An array of N axes. The arrays of the course are tried with each rank; plain xtensor need only
/// give the numbers, so that one type serves it and compiles much faster.
#ifdef SOFTMARK_PLAIN_XTENSOR
template <class T, int N>
using Array = xt::xarray<T>;
#else
template <class T, int N>
using Array = softmark::eager::Plain<T, N>;
#endif

/// Numbers that are the same in both programs.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2654435761u + 88172645463325252u) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::size_t below(std::size_t n) { return (next() >> 20) % n; }
  double real() { return static_cast<double>(next() >> 11) * 0x1p-53 * 6 - 3; }

 private:
  std::uint64_t state_;
};

template <class A>
A sized(const Lengths& shape) {
  typename A::shape_type lengths = xtl::make_sequence<typename A::shape_type>(shape.size());
  std::copy(shape.begin(), shape.end(), lengths.begin());
  return A::from_shape(lengths);
}

/// Reals between -3 and 3, whole numbers of -9 to 9 but not 0, truths.
template <class A>
A drawn(const Lengths& shape, std::uint64_t seed) {
  using T = typename A::value_type;
  Numbers numbers(seed);
  A array = sized<A>(shape);
  for (T& element : array.storage()) {
    if constexpr (std::is_same_v<T, bool>) {
      element = numbers.below(2) == 1;
    } else if constexpr (std::is_floating_point_v<T>) {
      element = static_cast<T>(numbers.real());
    } else {
      const std::size_t n = numbers.below(9) + 1;
      element =
          std::is_signed_v<T> && numbers.below(2) == 1 ? -static_cast<T>(n) : static_cast<T>(n);
    }
  }
  return array;
}

/// The same with NaN, infinities, zeros of both signs and equal numbers among them.
template <class A>
A drawn_with_extremes(const Lengths& shape, std::uint64_t seed) {
  using T = typename A::value_type;
  const T infinity = std::numeric_limits<T>::infinity();
  const T some[] = {
      std::numeric_limits<T>::quiet_NaN(), infinity, -infinity, T(0), -T(0), T(1), T(1), T(-2.5)};
  A array = drawn<A>(shape, seed);
  Numbers numbers(seed + 1);
  for (T& element : array.storage()) {
    const std::size_t n = numbers.below(14);
    if (n < 8) element = some[n];
  }
  return array;
}

void try_elementwise(Results& results);
void try_numbers_and_types(Results& results);
void try_reducers(Results& results);
void try_making(Results& results);
void try_views(Results& results);

inline Results every_result() {
  Results results;
  try_elementwise(results);
  try_numbers_and_types(results);
  try_reducers(results);
  try_making(results);
  try_views(results);
  return results;
}

/// Results with the same words before their labels, but for lengths of axes. Real numbers are told by the sums of their
/// logarithms, each with a weight of its own: an addition in another order changes them little.
struct Summary {
  std::string words;
  std::size_t results = 0;
  std::uint64_t digest = 14695981039346656037u;  ///< of all but the size of real numbers, by FNV-1a
  double doubles = 0, floats = 0;
  std::vector<std::string> lines;

  void add(const std::string& line) {
    lines.push_back(line);
    ++results;
    const std::size_t values = line.rfind('\t') + 1;
    const bool is_double = line.find("\tdouble\t") != std::string::npos;
    if (!is_double && line.find("\tfloat\t") == std::string::npos) return mix(line);
    mix(line.substr(0, values));
    std::istringstream words(line.substr(values));
    std::size_t place = lines.size();
    for (std::string word; words >> word; ++place) {
      const double value = std::strtod(word.c_str(), nullptr);
      const bool sized = std::isfinite(value) && value != 0;
      mix(!sized ? word : value < 0 ? "-" : "+");
      if (sized) (is_double ? doubles : floats) += (1 + place * 7 % 11) * std::log(std::abs(value));
    }
  }

  std::string text() const {
    char numbers[120];
    std::snprintf(numbers, sizeof numbers, "\t%zu\t%016llx\t%.17g\t%.17g", results,
                  static_cast<unsigned long long>(digest), doubles, floats);
    return words + numbers;
  }

 private:
  void mix(const std::string& text) {
    for (const char c : text + '\n')
      digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
};

/// The words before the label of a result, without the lengths of axes.
inline std::string group_of(const std::string& line) {
  std::string words;
  for (const char c : line.substr(0, line.find(": ")))
    if (c < '0' || c > '9') words += c;
  return words;
}

inline std::vector<Summary> summaries(const Results& results) {
  std::vector<Summary> all;
  for (const std::string& line : results.lines()) {
    const std::string words = group_of(line);
    auto found = std::find_if(all.begin(), all.end(), [&](const Summary& one) { return one.words == words; });
    if (found == all.end()) found = all.insert(all.end(), {words});
    found->add(line);
  }
  return all;
}

}  // namespace plain
