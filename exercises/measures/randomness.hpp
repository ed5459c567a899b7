#pragma once
// Tests of numbers that should be independent and equally probable, for the measures of exercises
// that draw data. Results are in standard errors of a normal distribution: 0 is expected, and right
// data exceed 7 about once in 10^11 tests. An exercise makes some thousands of tests a case, of
// which the largest result counts.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace softmark::randomness {

/// The values at one place of all sequences, as numbers from 0 to kinds - 1 that should be equally
/// probable and independent of all others.
struct Column {
  std::size_t kinds = 2;
  std::vector<std::uint8_t> values;
};

/// The columns of integers X (count, places), which should be of `kinds` from `lowest` on: any
/// other counts as the nearest.
template <class Integers>
std::vector<Column> columns_of(const Integers& X, int lowest, std::size_t kinds) {
  std::vector<Column> columns(X.shape(1), Column{kinds, {}});
  const int last = static_cast<int>(kinds) - 1;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    for (std::size_t n = 0; n < X.shape(1); ++n) {
      const int kind = std::clamp(X(i, n), lowest, lowest + last) - lowest;
      columns[n].values.push_back(static_cast<std::uint8_t>(kind));
    }
  }
  return columns;
}

/// The share of sequences X (count, places) that equal the one before.
template <class Integers>
double repeated_sequences(const Integers& X) {
  double repeated = 0;
  for (std::size_t i = 1; i < X.shape(0); ++i) {
    bool same = true;
    for (std::size_t n = 0; same && n < X.shape(1); ++n) same = X(i, n) == X(i - 1, n);
    repeated += same ? 1 : 0;
  }
  return repeated / static_cast<double>(X.shape(0));
}

/// At how many places of the sequences X (count, places) nearly all have the integer that the first
/// one or the last one has; 0 where all places are like that: then the sequences are the same.
template <class Integers>
double fixed_places(const Integers& X) {
  std::size_t fixed = 0;
  for (std::size_t n = 0; n < X.shape(1); ++n) {
    std::size_t first = 0, last = 0;
    for (std::size_t i = 0; i < X.shape(0); ++i) {
      first += X(i, n) == X(0, n) ? 1 : 0;
      last += X(i, n) == X(X.shape(0) - 1, n) ? 1 : 0;
    }
    fixed += 10 * std::max(first, last) > 9 * X.shape(0) ? 1 : 0;
  }
  return fixed == X.shape(1) ? 0.0 : static_cast<double>(fixed);
}

/// How many different integers there are.
template <class Integers>
double different(const Integers& X) {
  return static_cast<double>(std::set<int>(X.begin(), X.end()).size());
}

/// How many labels differ from the last one.
template <class Labels>
double unlike_the_last(const Labels& y) {
  return static_cast<double>(
      std::count_if(y.begin(), y.end(), [&](double each) { return each != *(y.end() - 1); }));
}

/// The share of labels that are those of the sequence before, or after, whichever is larger.
template <class Labels>
double of_a_neighbour(const Labels& y, const std::vector<double>& right) {
  double before = 0, after = 0;
  for (std::size_t i = 1; i < right.size(); ++i) {
    before += y[i] == right[i - 1] ? 1 : 0;
    after += y[i - 1] == right[i] ? 1 : 0;
  }
  return std::max(before, after) / static_cast<double>(right.size() - 1);
}

/// A seed that many use for a generator of their own, where `made` says that the numbers come from
/// that generator; else -1. `given` is the one that they should use.
template <class Made>
double known_seed(const std::mt19937& given, Made made) {
  std::vector<unsigned> seeds{std::mt19937::default_seed, 123, 1234, 12345};
  for (unsigned seed = 0; seed <= 100; ++seed) seeds.push_back(seed);
  for (const unsigned seed : seeds) {
    const std::mt19937 other(seed);
    if (other != given && made(other)) return seed;
  }
  return -1;
}

/// How unlikely chi-squared is: negative where the numbers agree too well. Source: Wilson and
/// Hilferty 1931, The distribution of chi-square.
inline double standard_errors(double chi_squared, double degrees) {
  const double spread = 2 / (9 * degrees);
  return (std::cbrt(chi_squared / degrees) - (1 - spread)) / std::sqrt(spread);
}

/// Chi-squared of how often each of so many equally probable things was seen.
template <class Counts>
double chi_squared(const Counts& seen) {
  double sum = 0, squares = 0;
  for (double each : seen) sum += each, squares += each * each;
  if (sum == 0) return 0;
  return squares * static_cast<double>(seen.size()) / sum - sum;
}

