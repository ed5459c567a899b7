#include "diagnose/relation.hpp"

#include "core/text.hpp"
#include "diagnose/property.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <numeric>
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
  std::vector<const NamedTensor*> numbers;

  std::size_t largest_place() const {
    const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::ranges::max_element(actual, by_size) - actual.begin());
  }
  /// Whether each element is what `of(i, j)` gives.
  template <class F>
  bool is(const F& of) const {
    return is(of, tolerance);
  }
  template <class F>
  bool is(const F& of, const Tolerance& within) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        if (!element_matches(actual[i * columns + j], of(i, j), within)) return false;
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

bool usable(const Tensor& tensor) {
  return !tensor.shape.empty() && tensor.values.size() > 1 && tensor.values.size() <= largest &&
         is_finite(tensor);
}

std::vector<const NamedTensor*> numbers_of(const std::vector<NamedTensor>& others) {
  std::vector<const NamedTensor*> numbers;
  for (const NamedTensor& other : others) {
    if (other.tensor.values.size() == 1 && other.tensor.values[0] != 0) numbers.push_back(&other);
  }
  return numbers;
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
      if (!question.broadcasts(view)) continue;
      if (std::string said = look(question, view); !said.empty()) return said;
    }
  }
  return "";
}

/// A number for each row or each column, made of that row or column of another array.
struct Reduction {
  const char* words;
  double (*of)(const std::vector<double>& line);
};

double sum_of(const std::vector<double>& line) {
  return std::accumulate(line.begin(), line.end(), 0.0);
}

double mean_of(const std::vector<double>& line) {
  return sum_of(line) / static_cast<double>(line.size());
}

std::vector<double> line_of(const View& view, std::size_t row) {
  std::vector<double> line;
  for (std::size_t j = 0; j < view.columns; ++j) line.push_back(view.at(row, j));
  return line;
}

std::string numbers_of_lines(const Question& question) {
  if (question.rows > 1 && question.columns > 1) return "";
  const std::size_t count = question.actual.size();
  constexpr Reduction reductions[] = {
      {"sum", sum_of},
      {"mean", mean_of},
      {"largest", [](const std::vector<double>& line) { return std::ranges::max(line); }},
      {"smallest", [](const std::vector<double>& line) { return std::ranges::min(line); }}};
  enum class Without { none, last, first };
  for (const View& view : question.views) {
    if (view.rows != count || view.columns < 2) continue;
    for (const Without without : {Without::none, Without::last, Without::first}) {
      if (without != Without::none && view.columns < 3) continue;  // one element is no sum
      for (const Reduction& reduction : reductions) {
        const auto of_line = [&](std::size_t i, std::size_t j) {
          std::vector<double> line = line_of(view, std::max(i, j));
          if (without == Without::last) line.pop_back();
          if (without == Without::first) line.erase(line.begin());
          return reduction.of(line);
        };
        if (!question.is(of_line)) continue;
        return fmt::format("it is the {} of each {} of {}{}", reduction.words,
                           view.transposed ? "column" : "row", view.of->name,
                           without == Without::none   ? ""
                           : without == Without::last ? ", without its last element"
                                                      : ", without its first element");
      }
    }
  }
  return "";
}

/// "0.001", "eps" or "2 eps": a number that was found, as someone would have written it.
std::string written(const Question& question, double value, double off) {
  for (const NamedTensor* number : question.numbers) {
    const double times = value / number->tensor.values[0];
    for (const int whole : {1, 2}) {
      if (std::abs(times - whole) * std::abs(number->tensor.values[0]) <= off)
        return whole == 1 ? number->name : fmt::format("{} {}", whole, number->name);
    }
  }
  const double digit = std::pow(10, std::floor(std::log10(value)));
  const double rounded = std::round(value / digit) * digit;
  return number_text(std::abs(rounded - value) <= off ? rounded : value);
}

/// An array divided by the root of another, where something was added under the root or after it.
std::string divided_by_root(const Question& question, const View& a, const View& b) {
  constexpr double exact = 1e-13;  // a number is fitted: all elements have to be just so
  // Small divisors and large elements tell most of what was added to them.
  std::size_t place = 0;
  double most = 0, low = 0, high = 0;
  for (std::size_t k = 0; k < question.actual.size(); ++k) {
    const double under = b.broadcast(k / question.columns, k % question.columns);
    if (under < 0) return "";
    low = k == 0 ? under : std::min(low, under);
    high = k == 0 ? under : std::max(high, under);
    const double top = std::abs(a.at(k / question.columns, k % question.columns));
    if (question.actual[k] == 0 || top < most * under) continue;
    most = under > 0 ? top / under : top / std::numeric_limits<double>::min();
    place = k;
  }
  if (high <= low * 1.001) return "";  // one number divides all: any would fit
  const std::size_t row = place / question.columns, column = place % question.columns;
  const double under = b.broadcast(row, column);
  const double divisor = a.at(row, column) / question.actual[place];
  if (!std::isfinite(divisor) || divisor <= 0) return "";
  for (const bool outside : {false, true}) {
    const double more = outside ? divisor - std::sqrt(under) : divisor * divisor - under;
    const double off = 8e-16 * (outside ? divisor : divisor * divisor);
    if (more <= 10 * off) continue;
    const auto quotient = [&](std::size_t i, std::size_t j) {
      const double root =
          outside ? std::sqrt(b.broadcast(i, j)) + more : std::sqrt(b.broadcast(i, j) + more);
      return a.at(i, j) / root;
    };
    if (!question.is(quotient, {exact, 0})) continue;
    const std::string number = written(question, more, off);
    return outside ? fmt::format("it is {} / (sqrt({}) + {})", a.text(), b.text(), number)
                   : fmt::format("it is {} / sqrt({} + {})", a.text(), b.text(), number);
  }
  return "";
}

