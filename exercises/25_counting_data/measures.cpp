#include "counting_data.hpp"

#include "measures/randomness.hpp"

#include <algorithm>
#include <array>

namespace softmark {
namespace {

using Integers = xt::xtensor<int, 2>;

/// "(3, 10)"
template <class Array>
std::string shape_text(const Array& array) {
  return "(" + std::to_string(array.shape(0)) + ", " + std::to_string(array.shape(1)) + ")";
}

struct Draws {
  double lowest = 1e300, highest = -1e300;
  double repeated = 0;  ///< share of sequences that equal the one before
  double integers = 0;  ///< the largest chi-squared of a position: 9 degrees of freedom
  double pairs = 0;     ///< the largest chi-squared of two positions: 99 degrees of freedom
  double share = 0;     ///< of sequences with more 2s than 4s, whatever their labels
};

/// Shares of the labels that one rule or another gives.
struct Labels {
  double at_least_as_many = 0, more_fours = 0, two_and_no_four = 0, any_two = 0;
  double unlike_the_last = 0;  ///< how many
  double wrong = 0;
};

/// The same, of rules that count otherwise.
struct Counting {
  double others = 0;     ///< two other integers than 2 and 4: of those that come nearest
  double goes_on = 0;    ///< one or both counts of all sequences before as well: the nearest
  double apart = 0;      ///< 1 where the counts differ
  double neighbour = 0;  ///< those of the sequence before or after
  double ahead = 0;      ///< 1 where there are more 2s than 4s after any number of places
  double nine = 0;       ///< without one place: of that which comes nearest
};

/// Each in standard errors.
struct Independence {
  double blocks = 0;   ///< integers in blocks of sequences: too even or too uneven
  double within = 0;   ///< any two or three integers of a sequence
  double between = 0;  ///< any two of sequences up to eight apart
  double sums = 0;     ///< integers that are sums of others, counted in circles
  double repeats = 0;  ///< sequences that are like others at any distance
  double labels = 0;   ///< integers that tell the label and should not
};

struct Wholes {
  double equal_together = 0;  ///< how often each integer comes, at all places, in standard errors
  double ends_empty = 0;      ///< how many of the first and the last sequence alone have only 0
  double fixed_places = 0;    ///< at how many places the same integer stands
  double different = 0;       ///< how many different integers there are
  double rarer_ends = 1;      ///< the more frequent of 0 and 9, over the mean of the others
  double count_others = 0;    ///< labels that count others as 2s or 4s: of those that come nearest
};

struct Measures {
  double known_seed = -1;
  Draws draws;
  Labels labels;
  Counting counting;
  Independence independence;
  Wholes wholes;
};

struct Counts {
  std::size_t twos = 0, fours = 0;
};

Counts counts_in(const Integers& X, std::size_t i) {
  Counts counts;
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    counts.twos += X(i, n) == 2 ? 1 : 0;
    counts.fours += X(i, n) == 4 ? 1 : 0;
  }
  return counts;
}

Draws draws_of(const Integers& X, const std::vector<randomness::Column>& columns) {
  Draws draws;
  for (const int x : X) {
    draws.lowest = std::min<double>(draws.lowest, x);
    draws.highest = std::max<double>(draws.highest, x);
  }
  for (std::size_t n = 0; n < columns.size(); ++n) {
    std::vector<double> seen(10, 0.0);
    for (const std::uint8_t value : columns[n].values) seen[value] += 1;
    draws.integers = std::max(draws.integers, randomness::chi_squared(seen));
    for (std::size_t m = 0; m < n; ++m) {
      const auto pairs = randomness::pairs(columns[m], columns[n], 0);
      draws.pairs = std::max(draws.pairs, randomness::chi_squared(pairs));
    }
  }
  draws.repeated = randomness::repeated_sequences(X);
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const Counts counts = counts_in(X, i);
    draws.share += counts.twos > counts.fours ? 1.0 / static_cast<double>(X.shape(0)) : 0;
  }
  return draws;
}

Labels labels_of(const Integers& X, const Matrix& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  Labels labels;
  labels.unlike_the_last = randomness::unlike_the_last(y);
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const auto [twos, fours] = counts_in(X, i);
    const auto like = [&](bool yes) { return y(i, 0) == (yes ? 1.0 : 0.0) ? each : 0.0; };
    labels.at_least_as_many += like(twos >= fours);
    labels.more_fours += like(fours > twos);
    labels.two_and_no_four += like(twos > 0 && fours == 0);
    labels.any_two += like(twos > 0);
    labels.wrong += each - like(twos > fours);
  }
  return labels;
}

/// Whether there are more 2s than 4s among the first so many integers of a sequence.
bool ever_ahead(const Integers& X, std::size_t i) {
  int difference = 0;
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    difference += (X(i, n) == 2) - (X(i, n) == 4);
    if (difference > 0) return true;
  }
  return false;
}

