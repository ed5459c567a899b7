#include "diagnose/relation.hpp"

#include "diagnose/property.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace grader {
namespace {

constexpr std::size_t fewest = 3;      // elements that tell something
constexpr std::size_t largest = 4096;  // elements of an array that is looked at

bool usable(const Tensor& tensor) {
  return !tensor.shape.empty() && tensor.values.size() > 1 && tensor.values.size() <= largest &&
         is_finite(tensor);
}

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
  /// Whether the view has the shape of the wrong array, or one that broadcasts to it.
  bool broadcasts(const View& view) const {
    return (view.rows == 1 || view.rows == rows) && (view.columns == 1 || view.columns == columns);
  }
  double wanted(std::size_t i, std::size_t j) const { return expected[i * columns + j]; }
};

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

/// What is expected, and a whole multiple of another array in addition.
std::string sum_with_another(const Question& question) {
  constexpr double most = 16;
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto place = static_cast<std::size_t>(std::ranges::max_element(question.actual, by_size) -
                                              question.actual.begin());
  const std::size_t row = place / question.columns, column = place % question.columns;
  for (const View& view : question.views) {
    if (!question.broadcasts(view)) continue;
    const double there = view.broadcast(row, column);
    if (there == 0) continue;
    const double times =
        std::round((question.actual[place] - question.wanted(row, column)) / there);
    const auto moved = [&](std::size_t i, std::size_t j) {
      return question.wanted(i, j) + times * view.broadcast(i, j);
    };
    if (times == 0 || std::abs(times) > most || !question.is(moved)) continue;
    return fmt::format("it is what is expected {} {}{}", times > 0 ? "plus" : "minus",
                       std::abs(times) > 1 ? fmt::format("{} times ", std::abs(times)) : "",
                       view.text());
  }
  return "";
}

/// Which terms of the inner sums of a product are added: all, all but some, or one alone.
struct Terms {
  std::size_t from = 0, to = 0;  ///< those that are left out, or the one
  bool alone = false;

  bool all() const { return from == to; }
  bool has(std::size_t k) const { return (k >= from && k < to) == alone || all(); }
};

std::string words_on(const Terms& terms, std::size_t inner) {
  if (terms.all()) return "";
  const char* how = terms.alone ? ", but only" : " without";
  const std::size_t count = terms.to - terms.from;
  const std::string some = count > 1 ? fmt::format(" {}", count) : "";
  if (terms.from == 0) return fmt::format("{} the first{} of its {} terms", how, some, inner);
  if (terms.to == inner) return fmt::format("{} the last{} of its {} terms", how, some, inner);
  return fmt::format("{} term {} of its terms 0 to {}", how, terms.from, inner - 1);
}

/// The parts of a product with `inner` terms that someone may have added: without a term, or some
/// at an end; or a term alone.
std::vector<Terms> parts_of(std::size_t inner) {
  constexpr std::size_t most = 12;  // beyond it the ends alone
  std::vector<Terms> parts;
  for (std::size_t k = 0; k < inner && inner > 1; ++k) {
    if (inner > most && k != 0 && k != inner - 1) continue;
    parts.push_back({k, k + 1});
    if (inner > 2) parts.push_back({k, k + 1, true});
    if (k < 2 || k + 2 > inner) continue;
    parts.push_back({0, k});
    parts.push_back({k, inner});
  }
  return parts;
}

/// A product, and a row or column that is added to each of its own.
struct Product {
  const View &a, &b;
  const View* added = nullptr;

  double at(const Terms& terms, std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t k = 0; k < a.columns; ++k)
      if (terms.has(k)) sum += a.at(i, k) * b.at(k, j);
    return sum + (added == nullptr ? 0 : added->broadcast(i, j));
  }
  std::string text(const Terms& terms) const {
    return fmt::format("it is the product of {} and {}{}{}", a.text(), b.text(),
                       words_on(terms, a.columns),
                       added == nullptr ? "" : fmt::format(", plus {}", added->text()));
  }
};

/// The product, or the one part of it, that is the wrong array. Where several parts are, the terms
/// in which they differ are nearly 0, so that none of them is told by the numbers.
std::string product_told(const Question& question, const Product& product) {
  const auto is = [&](const Terms& terms) {
    return question.is([&](std::size_t i, std::size_t j) { return product.at(terms, i, j); });
  };
  if (is({})) return product.text({});
  std::optional<Terms> found;
  for (const Terms& terms : parts_of(product.a.columns)) {
    if (!is(terms)) continue;
    if (found) return "";
    found = terms;
  }
  return found ? product.text(*found) : "";
}

/// A product of two, or a linear layer: a product to which a row or a column is added.
std::string product_of_two(const Question& question, bool layer) {
  for (const View& a : question.views) {
    for (const View& b : question.views) {
      if (a.rows != question.rows || b.columns != question.columns || b.rows != a.columns) continue;
      if (!layer) {
        if (std::string said = product_told(question, {a, b}); !said.empty()) return said;
        continue;
      }
      for (const View& added : question.views) {
        const bool line = (added.rows == 1 || added.columns == 1) && question.broadcasts(added);
        if (!line || added.of == a.of || added.of == b.of) continue;
        if (std::string said = product_told(question, {a, b, &added}); !said.empty()) return said;
      }
    }
  }
  return "";
}

}  // namespace

std::string copy_of(const Tensor& actual, const std::vector<NamedTensor>& others,
                    const Tolerance& tolerance) {
  if (!usable(actual) || actual.values.size() < fewest || is_one_number(actual)) return "";
  for (const NamedTensor& other : others) {
    if (other.tensor.shape == actual.shape && compare(actual, other.tensor, tolerance).matches())
      return fmt::format("it has the numbers of {}", other.name);
  }
  return "";
}

std::string relation_of(const Tensor& actual, const Tensor& expected,
                        const std::vector<NamedTensor>& others, const Tolerance& tolerance) {
  if (actual.shape != expected.shape || !usable(actual) || !usable(expected) ||
      actual.values.size() < fewest)
    return "";
  const std::size_t columns = actual.shape.back();
  const Question question{actual.values, expected.values, actual.values.size() / columns,
                          columns,       tolerance,       views_of(others)};
  std::string said = sum_with_another(question);
  if (said.empty()) said = product_of_two(question, false);
  return said.empty() ? product_of_two(question, true) : said;
}

}  // namespace grader
