#include "four_token_data.hpp"

#include "measures/coins.hpp"
#include "measures/numbers.hpp"
#include "measures/randomness.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace softmark {
namespace {

/// The tokens that carry the answer.
struct Signs {
  double not_one = 0;      ///< share of their features that are neither +1 nor -1
  double mixed = 0;        ///< share of sequences in which the features of one disagree
  double unfair = 0;       ///< how far heads and tails lie apart, in standard errors
  double not_coupled = 0;  ///< correlation between them and from one sequence to the next, likewise
};

struct Range {
  double lowest = 1e300, highest = -1e300;
};

struct Noise {
  double repeated = 0;  ///< share of sequences with the same noise as the one before
  double features = 0;  ///< the largest correlation between features, in standard errors
  double tokens = 0;    ///< that between the two tokens
  double mean = 0;      ///< distance of the mean from 0, in standard errors
  double bins = 0;      ///< chi-squared over 20 equal parts of [-1, 1), 19 degrees of freedom
};

/// Each in standard errors, but the last.
struct Independence {
  double blocks = 0;     ///< signs and noise in blocks of sequences: too even or too uneven
  double within = 0;     ///< any two or three of the signs and noise numbers of a sequence
  double between = 0;    ///< any two of them in sequences up to eight apart
  double functions = 0;  ///< noise that other noise gives
  double digits = 0;     ///< bits of the noise that tell the signs
  double few = 0;        ///< share of noise numbers that come again
};

struct Labels {
  double token_0 = 0, token_3 = 0;  ///< share of labels that are 1 just where the token is +1
  double others = 0;  ///< 1 where the signs of two other tokens differ: of those that come nearest
  double neighbour = 0;  ///< share of those of the sequence before or after
  double wrong = 0;      ///< share that is not what tokens 0 and 3 say
};

struct Measures {
  double tokens = 0;
  double known_seed = -1;
  Signs signs;
  Range range;  // of the noise
  Noise noise;
  Labels labels;
};

struct Wholes {
  double ends_empty = 0;      ///< of the first and the last sequence: how many have nothing but 0
  double constant_noise = 0;  ///< features of noise tokens that are the same everywhere
};

/// As they are returned.
struct AllMeasures {
  Measures measures;
  Independence independence;
  Wholes wholes;
};

/// How far the correlation of two lists of numbers lies from 0, in standard errors.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = a.size();
  double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mean_a += a[i] / n, mean_b += b[i] / n;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  if (aa == 0 || bb == 0) return 0;  // always the same: other measures say so
  return std::abs(ab) / std::sqrt(aa * bb) * std::sqrt(n);
}

/// The same where pairs that come again count once: numbers out of a small pool are that, not
/// dependent.
double correlation_of_distinct(const std::vector<double>& a, const std::vector<double>& b) {
  const double found = correlation(a, b);
  if (found <= 6 || randomness::repeated_share(a) < 0.05) return found;
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(a[i], b[i]);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<double> one, other;
  for (const auto& [x, y] : pairs) one.push_back(x), other.push_back(y);
  return correlation(one, other);
}

/// The numbers of one feature of one token.
std::vector<double> column(const Tensor3& X, std::size_t token, std::size_t feature) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < X.shape(0); ++i) numbers.push_back(X(i, token, feature));
  return numbers;
}