/// Whether the things that `seen` counts are equally probable; too even is as unlikely as too
/// uneven.
template <class Counts>
double unevenness(const Counts& seen) {
  return std::abs(standard_errors(chi_squared(seen), static_cast<double>(seen.size() - 1)));
}

/// The sequence that each is compared with lies so many before it.
inline constexpr std::size_t furthest = 8;

/// How often each pair of values of two columns comes, the second `lag` sequences earlier.
inline std::vector<std::uint32_t> pairs(const Column& a, const Column& b, std::size_t lag) {
  std::vector<std::uint32_t> seen(a.kinds * b.kinds, 0);
  for (std::size_t i = lag; i < a.values.size(); ++i)
    ++seen[a.values[i] * b.kinds + b.values[i - lag]];
  return seen;
}

/// Whether each of these pairs comes as often, and the two are equal as often, as by chance.
inline double pair(const Column& a, const Column& b, std::size_t lag) {
  const std::vector<std::uint32_t> seen = pairs(a, b, lag);
  double equal = 0;
  for (std::size_t value = 0; value < a.kinds && a.kinds == b.kinds; ++value)
    equal += seen[value * b.kinds + value];
  const double count = static_cast<double>(a.values.size() - lag);
  const double share = 1.0 / static_cast<double>(a.kinds);
  const double copied = std::abs(equal - count * share) / std::sqrt(count * share * (1 - share));
  return a.kinds == b.kinds ? std::max(copied, unevenness(seen)) : unevenness(seen);
}

/// The values of all columns together: a bias too small to show in one shows in all. The columns
/// are of as many kinds.
inline double values(const std::vector<Column>& columns) {
  std::vector<double> seen(columns[0].kinds, 0.0);
  for (const Column& column : columns) {
    for (const std::uint8_t value : column.values) ++seen[value];
  }
  return unevenness(seen);
}

/// Values within blocks of sequences that follow each other: evened out, or in clusters, at one
/// place or at all together.
inline double blocks(const std::vector<Column>& columns) {
  double worst = 0;
  for (const std::size_t size : {50, 200, 1000}) {
    double all_chi = 0, all_degrees = 0;
    for (const Column& column : columns) {
      double chi = 0, degrees = 0;
      for (std::size_t first = 0; first + size <= column.values.size(); first += size) {
        std::vector<std::uint32_t> seen(column.kinds, 0);
        for (std::size_t i = first; i < first + size; ++i) ++seen[column.values[i]];
        chi += chi_squared(seen);
        degrees += static_cast<double>(column.kinds - 1);
      }
      if (degrees > 0) worst = std::max(worst, std::abs(standard_errors(chi, degrees)));
      all_chi += chi;
      all_degrees += degrees;
    }
    if (all_degrees > 0) worst = std::max(worst, std::abs(standard_errors(all_chi, all_degrees)));
  }
  return worst;
}

/// Any two and any three places of a sequence.
inline double within_sequences(const std::vector<Column>& columns) {
  double worst = 0;
  std::vector<std::uint32_t> seen;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      worst = std::max(worst, pair(columns[a], columns[b], 0));
      for (std::size_t c = 0; c < b; ++c) {
        const Column &A = columns[a], &B = columns[b], &C = columns[c];
        seen.assign(A.kinds * B.kinds * C.kinds, 0);
        for (std::size_t i = 0; i < A.values.size(); ++i)
          ++seen[(A.values[i] * B.kinds + B.values[i]) * C.kinds + C.values[i]];
        worst = std::max(worst, unevenness(seen));
      }
    }
  }
  return worst;
}

/// Any two places of sequences up to `furthest` apart.
inline double between_sequences(const std::vector<Column>& columns) {
  double worst = 0;
  for (std::size_t lag = 1; lag <= furthest; ++lag) {
    for (const Column& a : columns) {
      for (const Column& b : columns) worst = std::max(worst, pair(a, b, lag));
    }
  }
  return worst;
}

