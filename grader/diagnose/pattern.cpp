#include "diagnose/pattern.hpp"

#include "core/text.hpp"
#include "diagnose/property.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

namespace grader {
namespace {

/// Two arrays of one shape, seen as matrices: a vector is one row, else the last axis makes
/// columns.
struct Pair {
  const std::vector<double>& actual;
  const std::vector<double>& expected;
  std::size_t rows, columns;
  const Tolerance& tolerance;

  std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
  bool right(std::size_t k) const { return element_matches(actual[k], expected[k], tolerance); }
};

/// Whether `of(k)` is true for all elements.
template <class F>
bool all_elements(const Pair& pair, const F& of) {
  for (std::size_t k = 0; k < pair.actual.size(); ++k) {
    if (!of(k)) return false;
  }
  return true;
}

/// Whether these are a number and its opposite.
bool add_up_to_zero(const std::vector<double>& values, const Tolerance& tolerance) {
  return values.size() == 2 && element_matches(values[0], -values[1], tolerance);
}

std::string constant_factor(const Pair& pair) {
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto largest = std::ranges::max_element(pair.expected, by_size);
  if (*largest == 0) return "";
  const double factor =
      pair.actual[static_cast<std::size_t>(largest - pair.expected.begin())] / *largest;
  const auto scaled = [&](std::size_t k) {
    return element_matches(pair.actual[k], factor * pair.expected[k], pair.tolerance);
  };
  // A few numbers that are nearly zero fit any factor.
  const auto tells = std::ranges::count_if(
      pair.expected, [&](double each) { return std::abs(each) > 1e-3 * std::abs(*largest); });
  if (tells < 2 || factor == 0 || !all_elements(pair, scaled)) return "";
  if (std::abs(factor) < 1e-12) return "all of it is nearly 0";
  if (std::abs(factor - 1) < 1e-5) return "";  // rounding, or nothing that a factor explains
  if (element_matches(factor, -1, pair.tolerance)) return "each element has the opposite sign";
  if (add_up_to_zero(pair.expected, pair.tolerance)) return "";  // as two numbers do at any factor
  return fmt::format("each element is {} times what is expected", number_text(factor));
}

/// Whether each element holds what is expected of those before it as well, in its row, in its
/// column, or in all rows.
bool is_running_sum(const Pair& pair, bool of_columns, bool into_next) {
  const std::size_t lines = of_columns ? pair.columns : pair.rows;
  const std::size_t length = of_columns ? pair.rows : pair.columns;
  double sum = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    if (!into_next) sum = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t at = of_columns ? pair.at(k, line) : pair.at(line, k);
      sum += pair.expected[at];
      if (!element_matches(pair.actual[at], sum, pair.tolerance)) return false;
    }
  }
  return true;
}

/// A sum that was not set back.
std::string running_sum(const Pair& pair) {
  const std::string words = "each element is the sum of what is expected there and ";
  if (pair.columns > 2 && is_running_sum(pair, false, false))
    return words + (pair.rows == 1 ? "before it" : "before it in its row");
  if (pair.rows > 2 && is_running_sum(pair, true, false)) return words + "above it in its column";
  if (pair.rows > 1 && pair.columns > 1 && is_running_sum(pair, false, true))
    return words + "before it, in its row and in all rows above";
  return "";
}

/// Whether it is a whole number, and small enough that a double could have decimals there.
bool has_no_decimals(double value) {
  return std::abs(value) < 0x1p52 && std::trunc(value) == value;
}

/// The number that all have that differ, such as that of a mask.
std::string one_number(const Pair& pair) {
  std::optional<double> number;
  std::size_t differ = 0;
  for (std::size_t k = 0; k < pair.actual.size(); ++k) {
    if (pair.right(k)) continue;
    if (number && *number != pair.actual[k]) return "";
    number = pair.actual[k];
    ++differ;
  }
  if (differ == 0) return "";
  const bool all = all_elements(pair, [&](std::size_t k) { return pair.actual[k] == *number; });
  if (!all && differ < 2) return "";
  return fmt::format("{} {}", all ? "each element is" : "those that differ are all",
                     number_text(*number));
}

/// "row 2", "columns 2 to 4"
std::string lines_text(const char* kind, std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{} {}", kind, first)
                       : fmt::format("{}s {} to {}", kind, first, last);
}

/// Rows or columns, one beside the other, that are 0 where nothing like that is expected; `kind`
/// is what one is called.
std::string zero_lines(const Pair& pair, bool of_rows, const char* kind) {
  const std::size_t lines = of_rows ? pair.rows : pair.columns;
  const std::size_t length = of_rows ? pair.columns : pair.rows;
  if (lines < 2 || length < 2) return "";
  std::vector<std::size_t> zero;
  for (std::size_t line = 0; line < lines; ++line) {
    bool is_zero = true, is_wrong = true;
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t at = of_rows ? pair.at(line, k) : pair.at(k, line);
      is_zero = is_zero && pair.actual[at] == 0;
      is_wrong = is_wrong && !pair.right(at);
    }
    if (is_zero && is_wrong) zero.push_back(line);
  }
  if (zero.empty() || zero.back() - zero.front() + 1 != zero.size()) return "";
  return lines_text(kind, zero.front(), zero.back()) + (zero.size() == 1 ? " is 0" : " are 0");
}