std::string quotient_with_root(const Question& question) {
  for (const View& a : question.views) {
    if (a.transposed || a.rows != question.rows || a.columns != question.columns) continue;
    for (const View& b : question.views) {
      if (!question.broadcasts(b) || b.of == a.of) continue;
      if (std::string said = divided_by_root(question, a, b); !said.empty()) return said;
    }
  }
  return "";
}

/// Which terms of the inner sums of a product are added: all, all but one, or one alone.
struct Terms {
  std::optional<std::size_t> without = std::nullopt, only = std::nullopt;

  bool all() const { return !without && !only; }
  bool has(std::size_t k) const { return k != without && (!only || k == *only); }
};

std::string words_on(const Terms& terms, std::size_t inner) {
  if (terms.all()) return "";
  const std::size_t k = terms.only ? *terms.only : *terms.without;
  const char* how = terms.only ? ", but only" : " without";
  if (k == 0) return fmt::format("{} the first of its {} terms", how, inner);
  if (k == inner - 1) return fmt::format("{} the last of its {} terms", how, inner);
  return fmt::format("{} term {} of its terms 0 to {}", how, k, inner - 1);
}

/// The parts of a product with `inner` terms that someone may have added.
std::vector<Terms> parts_of(std::size_t inner) {
  constexpr std::size_t most = 12;  // beyond it the ends alone
  std::vector<Terms> parts;
  for (std::size_t k = 0; k < inner && inner > 1; ++k) {
    if (inner > most && k != 0 && k != inner - 1) continue;
    parts.push_back({.without = k});
    if (inner > 2) parts.push_back({.only = k});
  }
  return parts;
}

/// The factor by which the product of these terms gives the wrong array.
std::optional<double> factor_to(const Question& question, const View& a, const View& b,
                                const Terms& terms) {
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < a.columns; ++k)
      if (terms.has(k)) sum += a.at(i, k) * b.at(k, j);
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

/// The one part of the product that is the wrong array. Where several are, the terms in which they
/// differ are nearly 0, so that none of them is told by the numbers.
std::optional<Terms> only_part(const Question& question, const View& a, const View& b) {
  std::optional<Terms> found;
  for (const Terms& terms : parts_of(a.columns)) {
    const std::optional<double> factor = factor_to(question, a, b, terms);
    if (!factor || !element_matches(*factor, 1, question.tolerance)) continue;
    if (found) return std::nullopt;
    found = terms;
  }
  return found;
}

/// The product as sums in an int are: they drop the decimals at every addition.
bool is_product_in_int(const Question& question, const View& a, const View& b) {
  return question.is([&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < a.columns; ++k) sum = std::trunc(sum + a.at(i, k) * b.at(k, j));
    return sum;
  });
}

std::string product_of(const Question& question, const View& a, const View& b) {
  const std::size_t inner = a.columns;
  // One term is a column times a row: where one of these is a number, that fits any multiple.
  const bool any_fits = inner == 1 && (question.rows == 1 || question.columns == 1);
  const std::optional<double> factor = factor_to(question, a, b, {});
  const bool plain = factor && element_matches(*factor, 1, question.tolerance);
  if (factor && (plain || !any_fits))
    return fmt::format("it is {}the product of {} and {}",
                       plain ? "" : number_text(*factor) + " times ", a.text(), b.text());
  if (const std::optional<Terms> part = only_part(question, a, b))
    return fmt::format("it is the product of {} and {}{}", a.text(), b.text(),
                       words_on(*part, inner));
  if (is_product_in_int(question, a, b))
    return fmt::format(
        "it is the product of {} and {} with sums in an int, which drop the decimals "
        "at every addition",
        a.text(), b.text());
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
  Question question{actual.values,     expected.values, actual.values.size() / columns,
                    columns,           tolerance,       views_of(others),
                    numbers_of(others)};
  for (const auto& look : {equal_to_another, element_by_element, quotient_with_root,
                           numbers_of_lines, sums_of_rows, product_of_two}) {
    if (std::string said = look(question); !said.empty()) return said;
  }
  // A number for each row of an array with more axes, whose rows are told as one column.
  question.rows = actual.values.size();
  question.columns = 1;
  return product_of_two(question);
}

}  // namespace grader
