#include "diagnose/pattern.hpp"

#include "core/text.hpp"
#include "diagnose/property.hpp"
#include "diagnose/running_sum.hpp"
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

/// For how many elements `of(k)` is true.
template <class F>
std::size_t count_elements(const Pair& pair, const F& of) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < pair.actual.size(); ++k) count += of(k) ? 1 : 0;
  return count;
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

std::string constant_sum(const Pair& pair) {
  const auto [low, high] = std::ranges::minmax(pair.expected);
  const double more = pair.actual[0] - pair.expected[0];
  const auto moved = [&](std::size_t k) {
    return element_matches(pair.actual[k], pair.expected[k] + more, pair.tolerance);
  };
  if (element_matches(low, high, pair.tolerance) || !all_elements(pair, moved)) return "";
  if (count_elements(pair, [&](std::size_t k) { return pair.right(k); }) > 0) return "";
  return fmt::format("each element is {} {} than expected", number_text(std::abs(more)),
                     more > 0 ? "more" : "less");
}

constexpr SumOrder in_rows{}, in_columns{.of_columns = true}, in_all_rows{.into_next = true};

/// Whether each element holds what is expected of those before it as well.
bool is_running_sum(const Pair& pair, const SumOrder& order) {
  return is_running_sum(
      pair.actual, pair.rows, pair.columns, order, pair.tolerance,
      [&](std::size_t i, std::size_t j) { return pair.expected[pair.at(i, j)]; },
      [](std::size_t, std::size_t) { return 0.0; });
}

/// A sum that was not set back.
std::string running_sum(const Pair& pair) {
  const std::string words = "each element is the sum of what is expected there and ";
  if (pair.columns > 2 && is_running_sum(pair, in_rows))
    return words + (pair.rows == 1 ? "before it" : "before it in its row");
  if (pair.rows > 2 && is_running_sum(pair, in_columns)) return words + "above it in its column";
  if (pair.rows > 1 && pair.columns > 1 && is_running_sum(pair, in_all_rows))
    return words + "before it, in its row and in all rows above";
  return "";
}

/// Whether it is a whole number, and small enough that a double could have decimals there.
bool has_no_decimals(double value) {
  return std::abs(value) < 0x1p52 && std::trunc(value) == value;
}

std::string decimals_dropped(const Pair& pair) {
  const auto cut = [&](std::size_t k) { return pair.actual[k] == std::trunc(pair.expected[k]); };
  if (!all_elements(pair, cut) || std::ranges::all_of(pair.expected, has_no_decimals)) return "";
  return "each element is what is expected without its decimals";
}

/// The number, and also the power of ten of which it is the logarithm, if there is one.
std::string or_logarithm(double value) {
  const double power = std::round(value / std::log(10.0));
  const bool is = power < 0 && std::abs(value - power * std::log(10.0)) < 1e-9;
  return number_text(value) +
         (is ? fmt::format(", the logarithm of {}", number_text(std::pow(10, power))) : "");
}

/// A mean of logarithms, some of which were held at that of a power of ten, while the others are
/// nearly 0: which power cannot be told, 2/3 of that of 1e-9 is that of 1e-6. Near 1, 1 - p is a
/// little off.
std::string share_of_logarithm(double actual, double expected) {
  constexpr int most = 6, least_power = 2;
  if (actual >= expected) return "";
  for (int count = 1; count <= most; ++count) {
    const double share = actual / std::log(10.0) * count;
    if (share < least_power || std::abs(share - std::round(share)) > 2e-5 * share) continue;
    return fmt::format(
        "it is {} times the logarithm of 10{}: are logarithms kept above that of a small number, "
        "such as 1e-7, or is one added under them?",
        std::lround(share), count == 1 ? "" : fmt::format(", divided by {}", count));
  }
  return "";
}

