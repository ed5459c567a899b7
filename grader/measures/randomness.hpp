#pragma once
// How far numbers that should be independent and equally probable are from it, for the measures of
// exercises that draw data. What is returned is in standard errors of a normal distribution: 0 is
// what is expected, and right data exceed 7 about once in 10^11 tests; an exercise makes some
// thousands of tests a case, of which the largest counts.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace softmark::randomness {

/// What stands at one place of all sequences, as numbers from 0 to kinds - 1 that should be equally
/// probable and independent of all others.
struct Column {
  std::size_t kinds = 2;
  std::vector<std::uint8_t> values;
};

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

/// Pairs of values of two columns, the second `lag` sequences earlier: whether each comes as often,
/// and the two are equal as often, as by chance.
inline double pair(const Column& a, const Column& b, std::size_t lag) {
  std::vector<std::uint32_t> seen(a.kinds * b.kinds, 0);
  for (std::size_t i = lag; i < a.values.size(); ++i)
    ++seen[a.values[i] * b.kinds + b.values[i - lag]];
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

// ---- numbers of a range ----

using Numbers = std::vector<double>;

/// The order in which numbers rise.
inline std::vector<std::uint32_t> rising(const Numbers& numbers) {
  std::vector<std::uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
  return order;
}

/// Whether numbers uniform in [-1, 1) are a function of others, which `order` sorts: neighbours
/// there have neighbours here. The range is a circle, so that its ends are no places of their own.
/// The others stand `lag` sequences before.
inline double function_of(const Numbers& numbers, const std::vector<std::uint32_t>& order,
                          std::size_t lag) {
  double sum = 0, steps = 0, before = 0;
  bool first = true;
  for (const std::uint32_t i : order) {
    if (i + lag >= numbers.size()) continue;
    const double here = numbers[i + lag];
    if (!first) {
      const double distance = std::abs(here - before);
      sum += std::min(distance, 2 - distance);
      steps += 1;
    }
    before = here;
    first = false;
  }
  if (steps == 0) return 0;
  // The distance of two is uniform in [0, 1]; those of neighbouring steps are uncorrelated.
  return std::abs(sum / steps - 0.5) * std::sqrt(12 * steps);
}

/// Whether some of these columns of numbers, uniform in [-1, 1), are functions of others: of one in
/// the same sequence or up to `furthest` before, or of the sum or difference of two in the same.
inline double functions(const std::vector<Numbers>& columns) {
  double worst = 0;
  const std::size_t places = columns.size();
  for (std::size_t a = 0; a < places; ++a) {
    Numbers sizes = columns[a];
    for (double& each : sizes) each = std::abs(each);
    for (const auto& order : {rising(columns[a]), rising(sizes)}) {
      for (std::size_t lag = 0; lag <= furthest; ++lag) {
        for (std::size_t b = 0; b < places; ++b) {
          if (lag > 0 || a != b) worst = std::max(worst, function_of(columns[b], order, lag));
        }
      }
    }
  }
  const std::size_t count = std::min<std::size_t>(3000, columns.empty() ? 0 : columns[0].size());
  for (std::size_t a = 0; a < places; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (const double sign : {1.0, -1.0}) {
        Numbers both(count);
        for (std::size_t i = 0; i < count; ++i) both[i] = columns[a][i] + sign * columns[b][i];
        const std::vector<std::uint32_t> order = rising(both);
        for (std::size_t c = 0; c < places; ++c) {
          if (c != a && c != b) worst = std::max(worst, function_of(columns[c], order, 0));
        }
      }
    }
  }
  return worst;
}

/// Share of numbers that come more than once. Those of 24 bits, as of a float, repeat by chance.
inline double repeated_share(Numbers numbers) {
  std::sort(numbers.begin(), numbers.end());
  double repeated = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) repeated += numbers[i] == numbers[i - 1] ? 1 : 0;
  return numbers.empty() ? 0 : repeated / static_cast<double>(numbers.size());
}

/// How often a number of one column is that of another, or its negative, so many sequences before:
/// for the two columns and the distance where that comes most often. By chance that is not ten
/// times, for numbers of 20 bits or more. 0 where numbers come again everywhere, which
/// `repeated_share` tells.
inline double copies(const std::vector<Numbers>& columns) {
  struct Size {
    double size;
    std::size_t sequence, column;
  };
  std::vector<Size> sizes;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t i = 0; i < columns[c].size(); ++i)
      sizes.push_back({std::abs(columns[c][i]), i, c});
  }
  std::sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) {
    return std::tie(a.size, a.sequence, a.column) < std::tie(b.size, b.sequence, b.column);
  });
  std::map<std::array<std::size_t, 3>, double> times;
  std::size_t found = 0;
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const Size &one = sizes[i - 1], &other = sizes[i];
    if (one.size != other.size) continue;
    if (++found > sizes.size() / 10) return 0;
    times[{one.column, other.column, other.sequence - one.sequence}] += 1;
  }
  double most = 0;
  for (const auto& [place, count] : times) most = std::max(most, count);
  return most;
}

/// Whether one of the bits of numbers knows which of so many kinds a sequence is.
inline double bits_that_tell(const Numbers& numbers, const Column& kinds) {
  double worst = 0;
  std::vector<std::uint8_t> bit(numbers.size());
  for (int place = 0; place < 53; ++place) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      // From -1 to 1 in steps of 2^-53, which doubles in [-1, 1) mostly are multiples of.
      const double in_range = std::clamp(numbers[i], -2.0, 2.0);
      const auto steps = static_cast<std::int64_t>(std::ldexp(in_range, 53));
      bit[i] = static_cast<std::uint8_t>(steps >> place & 1);
    }
    worst = std::max(worst, dependence(kinds.values, kinds.kinds, bit, 2));
  }
  return worst;
}

}  // namespace softmark::randomness
