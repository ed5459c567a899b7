#include "diagnose/relation.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <optional>

namespace grader {
namespace {

constexpr std::size_t fewest = 3;      // elements that tell something
constexpr std::size_t largest = 4096;  // elements of an array that is looked at

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
struct Question {
  const std::vector<double>& actual;
  const std::vector<double>& expected;
  std::size_t rows, columns;
  const Tolerance& tolerance;
  std::vector<View> views;

  std::size_t largest_place() const {
    const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::ranges::max_element(actual, by_size) - actual.begin());
  }
  /// Whether each element is what `of(i, j)` gives.
  template <class F>
  bool is(const F& of) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        if (!element_matches(actual[i * columns + j], of(i, j), tolerance)) return false;
      }
    }
    return true;
  }
  double wanted(std::size_t i, std::size_t j) const { return expected[i * columns + j]; }
};

bool usable(const Tensor& tensor) {
  return tensor.complete() && !tensor.shape.empty() && tensor.values.size() > 1 &&
         tensor.values.size() <= largest &&
         std::ranges::all_of(tensor.values, [](double value) { return std::isfinite(value); });
}

std::vector<View> views_of(const std::vector<NamedTensor>& others) {
  std::vector<View> views;
  for (const NamedTensor& other : others) {
    if (!usable(other.tensor)) continue;
    Shape shape = other.tensor.shape;
    while (shape.size() > 2 && shape.back() == 1) shape.pop_back();
    const std::size_t columns = shape.back();
    const std::size_t rows = other.tensor.values.size() / columns;
    views.push_back({&other, rows, columns, false});
    if (shape.size() <= 2) views.push_back({&other, columns, rows, true});
  }
  return views;
}

std::string equal_to_another(const Question& question) {
  for (const View& view : question.views) {
    if (view.rows == question.rows && view.columns == question.columns &&
        question.is([&](std::size_t i, std::size_t j) { return view.at(i, j); }))
      return fmt::format("it has the numbers of {}", view.text());
  }
  return "";
}

/// What is expected, and a small multiple of another array in addition.
std::string sum_with_another(const Question& question, const View& view) {
  for (const int times : {1, -1, 2, -2}) {
    const auto moved = [&](std::size_t i, std::size_t j) {
      return question.wanted(i, j) + times * view.broadcast(i, j);
    };
    if (question.is(moved)) {
      return fmt::format("it is what is expected {} {}{}", times > 0 ? "plus" : "minus",
                         std::abs(times) == 2 ? "2 times " : "", view.text());
    }
  }
  return "";
}

std::string factor_of_another(const Question& question, const View& view) {
  const auto multiplied = [&](std::size_t i, std::size_t j) {
    return question.wanted(i, j) * view.broadcast(i, j);
  };
  const auto divided = [&](std::size_t i, std::size_t j) {
    return question.wanted(i, j) / view.broadcast(i, j);
  };
  if (question.is(multiplied))
    return fmt::format("it is what is expected, times {} element by element", view.text());
  if (question.is(divided))
    return fmt::format("it is what is expected, divided by {} element by element", view.text());
  return "";
}

std::string element_by_element(const Question& question) {
  for (const auto& look : {sum_with_another, factor_of_another}) {
    for (const View& view : question.views) {
      const bool fits = (view.rows == 1 || view.rows == question.rows) &&
                        (view.columns == 1 || view.columns == question.columns);
      if (!fits) continue;
      if (std::string said = look(question, view); !said.empty()) return said;
    }
  }
  return "";
}

/// A number for each row or each column, made of that row or column of another array.
struct Reduction {
  const char* words;
  double (*of)(const View& view, std::size_t row);
};

double sum_of(const View& view, std::size_t row) {
  double sum = 0;
  for (std::size_t j = 0; j < view.columns; ++j) sum += view.at(row, j);
  return sum;
}

double mean_of(const View& view, std::size_t row) {
  return sum_of(view, row) / static_cast<double>(view.columns);
}

double largest_of(const View& view, std::size_t row) {
  double most = view.at(row, 0);
  for (std::size_t j = 1; j < view.columns; ++j) most = std::max(most, view.at(row, j));
  return most;
}

double smallest_of(const View& view, std::size_t row) {
  double least = view.at(row, 0);
  for (std::size_t j = 1; j < view.columns; ++j) least = std::min(least, view.at(row, j));
  return least;
}

std::string numbers_of_lines(const Question& question) {
  if (question.rows > 1 && question.columns > 1) return "";
  const std::size_t count = question.actual.size();
  constexpr Reduction reductions[] = {
      {"sum", sum_of}, {"mean", mean_of}, {"largest", largest_of}, {"smallest", smallest_of}};
  for (const View& view : question.views) {
    if (view.rows != count || view.columns < 2) continue;
    for (const Reduction& reduction : reductions) {
      const auto of_line = [&](std::size_t i, std::size_t j) {
        return reduction.of(view, std::max(i, j));
      };
      if (question.is(of_line))
        return fmt::format("it is the {} of each {} of {}", reduction.words,
                           view.transposed ? "column" : "row", view.of->name);
    }
  }
  return "";
}