std::string bounded(const Pair& pair) {
  const auto [low, high] = std::ranges::minmax(pair.actual);
  const auto at_least = [&, low = low](std::size_t k) {
    return element_matches(pair.actual[k], std::max(pair.expected[k], low), pair.tolerance);
  };
  const auto at_most = [&, high = high](std::size_t k) {
    return element_matches(pair.actual[k], std::min(pair.expected[k], high), pair.tolerance);
  };
  if (count_elements(pair, [&](std::size_t k) { return !pair.right(k); }) < 2) return "";
  if (all_elements(pair, at_least))
    return fmt::format("no element is less than {}; those that differ should be",
                       or_logarithm(low));
  if (all_elements(pair, at_most))
    return fmt::format("no element is more than {}; those that differ should be",
                       number_text(high));
  return "";
}

/// Whether something was added before the logarithm was taken.
std::string logarithm_of_more(const Pair& pair) {
  const auto least = std::ranges::min_element(pair.actual);
  const auto at = static_cast<std::size_t>(least - pair.actual.begin());
  const double more = std::exp(*least) - std::exp(pair.expected[at]);
  constexpr Tolerance exact{1e-11, 1e-13};  // a number was fitted: the others have to be just so
  const auto is = [&](std::size_t k) {
    return element_matches(pair.actual[k], std::log(std::exp(pair.expected[k]) + more), exact);
  };
  const auto moved = [&](std::size_t k) {
    return !element_matches(pair.actual[k], pair.expected[k], exact);
  };
  const bool tells = count_elements(pair, moved) > 2 && std::ranges::max(pair.actual) > *least + 1;
  if (more <= 0 || !tells || !all_elements(pair, is)) return "";
  return fmt::format("{} was added before the logarithm was taken", number_text(more));
}

std::string all_zero(const Pair& pair) {
  std::size_t differ = 0;
  bool all = true;
  for (std::size_t k = 0; k < pair.actual.size(); ++k) {
    all = all && pair.actual[k] == 0;
    if (pair.right(k)) continue;
    if (pair.actual[k] != 0) return "";
    ++differ;
  }
  if (all) return "all of it is 0";
  return differ > 1 ? "those that differ are all 0" : "";
}

std::string one_number(const Pair& pair) {
  const auto [low, high] = std::ranges::minmax(pair.expected);
  const auto same = [&](std::size_t k) { return pair.actual[k] == pair.actual[0]; };
  if (element_matches(low, high, pair.tolerance) || !all_elements(pair, same)) return "";
  return fmt::format("each element is {}", number_text(pair.actual[0]));
}

/// "row 2", "columns 2 to 4"
std::string lines_text(const char* kind, std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{} {}", kind, first)
                       : fmt::format("{}s {} to {}", kind, first, last);
}

/// The same number wherever something differs, such as that of a mask.
std::string one_wrong_number(const Pair& pair) {
  std::optional<double> number;
  std::size_t differ = 0;
  for (std::size_t k = 0; k < pair.actual.size(); ++k) {
    if (pair.right(k)) continue;
    if (number && *number != pair.actual[k]) return "";
    number = pair.actual[k];
    ++differ;
  }
  return differ > 2 ? fmt::format("those that differ are all {}", number_text(*number)) : "";
}

/// The same of an array with more than two axes, the first of which has so many parts.
std::string running_sum_of_parts(const Pair& pair, std::size_t parts) {
  const std::string words =
      "each element is the sum of what is expected there and before it along ";
  const Pair flat{pair.actual, pair.expected, parts, pair.actual.size() / parts, pair.tolerance};
  if (parts > 1 && is_running_sum(flat, in_columns)) return words + "the first axis";
  if (pair.columns > 2 && is_running_sum(pair, in_rows)) return words + "its last axis";
  return "";
}

/// Rows or columns, one beside the other, that are 0 where nothing like that is expected; `kind`
/// is what one is called.
std::string zero_lines(const Pair& pair, bool of_rows, const char* kind, const char* where = "") {
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
  return lines_text(kind, zero.front(), zero.back()) + where +
         (zero.size() == 1 ? " is 0" : " are 0");
}

