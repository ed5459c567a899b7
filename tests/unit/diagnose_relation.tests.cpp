// Which arrays of a run a wrong array is made of.

#include "catch.hpp"

#include "diagnose/arrays_before.hpp"
#include "diagnose/relation.hpp"

#include <cmath>
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

std::vector<JudgedPlace> places_of(const std::vector<NamedTensor>& steps) {
  std::vector<JudgedPlace> places;
  for (const NamedTensor& step : steps) {
    std::size_t turn = 0;
    for (const JudgedPlace& place : places) turn += place.name == step.name;
    places.push_back({});
    places.back().name = step.name;
    places.back().turn = turn;
    places.back().student = &step.tensor;
  }
  return places;
}

}  // namespace

TEST_CASE("a product of other arrays is told, with its transposes and its factor") {
  // keys keys^T, and half of keys queries^T
  CHECK(relation({{2, 2}, {21, 25, 25, 35}}, other({2, 2})) ==
        "it is the product of keys and keys (transposed)");
  CHECK(relation({{2, 2}, {3, 7.5, 1.5, 1}}, other({2, 2})) ==
        "it is 1/2 times the product of keys and queries (transposed)");
}

TEST_CASE("a product times a number that is no length nor its root is not told") {
  const double root = std::sqrt(3);  // of the terms
  CHECK(relation({{2, 2}, {6 / root, 15 / root, 3 / root, 2 / root}}, other({2, 2})) ==
        "it is 1/sqrt(3) times the product of keys and queries (transposed)");
  CHECK(relation({{2, 2}, {4.2, 10.5, 2.1, 1.4}}, other({2, 2})).empty());
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

TEST_CASE("a sum that went on before a row was added is told") {
  const NamedTensor b{"b", {{3}, {10, 20, 30}}};
  const Tensor expected{{2, 3}, {11, 22, 34, 8, 25, 37}};  // 1 2 4, -2 5 7, and b
  CHECK(relation({{2, 3}, {11, 23, 37, 8, 23, 40}}, expected, {b}) ==
        "apart from b, each element is the sum of what is expected there and before it in its row");
  CHECK(relation({{2, 3}, {11, 23, 37, 15, 30, 47}}, expected, {b}) ==
        "apart from b, each element is the sum of what is expected there and before it, in its row "
        "and in all rows above");
  CHECK(relation({{1, 2, 3}, {11, 23, 37, 8, 23, 40}}, {{1, 2, 3}, expected.values}, {b}) ==
        "apart from b, each element is the sum of what is expected there and before it along its "
        "last axis");
}

TEST_CASE("a vector that is read by rows is told") {
  const NamedTensor gamma{"gamma", {{3}, {2, 3, 5}}}, b{"b", {{3}, {10, 20, 30}}};
  const std::string words = " in all its columns; element j belongs to column j";
  const Tensor expected{{2, 3}, {12, 26, 50, 6, 35, 35}};  // 1 2 4, -2 5 1, times gamma, and b
  CHECK(relation({{2, 3}, {12, 24, 38, 4, 35, 33}}, expected, {gamma, b}) ==
        "row i has element i of gamma" + words);
  CHECK(relation({{2, 3}, {12, 16, 30, 16, 35, 25}}, expected, {gamma, b}) ==
        "row i has element i of b" + words);
}

TEST_CASE("a product whose sums dropped their decimals is told") {
  const NamedTensor a{"a", {{2, 2}, {0.5, 1.5, 2.5, -3.5}}};
  const NamedTensor b{"b", {{2, 2}, {1.7, 2.3, -1.3, 3.1}}};
  // 0.85 -> 0, 0 - 1.95 -> -1; 1.15 -> 1, 1 + 4.65 -> 5; 4.25 -> 4, 4 + 4.55 -> 8; 5 - 10.85 -> -5
  CHECK(relation({{2, 2}, {-1, 5, 8, -5}}, other({2, 2}), {a, b}) ==
        "it is the product of a and b with sums in an int, which drop the decimals at every "
        "addition");
  // Zeros and ones are what weights may be, too: 0.85 and 0.3, -0.5 and 0.2.
  const NamedTensor c{"c", {{2, 1}, {0.85, -0.5}}}, d{"d", {{1, 2}, {1.3, 0.2}}};
  CHECK(relation({{2, 2}, {1, 0, 0, 0}}, other({2, 2}), {c, d}).empty());
  // The product is what is expected, but for the rounding of a float.
  const Tensor right{{2, 2}, {-1.1, 5.8, 8.8, -5.1}};
  const NamedTensor e{"e", {{2, 2}, {0.5, 1.5, 2.5, -3.5}}};
  const NamedTensor f{"f", {{2, 2}, {1.7, 2.3, -1.3, 3.1}}};
  CHECK(relation_of({{2, 2}, {-1.1000017, 5.8000085, 8.800013, -5.1000077}}, right, {e, f},
                    {1e-6, 1e-9})
            .empty());
}

TEST_CASE("what was added to a divisor is told, under its root or after it") {
  const NamedTensor top{"centered", {{3, 2}, {1, -1, 2, -2, 0.5, -0.5}}};
  const NamedTensor under{"variances", {{3, 1}, {1, 4, 0.25}}};
  const NamedTensor eps{"eps", {{}, {3e-5}}};
  const auto said = [&](const auto& divisor) {
    Tensor actual = top.tensor;
    for (std::size_t k = 0; k < 6; ++k) actual.values[k] /= divisor(under.tensor.values[k / 2]);
    return relation(actual, other({3, 2}), {top, under, eps});
  };
  CHECK(said([](double each) { return std::sqrt(each + 1e-6); }) ==
        "it is centered / sqrt(variances + 1e-06)");
  CHECK(said([](double each) { return std::sqrt(each + 1e-12); }) ==
        "it is centered / sqrt(variances + 1e-12)");
  CHECK(said([](double each) { return std::sqrt(each + 0.0123); }) ==
        "it is centered / sqrt(variances + 0.0123)");
  CHECK(said([](double each) { return std::sqrt(each + 2 * 3e-5); }) ==
        "it is centered / sqrt(variances + 2 eps)");
  CHECK(said([](double each) { return std::sqrt(each) + 3e-5; }) ==
        "it is centered / (sqrt(variances) + eps)");
  CHECK(said([](double each) { return std::sqrt(each * 1.00001) + 3e-5; }).empty());
}

TEST_CASE("another array in the place of the right one is told") {
  CHECK(relation(queries.tensor, keys.tensor) == "it has the numbers of queries");
  CHECK(relation({{3, 2}, {1, -1, 2, 3, 4, 5}}, other({3, 2})) ==
        "it has the numbers of keys (transposed)");
}

TEST_CASE("an array that was added or multiplied besides is told") {
  CHECK(relation({{2, 3}, {1.5, 1, 6, -0.5, 2, 7}}, keys.tensor, {beta}) ==
        "it is what is expected plus beta");
  CHECK(relation({{2, 3}, {0, 4, 0, -2, 5, 1}}, keys.tensor, {beta}) ==
        "it is what is expected minus 2 times beta");
  CHECK(relation({{2, 3}, {5.5, -6, 13, 12.5, -1, 18}}, {{2, 3}, {4, -3, 7, 11, 2, 12}}) ==
        "it is what is expected plus 3 times beta");
  CHECK(relation({{2, 3}, {0.5, -2, 8, -0.5, -3, 10}}, keys.tensor, {beta}) ==
        "it is what is expected, times beta element by element");
  CHECK(relation({{2, 3}, {2, -2, 2, -2, -3, 2.5}}, keys.tensor, {beta}) ==
        "it is what is expected, divided by beta element by element");
}

TEST_CASE("a number for each row that is made of another array is told") {
  const NamedTensor rows{"rows", {{4, 2}, {1, 3, 2, 2, 5, 0, -1, 1}}};
  const auto of_rows = [&](std::vector<double> values) {
    return relation({{4, 1}, std::move(values)}, other({4, 1}), {rows});
  };
  CHECK(of_rows({4, 4, 5, 0}) == "it is the sum of each row of rows");
  CHECK(of_rows({2, 2, 2.5, 0}) == "it is the mean of each row of rows");
  CHECK(of_rows({3, 2, 5, 1}) == "it is the largest of each row of rows");
  CHECK(of_rows({1, 2, 0, -1}) == "it is the smallest of each row of rows");
  CHECK(of_rows({1, 0, 0, 1}) == "it is the place of the largest of each row of rows");
  const NamedTensor longer{"rows", {{3, 4}, {1, 3, 2, 2, 5, 0, -1, 1, 2, 9, 4, 7}}};
  CHECK(relation({{3, 1}, {6, 4, 15}}, other({3, 1}), {longer}) ==
        "it is the sum of each row of rows, without its last element");
  CHECK(relation({{3, 1}, {2, -1, 4}}, other({3, 1}), {longer}) ==
        "it is the smallest of each row of rows, without its first element");
  const NamedTensor weights{"weights", {{4, 2}, {2, 1, 1, 1, 3, 7, 4, 2}}};
  CHECK(relation({{4, 1}, {2, 2, 15, -4}}, other({4, 1}), {rows, weights}) ==
        "it is the sum of each row of rows times weights, without the last term");
}

TEST_CASE("nothing is told of numbers that have no such relation") {
  CHECK(relation(other({2, 3}), keys.tensor).empty());
  CHECK(relation({{2}, {1, 2}}, {{2}, {3, 4}}, {{"two", {{2}, {1, 2}}}}).empty());  // too few
  CHECK(relation({{3}, {1, 2, 3}}, other({1, 3})).empty());                         // other shape
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(relation({{2, 3}, {1, 2, 4, -1, 3, infinite}}, queries.tensor).empty());
}

TEST_CASE("the arrays before a step are told with their turns and parts") {
  const std::vector<NamedTensor> steps = {
      {"split", {{2, 1, 2}, {1, 2, 3, 4}}}, {"wide", {{1, 4}, {5, 6, 7, 8}}},
      {"column", {{2, 1}, {1, 2}}},         {"scores", {{1}, {9}}},
      {"column", {{2, 1}, {3, 4}}},         {"scores", {{1}, {9}}}};
  Case one;
  one.inputs["X"] = {{1, 1}, {0}};
  const std::vector<NamedTensor> before = arrays_before(places_of(steps), 5, one);
  std::vector<std::string> names;
  for (const NamedTensor& each : before) names.push_back(each.name);
  CHECK(names == std::vector<std::string>{
                     "split", "wide", "column", "column of turn 0", "all columns of column", "X",
                     "split of turn 0", "split of turn 1", "columns 0 to 1 of wide",
                     "columns 2 to 3 of wide", "columns 0 to 0 of all columns of column",
                     "columns 1 to 1 of all columns of column", "scores of turn 0"});
  CHECK(before[2].tensor == Tensor{{2, 1}, {3, 4}});
  CHECK(before[4].tensor == Tensor{{2, 2}, {1, 3, 2, 4}});
  CHECK(before[7].tensor == Tensor{{1, 2}, {3, 4}});
  CHECK(before[9].tensor == Tensor{{1, 2}, {7, 8}});
}
