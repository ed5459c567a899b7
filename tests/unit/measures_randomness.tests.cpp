#include "measures/coins.hpp"
#include "measures/numbers.hpp"
#include "measures/randomness.hpp"

#include "catch.hpp"

#include <random>

using namespace softmark::randomness;

namespace {

/// Columns that are what they should be.
std::vector<Column> right_columns(std::size_t places, std::size_t kinds, std::size_t count) {
  std::mt19937 random(7);
  std::vector<Column> columns(places, Column{kinds, {}});
  for (std::size_t i = 0; i < count; ++i) {
    for (Column& column : columns)
      column.values.push_back(static_cast<std::uint8_t>(random() % kinds));
  }
  return columns;
}

std::vector<Numbers> right_numbers(std::size_t places, std::size_t count) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> noise(-1, 1);
  std::vector<Numbers> columns(places, Numbers(count));
  for (Numbers& column : columns) {
    for (double& each : column) each = noise(random);
  }
  return columns;
}

}  // namespace

TEST_CASE("right columns are within five standard errors of what is expected, everywhere") {
  const std::vector<Column> columns = right_columns(6, 5, 5000);
  for (double errors : {blocks(columns), within_sequences(columns), between_sequences(columns),
                        sums(columns), repeats(columns)})
    CHECK(errors < 5);
}

TEST_CASE("columns that depend on each other are many standard errors away") {
  std::vector<Column> columns = right_columns(10, 5, 5000);
  for (std::size_t i = 0; i < 5000; ++i)
    columns[2].values[i] = (columns[0].values[i] + columns[1].values[i]) % 5;
  CHECK(within_sequences(columns) > 20);
  CHECK(sums(columns) > 20);
  columns = right_columns(10, 5, 5000);
  for (std::size_t i = 8; i < 5000; ++i) columns[2].values[i] = columns[5].values[i - 8];
  CHECK(between_sequences(columns) > 20);
  columns = right_columns(12, 5, 5000);
  for (std::size_t i = 3000; i < 3200; ++i) {
    for (std::size_t n = 0; n < 12; ++n)
      columns[n].values[i] = (columns[11 - n].values[i - 2100] + 3) % 5;
  }
  CHECK(repeats(columns) > 20);
  for (std::size_t i = 0; i < 5000; ++i) columns[0].values[i] = i % 5;
  CHECK(blocks(columns) > 20);
}

TEST_CASE("coins that come again, however far away, are found, the independent are not") {
  std::mt19937 random(9);
  std::vector<std::int8_t> coins(20000);
  for (std::int8_t& coin : coins) coin = random() % 2 == 0 ? 1 : -1;
  CHECK(echoes(coins) < 6);
  CHECK(parities(coins, 8) < 6);
  for (const std::size_t lag : {1, 64, 4099, 16000}) {
    std::vector<std::int8_t> again = coins;
    for (std::size_t i = lag; i < again.size(); ++i)
      again[i] = static_cast<std::int8_t>(-again[i - lag]);
    CHECK(echoes(again) > 20);
  }
}

TEST_CASE("numbers that are functions of others are found, the independent are not") {
  std::vector<Numbers> columns = right_numbers(4, 4000);
  CHECK(functions(columns) < 6);
  const auto wrapped = [](double x) { return x - 2 * std::floor((x + 1) / 2); };
  for (std::size_t i = 0; i < 4000; ++i) columns[3][i] = wrapped(100 * columns[1][i]);
  CHECK(functions(columns) > 20);
  columns = right_numbers(4, 4000);
  for (std::size_t i = 0; i < 4000; ++i)
    columns[3][i] = wrapped(30 * (columns[0][i] - columns[1][i]));
  CHECK(functions(columns) > 20);
  columns = right_numbers(4, 4000);
  for (std::size_t i = 6; i < 4000; ++i) columns[3][i] = -columns[2][i - 6];
  CHECK(functions(columns) > 20);
}

