#include "diagnose/products.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace grader {
namespace {

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
    return fmt::format("the product of {} and {}{}{}", a.text(), b.text(),
                       words_on(terms, a.columns),
                       added == nullptr ? "" : fmt::format(", plus {}", added->text()));
  }
};

/// The factor by which the product of these terms gives the wrong array.
std::optional<double> factor_to(const Question& question, const Product& product,
                                const Terms& terms) {
  const std::size_t place = question.largest_place();
  const double there = product.at(terms, place / question.columns, place % question.columns);
  const double factor = question.actual[place] / there;
  if (there == 0 || factor == 0 || !std::isfinite(factor)) return std::nullopt;
  const auto scaled = [&](std::size_t i, std::size_t j) {
    return factor * product.at(terms, i, j);
  };
  if (!question.is(scaled)) return std::nullopt;
  return factor;
}

bool is_product(const Question& question, const Product& product, const Terms& terms) {
  const std::optional<double> factor = factor_to(question, product, terms);
  return factor && element_matches(*factor, 1, question.tolerance);
}

/// The one part of the product that is the wrong array. Where several are, the terms in which they
/// differ are nearly 0, so that none of them is told by the numbers.
std::optional<Terms> only_part(const Question& question, const Product& product) {
  std::optional<Terms> found;
  for (const Terms& terms : parts_of(product.a.columns)) {
    if (!is_product(question, product, terms)) continue;
    if (found) return std::nullopt;
    found = terms;
  }
  return found;
}

/// The product as sums in an int are: they drop the decimals at every addition.
bool is_product_in_int(const Question& question, const View& a, const View& b) {
  const auto tells = [](double value) { return std::abs(value) > 1; };  // weights may be 0 and 1
  if (std::ranges::count_if(question.actual, tells) < 2) return false;
  return question.is([&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < a.columns; ++k) sum = std::trunc(sum + a.at(i, k) * b.at(k, j));
    return sum;
  });
}

/// The factor as a length of these arrays or its root makes it: "2", "-1", "1/5" or "1/sqrt(3)".
/// Empty where it is none of these: some factor fits wherever all rows are multiples of one.
std::string written(const Question& question, std::size_t inner, double factor) {
  constexpr double exact = 1e-10;
  const auto is = [&](double number) { return std::abs(factor / number - 1) < exact; };
  if (is(-1)) return "-1";
  for (const std::size_t length : {std::size_t{2}, inner, question.rows, question.columns,
                                   question.part_rows(), question.shape[0]}) {
    const auto number = static_cast<double>(length);
    const double root = std::sqrt(number);
    if (is(number)) return fmt::format("{}", length);
    if (is(1 / number)) return fmt::format("1/{}", length);
    if (is(root)) return fmt::format("sqrt({})", length);
    if (is(1 / root)) return fmt::format("1/sqrt({})", length);
  }
  return "";
}

std::string product_of(const Question& question, const View& a, const View& b) {
  const std::size_t inner = a.columns;
  const Product product{a, b};
  const std::optional<double> factor = factor_to(question, product, {});
  const bool plain = factor && element_matches(*factor, 1, question.tolerance);
  const auto right = [&](std::size_t i, std::size_t j) {
    return element_matches(question.wanted(i, j), product.at({}, i, j), question.tolerance);
  };
  if (factor && std::abs(*factor - 1) < 1e-5 && question.all_places(right))
    return "";  // what is expected, but for its rounding
  if (plain) return "it is " + product.text({});
  const std::string times = factor ? written(question, inner, *factor) : "";
  if (!times.empty()) return fmt::format("it is {} times {}", times, product.text({}));
  if (const std::optional<Terms> part = only_part(question, product))
    return "it is " + product.text(*part);
  if (is_product_in_int(question, a, b))
    return fmt::format(
        "it is the product of {} and {} with sums in an int, which drop the decimals "
        "at every addition",
        a.text(), b.text());
  return "";
}

/// A linear layer: a product, all of it or a part, to which a row or a column is added.
std::string product_and_line(const Question& question, const View& a, const View& b) {
  for (const View& added : question.views) {
    const bool line = added.rows == 1 || added.columns == 1;
    if (!line || !question.broadcasts(added) || added.of == a.of || added.of == b.of) continue;
    const Product product{a, b, &added};
    if (is_product(question, product, {})) return "it is " + product.text({});
    if (const std::optional<Terms> part = only_part(question, product))
      return "it is " + product.text(*part);
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

}  // namespace

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
  for (const auto& look : {product_of, product_and_line}) {
    for (const View& a : question.views) {
      if (a.rows != question.rows) continue;
      for (const View& b : question.views) {
        if (b.columns != question.columns || b.rows != a.columns) continue;
        if (std::string said = look(question, a, b); !said.empty()) return said;
      }
    }
  }
  return "";
}

}  // namespace grader