/// Those terms of the inner sums of a product that are added, and how to say that.
struct Terms {
  std::size_t first, last;  // `last` is not included
  const char* words;
};

/// The factor by which the product of these terms gives the wrong array.
std::optional<double> factor_to(const Question& question, const View& a, const View& b,
                                const Terms& terms) {
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = terms.first; k < terms.last; ++k) sum += a.at(i, k) * b.at(k, j);
    return sum;
  };
  const std::size_t place = question.largest_place();
  const double there = product(place / question.columns, place % question.columns);
  const double factor = question.actual[place] / there;
  if (there == 0 || factor == 0 || !std::isfinite(factor)) return std::nullopt;
  const auto scaled = [&](std::size_t i, std::size_t j) { return factor * product(i, j); };
  if (!question.is(scaled)) return std::nullopt;
  return factor;
}

std::string product_of(const Question& question, const View& a, const View& b) {
  const std::size_t inner = a.columns;
  std::vector<Terms> parts = {{0, inner, ""}};
  if (inner > 1) {
    parts.push_back({0, inner - 1, " without the last of its {} terms"});
    parts.push_back({1, inner, " without the first of its {} terms"});
    parts.push_back({inner - 1, inner, ", but only the last of its {} terms"});
    parts.push_back({0, 1, ", but only the first of its {} terms"});
  }
  for (const Terms& terms : parts) {
    const std::optional<double> factor = factor_to(question, a, b, terms);
    if (!factor) continue;
    const bool plain = element_matches(*factor, 1, question.tolerance);
    // One term is a column times a row: where one of these is a number, that fits any multiple.
    const bool line = question.rows == 1 || question.columns == 1;
    if (!plain && (terms.last - terms.first < inner || (inner == 1 && line))) continue;
    return fmt::format("it is {}the product of {} and {}{}",
                       plain ? "" : number_text(*factor) + " times ", a.text(), b.text(),
                       fmt::format(fmt::runtime(terms.words), inner));
  }
  return "";
}

/// A number for each row: the sum of that row of one array, times that of another.
std::string product_of_rows(const Question& question, const View& a, const View& b) {
  const std::size_t length = a.columns;
  for (const std::size_t left_out : {length, length - 1, std::size_t{0}}) {
    const auto sum = [&](std::size_t i, std::size_t j) {
      double result = 0;
      for (std::size_t k = 0; k < length; ++k)
        if (k != left_out) result += a.at(std::max(i, j), k) * b.at(std::max(i, j), k);
      return result;
    };
    if (!question.is(sum)) continue;
    return fmt::format("it is the sum of each row of {} times {}{}", a.text(), b.text(),
                       left_out == length ? ""
                       : left_out == 0    ? ", without the first term"
                                          : ", without the last term");
  }
  return "";
}

std::string sums_of_rows(const Question& question) {
  if (question.rows > 1 && question.columns > 1) return "";
  const std::size_t count = question.actual.size();
  for (const View& a : question.views) {
    if (a.rows != count || a.columns < 2) continue;
    for (const View& b : question.views) {
      if (&b == &a || b.rows != count || b.columns != a.columns) continue;
      if (std::string said = product_of_rows(question, a, b); !said.empty()) return said;
    }
  }
  return "";
}

std::string product_of_two(const Question& question) {
  for (const View& a : question.views) {
    if (a.rows != question.rows) continue;
    for (const View& b : question.views) {
      if (b.columns != question.columns || b.rows != a.columns) continue;
      if (std::string said = product_of(question, a, b); !said.empty()) return said;
    }
  }
  return "";
}

}  // namespace

std::string relation_of(const Tensor& actual, const Tensor& expected,
                        const std::vector<NamedTensor>& others, const Tolerance& tolerance) {
  if (actual.shape != expected.shape || !usable(actual) || !usable(expected) ||
      actual.values.size() < fewest)
    return "";
  const std::size_t columns = actual.shape.back();
  Question question{actual.values, expected.values, actual.values.size() / columns,
                    columns,       tolerance,       views_of(others)};
  for (const auto& look :
       {equal_to_another, element_by_element, numbers_of_lines, sums_of_rows, product_of_two}) {
    if (std::string said = look(question); !said.empty()) return said;
  }
  // A number for each row of an array with more axes, whose rows are told as one column.
  question.rows = actual.values.size();
  question.columns = 1;
  return product_of_two(question);
}

}  // namespace grader
