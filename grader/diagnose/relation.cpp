#include "diagnose/relation.hpp"

#include "core/text.hpp"
#include "diagnose/products.hpp"
#include "diagnose/property.hpp"
#include "diagnose/question.hpp"
#include "diagnose/running_sum.hpp"

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

/// What is expected, and a whole multiple of another array in addition.
std::string sum_with_another(const Question& question, const View& view) {
  constexpr double most = 16;
  const std::size_t place = question.largest_place();
  const std::size_t row = place / question.columns, column = place % question.columns;
  const double there = view.broadcast(row, column);
  if (there == 0) return "";
  const double times = std::round((question.actual[place] - question.wanted(row, column)) / there);
  if (times == 0 || std::abs(times) > most) return "";
  const auto moved = [&](std::size_t i, std::size_t j) {
    return question.wanted(i, j) + times * view.broadcast(i, j);
  };
  if (!question.is(moved)) return "";
  return fmt::format("it is what is expected {} {}{}", times > 0 ? "plus" : "minus",
                     std::abs(times) > 1 ? fmt::format("{} times ", std::abs(times)) : "",
                     view.text());
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
      {"smallest", [](const std::vector<double>& line) { return std::ranges::min(line); }},
      {"place of the largest", [](const std::vector<double>& line) {
         return static_cast<double>(std::ranges::max_element(line) - line.begin());
       }}};
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

/// A vector whose element of the row was taken, where that of the column belongs: it was added, or
/// multiplied before another was added.
std::string vector_by_rows(const Question& question) {
  const auto is_vector = [&](const View& view) {
    return view.of->tensor.shape.size() == 1 && !view.transposed &&
           view.columns == question.columns;
  };
  const std::size_t part_rows = question.part_rows();
  if (part_rows > question.columns || part_rows < 2) return "";
  const auto is_by_rows = [&](const View& vector, const View* added) {
    const auto rest = [&](std::size_t j) { return added == nullptr ? 0 : added->at(0, j); };
    return question.is([&](std::size_t i, std::size_t j) {
      const double own = vector.at(0, j), of_row = vector.at(0, i % part_rows);
      return (question.wanted(i, j) - rest(j)) / own * of_row + rest(j);
    });
  };
  for (const View& vector : question.views) {
    if (!is_vector(vector)) continue;
    bool is = question.is([&](std::size_t i, std::size_t j) {
      return question.wanted(i, j) - vector.at(0, j) + vector.at(0, i % part_rows);
    });
    is = is || is_by_rows(vector, nullptr);
    for (const View& added : question.views)
      is = is || (is_vector(added) && is_by_rows(vector, &added));
    if (is)
      return fmt::format(
          "row i has element i of {} in all its columns; element j belongs to column j",
          vector.of->name);
  }
  return "";
}

/// A sum that was not set back, before a row or a column was added.
std::string running_sum_beside(const Question& question) {
  struct Way {
    const char *words, *words_of_parts;  ///< the latter where there are more than two axes
    SumOrder order;
  };
  constexpr Way ways[] = {
      {"before it in its row", "before it along its last axis", {}},
      {"above it in its column", "", {.of_columns = true}},
      {"before it, in its row and in all rows above", "before it", {.into_next = true}},
      {"above it, in its column and in all columns before",
       "",
       {.of_columns = true, .into_next = true}}};
  for (const View& added : question.views) {
    if ((added.rows > 1 && added.columns > 1) || !question.broadcasts(added)) continue;
    for (const Way& way : ways) {
      const char* words = question.shape.size() > 2 ? way.words_of_parts : way.words;
      if (*words == 0 || (way.order.of_columns ? question.rows : question.columns) < 2) continue;
      if (!is_running_sum(
              question.actual, question.rows, question.columns, way.order, question.tolerance,
              [&](std::size_t i, std::size_t j) { return question.wanted(i, j); },
              [&](std::size_t i, std::size_t j) { return added.broadcast(i, j); }))
        continue;
      return fmt::format("apart from {}, each element is the sum of what is expected there and {}",
                         added.text(), words);
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
  Question question{
      actual.values, expected.values, actual.shape,     actual.values.size() / columns,
      columns,       tolerance,       views_of(others), numbers_of(others)};
  for (const auto& look :
       {equal_to_another, element_by_element, quotient_with_root, numbers_of_lines, sums_of_rows,
        product_of_two, vector_by_rows, running_sum_beside}) {
    if (std::string said = look(question); !said.empty()) return said;
  }
  // A number for each row of an array with more axes, whose rows are told as one column.
  question.rows = actual.values.size();
  question.columns = 1;
  return product_of_two(question);
}

}  // namespace grader
