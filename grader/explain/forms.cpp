#include "explain/forms.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>

namespace grader {
namespace {

constexpr std::size_t fewest = 3;      // elements that tell of which arrays they are made
constexpr std::size_t largest = 4096;  // elements of an array that is looked at for that

/// An array seen as a matrix, or its transpose: a vector is one row, else the last axis makes
/// columns.
struct View {
  const NamedTensor* of = nullptr;
  std::size_t rows = 0, columns = 0;
  bool transposed = false;

  double at(std::size_t i, std::size_t j) const {
    return of->tensor.values[transposed ? j * rows + i : i * columns + j];
  }
  /// The same, where a row or a column stands for all.
  double broadcast(std::size_t i, std::size_t j) const {
    return at(rows == 1 ? 0 : i, columns == 1 ? 0 : j);
  }
  std::string text() const {
    const bool turned = transposed && rows > 1 && columns > 1;
    return of->name + (turned ? " (transposed)" : "");
  }
};

/// The array that is wrong, what is expected, and where to look.
struct WrongArray {
  const std::vector<double>& actual;
  const std::vector<double>& expected;
  std::size_t rows, columns;
  const Tolerance& tolerance;
  std::vector<View> views;

  std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
  bool right(std::size_t k) const { return element_matches(actual[k], expected[k], tolerance); }

  /// Whether each element is what `of(i, j)` gives.
  template <class F>
  bool is(const F& of) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        if (!element_matches(actual[at(i, j)], of(i, j), tolerance)) return false;
      }
    }
    return true;
  }
  /// Whether the view has the shape of the wrong array, or one that broadcasts to it.
  bool broadcasts(const View& view) const {
    return (view.rows == 1 || view.rows == rows) && (view.columns == 1 || view.columns == columns);
  }
  /// The place of the largest of these numbers.
  static std::size_t largest_of(const std::vector<double>& values) {
    const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::ranges::max_element(values, by_size) - values.begin());
  }
};

/// The number that all have that differ, such as that of a mask.
std::string one_number(const WrongArray& wrong) {
  std::optional<double> number;
  std::size_t differ = 0;
  for (std::size_t k = 0; k < wrong.actual.size(); ++k) {
    if (wrong.right(k)) continue;
    if (number && *number != wrong.actual[k]) return "";
    number = wrong.actual[k];
    ++differ;
  }
  if (differ == 0) return "";
  const bool all =
      std::ranges::all_of(wrong.actual, [&](double value) { return value == *number; });
  if (!all && differ < 2) return "";
  return fmt::format("{} {}", all ? "each element is" : "those that differ are all",
                     number_text(*number));
}

std::string copy(const WrongArray& wrong) {
  for (const View& view : wrong.views) {
    const bool same = !view.transposed && view.rows == wrong.rows &&
                      view.columns == wrong.columns &&
                      wrong.is([&](std::size_t i, std::size_t j) { return view.at(i, j); });
    if (same) return fmt::format("it has the numbers of {}", view.of->name);
  }
  return "";
}

std::string constant_factor(const WrongArray& wrong) {
  const std::size_t place = WrongArray::largest_of(wrong.expected);
  const double most = wrong.expected[place];
  const double factor = wrong.actual[place] / most;
  // A few numbers that are nearly zero fit any factor, and two opposite ones likewise.
  const auto tells = std::ranges::count_if(
      wrong.expected, [&](double each) { return std::abs(each) > 1e-3 * std::abs(most); });
  const bool opposite = wrong.expected.size() == 2 &&
                        element_matches(wrong.expected[0], -wrong.expected[1], wrong.tolerance);
  const bool rounding = std::abs(factor - 1) < 1e-5;
  if (most == 0 || tells < 2 || std::abs(factor) < 1e-12 || rounding || opposite) return "";
  const auto scaled = [&](std::size_t i, std::size_t j) {
    return factor * wrong.expected[wrong.at(i, j)];
  };
  return wrong.is(scaled)
             ? fmt::format("each element is {} times what is expected", number_text(factor))
             : "";
}

