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

TEST_CASE("a factor, a sum or a sign that all elements share is told") {
  CHECK(pattern({2, 4, 6, 8, -10, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element is 2 times what is expected");
  CHECK(pattern({3, -3}, {0.2, -0.2}, {2}).empty());  // as any two such numbers
  CHECK(pattern({-1, -2, -3, -4, 5, 0}, {1, 2, 3, 4, -5, 0}) ==
        "each element has the opposite sign");
  CHECK(pattern({3, 4, 5, 6, -3, 2}, {1, 2, 3, 4, -5, 0}) ==
        "each element is 2 more than expected");
  CHECK(pattern({0, 1, 2, 3, -6, -1}, {1, 2, 3, 4, -5, 0}) ==
        "each element is 1 less than expected");
  // One is right within the tolerance; a factor that is 1 but for rounding.
  CHECK(pattern({2e-9, 2e-9, 1 + 2e-9}, {0, 0, 1}, {3}).find("more than") == std::string::npos);
  CHECK(pattern({1.000002, 2.000004, 3.000006}, {1, 2, 3}, {3}).empty());
}

TEST_CASE("numbers that all differ in their own way have nothing in common") {
  CHECK(pattern({2, 4, 6, 8, -10, 1}, {1, 2, 3, 4, -5, 0}).empty());
  CHECK(pattern({9, 0, 0, 1, 1, 1}, {5, 1, 2, 3, 4, 5}).empty());
  CHECK(pattern({5}, {1}, {1}).empty());
  CHECK(pattern({7, 0}, {3, 0}, {2}).empty());  // one number fits any factor
  CHECK(pattern({8, 8}, {3, 3}, {2}) == "each element is 2.666667 times what is expected");
}

TEST_CASE("right numbers, other shapes and numbers that are not finite have no pattern") {
  CHECK(pattern({1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}).empty());
  CHECK(pattern_of({{3}, {0, 0, 0}}, {{1, 3}, {1, 2, 3}}, {}).empty());
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(pattern({0, 0, 0, 0, 0, infinite}, {1, 2, 3, 4, 5, 6}).empty());
  CHECK(pattern_of({{2, 3}, {}}, {{2, 3}, {1, 2, 3, 4, 5, 6}}, {}).empty());
}

TEST_CASE("zeros where there should be numbers are told") {
  CHECK(pattern({0, 0, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6}) == "all of it is 0");
  CHECK(pattern({0, 0, 0}, {1, 0, 0}, {3}) == "all of it is 0");  // a row of a mask is no shares
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(pattern({1, -infinity, -infinity}, {1, 2, 3}, {3}) == "those that differ are all -inf");
  CHECK(pattern({1, -infinity, infinity}, {1, 2, 3}, {3}).empty());
  CHECK(pattern({1, -1, 1, -1, -1}, {1, 0, 1, 0, 0}, {5}) == "those that differ are all -1");
  CHECK(pattern({1, 1, 2, 4, 6, 5, 9, 9}, {1, 1, 2, 4, 5, 4, 7, 5}, {2, 2, 2}) ==
        "each element is the sum of what is expected there and before it along the first axis");
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

TEST_CASE("one row, one column or the diagonal that alone differs is told") {
  CHECK(pattern({1, 2, 3, 9, 7, 7}, {1, 2, 3, 4, 5, 6}) == "only row 1 differs");
  CHECK(pattern({1, 2, 9, 4, 5, 8}, {1, 2, 3, 4, 5, 6}) == "only column 2 differs");
  CHECK(pattern({7, 2, 3, 9}, {1, 2, 3, 4}, {2, 2}) == "only the diagonal differs");
  CHECK(pattern({1, 2, 3, 4, 5, 9}, {1, 2, 3, 4, 5, 6}).empty());  // one element has a place
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

TEST_CASE("numbers without their decimals are told, but not whole ones") {
  CHECK(pattern({1, -2, 3, 0, 5, 0}, {1.9, -2.2, 3.1, 0.5, 5.9, -0.1}) ==
        "each element is what is expected without its decimals");
  CHECK(pattern({2, -2, 3, 0, 5, 1}, {1.9, -2.2, 3.1, 0.5, 5.9, -0.1}).empty());  // rounded
}

TEST_CASE("a bound that holds elements back is told, where it holds two") {
  CHECK(pattern({1, 2, -3, -3, 5, -3}, {1, 2, -30, -40, 5, -4}) ==
        "no element is less than -3; those that differ should be");
  CHECK(pattern({1, 2, 4, 4, 3, 0}, {1, 2, 30, 40, 3, 0}) ==
        "no element is more than 4; those that differ should be");
  const double clamp = std::log(1e-12);
  CHECK(pattern({-1, -2, clamp, clamp, -5, clamp}, {-1, -2, -30, -40, -5, -33}) ==
        "no element is less than -27.63102, the logarithm of 1e-12; those that differ should be");
  CHECK(pattern({1, 2, -3, 4, 5, 6}, {1, 2, -30, 4, 5, 6}).empty());  // one
  CHECK(pattern({1, 2, -3, -3, 5, 7}, {1, 2, -30, -40, 5, 6}).empty());
}

TEST_CASE("one number that is a mean of logarithms with a bound is told") {
  const auto said = [](double actual, double expected) {
    return pattern({actual}, {expected}, {});
  };
  const std::string bound =
      ": are logarithms kept above that of a small number, such as 1e-7, or is one added under "
      "them?";
  CHECK(said(-std::log(1e-7) * 2 / 3, 2820) ==
        "it is 14 times the logarithm of 10, divided by 3" + bound);
  CHECK(said(-std::log(1.00001e-12) * 2 / 3, 2820) == "it is 8 times the logarithm of 10" + bound);
  CHECK(said(-std::log(1e-7) * 2 / 3 + 1e-3, 2820).empty());
  CHECK(said(-std::log(1e-7), 3).empty());  // a bound makes a loss smaller
}

TEST_CASE("what was added before a logarithm was taken is told") {
  std::vector<double> logarithms;
  for (const double each : {0.5, 0.1, 0.4, 1e-8, 0.9, 0.0999}) logarithms.push_back(std::log(each));
  std::vector<double> wrong = logarithms;
  for (double& each : wrong) each = std::log(std::exp(each) + 1e-7);
  CHECK(pattern(wrong, logarithms) == "1e-07 was added before the logarithm was taken");
  wrong[1] += 1e-9;
  CHECK(pattern(wrong, logarithms, {6}) == "");
}

TEST_CASE("the last two axes of more that are exchanged are told") {
  CHECK(pattern({1, 3, 2, 4, 5, 7, 6, 8}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}) ==
        "its last two axes are exchanged");
}

TEST_CASE("a sum that should be one is told, beside what else there is to say") {
  CHECK(pattern({0.4, 0.2, 0.4, 0.1, 0.2, 0.6}, {0.3, 0.3, 0.4, 0.1, 0.2, 0.7}) ==
        "row 1 sums to 0.9, not to 1");
  CHECK(pattern({0.1, 0.15, 0.25}, {0.2, 0.3, 0.5}, {3}) ==
        "each element is 0.5 times what is expected; it sums to 0.5, not to 1");
  CHECK(pattern({0.2, 0.4, 0.9, 0.6}, {0.3, 0.4, 0.7, 0.6}, {2, 2}) ==
        "only column 0 differs; column 0 sums to 1.1, not to 1");
  const std::string near = pattern_of({{1, 2}, {0.4, 0.6 - 1e-8}}, {{1, 2}, {0.4, 0.6}}, {1e-9, 0});
  CHECK(near.ends_with("it sums to 0.99999999, not to 1"));
}

TEST_CASE("of more than two axes elements along the last one are told") {
  CHECK(pattern({9, 0, 0, 4, 0, 0, 7, 0, 0, 10, 0, 0}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13},
                {2, 2, 3}) == "elements 1 to 2 along its last axis are 0");
  CHECK(pattern({1, 3, 6, 4, 9, 15, 7, 15, 24, 10, 21, 34}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13},
                {2, 2, 3}) ==
        "each element is the sum of what is expected there and before it along its last axis");
}

TEST_CASE("of more than two axes no row is told") {
  CHECK(pattern({1, 2, 3, 4, 5, 6, 9, 9}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}).empty());
  CHECK(pattern({1, 2, 3, 4, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2}) ==
        "those that differ are all 0");
}