Signs signs_of(const Tensor3& X) {
  const std::size_t count = X.shape(0), k = X.shape(2);
  Signs signs;
  std::vector<std::vector<double>> coins;
  for (std::size_t token : {0, 3}) {
    double heads = 0;
    for (std::size_t i = 0; i < count; ++i) {
      bool mixed = false;
      for (std::size_t f = 0; f < k; ++f) {
        if (std::abs(X(i, token, f)) != 1) signs.not_one += 0.5 / static_cast<double>(count * k);
        mixed = mixed || X(i, token, f) != X(i, token, 0);
      }
      signs.mixed += mixed ? 0.5 / count : 0;
      heads += X(i, token, 0) > 0 ? 1 : -1;
    }
    signs.unfair = std::max(signs.unfair, std::abs(heads) / std::sqrt(count));
    coins.push_back(column(X, token, 0));
  }
  signs.not_coupled = correlation(coins[0], coins[1]);
  for (std::vector<double> coin : coins) {
    std::vector<double> next(coin.begin() + 1, coin.end());
    coin.pop_back();
    signs.not_coupled = std::max(signs.not_coupled, correlation(coin, next));
  }
  return signs;
}

Range range_of(const Tensor3& X) {
  Range range;
  for (std::size_t token : {1, 2}) {
    for (std::size_t f = 0; f < X.shape(2); ++f) {
      for (double x : column(X, token, f)) {
        range = {std::min(range.lowest, x), std::max(range.highest, x)};
      }
    }
  }
  return range;
}

Noise noise_of(const Tensor3& X) {
  const std::size_t count = X.shape(0), k = X.shape(2);
  const double numbers = 2.0 * static_cast<double>(count * k);
  Noise noise;
  std::vector<double> bins(20, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    bool same = i > 0;
    for (std::size_t token : {1, 2}) {
      for (std::size_t f = 0; f < k; ++f) {
        const double x = X(i, token, f);
        noise.mean += x / numbers;
        bins[static_cast<std::size_t>(std::clamp(std::floor((x + 1) * 10), 0.0, 19.0))] += 1;
        same = same && x == X(i - 1, token, f);
      }
    }
    noise.repeated += same ? 1.0 / count : 0;
  }
  noise.mean = std::abs(noise.mean) * std::sqrt(3 * numbers);  // the variance of one is 1/3
  for (double seen : bins) noise.bins += std::pow(seen - numbers / 20, 2) / (numbers / 20);
  for (std::size_t f = 0; f < k; ++f) {
    const std::vector<double> one = column(X, 1, f), two = column(X, 2, f);
    noise.tokens = std::max(noise.tokens, correlation_of_distinct(one, two));
    for (std::size_t g = 0; g < f; ++g) {
      noise.features = std::max({noise.features, correlation_of_distinct(one, column(X, 1, g)),
                                 correlation_of_distinct(two, column(X, 2, g))});
    }
  }
  return noise;
}

Labels labels_of(const Tensor3& X, const xt::xtensor<int, 1>& y) {
  const double each = 1.0 / static_cast<double>(X.shape(0));
  Labels labels;
  std::vector<double> right;
  std::array<double, 16> pairs{};  // by sign, and below the diagonal by equal numbers
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) {
        const bool differ = (X(i, a, 0) > 0) != (X(i, b, 0) > 0);
        if (a == 0 && b == 3) continue;
        pairs[4 * a + b] += y(i) == (differ ? 1 : 0) ? each : 0;
        pairs[4 * b + a] += y(i) == (X(i, a, 0) != X(i, b, 0) ? 1 : 0) ? each : 0;
      }
    }
    const bool first = X(i, 0, 0) > 0, last = X(i, 3, 0) > 0;
    labels.token_0 += y(i) == (first ? 1 : 0) ? each : 0;
    labels.token_3 += y(i) == (last ? 1 : 0) ? each : 0;
    right.push_back(first != last ? 1 : 0);
    labels.wrong += y(i) == right[i] ? 0 : each;
  }
  labels.others = *std::max_element(pairs.begin(), pairs.end());
  labels.neighbour = randomness::of_a_neighbour(y.storage(), right);
  return labels;
}

