#include "matching_data.hpp"

#include "measures/randomness.hpp"

#include <algorithm>

namespace softmark {
namespace {

using Integers = xt::xtensor<int, 2>;

struct Range {
  double lowest = 1e300;
  double highest = -1e300;  ///< less vocabulary
};

struct Draws {
  Range range;
  double repeated = 0;  ///< share of sequences that equal the one before
  double integers = 0;  ///< chi-squared of the worst position, in standard errors
  double pairs = 0;     ///< that of two positions, the worst, but for the next
  double ends = 0;      ///< that of the first integer with the last
  double alike = 0;     ///< share of sequences in which these two are equal
};

/// Shares of the labels that one rule or another gives.
struct Labels {
  double last = 0, second = 0, one_less = 0;
  double unlike_the_last = 0;  ///< how many
  double wrong = 0;
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

struct Wholes {
  double fixed_places = 0;  ///< at how many places the same integer stands
  double different = 0;     ///< how many different integers there are
  double ends_empty = 0;    ///< of the first and the last sequence: how many have nothing but 0
  double rarer_ends = 1;  ///< the more frequent of lowest and highest, over the mean of the others
};

struct Measures {
  double known_seed = -1;
  Draws draws;
  Labels labels;
  Independence independence;
  Wholes wholes;
};

/// Chi-squared of equally probable things, in standard errors.
template <class Counts>
double errors(const Counts& seen) {
  return randomness::standard_errors(randomness::chi_squared(seen),
                                     static_cast<double>(seen.size() - 1));
}

Draws draws_of(const Integers& X, const std::vector<randomness::Column>& columns, int vocabulary) {
  const std::size_t count = X.shape(0), length = X.shape(1);
  const auto pairs = [&](std::size_t m, std::size_t n) {
    return errors(randomness::pairs(columns[m], columns[n], 0));
  };
  Draws draws;
  for (std::size_t n = 0; n < length; ++n) {
    std::vector<double> seen(columns[n].kinds, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      const int x = X(i, n);
      draws.range.lowest = std::min<double>(draws.range.lowest, x);
      draws.range.highest = std::max<double>(draws.range.highest, x - vocabulary);
      if (x > 0 && x < vocabulary) seen[static_cast<std::size_t>(x - 1)] += 1;
    }
    draws.integers = std::max(draws.integers, errors(seen));
    for (std::size_t m = n + 1 == length ? 1 : 0; m < n; ++m)
      draws.pairs = std::max(draws.pairs, pairs(m, n));
  }
  draws.ends = pairs(0, length - 1);
  for (std::size_t i = 0; i < count; ++i)
    draws.alike += X(i, 0) == X(i, length - 1) ? 1.0 / static_cast<double>(count) : 0;
  draws.repeated = randomness::repeated_sequences(X);
  return draws;
}

Labels labels_of(const Integers& X, const xt::xtensor<int, 1>& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  Labels labels;
  labels.unlike_the_last = randomness::unlike_the_last(y);
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    labels.last += y(i) == X(i, X.shape(1) - 1) ? each : 0;
    labels.second += y(i) == X(i, 1) ? each : 0;
    labels.one_less += y(i) == X(i, 0) - 1 ? each : 0;
    labels.wrong += y(i) == X(i, 0) ? 0 : each;
  }
  return labels;
}

Independence independence_of(const std::vector<randomness::Column>& columns) {
  using namespace randomness;
  Independence result;
  result.blocks = blocks(columns);
  result.within = within_sequences(columns);
  result.between = between_sequences(columns);
  result.sums = sums(columns);
  result.repeats = repeats(columns);
  result.values = values(columns);
  if (std::max(result.within, result.between) > result.blocks) result.blocks = 0;
  return result;
}

bool is_empty(const Integers& X, std::size_t i) {
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    if (X(i, n) != 0) return false;
  }
  return true;
}

/// How often the lowest or the highest integer come, whichever comes more often, over the mean of
/// those between them; 1 where there are none.
double rarer_ends(const Integers& X, int highest) {
  double low = 0, high = 0, others = 0;
  for (const int x : X) {
    low += x == 1;
    high += x == highest;
    others += x > 1 && x < highest;
  }
  return others > 0 ? std::max(low, high) / (others / (highest - 2)) : 1;
}

/// Whether the first 60 integers come from `random`.
bool comes_from(std::mt19937 random, const Integers& X, int vocabulary) {
  std::uniform_int_distribution<int> integer(1, vocabulary - 1);
  for (std::size_t n = 0; n < 60; ++n) {
    if (X(n / X.shape(1), n % X.shape(1)) != integer(random)) return false;
  }
  return true;
}

}  // namespace

Measures measure(const Integers& X, const xt::xtensor<int, 1>& y, std::size_t length,
                 std::size_t count, int vocabulary, std::mt19937& random) {
  if (X.shape(0) != count || X.shape(1) != length)
    throw std::invalid_argument("X has shape (" + std::to_string(X.shape(0)) + ", " +
                                std::to_string(X.shape(1)) + "), expected (count, length) = (" +
                                std::to_string(count) + ", " + std::to_string(length) + ")");
  if (y.shape(0) != count) throw std::invalid_argument("expected as many labels as sequences");
  const auto columns = randomness::columns_of(X, 1, static_cast<std::size_t>(vocabulary - 1));
  const auto made = [&](const std::mt19937& other) { return comes_from(other, X, vocabulary); };
  return {randomness::known_seed(random, made),
          draws_of(X, columns, vocabulary),
          labels_of(X, y),
          independence_of(columns),
          {randomness::fixed_places(X), randomness::different(X),
           1.0 * is_empty(X, 0) + 1.0 * is_empty(X, count - 1), rarer_ends(X, vocabulary - 1)}};
}

}  // namespace softmark
