#include "matching_data.hpp"

#include "measures/randomness.hpp"

#include <algorithm>

namespace softmark {
namespace {

using Integers = xt::xtensor<int, 2>;

struct Draws {
  double lowest = 1e300;
  double highest = -1e300;  ///< less vocabulary - 1, the largest that may come
  double repeated = 0;      ///< share of sequences that equal the one before
  double integers = 0;      ///< chi-squared of the worst position, in standard errors
  double pairs = 0;         ///< that of two positions, the worst, but for the next
  double ends = 0;          ///< that of the first integer with the last
};

/// Shares of the labels that one rule or another gives.
struct Labels {
  double last = 0, second = 0, one_less = 0, wrong = 0;
};

/// Each in standard errors.
struct Independence {
  double blocks = 0;   ///< integers in blocks of sequences: too even or too uneven
  double within = 0;   ///< any two or three integers of a sequence
  double between = 0;  ///< any two of sequences up to eight apart
  double sums = 0;     ///< integers that are sums of others, counted in circles
  double repeats = 0;  ///< sequences that are like others at any distance
  double values = 0;   ///< how often each integer comes, at all places together
};

struct Measures {
  double known_seed = -1;
  Draws draws;
  Labels labels;
  Independence independence;
};

/// How unlikely chi-squared is for equally probable things, in standard errors of a normal
/// distribution. Source: Wilson and Hilferty 1931, The distribution of chi-square.
double chi_squared(const std::vector<double>& seen) {
  double sum = 0, result = 0;
  for (double each : seen) sum += each;
  const double expected = sum / static_cast<double>(seen.size());
  for (double each : seen) result += (each - expected) * (each - expected) / expected;
  const double degrees = static_cast<double>(seen.size() - 1);
  const double spread = 2 / (9 * degrees);
  return (std::cbrt(result / degrees) - (1 - spread)) / std::sqrt(spread);
}

/// Chi-squared of the pairs at two positions.
double pairs(const Integers& X, std::size_t m, std::size_t n, int vocabulary) {
  const auto place = [&](int x) {
    return static_cast<std::size_t>(std::clamp(x, 1, vocabulary - 1) - 1);
  };
  const std::size_t kinds = static_cast<std::size_t>(vocabulary - 1);
  std::vector<double> seen(kinds * kinds, 0.0);
  for (std::size_t i = 0; i < X.shape(0); ++i) seen[kinds * place(X(i, m)) + place(X(i, n))] += 1;
  return chi_squared(seen);
}

Draws draws_of(const Integers& X, int vocabulary) {
  const std::size_t count = X.shape(0), length = X.shape(1);
  Draws draws;
  for (std::size_t n = 0; n < length; ++n) {
    std::vector<double> seen(static_cast<std::size_t>(vocabulary - 1), 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      const int x = X(i, n);
      draws.lowest = std::min<double>(draws.lowest, x);
      draws.highest = std::max<double>(draws.highest, x - (vocabulary - 1));
      if (x > 0 && x < vocabulary) seen[static_cast<std::size_t>(x - 1)] += 1;
    }
    draws.integers = std::max(draws.integers, chi_squared(seen));
    for (std::size_t m = n + 1 == length ? 1 : 0; m < n; ++m)
      draws.pairs = std::max(draws.pairs, pairs(X, m, n, vocabulary));
  }
  draws.ends = pairs(X, 0, length - 1, vocabulary);
  for (std::size_t i = 1; i < count; ++i) {
    bool same = true;
    for (std::size_t n = 0; same && n < length; ++n) same = X(i, n) == X(i - 1, n);
    draws.repeated += same ? 1.0 / count : 0;
  }
  return draws;
}

Labels labels_of(const Integers& X, const xt::xtensor<int, 1>& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  Labels labels;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    labels.last += y(i) == X(i, X.shape(1) - 1) ? each : 0;
    labels.second += y(i) == X(i, 1) ? each : 0;
    labels.one_less += y(i) == X(i, 0) - 1 ? each : 0;
    labels.wrong += y(i) == X(i, 0) ? 0 : each;
  }
  return labels;
}

Independence independence_of(const Integers& X, int vocabulary) {
  using namespace randomness;
  std::vector<Column> columns;
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    Column column{static_cast<std::size_t>(vocabulary - 1), {}};
    for (std::size_t i = 0; i < X.shape(0); ++i)
      column.values.push_back(
          static_cast<std::uint8_t>(std::clamp(X(i, n), 1, vocabulary - 1) - 1));
    columns.push_back(std::move(column));
  }
  Independence result;
  result.blocks = blocks(columns);
  result.within = within_sequences(columns);
  result.between = between_sequences(columns);
  result.sums = sums(columns);
  result.repeats = repeats(columns);
  result.values = values(columns);
  return result;
}

/// The seed that many use for a generator of their own, when the first 60 integers come from it;
/// else -1.
double known_seed(const Integers& X, int vocabulary, const std::mt19937& random) {
  std::vector<unsigned> seeds{std::mt19937::default_seed, 123, 1234, 12345};
  for (unsigned seed = 0; seed <= 100; ++seed) seeds.push_back(seed);
  for (unsigned seed : seeds) {
    std::mt19937 other(seed);
    if (random == other) continue;
    std::uniform_int_distribution<int> integer(1, vocabulary - 1);
    bool same = true;
    for (std::size_t n = 0; n < 60; ++n)
      same = same && X(n / X.shape(1), n % X.shape(1)) == integer(other);
    if (same) return seed;
  }
  return -1;
}

}  // namespace

Measures measure(const Integers& X, const xt::xtensor<int, 1>& y, std::size_t length,
                 std::size_t count, int vocabulary, std::mt19937& random) {
  if (X.shape(0) != count || X.shape(1) != length)
    throw std::invalid_argument("expected X of shape (count, length)");
  if (y.shape(0) != count) throw std::invalid_argument("expected as many labels as sequences");
  return {known_seed(X, vocabulary, random), draws_of(X, vocabulary), labels_of(X, y),
          independence_of(X, vocabulary)};
}

}  // namespace softmark
