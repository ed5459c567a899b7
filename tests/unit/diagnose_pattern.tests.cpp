// What the wrong numbers of a step have in common.

#include "catch.hpp"

#include "diagnose/pattern.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

std::string pattern(std::vector<double> actual, std::vector<double> expected,
                    Shape shape = {2, 3}) {
  return pattern_of({shape, std::move(actual)}, {shape, std::move(expected)}, {});
}

}  // namespace

TEST_CASE("a factor or a sign that all elements share is told") {
  CHECK(pattern({2, 4, 6, 8, -10, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element is 2 times what is expected");
  CHECK(pattern({3, -3}, {0.2, -0.2}, {2}).empty());  // as any two such numbers
  CHECK(pattern({-1, -2, -3, -4, 5, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element has the opposite sign");
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
  CHECK(pattern_of({{3}, {0, 0, 0}}, {{1, 3}, {1, 2, 3}}, {}).empty());
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(pattern({0, 0, 0, 0, 0, infinite}, {1, 2, 3, 4, 5, 6}).empty());
  CHECK(pattern_of({{2, 3}, {}}, {{2, 3}, {1, 2, 3, 4, 5, 6}}, {}).empty());
}

TEST_CASE("zeros where there should be numbers are told") {
  CHECK(pattern({0, 0, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6}) == "each element is 0");
  CHECK(pattern({0, 0, 0}, {1, 0, 0}, {3}) == "each element is 0");  // a row of a mask is no shares
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(pattern({1, -infinity, -infinity}, {1, 2, 3}, {3}) == "those that differ are all -inf");
  CHECK(pattern({1, -infinity, infinity}, {1, 2, 3}, {3}).empty());
  CHECK(pattern({1, -1, 1, -1, -1}, {1, 0, 1, 0, 0}, {5}) == "those that differ are all -1");
  CHECK(pattern({1, -infinity, 4}, {1, 2, 3}, {3}).empty());
  CHECK(pattern({1e-17, 2e-17, 3e-17}, {1, 2, 3}, {3}) == "all of it is nearly 0");
  CHECK(pattern({1, 2, 3, 4, 0, 0}, {1, 2, 3, 4, 5, 6}) == "those that differ are all 0");
  CHECK(pattern({0, 2, 3, 0, 5, 6}, {1, 2, 3, 4, 5, 6}) == "those that differ are all 0");
}

TEST_CASE("another order of the same numbers is told") {
  CHECK(pattern({1, 3, 2, 4}, {1, 2, 3, 4}, {2, 2}) == "it is the transpose of what is expected");
  CHECK(pattern({4, 5, 6, 1, 2, 3}, {1, 2, 3, 4, 5, 6}) == "its rows are in reverse order");
  CHECK(pattern({3, 2, 1, 6, 5, 4}, {1, 2, 3, 4, 5, 6}) == "its columns are in reverse order");
  CHECK(pattern({3, 2, 1}, {1, 2, 3}, {3}) == "its elements are in reverse order");
}

TEST_CASE("rows or columns that are 0, and the only row that is right, are told") {
  CHECK(pattern({1, 0, 0, 4, 0, 0}, {9, 2, 3, 8, 5, 6}) == "columns 1 to 2 are 0");
  CHECK(pattern({0, 0, 0, 7, 7, 9}, {1, 2, 3, 4, 5, 6}) == "row 0 is 0");
  CHECK(pattern({1, 2, 4, 3, 6, 5}, {1, 2, 3, 4, 5, 6}, {3, 2}) == "only row 0 is right");
}

TEST_CASE("whole numbers where others are expected are told") {
  const auto whole = [](const std::vector<double>& actual, const std::vector<double>& expected) {
    return whole_numbers({{actual.size()}, actual}, {{expected.size()}, expected});
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

TEST_CASE("a sum that went on from element to element is told, with its way") {
  CHECK(pattern({1, 3, 6, 4, 9, 15}, {1, 2, 3, 4, 5, 6}) ==
        "each element is the sum of what is expected there and before it in its row");
  CHECK(pattern({1, 2, 4, 6, 9, 12}, {1, 2, 3, 4, 5, 6}, {3, 2}) ==
        "each element is the sum of what is expected there and above it in its column");
  CHECK(pattern({1, 3, 6, 10, 15, 21}, {1, 2, 3, 4, 5, 6}) ==
        "each element is the sum of what is expected there and before it, in its row and in all "
        "rows above");
  CHECK(pattern({1, 3, 6, 4, 9, 16}, {1, 2, 3, 4, 5, 6}).empty());
}

TEST_CASE("a sum that should be one is told, beside what else there is to say") {
  CHECK(pattern({0.4, 0.2, 0.4, 0.1, 0.2, 0.6}, {0.3, 0.3, 0.4, 0.1, 0.2, 0.7}) ==
        "row 1 sums to 0.9, not to 1");
  CHECK(pattern({0.1, 0.15, 0.25}, {0.2, 0.3, 0.5}, {3}) ==
        "each element is 0.5 times what is expected; it sums to 0.5, not to 1");
  CHECK(pattern({0.2, 0.4, 0.9, 0.6}, {0.3, 0.4, 0.7, 0.6}, {2, 2}) ==
        "column 0 sums to 1.1, not to 1");
  const std::string near = pattern_of({{1, 2}, {0.4, 0.6 - 1e-8}}, {{1, 2}, {0.4, 0.6}}, {1e-9, 0});
  CHECK(near.ends_with("it sums to 0.99999999, not to 1"));
}

TEST_CASE("of more than two axes no row is told") {
  CHECK(pattern({1, 2, 3, 4, 5, 6, 9, 7}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}).empty());
  CHECK(pattern({1, 2, 3, 4, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}) ==
        "those that differ are all 0");
}