std::string other_order(const WrongArray& wrong) {
  const std::size_t rows = wrong.rows, columns = wrong.columns;
  struct Order {
    const char* words;
    bool possible;
    std::function<std::size_t(std::size_t, std::size_t)> place;
  };
  const auto at = [&](std::size_t i, std::size_t j) { return wrong.at(i, j); };
  for (const Order& order : std::initializer_list<Order>{
           {"it is the transpose of what is expected", rows == columns,
            [&](std::size_t i, std::size_t j) { return at(j, i); }},
           {"its rows are in reverse order", true,
            [&](std::size_t i, std::size_t j) { return at(rows - 1 - i, j); }},
           {rows == 1 ? "its elements are in reverse order" : "its columns are in reverse order",
            true, [&](std::size_t i, std::size_t j) { return at(i, columns - 1 - j); }}}) {
    const auto there = [&](std::size_t i, std::size_t j) {
      return wrong.expected[order.place(i, j)];
    };
    if (order.possible && wrong.is(there)) return order.words;
  }
  return "";
}

/// Rows or columns, one beside the other, that are 0 where nothing like that is expected.
std::string zero_lines(const WrongArray& wrong) {
  for (const bool of_rows : {true, false}) {
    const std::size_t lines = of_rows ? wrong.rows : wrong.columns;
    const std::size_t length = of_rows ? wrong.columns : wrong.rows;
    std::vector<std::size_t> zero;
    for (std::size_t line = 0; line < lines && lines > 1 && length > 1; ++line) {
      bool is_zero = true;
      for (std::size_t k = 0; k < length; ++k) {
        const std::size_t at = of_rows ? wrong.at(line, k) : wrong.at(k, line);
        is_zero = is_zero && wrong.actual[at] == 0 && !wrong.right(at);
      }
      if (is_zero) zero.push_back(line);
    }
    if (zero.empty() || zero.back() - zero.front() + 1 != zero.size()) continue;
    const char* kind = of_rows ? "row" : "column";
    return zero.size() == 1 ? fmt::format("{} {} is 0", kind, zero[0])
                            : fmt::format("{}s {} to {} are 0", kind, zero.front(), zero.back());
  }
  return "";
}

/// What is expected, and a whole multiple of another array in addition.
std::string sum_with_another(const WrongArray& wrong) {
  constexpr double most = 16;
  const std::size_t place = WrongArray::largest_of(wrong.actual);
  for (const View& view : wrong.views) {
    if (!wrong.broadcasts(view)) continue;
    const double there = view.broadcast(place / wrong.columns, place % wrong.columns);
    if (there == 0) continue;
    const double times = std::round((wrong.actual[place] - wrong.expected[place]) / there);
    const auto moved = [&](std::size_t i, std::size_t j) {
      return wrong.expected[wrong.at(i, j)] + times * view.broadcast(i, j);
    };
    if (times == 0 || std::abs(times) > most || !wrong.is(moved)) continue;
    return fmt::format("it is what is expected {} {}{}", times > 0 ? "plus" : "minus",
                       std::abs(times) > 1 ? fmt::format("{} times ", std::abs(times)) : "",
                       view.text());
  }
  return "";
}

/// A product of two, or else a linear layer: a product to which a row or a column is added.
std::string product_of_two(const WrongArray& wrong) {
  const auto told = [&](const View& a, const View& b, const View* added) -> std::string {
    const bool same = wrong.is([&](std::size_t i, std::size_t j) {
      double sum = added == nullptr ? 0 : added->broadcast(i, j);
      for (std::size_t k = 0; k < a.columns; ++k) sum += a.at(i, k) * b.at(k, j);
      return sum;
    });
    return same ? fmt::format("it is the product of {} and {}{}", a.text(), b.text(),
                              added == nullptr ? "" : ", plus " + added->text())
                : "";
  };
  std::string product, layer;
  for (const View& a : wrong.views) {
    for (const View& b : wrong.views) {
      if (a.rows != wrong.rows || b.columns != wrong.columns || b.rows != a.columns) continue;
      if (product.empty()) product = told(a, b, nullptr);
      for (const View& added : wrong.views) {
        const bool line = (added.rows == 1 || added.columns == 1) && wrong.broadcasts(added);
        if (line && layer.empty() && added.of != a.of && added.of != b.of)
          layer = told(a, b, &added);
      }
    }
  }
  return product.empty() ? layer : product;
}

