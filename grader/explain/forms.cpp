#include "core/text.hpp"
#include "explain/advice.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>

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
  double wanted(std::size_t i, std::size_t j) const { return expected[at(i, j)]; }
  bool right(std::size_t k) const { return element_matches(actual[k], expected[k], tolerance); }

  /// Whether each element is what `of(i, j)` gives.
  template <class F>
  bool is(const F& of) const {
    for (std::size_t k = 0; k < actual.size(); ++k)
      if (!element_matches(actual[k], of(k / columns, k % columns), tolerance)) return false;
    return true;
  }
  /// Whether the view has the shape of the wrong array, or one that broadcasts to it.
  bool broadcasts(const View& view) const {
    return (view.rows == 1 || view.rows == rows) && (view.columns == 1 || view.columns == columns);
  }
};

/// The place of the largest of these numbers.
std::size_t largest_of(const std::vector<double>& values) {
  const auto found = std::ranges::max_element(values, {}, [](double x) { return std::abs(x); });
  return static_cast<std::size_t>(found - values.begin());
}

/// The number that all have that differ, such as that of a mask.
std::string one_number(const WrongArray& wrong) {
  std::vector<double> differ;
  for (std::size_t k = 0; k < wrong.actual.size(); ++k)
    if (!wrong.right(k)) differ.push_back(wrong.actual[k]);
  if (differ.empty() || std::ranges::count(differ, differ[0]) != std::ssize(differ)) return "";
  const bool all = std::ranges::count(wrong.actual, differ[0]) == std::ssize(wrong.actual);
  if (!all && differ.size() < 2) return "";
  return fmt::format("{} {}", all ? "each element is" : "those that differ are all",
                     number_text(differ[0]));
}

std::string copy(const WrongArray& wrong) {
  for (const View& view : wrong.views) {
    if (!view.transposed && view.rows == wrong.rows && view.columns == wrong.columns &&
        wrong.is([&](auto i, auto j) { return view.at(i, j); }))
      return fmt::format("it has the numbers of {}", view.of->name);
  }
  return "";
}

std::string constant_factor(const WrongArray& wrong) {
  const std::size_t place = largest_of(wrong.expected);
  const double most = wrong.expected[place];
  const double factor = wrong.actual[place] / most;
  // A few numbers that are nearly zero fit any factor, and two opposite ones likewise.
  const auto tells = std::ranges::count_if(
      wrong.expected, [&](double each) { return std::abs(each) > 1e-3 * std::abs(most); });
  const bool opposite = wrong.expected.size() == 2 &&
                        element_matches(wrong.expected[0], -wrong.expected[1], wrong.tolerance);
  const bool rounding = std::abs(factor - 1) < 1e-5;
  if (most == 0 || tells < 2 || std::abs(factor) < 1e-12 || rounding || opposite ||
      !wrong.is([&](auto i, auto j) { return factor * wrong.wanted(i, j); }))
    return "";
  return fmt::format("each element is {} times what is expected", number_text(factor));
}

std::string other_order(const WrongArray& wrong) {
  const std::size_t rows = wrong.rows, columns = wrong.columns;
  if (rows == columns && wrong.is([&](auto i, auto j) { return wrong.wanted(j, i); }))
    return "it is the transpose of what is expected";
  if (wrong.is([&](auto i, auto j) { return wrong.wanted(rows - 1 - i, j); }))
    return "its rows are in reverse order";
  if (wrong.is([&](auto i, auto j) { return wrong.wanted(i, columns - 1 - j); }))
    return rows == 1 ? "its elements are in reverse order" : "its columns are in reverse order";
  return "";
}

/// Rows or columns, one beside the other, that are 0 where nothing like that is expected.
std::string zero_lines(const WrongArray& wrong) {
  if (wrong.rows < 2 || wrong.columns < 2) return "";
  for (const bool of_rows : {true, false}) {
    std::vector<bool> is_zero(of_rows ? wrong.rows : wrong.columns, true);
    for (std::size_t k = 0; k < wrong.actual.size(); ++k) {
      if (wrong.actual[k] != 0 || wrong.right(k))
        is_zero[of_rows ? k / wrong.columns : k % wrong.columns] = false;
    }
    const auto first = std::ranges::find(is_zero, true);
    const auto end = std::find(first, is_zero.end(), false);
    if (first == is_zero.end() || std::find(end, is_zero.end(), true) != is_zero.end()) continue;
    const char* kind = of_rows ? "row" : "column";
    const auto from = first - is_zero.begin(), to = end - is_zero.begin() - 1;
    return from == to ? fmt::format("{} {} is 0", kind, from)
                      : fmt::format("{}s {} to {} are 0", kind, from, to);
  }
  return "";
}

/// What is expected, and a whole multiple of another array in addition.
std::string sum_with_another(const WrongArray& wrong) {
  constexpr double most = 16;
  const std::size_t place = largest_of(wrong.actual);
  for (const View& view : wrong.views) {
    if (!wrong.broadcasts(view)) continue;
    const double there = view.broadcast(place / wrong.columns, place % wrong.columns);
    if (there == 0) continue;
    const double times = std::round((wrong.actual[place] - wrong.expected[place]) / there);
    if (times == 0 || std::abs(times) > most || !wrong.is([&](auto i, auto j) {
          return wrong.wanted(i, j) + times * view.broadcast(i, j);
        }))
      continue;
    return fmt::format("it is what is expected {} {}{}", times > 0 ? "plus" : "minus",
                       std::abs(times) > 1 ? fmt::format("{} times ", std::abs(times)) : "",
                       view.text());
  }
  return "";
}

/// A product of two, or else a linear layer: a product to which a row or a column is added.
std::string product_of_two(const WrongArray& wrong) {
  const auto told = [&](const View& a, const View& b, const View* added) -> std::string {
    const bool same = wrong.is([&](auto i, auto j) {
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