std::string zero_rows(const Pair& pair) { return zero_lines(pair, true, "row"); }
std::string zero_columns(const Pair& pair) { return zero_lines(pair, false, "column"); }

std::string other_order(const Pair& pair) {
  /// Whether each element is the expected one of the place that `other` gives for it.
  const auto is = [&](const auto& other) {
    for (std::size_t i = 0; i < pair.rows; ++i) {
      for (std::size_t j = 0; j < pair.columns; ++j) {
        if (!element_matches(pair.actual[pair.at(i, j)], pair.expected[other(i, j)],
                             pair.tolerance))
          return false;
      }
    }
    return true;
  };
  if (pair.rows == pair.columns && is([&](std::size_t i, std::size_t j) { return pair.at(j, i); }))
    return "it is the transpose of what is expected";
  if (is([&](std::size_t i, std::size_t j) { return pair.at(pair.rows - 1 - i, j); }))
    return "its rows are in reverse order";
  if (is([&](std::size_t i, std::size_t j) { return pair.at(i, pair.columns - 1 - j); }))
    return pair.rows == 1 ? "its elements are in reverse order"
                          : "its columns are in reverse order";
  return "";
}

/// Which row alone is right.
std::string one_right_row(const Pair& pair) {
  std::vector<std::size_t> right;
  for (std::size_t i = 0; i < pair.rows; ++i) {
    std::size_t j = 0;
    while (j < pair.columns && pair.right(pair.at(i, j))) ++j;
    if (j == pair.columns) right.push_back(i);
  }
  if (pair.rows < 3 || right.size() != 1) return "";
  return fmt::format("only row {} is right", right[0]);
}

/// The sums over each row, or over each column.
std::vector<double> sums(const std::vector<double>& values, const Pair& pair, bool of_rows) {
  std::vector<double> result(of_rows ? pair.rows : pair.columns);
  for (std::size_t i = 0; i < pair.rows; ++i) {
    for (std::size_t j = 0; j < pair.columns; ++j) result[of_rows ? i : j] += values[pair.at(i, j)];
  }
  return result;
}

std::string sum_not_one(const Pair& pair) {
  const auto one = [&](double sum) { return element_matches(sum, 1, pair.tolerance); };
  // Rows of a mask may have a single 1.
  const bool has_shares =
      std::ranges::any_of(pair.expected, [](double each) { return each > 0 && each < 1; });
  if (!has_shares) return "";
  for (const bool of_rows : {true, false}) {
    if ((of_rows ? pair.columns : pair.rows) < 2) continue;
    if (!std::ranges::all_of(sums(pair.expected, pair, of_rows), one)) continue;
    const std::vector<double> found = sums(pair.actual, pair, of_rows);
    const auto other = std::ranges::find_if_not(found, one);
    if (other == found.end()) continue;
    const std::string which =
        pair.rows == 1 ? "it"
                       : fmt::format("{} {}", of_rows ? "row" : "column", other - found.begin());
    return fmt::format("{} sums to {}, not to 1", which, number_text(*other, 1));
  }
  return "";
}

std::string first_said(const Pair& pair,
                       std::initializer_list<std::string (*)(const Pair&)> looks) {
  for (const auto& look : looks) {
    if (std::string said = look(pair); !said.empty()) return said;
  }
  return "";
}

}  // namespace

std::string pattern_of(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (actual.shape != expected.shape || actual.values.size() < 2 || !actual.complete() ||
      !is_finite(expected))
    return "";
  const std::size_t columns = actual.shape.back();
  const Pair pair{actual.values, expected.values, actual.values.size() / columns, columns,
                  tolerance};
  std::string said = one_number(pair);
  if (!is_finite(actual) || compare(actual, expected, tolerance).matches()) return said;
  if (said.empty()) said = constant_factor(pair);
  if (actual.shape.size() > 2) return said;  // its rows have no name
  if (said.empty())
    said = first_said(pair, {other_order, running_sum, zero_rows, zero_columns, one_right_row});
  const std::string sum = sum_not_one(pair);
  return said + (said.empty() || sum.empty() ? "" : "; ") + sum;
}

std::string whole_numbers(const Tensor& actual, const Tensor& expected) {
  const auto beyond_one = [](double value) { return std::abs(value) > 1; };
  const bool tells = actual.values.size() > 2 && std::ranges::any_of(actual.values, beyond_one) &&
                     std::ranges::none_of(expected.values, has_no_decimals);
  if (!tells || !std::ranges::all_of(actual.values, has_no_decimals)) return "";
  return "each element is a whole number: is a variable on the way an int?";
}

}  // namespace grader
