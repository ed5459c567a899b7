#pragma once
// Tests of coins, +1 and -1, in the order of their throws: whether a throw can be predicted from
// earlier ones. In standard errors.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace softmark::randomness {

/// Whether coins can be predicted from two or three of those up to `reach` throws before, as those
/// of a shift register can.
inline double parities(const std::vector<std::int8_t>& coins, std::size_t reach) {
  double worst = 0;
  if (coins.size() <= reach) return worst;
  const double count = static_cast<double>(coins.size() - reach);
  std::vector<std::int8_t> two(coins.size());
  for (std::size_t a = 1; a <= reach; ++a) {
    for (std::size_t i = reach; i < coins.size(); ++i)
      two[i] = static_cast<std::int8_t>(coins[i] * coins[i - a]);
    for (std::size_t b = a + 1; b <= reach; ++b) {
      int sum = 0;
      for (std::size_t i = reach; i < coins.size(); ++i) sum += two[i] * coins[i - b];
      worst = std::max(worst, std::abs(sum) / std::sqrt(count));
      for (std::size_t c = b + 1; c <= reach; ++c) {
        int more = 0;
        for (std::size_t i = reach; i < coins.size(); ++i)
          more += two[i] * coins[i - b] * coins[i - c];
        worst = std::max(worst, std::abs(more) / std::sqrt(count));
      }
    }
  }
  return worst;
}

/// Whether coins can be predicted from those a fixed number of throws before, as those of a
/// repeated list can.
inline double echoes(const std::vector<std::int8_t>& coins) {
  std::vector<std::uint64_t> heads(coins.size() / 64 + 2, 0);
  for (std::size_t i = 0; i < coins.size(); ++i)
    heads[i / 64] |= std::uint64_t{coins[i] > 0} << (i % 64);
  double worst = 0;
  for (std::size_t lag = 1; lag + 1000 <= coins.size(); ++lag) {  // as many pairs at least
    const std::size_t words = (coins.size() - lag) / 64, skip = lag / 64, shift = lag % 64;
    double unlike = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t high = shift == 0 ? 0 : heads[w + skip + 1] << (64 - shift);
      unlike += std::popcount(heads[w] ^ (heads[w + skip] >> shift | high));
    }
    worst = std::max(worst, std::abs(64.0 * words - 2 * unlike) / std::sqrt(64.0 * words));
  }
  return worst;
}

}  // namespace softmark::randomness
