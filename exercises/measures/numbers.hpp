#pragma once
// Tests of numbers that should be independent and uniform in a range: whether they are functions or
// copies of each other, or reveal other data. In standard errors, as in randomness.hpp.

#include "measures/randomness.hpp"

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