TEST_CASE("bits, parities and repeated numbers are looked at") {
  const std::vector<Numbers> noise = right_numbers(2, 4000);
  std::vector<Column> signs = right_columns(1, 4, 4000);
  CHECK(bits_that_tell(noise[0], signs[0]) < 5);
  for (std::size_t i = 0; i < 4000; ++i)
    signs[0].values[i] =
        static_cast<std::uint8_t>(static_cast<std::int64_t>(std::ldexp(noise[0][i], 53)) >> 17 & 1);
  CHECK(bits_that_tell(noise[0], signs[0]) > 20);
  CHECK(repeated_share(noise[0]) == 0);
  CHECK(repeated_share({1, 2, 1, 3}) == 0.25);
  std::vector<std::int8_t> coins;
  const std::vector<Column> fair = right_columns(1, 2, 4000);
  for (std::uint8_t value : fair[0].values) coins.push_back(value == 1 ? 1 : -1);
  CHECK(parities(coins, 12) < 5);
  for (std::size_t i = 12; i < coins.size(); ++i) coins[i] = coins[i - 5] * coins[i - 11];
  CHECK(parities(coins, 12) > 20);
}

TEST_CASE("numbers that are others or their negatives are found, however few and far apart") {
  std::vector<Numbers> columns = right_numbers(4, 12'000);
  CHECK(copies(columns) <= 1);
  std::vector<Numbers> floats = columns;
  for (Numbers& column : floats) {
    for (double& each : column) each = static_cast<float>(each);
  }
  CHECK(copies(floats) <= 3);
  for (std::size_t i = 500; i < columns[0].size(); i += 128) columns[1][i] = -columns[0][i - 300];
  CHECK(copies(columns) > 80);
  for (std::size_t i = 0; i < columns[0].size(); ++i)
    columns[2][i] = std::round(columns[2][i] * 50);
  CHECK(copies({columns[2]}) == 0);
}

TEST_CASE("places that are equal a little too often are found") {
  std::vector<Column> columns = right_columns(2, 11, 12'000);
  CHECK(pair(columns[0], columns[1], 0) < 5);
  for (std::size_t i = 0; i < 12'000; i += 40) columns[1].values[i] = columns[0].values[i];
  CHECK(pair(columns[0], columns[1], 0) > 7);
}

TEST_CASE("a place where one integer always stands is counted, unless all places are like that") {
  /// The integers of `count` sequences of three places.
  const auto drawn = [](std::size_t count, auto integer) {
    struct Integers {
      std::vector<int> values;
      std::size_t shape(std::size_t axis) const { return axis == 0 ? values.size() / 3 : 3; }
      int operator()(std::size_t i, std::size_t n) const { return values[3 * i + n]; }
    } X;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t n = 0; n < 3; ++n) X.values.push_back(integer(i, n));
    return X;
  };
  const auto changing = [](std::size_t i, std::size_t n) { return static_cast<int>((i + n) % 5); };
  CHECK(softmark::randomness::fixed_places(drawn(50, changing)) == 0);
  CHECK(softmark::randomness::fixed_places(drawn(
            50, [&](std::size_t i, std::size_t n) { return n == 2 ? 0 : changing(i, n); })) == 1);
  CHECK(softmark::randomness::fixed_places(drawn(50, [&](std::size_t i, std::size_t n) {
          return n > 0 && i > 0 ? 7 : changing(i, n);
        })) == 2);
  CHECK(softmark::randomness::fixed_places(
            drawn(50, [](std::size_t, std::size_t n) { return static_cast<int>(n); })) == 0);
}

TEST_CASE("labels of the sequence before or after are told from those of their own") {
  const std::vector<double> right{1, 0, 0, 1, 1, 0};
  CHECK(of_a_neighbour(std::vector<double>{0, 1, 0, 0, 1, 1}, right) == 1);
  CHECK(of_a_neighbour(std::vector<double>{0, 0, 1, 1, 0, 1}, right) == 1);
  CHECK(of_a_neighbour(right, right) == 0.4);
}

TEST_CASE("labels that are all the same are told, and one that is excepted") {
  CHECK(unlike_the_last(std::vector<int>{0, 0, 0}) == 0);
  CHECK(unlike_the_last(std::vector<int>{1, 0, 0}) == 1);
  CHECK(different(std::vector<int>{2, 4, 4, 2}) == 2);
}