Counting counting_of(const Integers& X, const Matrix& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  const auto label = [](int twos, int fours) { return twos > fours ? 1.0 : 0.0; };
  std::array<std::array<double, 10>, 10> pairs{};
  std::array<double, 10> without{};
  Counting counting;
  std::array<double, 3> goes_on{};
  std::vector<double> right;
  int all_twos = 0, all_fours = 0;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    std::array<int, 10> count{};
    for (std::size_t n = 0; n < 10; ++n) {
      if (X(i, n) >= 0 && X(i, n) < 10) count[static_cast<std::size_t>(X(i, n))] += 1;
    }
    for (std::size_t a = 0; a < 10; ++a) {
      for (std::size_t b = 0; b < 10; ++b)
        pairs[a][b] += y(i, 0) == label(count[a], count[b]) ? each : 0;
    }
    for (std::size_t n = 0; n < 10; ++n) {
      const int twos = count[2] - (X(i, n) == 2), fours = count[4] - (X(i, n) == 4);
      without[n] += y(i, 0) == label(twos, fours) ? each : 0;
    }
    right.push_back(label(count[2], count[4]));
    all_twos += count[2];
    all_fours += count[4];
    const std::array<double, 3> labels{label(all_twos, all_fours), label(all_twos, count[4]),
                                       label(count[2], all_fours)};
    for (std::size_t way = 0; way < 3; ++way) goes_on[way] += y(i, 0) == labels[way] ? each : 0;
    counting.apart += y(i, 0) == (count[2] != count[4] ? 1.0 : 0.0) ? each : 0;
    counting.ahead += y(i, 0) == (ever_ahead(X, i) ? 1.0 : 0.0) ? each : 0;
  }
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = 0; b < 10; ++b) {
      const bool both = (a == 2 || a == 4) && (b == 2 || b == 4);
      if (a != b && !both) counting.others = std::max(counting.others, pairs[a][b]);
    }
  }
  counting.neighbour = randomness::of_a_neighbour(y.storage(), right);
  counting.goes_on = *std::max_element(goes_on.begin(), goes_on.end());
  counting.nine = *std::max_element(without.begin(), without.end());
  return counting;
}

/// Whether integers tell a label, that of their own sequence or of one up to eight before or
/// after: in their own, 2s and 4s do so by right.
double tell_labels(const std::vector<randomness::Column>& columns, const Integers& X) {
  std::vector<std::uint8_t> label;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const Counts counts = counts_in(X, i);
    label.push_back(counts.twos > counts.fours ? 1 : 0);
  }
  double worst = 0;
  for (const randomness::Column& column : columns) {
    std::vector<std::uint8_t> other, its_label;
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (column.values[i] == 2 || column.values[i] == 4) continue;
      other.push_back(column.values[i]);
      its_label.push_back(label[i]);
    }
    worst = std::max(worst, randomness::dependence(other, 10, its_label, 2));
    for (std::size_t lag = 1; lag <= randomness::furthest; ++lag) {
      worst = std::max({worst, randomness::dependence(column.values, 10, label, 2, lag, 0),
                        randomness::dependence(column.values, 10, label, 2, 0, lag)});
    }
  }
  return worst;
}

Independence independence_of(const Integers& X, const std::vector<randomness::Column>& columns) {
  using namespace randomness;
  Independence result;
  result.blocks = blocks(columns);
  result.within = within_sequences(columns);
  result.between = between_sequences(columns);
  result.sums = sums(columns);
  result.repeats = repeats(columns);
  if (std::max(result.within, result.between) > result.blocks) result.blocks = 0;
  result.labels = tell_labels(columns, X);
  return result;
}

/// How often 0 or 9 come, whichever comes more often, over the mean of the integers between them.
double rarer_ends(const Integers& X) {
  double zeros = 0, nines = 0, others = 0;
  for (const int x : X) {
    zeros += x == 0;
    nines += x == 9;
    others += x > 0 && x < 9;
  }
  return others > 0 ? std::max(zeros, nines) / (others / 8) : 1;
}

/// Share of the labels of a count of even integers, of integers that 4 divides, or both, in place
/// of 2s and 4s, or of all that are no 2 as 4s: of those that come nearest.
double count_others(const Integers& X, const Matrix& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  std::array<double, 4> shares{};
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const Counts counts = counts_in(X, i);
    std::size_t even = 0, by_four = 0;
    for (std::size_t n = 0; n < X.shape(1); ++n) {
      even += X(i, n) % 2 == 0;
      by_four += X(i, n) % 4 == 0;
    }
    const std::array<bool, 4> yes{even > by_four, even > counts.fours, counts.twos > by_four,
                                  2 * counts.twos > X.shape(1)};
    for (std::size_t way = 0; way < yes.size(); ++way)
      shares[way] += y(i, 0) == (yes[way] ? 1.0 : 0.0) ? each : 0;
  }
  return *std::max_element(shares.begin(), shares.end());
}

/// Whether two sequences come from `random`.
bool comes_from(std::mt19937 random, const Integers& X) {
  std::uniform_int_distribution<int> integer(0, 9);
  for (std::size_t n = 0; n < 20; ++n) {
    if (X(n / 10, n % 10) != integer(random)) return false;
  }
  return true;
}

/// Whether the integers of a sequence are all 0: by chance once in ten billion.
bool is_empty(const Integers& X, std::size_t i) {
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    if (X(i, n) != 0) return false;
  }
  return true;
}

}  // namespace

Measures measure(const Integers& X, const Matrix& y, std::size_t count, std::mt19937& random) {
  if (X.shape(0) != count || X.shape(1) != 10)
    throw std::invalid_argument("X has shape " + shape_text(X) + ", expected (count, 10) = (" +
                                std::to_string(count) + ", 10)");
  if (y.shape(0) != count || y.shape(1) != 1)
    throw std::invalid_argument("y has shape " + shape_text(y) + ", expected (count, 1) = (" +
                                std::to_string(count) + ", 1)");
  const std::vector<randomness::Column> columns = randomness::columns_of(X, 0, 10);
  const auto made = [&](const std::mt19937& other) { return comes_from(other, X); };
  return {
      randomness::known_seed(random, made),
      draws_of(X, columns),
      labels_of(X, y),
      counting_of(X, y),
      independence_of(X, columns),
      {randomness::values(columns),
       is_empty(X, count / 2) ? 0 : 1.0 * is_empty(X, 0) + 1.0 * is_empty(X, count - 1),
       randomness::fixed_places(X), randomness::different(X), rarer_ends(X), count_others(X, y)}};
}

}  // namespace softmark
