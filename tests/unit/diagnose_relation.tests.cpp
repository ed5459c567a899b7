// Which arrays of a run a wrong array is made of.

#include "catch.hpp"

#include "diagnose/relation.hpp"

#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

const NamedTensor keys{"keys", {{2, 3}, {1, 2, 4, -1, 3, 5}}};
const NamedTensor queries{"queries", {{2, 3}, {2, 0, 1, 7, -2, 3}}};
const NamedTensor beta{"beta", {{3}, {0.5, -1, 2}}};

std::string relation(const Tensor& actual, const Tensor& expected,
                     const std::vector<NamedTensor>& others = {keys, queries, beta}) {
  return relation_of(actual, expected, others, {});
}

/// An array of this shape that is none of the others.
Tensor other(const Shape& shape) {
  Tensor result{shape, {}};
  for (std::size_t i = 0; i < element_count(shape); ++i)
    result.values.push_back(0.3 + static_cast<double>(i * i));
  return result;
}

}  // namespace

TEST_CASE("a product of other arrays is told, with its transposes") {
  // keys keys^T
  CHECK(relation({{2, 2}, {21, 25, 25, 35}}, other({2, 2})) ==
        "it is the product of keys and keys (transposed)");
}

TEST_CASE("a copy of another array is told, unless it is one number everywhere") {
  CHECK(copy_of(keys.tensor, {queries, keys}, {}) == "it has the numbers of keys");
  CHECK(copy_of(queries.tensor, {keys}, {}).empty());
  const NamedTensor zeros{"zeros", {{2, 2}, {0, 0, 0, 0}}};
  CHECK(copy_of(zeros.tensor, {zeros}, {}).empty());
}

TEST_CASE("a product that lacks a term, or has one alone, is told") {
  CHECK(relation({{2, 2}, {2, 3, -2, -13}}, other({2, 2})) ==
        "it is the product of keys and queries (transposed) without the last of its 3 terms");
  CHECK(relation({{2, 2}, {0, -4, 0, -6}}, other({2, 2})) ==
        "it is the product of keys and queries (transposed), but only term 1 of its terms 0 to 2");
  CHECK(relation({{2, 2}, {4, 12, 5, 15}}, other({2, 2})) ==
        "it is the product of keys and queries (transposed), but only the last of its 3 terms");
  // Terms 0 and 2, and the last alone: the first is nearly 0.
  const NamedTensor weights{"weights", {{1, 3}, {1e-13, 0.5, 0.5}}};
  const NamedTensor values{"values", {{3, 2}, {1, 2, 4, -1, 3, 5}}};
  CHECK(relation({{1, 2}, {1.5, 2.5}}, other({1, 2}), {weights, values}).empty());
  // A column of keys, times anything.
  CHECK(relation({{2, 1}, {0.5, -0.5}}, other({2, 1})).empty());
  const NamedTensor column{"column", {{3, 1}, {1, -2, 4}}}, number{"number", {{1, 1}, {3}}};
  CHECK(relation({{3}, {7, -14, 28}}, other({3}), {column, number}).empty());
}

TEST_CASE("a product that lacks several terms at an end is told") {
  const NamedTensor a{"a", {{2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1}}};
  const NamedTensor b{"b", {{5, 2}, {2, 1, 3, -1, 5, 2, -4, 3, 1, 6}}};
  CHECK(relation({{2, 2}, {23, 5, 73, 15}}, other({2, 2}), {a, b}) ==
        "it is the product of a and b without the last 2 of its 5 terms");
  CHECK(relation({{2, 2}, {4, 48, 5, 49}}, other({2, 2}), {a, b}) ==
        "it is the product of a and b without the first 2 of its 5 terms");
}

TEST_CASE("a product to which a row or a column is added is told") {
  const NamedTensor W{"W", {{3, 2}, {1, -2, 3, 0.5, -1, 4}}};
  const NamedTensor b{"b", {{2}, {10, 20}}}, column{"column", {{2, 1}, {10, 20}}};
  // keys W = [[3, 15], [3, 23.5]], without its last term [[7, -1], [8, 3.5]]
  CHECK(relation({{2, 2}, {13, 35, 13, 43.5}}, other({2, 2}), {keys, W, b}) ==
        "it is the product of keys and W, plus b");
  CHECK(relation({{2, 2}, {17, 19, 18, 23.5}}, other({2, 2}), {keys, W, b}) ==
        "it is the product of keys and W without the last of its 3 terms, plus b");
  CHECK(relation({{2, 2}, {13, 25, 23, 43.5}}, other({2, 2}), {keys, W, column}) ==
        "it is the product of keys and W, plus column");
}

TEST_CASE("an array that was added besides is told") {
  CHECK(relation({{2, 3}, {1.5, 1, 6, -0.5, 2, 7}}, keys.tensor, {beta}) ==
        "it is what is expected plus beta");
  CHECK(relation({{2, 3}, {0, 4, 0, -2, 5, 1}}, keys.tensor, {beta}) ==
        "it is what is expected minus 2 times beta");
  CHECK(relation({{2, 3}, {5.5, -6, 13, 12.5, -1, 18}}, {{2, 3}, {4, -3, 7, 11, 2, 12}}) ==
        "it is what is expected plus 3 times beta");
}

TEST_CASE("nothing is told of numbers that have no such relation") {
  CHECK(relation(other({2, 3}), keys.tensor).empty());
  CHECK(relation({{2}, {1, 2}}, {{2}, {3, 4}}, {{"two", {{2}, {1, 2}}}}).empty());  // too few
  CHECK(relation({{3}, {1, 2, 3}}, other({1, 3})).empty());                         // other shape
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(relation({{2, 3}, {1, 2, 4, -1, 3, infinite}}, queries.tensor).empty());
}
