// What a wrong array is, in terms of what is expected and of other arrays.

#include "catch.hpp"

#include "explain/advice.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

std::string pattern(std::vector<double> actual, std::vector<double> expected,
                    Shape shape = {2, 3}) {
  return form_of({shape, std::move(actual)}, {shape, std::move(expected)}, {}, {});
}

}  // namespace

TEST_CASE("a factor or a sign that all elements share is told") {
  CHECK(pattern({2, 4, 6, 8, -10, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element is 2 times what is expected");
  CHECK(pattern({3, -3}, {0.2, -0.2}, {2}).empty());  // as any two such numbers
  CHECK(pattern({-1, -2, -3, -4, 5, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element is -1 times what is expected");
  CHECK(pattern({1.000002, 2.000004, 3.000006}, {1, 2, 3}, {3}).empty());
}

TEST_CASE("numbers that all differ in their own way have nothing in common") {
  CHECK(pattern({2, 4, 6, 8, -10, 1}, {1, 2, 3, 4, -5, 0}).empty());
  CHECK(pattern({9, 0, 0, 1, 1, 1}, {5, 1, 2, 3, 4, 5}).empty());
  CHECK(pattern({5}, {1}, {1}).empty());
  CHECK(pattern({7, 0}, {3, 0}, {2}).empty());  // one number fits any factor
  CHECK(pattern({8, 8}, {3, 3}, {2}) == "each element is 8");
}

TEST_CASE("right numbers, other shapes and numbers that are not finite have no pattern") {
  CHECK(pattern({1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}).empty());
  CHECK(form_of({{3}, {0, 0, 0}}, {{1, 3}, {1, 2, 3}}, {}, {}).empty());
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(pattern({0, 0, 0, 0, 0, infinite}, {1, 2, 3, 4, 5, 6}).empty());
  CHECK(form_of({{2, 3}, {}}, {{2, 3}, {1, 2, 3, 4, 5, 6}}, {}, {}).empty());
}

TEST_CASE("zeros where there should be numbers are told") {
  CHECK(pattern({0, 0, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6}) == "each element is 0");
  CHECK(pattern({0, 0, 0}, {1, 0, 0}, {3}) == "each element is 0");  // a row of a mask is no shares
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(pattern({1, -infinity, -infinity}, {1, 2, 3}, {3}) == "those that differ are all -inf");
  CHECK(pattern({1, -infinity, infinity}, {1, 2, 3}, {3}).empty());
  CHECK(pattern({1, -1, 1, -1, -1}, {1, 0, 1, 0, 0}, {5}) == "those that differ are all -1");
  CHECK(pattern({1, -infinity, 4}, {1, 2, 3}, {3}).empty());
  CHECK(pattern({1, 2, 3, 4, 0, 0}, {1, 2, 3, 4, 5, 6}) == "those that differ are all 0");
  CHECK(pattern({0, 2, 3, 0, 5, 6}, {1, 2, 3, 4, 5, 6}) == "those that differ are all 0");
}

TEST_CASE("another order of the same numbers is told") {
  CHECK(pattern({1, 3, 2, 4}, {1, 2, 3, 4}, {2, 2}) == "it is the transpose of what is expected");
  CHECK(pattern({4, 5, 6, 1, 2, 3}, {1, 2, 3, 4, 5, 6}) == "its rows are in reverse order");
  CHECK(pattern({3, 2, 1, 6, 5, 4}, {1, 2, 3, 4, 5, 6}) == "its columns are in reverse order");
  CHECK(pattern({3, 2, 1}, {1, 2, 3}, {3}) == "its elements are in reverse order");
}

TEST_CASE("rows or columns that are 0 are told") {
  CHECK(pattern({1, 0, 0, 4, 0, 0}, {9, 2, 3, 8, 5, 6}) == "columns 1 to 2 are 0");
  CHECK(pattern({0, 0, 0, 7, 7, 9}, {1, 2, 3, 4, 5, 6}) == "row 0 is 0");
}

TEST_CASE("whole numbers where others are expected are told") {
  const auto whole = [](const std::vector<double>& actual, const std::vector<double>& expected) {
    return pattern(actual, expected, {actual.size()});
  };
  CHECK(whole({-29, 3, 1}, {-30.7, 3.9, 0.2}) ==
        "each element is a whole number: is a variable on the way an int?");
  CHECK(whole({0, 1, 0}, {0.2, 0.7, 0.1}).empty());  // as the weights of a hard choice
  CHECK(whole({-29, 3, 1}, {-30, 3.9, 0.2}).empty());
  CHECK(whole({-29, 3}, {-30.7, 3.9}).empty());
  // Infinities, and numbers so large that a double has no decimals there.
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(whole({-infinity, infinity, infinity}, {-30.7, 3.9, 0.2}).empty());
  CHECK(whole({1e300, -2e17, 3e200}, {-30.7, 3.9, 0.2}).empty());
}

TEST_CASE("one number in all places is told") {
  CHECK(pattern({2, 2, 2, 2, 2, 2}, {1, 2, 3, 4, 5, 6}) == "each element is 2");
}

TEST_CASE("a sum that should be one is told, beside what else there is to say") {
  CHECK(pattern({0.4, 0.2, 0.4, 0.1, 0.2, 0.6}, {0.3, 0.3, 0.4, 0.1, 0.2, 0.7}) ==
        "row 1 sums to 0.9, not to 1");
  CHECK(pattern({0.1, 0.15, 0.25}, {0.2, 0.3, 0.5}, {3}) ==
        "each element is 0.5 times what is expected; it sums to 0.5, not to 1");
  CHECK(pattern({0.2, 0.4, 0.9, 0.6}, {0.3, 0.4, 0.7, 0.6}, {2, 2}) ==
        "column 0 sums to 1.1, not to 1");
  const std::string near =
      form_of({{1, 2}, {0.4, 0.6 - 1e-8}}, {{1, 2}, {0.4, 0.6}}, {}, {1e-9, 0});
  CHECK(near.ends_with("it sums to 0.99999999, not to 1"));
}

TEST_CASE("of more than two axes no row is told") {
  CHECK(pattern({1, 2, 3, 4, 5, 6, 9, 7}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}).empty());
  CHECK(pattern({1, 2, 3, 4, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}) ==
        "those that differ are all 0");
}

namespace {

const NamedTensor keys{"keys", {{2, 3}, {1, 2, 4, -1, 3, 5}}};
const NamedTensor queries{"queries", {{2, 3}, {2, 0, 1, 7, -2, 3}}};
const NamedTensor beta{"beta", {{3}, {0.5, -1, 2}}};

std::string relation(const Tensor& actual, const Tensor& expected,
                     const std::vector<NamedTensor>& others = {keys, queries, beta}) {
  return form_of(actual, expected, others, {});
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
  CHECK(relation(keys.tensor, other({2, 3}), {queries, keys}) == "it has the numbers of keys");
  CHECK(relation(other({2, 3}), queries.tensor, {keys}).empty());
  const NamedTensor zeros{"zeros", {{2, 2}, {0, 0, 0, 0}}};
  CHECK(relation(zeros.tensor, other({2, 2}), {zeros}) == "each element is 0");
}

TEST_CASE("a product to which a row or a column is added is told") {
  const NamedTensor W{"W", {{3, 2}, {1, -2, 3, 0.5, -1, 4}}};
  const NamedTensor b{"b", {{2}, {10, 20}}}, column{"column", {{2, 1}, {10, 20}}};
  // keys W = [[3, 15], [3, 23.5]]
  CHECK(relation({{2, 2}, {13, 35, 13, 43.5}}, other({2, 2}), {keys, W, b}) ==
        "it is the product of keys and W, plus b");
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