std::string whole_numbers(const WrongArray& wrong) {
  // Of a larger number a double has no decimals anyway.
  const auto is_whole = [](double value) {
    return std::abs(value) < 0x1p52 && std::trunc(value) == value;
  };
  const bool tells = wrong.actual.size() >= fewest &&
                     std::ranges::any_of(wrong.actual, [](double x) { return std::abs(x) > 1; });
  if (!tells || !std::ranges::all_of(wrong.actual, is_whole) ||
      std::ranges::any_of(wrong.expected, is_whole))
    return "";
  return "each element is a whole number: is a variable on the way an int?";
}

/// Which sum over a row or column is not one where all expected sums are, of shares; rows of a mask
/// may have a single 1.
std::string sum_not_one(const WrongArray& wrong) {
  if (std::ranges::none_of(wrong.expected, [](double each) { return each > 0 && each < 1; }))
    return "";
  for (const bool of_rows : {true, false}) {
    std::vector<double> wanted(of_rows ? wrong.rows : wrong.columns), found(wanted.size());
    for (std::size_t k = 0; k < wrong.actual.size(); ++k) {
      const std::size_t line = of_rows ? k / wrong.columns : k % wrong.columns;
      wanted[line] += wrong.expected[k];
      found[line] += wrong.actual[k];
    }
    const auto one = [&](double sum) { return element_matches(sum, 1, wrong.tolerance); };
    const auto other = std::ranges::find_if_not(found, one);
    if (found.size() == wrong.actual.size() || other == found.end() ||
        !std::ranges::all_of(wanted, one))
      continue;
    const std::string which =
        wrong.rows == 1 ? "it"
                        : fmt::format("{} {}", of_rows ? "row" : "column", other - found.begin());
    return fmt::format("{} sums to {}, not to 1", which, number_text(*other, 1));
  }
  return "";
}

std::vector<View> views_of(const std::vector<NamedTensor>& others) {
  std::vector<View> views;
  for (const NamedTensor& other : others) {
    Shape shape = other.tensor.shape;
    const std::size_t count = other.tensor.values.size();
    if (shape.empty() || count < 2 || count > largest || !is_finite(other.tensor)) continue;
    while (shape.size() > 2 && shape.back() == 1) shape.pop_back();
    const std::size_t columns = shape.back(), rows = count / columns;
    views.push_back({&other, rows, columns, false});
    if (shape.size() <= 2) views.push_back({&other, columns, rows, true});
  }
  return views;
}

std::string first_said(const WrongArray& wrong,
                       std::initializer_list<std::string (*)(const WrongArray&)> looks) {
  for (const auto& look : looks) {
    if (std::string said = look(wrong); !said.empty()) return said;
  }
  return "";
}

}  // namespace

std::string form_of(const Tensor& actual, const Tensor& expected,
                    const std::vector<NamedTensor>& others, const Tolerance& tolerance) {
  if (actual.shape != expected.shape || actual.values.size() < 2 || !actual.complete() ||
      !is_finite(expected))
    return "";
  const std::size_t columns = actual.shape.back();
  WrongArray wrong{actual.values, expected.values, actual.values.size() / columns,
                   columns,       tolerance,       {}};
  std::string said = one_number(wrong);
  if (!said.empty() || !is_finite(actual) || compare(actual, expected, tolerance).matches())
    return said;
  if (actual.values.size() >= fewest && actual.values.size() <= largest)
    wrong.views = views_of(others);
  said = first_said(wrong, {copy, constant_factor});
  const bool is_matrix = actual.shape.size() <= 2;  // else its rows have no name
  if (is_matrix && said.empty()) said = first_said(wrong, {other_order, zero_lines});
  const std::string sum = is_matrix ? sum_not_one(wrong) : "";
  said += (said.empty() || sum.empty() ? "" : "; ") + sum;
  if (said.empty()) said = first_said(wrong, {sum_with_another, product_of_two, whole_numbers});
  return said;
}

}  // namespace grader