/// Whether a place is the sum of others, or sums to the same with them, counted in circles: those
/// of any group of neighbours, in the first sequences.
inline double sums(const std::vector<Column>& columns) {
  const std::size_t places = columns.size(), kinds = columns[0].kinds;
  const std::size_t count = std::min<std::size_t>(2000, columns[0].values.size());
  double worst = 0;
  std::vector<std::size_t> sum(count), plus(kinds), minus(kinds);
  for (std::size_t first = 0; first < places; ++first) {
    std::fill(sum.begin(), sum.end(), 0);
    for (std::size_t last = first; last < places; ++last) {
      for (std::size_t i = 0; i < count; ++i) sum[i] += columns[last].values[i];
      for (std::size_t place = 0; place < places; ++place) {
        if (place >= first && place <= last) continue;
        std::fill(plus.begin(), plus.end(), 0);
        std::fill(minus.begin(), minus.end(), 0);
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t value = columns[place].values[i];
          ++plus[(sum[i] + value) % kinds];
          ++minus[(sum[i] + kinds - value) % kinds];
        }
        worst = std::max({worst, unevenness(plus), unevenness(minus)});
      }
    }
  }
  return worst;
}

/// The same of a sequence and those that it makes by turning it round, reading it backwards, or
/// adding a number to each of its values, counted in circles: as one number.
inline std::uint64_t family(const std::vector<Column>& columns, std::size_t i) {
  const std::size_t places = columns.size(), kinds = columns[0].kinds;
  std::vector<std::uint64_t> steps(places), back(places);
  for (std::size_t n = 0; n < places; ++n) {
    const std::size_t here = columns[n].values[i], next = columns[(n + 1) % places].values[i];
    steps[n] = (next + kinds - here) % kinds;
    back[places - 1 - n] = (here + kinds - next) % kinds;
  }
  std::uint64_t smallest = ~std::uint64_t{0};
  for (const auto* way : {&steps, &back}) {
    for (std::size_t turn = 0; turn < places; ++turn) {
      std::uint64_t hash = 0xcbf29ce484222325;
      for (std::size_t n = 0; n < places; ++n)
        hash = (hash ^ (*way)[(n + turn) % places]) * 0x100000001b3;
      smallest = std::min(smallest, hash);
    }
  }
  return smallest;
}

/// How many more sequences are like earlier ones, at any distance, than chance gives, in standard
/// errors; 0 where chance gives too many to tell. Like: of the same family.
inline double repeats(const std::vector<Column>& columns) {
  const double places = static_cast<double>(columns.size());
  const double count = static_cast<double>(columns[0].values.size());
  // So many sequences are in a family.
  const double members = 2 * places * static_cast<double>(columns[0].kinds);
  const double all = std::pow(static_cast<double>(columns[0].kinds), places);
  const double expected = count * count / 2 * members / all;
  if (expected > 0.05 * count) return 0;
  std::vector<std::uint64_t> families;
  for (std::size_t i = 0; i < columns[0].values.size(); ++i) families.push_back(family(columns, i));
  std::sort(families.begin(), families.end());
  double pairs = 0;
  for (std::size_t i = 1; i < families.size(); ++i) pairs += families[i] == families[i - 1] ? 1 : 0;
  // Symmetric sequences make smaller families: twice as many are no surprise.
  return (pairs - 2 * expected) / std::sqrt(2 * expected + 4);
}

/// Whether two columns depend on each other, however frequent their values are.
inline double dependence(const std::vector<std::uint8_t>& a, std::size_t kinds_a,
                         const std::vector<std::uint8_t>& b, std::size_t kinds_b,
                         std::size_t skip_a = 0, std::size_t skip_b = 0) {
  std::vector<double> seen(kinds_a * kinds_b, 0), rows(kinds_a, 0), columns(kinds_b, 0);
  const std::size_t count = a.size() - std::max(skip_a, skip_b);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = a[i + skip_a], column = b[i + skip_b];
    seen[row * kinds_b + column] += 1;
    rows[row] += 1;
    columns[column] += 1;
  }
  const auto used = [](const std::vector<double>& sums) {
    return static_cast<double>(
        std::count_if(sums.begin(), sums.end(), [](double s) { return s > 0; }));
  };
  const double degrees = (used(rows) - 1) * (used(columns) - 1);
  if (degrees <= 0) return 0;
  double chi = 0;
  for (std::size_t row = 0; row < kinds_a; ++row) {
    for (std::size_t column = 0; column < kinds_b; ++column) {
      const double expected = rows[row] * columns[column] / static_cast<double>(count);
      if (rows[row] > 0 && rows[row] < 50) continue;  // too rare to tell
      if (expected > 0) chi += std::pow(seen[row * kinds_b + column] - expected, 2) / expected;
    }
  }
  return std::max(0.0, standard_errors(chi, degrees));
}

}  // namespace softmark::randomness