Independence independence_of(const Tensor3& X) {
  using namespace randomness;
  Column signs{4, {}};
  std::vector<std::int8_t> coins, above_zero;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const bool first = X(i, 0, 0) > 0, last = X(i, 3, 0) > 0;
    signs.values.push_back(static_cast<std::uint8_t>(2 * first + last));
    coins.push_back(first ? 1 : -1);
    coins.push_back(last ? 1 : -1);
  }
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    for (std::size_t token : {1, 2}) above_zero.push_back(X(i, token, 0) > 0 ? 1 : -1);
  }
  Independence result;
  std::vector<Column> columns{signs};
  std::vector<Numbers> noise;
  Numbers all;
  for (std::size_t token : {1, 2}) {
    for (std::size_t f = 0; f < X.shape(2); ++f) {
      noise.push_back(column(X, token, f));
      all.insert(all.end(), noise.back().begin(), noise.back().end());
      Column parts{8, {}};
      for (double x : noise.back()) {
        const double part = std::clamp(std::floor((x + 1) * 4), 0.0, 7.0);
        parts.values.push_back(static_cast<std::uint8_t>(part));
      }
      columns.push_back(parts);
      result.digits = std::max(result.digits, bits_that_tell(noise.back(), signs));
    }
  }
  result.blocks = blocks(columns);
  result.within = within_sequences(columns);
  result.between = std::max({between_sequences(columns), parities(coins, 2 * furthest),
                             echoes(coins), echoes(above_zero)});
  if (std::max(result.within, result.between) > result.blocks) result.blocks = 0;
  result.functions = std::max(functions(noise), copies(noise));
  result.few = repeated_share(all);
  return result;
}

Wholes wholes_of(const Tensor3& X) {
  const std::size_t count = X.shape(0), k = X.shape(2);
  const auto all_are = [&](double value, std::size_t i, std::size_t from, std::size_t to) {
    bool all = true;
    for (std::size_t token = from; token < to; ++token) {
      for (std::size_t f = 0; f < k; ++f) all = all && X(i, token, f) == value;
    }
    return all;
  };
  Wholes wholes;
  for (const std::size_t i : {std::size_t{0}, count - 1}) wholes.ends_empty += all_are(0, i, 0, 4);
  bool one_number = true;
  for (const std::size_t token : {1, 2}) {
    for (std::size_t f = 0; f < k; ++f) {
      const std::vector<double> numbers = column(X, token, f);
      wholes.constant_noise += std::ranges::count(numbers, numbers[0]) == std::ssize(numbers);
      one_number = one_number && numbers[0] == X(0, 1, 0);
    }
  }
  // Else all sequences have the same noise, which `repeated` tells.
  if (wholes.constant_noise == 2 * k && !one_number) wholes.constant_noise = 0;
  return wholes;
}

/// Whether the first noise comes from `random`, which may have drawn a little before.
bool comes_from(const std::mt19937& random, const Tensor3& X) {
  for (unsigned drawn = 0; drawn < 16; ++drawn) {
    std::mt19937 other = random;
    other.discard(drawn);
    std::uniform_real_distribution<double> noise(-1.0, 1.0);
    if (X(0, 1, 0) == noise(other)) return true;
  }
  return false;
}

}  // namespace

AllMeasures measure(const Tensor3& X, const xt::xtensor<int, 1>& y, std::size_t count,
                    std::size_t k, std::mt19937& random) {
  if (X.shape(0) != count) throw std::invalid_argument("expected X to hold count sequences");
  if (X.shape(2) != k) throw std::invalid_argument("expected X of shape (count, 4, k)");
  if (y.shape(0) != count) throw std::invalid_argument("expected as many labels as sequences");
  Measures measures;
  measures.tokens = static_cast<double>(X.shape(1));
  if (measures.tokens != 4) return {measures, {}, {}};
  measures.known_seed = randomness::known_seed(
      random, [&](const std::mt19937& other) { return comes_from(other, X); });
  measures.signs = signs_of(X);
  measures.range = range_of(X);
  measures.noise = noise_of(X);
  measures.labels = labels_of(X, y);
  return {measures, independence_of(X), wholes_of(X)};
}

}  // namespace softmark