std::string zero_rows(const Pair& pair) { return zero_lines(pair, true, "row"); }
std::string zero_columns(const Pair& pair) { return zero_lines(pair, false, "column"); }
std::string zero_elements(const Pair& pair) {
  return zero_lines(pair, false, "element", " along its last axis");
}

/// Whether the last two axes of an array with more than two are exchanged.
std::string last_axes_exchanged(const Pair& pair) {
  const std::size_t n = pair.columns;
  if (n < 2 || pair.rows % n != 0) return "";
  const auto exchanged = [&](std::size_t k) {
    const std::size_t i = k / n % n, j = k % n;
    return element_matches(pair.actual[k], pair.expected[k - i * n - j + j * n + i],
                           pair.tolerance);
  };
  return all_elements(pair, exchanged) ? "its last two axes are exchanged" : "";
}

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

std::string one_place_alone(const Pair& pair) {
  std::vector<std::size_t> rows, columns;
  bool diagonal = pair.rows == pair.columns;
  for (std::size_t i = 0; i < pair.rows; ++i) {
    for (std::size_t j = 0; j < pair.columns; ++j) {
      if (pair.right(pair.at(i, j))) continue;
      rows.push_back(i);
      columns.push_back(j);
      diagonal = diagonal && i == j;
    }
  }
  if (rows.size() < 2) return "";
  if (diagonal) return "only the diagonal differs";
  const auto same = [](const std::vector<std::size_t>& all) {
    return std::ranges::all_of(all, [&](std::size_t each) { return each == all[0]; });
  };
  if (pair.rows > 1 && same(rows)) return fmt::format("only row {} differs", rows[0]);
  if (pair.columns > 1 && same(columns)) return fmt::format("only column {} differs", columns[0]);
  return "";
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

/// Whether it has more than two axes, the last two of which are equally long.
bool square_at_the_end(const Shape& shape) {
  return shape.size() > 2 && shape.back() == shape[shape.size() - 2];
}

/// Whether those that differ are all the same infinity, such as that of a mask.
std::string one_infinity(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (!actual.complete() || !is_finite(expected)) return "";
  double infinity = 0;
  std::size_t differ = 0;
  for (std::size_t k = 0; k < actual.values.size(); ++k) {
    const double found = actual.values[k];
    if (element_matches(found, expected.values[k], tolerance)) continue;
    if (!std::isinf(found) || (differ++ > 0 && found != infinity)) return "";
    infinity = found;
  }
  return differ > 1 ? fmt::format("those that differ are all {}", number_text(infinity)) : "";
}

}  // namespace

std::string pattern_of(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (actual.shape == expected.shape && !is_finite(actual))
    return one_infinity(actual, expected, tolerance);
  if (actual.shape != expected.shape || actual.values.empty() || !is_finite(actual) ||
      !is_finite(expected) || compare(actual, expected, tolerance).matches())
    return "";
  if (actual.values.size() == 1) return share_of_logarithm(actual.values[0], expected.values[0]);
  const std::size_t columns = actual.shape.back();
  const Pair pair{actual.values, expected.values, actual.values.size() / columns, columns,
                  tolerance};
  // Of more than two axes a row has no name.
  const bool matrix = actual.shape.size() <= 2;
  std::string said = first_said(pair, {all_zero, constant_factor, constant_sum, one_number,
                                       decimals_dropped, bounded, logarithm_of_more});
  if (said.empty() && matrix)
    said = first_said(
        pair, {other_order, running_sum, zero_rows, zero_columns, one_place_alone, one_right_row});
  if (said.empty() && square_at_the_end(actual.shape)) said = last_axes_exchanged(pair);
  if (said.empty() && !matrix) said = running_sum_of_parts(pair, actual.shape[0]);
  if (said.empty() && !matrix) said = zero_elements(pair);
  if (said.empty()) said = one_wrong_number(pair);
  const std::string sum = matrix ? sum_not_one(pair) : "";
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
