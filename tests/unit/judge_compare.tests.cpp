// The comparison: shapes, then what is not finite, then the tolerance.

#include "catch.hpp"

#include "judge/compare.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Tolerance exact{0, 0};
constexpr Tolerance usual{1e-6, 1e-9};

using Index = std::vector<std::size_t>;

Comparison compare_values(std::vector<double> actual, std::vector<double> expected,
                          const Tolerance& tolerance = usual) {
  const Shape actual_shape = {actual.size()};
  const Shape expected_shape = {expected.size()};
  return compare({actual_shape, std::move(actual)}, {expected_shape, std::move(expected)},
                 tolerance);
}

bool matches(double actual, double expected, const Tolerance& tolerance) {
  return compare_values({actual}, {expected}, tolerance).matches();
}

}  // namespace

TEST_CASE("equal arrays match without tolerance") {
  const Comparison comparison =
      compare({{2, 2}, {1, -2, 3e300, 0}}, {{2, 2}, {1, -2, 3e300, 0}}, exact);
  CHECK(comparison.matches());
  CHECK(comparison.same_shape);
  CHECK(comparison.finite);
  CHECK(comparison.elements == 4);
  CHECK(comparison.mismatches == 0);
  CHECK(comparison.max_abs_error == 0.0);
  CHECK(!comparison.worst);
}

TEST_CASE("arrays of different shapes never match, however equal their values are") {
  struct Row {
    Shape actual, expected;
  };
  const std::vector<Row> rows = {
      {{3}, {1, 3}},    {{1, 3}, {3}}, {{3, 1}, {3}},      {{2, 3}, {3, 2}}, {{1}, {}},
      {{}, {1}},        {{1, 1}, {1}}, {{4}, {3}},         {{2}, {3}},       {{0}, {1}},
      {{0, 3}, {3, 0}}, {{0}, {0, 3}}, {{2, 1, 3}, {2, 3}}};
  for (const Row& row : rows) {
    const Comparison comparison =
        compare({row.actual, std::vector<double>(element_count(row.actual), 5)},
                {row.expected, std::vector<double>(element_count(row.expected), 5)}, usual);
    INFO(row.actual.size() << " axes against " << row.expected.size());
    CHECK(!comparison.matches());
    CHECK(!comparison.same_shape);
    CHECK(comparison.elements == element_count(row.expected));
    CHECK(comparison.mismatches == element_count(row.expected));
    CHECK(!comparison.worst);
    CHECK(!comparison.max_abs_error);
  }
}

TEST_CASE("an array sent without its values matches nothing, not even its own shape") {
  const Comparison comparison = compare({{2, 2}, {}}, {{2, 2}, {0, 0, 0, 0}}, usual);
  CHECK(!comparison.matches());
  CHECK(!comparison.same_shape);
  CHECK(comparison.mismatches == 4);
  CHECK(!compare({{2}, {1}}, {{2}, {1, 1}}, usual).matches());
  CHECK(!compare({{2}, {1, 1, 1}}, {{2}, {1, 1}}, usual).matches());
}

TEST_CASE("an array whose number of elements overflows is not complete without values") {
  const std::size_t huge = std::size_t{1} << 32;
  CHECK(!Tensor{{huge, huge}, {}}.complete());
}

TEST_CASE("the tolerance is atol + rtol * |expected|, the boundary included") {
  const Tolerance tolerance{0.25, 0.5};  // at an expected value of 2 or -2: 1, exactly
  const double above = std::nextafter(3.0, 4.0);
  const double below = 1 - 0x1p-52;
  CHECK(matches(3, 2, tolerance));
  CHECK(matches(1, 2, tolerance));
  CHECK(!matches(above, 2, tolerance));
  CHECK(!matches(below, 2, tolerance));
  CHECK(matches(-3, -2, tolerance));
  CHECK(matches(-1, -2, tolerance));
  CHECK(!matches(-above, -2, tolerance));

  SECTION("atol alone decides at an expected zero") {
    CHECK(matches(0.5, 0, tolerance));
    CHECK(matches(-0.5, 0, tolerance));
    CHECK(!matches(std::nextafter(0.5, 1.0), 0, tolerance));
  }
  SECTION("rtol is a share of the expected value, not of the actual one") {
    const Tolerance relative{0.25, 0};
    CHECK(matches(3, 4, relative));
    CHECK(!matches(4, 3, relative));
    CHECK(!matches(1e-300, 0, relative));
  }
  SECTION("no tolerance demands equality, where the two zeros are equal") {
    CHECK(matches(-0.0, 0.0, exact));
    CHECK(!matches(std::nextafter(1.0, 2.0), 1.0, exact));
    CHECK(!matches(std::numeric_limits<double>::denorm_min(), 0.0, exact));
  }
  SECTION("very large numbers") {
    CHECK(matches(1.7e308, 1.7e308, usual));
    CHECK(!matches(-1.7e308, 1.7e308, usual));
  }
}

TEST_CASE("NaN and infinities never match a finite number") {
  for (const double bad : {nan_value, -nan_value, infinity, -infinity}) {
    for (const double expected : {0.0, 1.0, -1e308, 1.7e308}) {
      const Comparison comparison = compare_values({bad}, {expected}, {0.5, 1e300});
      CHECK(!comparison.matches());
      CHECK(!comparison.finite);
      CHECK(comparison.mismatches == 1);
      CHECK(!comparison.max_abs_error);
    }
  }
}

TEST_CASE("a mistake's NaN matches NaN only and its infinity the same infinity only") {
  CHECK(matches(nan_value, nan_value, exact));
  CHECK(matches(infinity, infinity, exact));
  CHECK(matches(-infinity, -infinity, exact));
  const Tolerance wide{1e300, 1e300};
  CHECK(!matches(0, nan_value, wide));
  CHECK(!matches(infinity, nan_value, wide));
  CHECK(!matches(nan_value, infinity, wide));
  CHECK(!matches(-infinity, infinity, wide));
  CHECK(!matches(infinity, -infinity, wide));
  CHECK(!matches(1.7976931348623157e308, infinity, wide));

  const Comparison pattern = compare_values({nan_value, infinity, 2}, {nan_value, infinity, 2});
  CHECK(pattern.matches());
  CHECK(pattern.finite);
  CHECK(pattern.max_abs_error == 0.0);
}

TEST_CASE("an element counts as not finite only where a finite one is expected") {
  CHECK(compare_values({1}, {nan_value}).finite);
  CHECK(compare_values({infinity}, {nan_value}).finite);
  CHECK(!compare_values({infinity, 1}, {0, 1}).finite);
}

TEST_CASE("the worst element is the largest difference, by its index along each axis") {
  const Tensor expected{{2, 3}, {0, 0, 0, 0, 0, 0}};
  const Comparison comparison = compare({{2, 3}, {0, 1, -2, 0, 0, -5}}, expected, usual);
  CHECK(comparison.mismatches == 3);
  CHECK(comparison.elements == 6);
  REQUIRE(comparison.worst);
  CHECK(comparison.worst->index == Index{1, 2});
  CHECK(comparison.worst->actual == -5);
  CHECK(comparison.worst->expected == 0);
  CHECK(comparison.max_abs_error == 5.0);

  SECTION("of equal differences the first") {
    const Comparison equal = compare({{2, 3}, {0, 0, 3, -3, 3, 0}}, expected, usual);
    REQUIRE(equal.worst);
    CHECK(equal.worst->index == Index{0, 2});
    const double more = std::nextafter(3, 4);  // than another processor finds
    const Comparison rounded = compare({{2, 3}, {0, 0, 3, -more, 3, 0}}, expected, usual);
    REQUIRE(rounded.worst);
    CHECK(rounded.worst->index == Index{0, 2});
  }
  SECTION("along three axes of different lengths") {
    std::vector<double> values(24, 0);
    values[1 * 12 + 2 * 4 + 3] = 7;
    const Comparison deep =
        compare({{2, 3, 4}, values}, {{2, 3, 4}, std::vector<double>(24, 0)}, usual);
    REQUIRE(deep.worst);
    CHECK(deep.worst->index == Index{1, 2, 3});
  }
  SECTION("a larger difference within its own tolerance is not the worst") {
    const Comparison tolerated = compare_values({1e12 + 1, 2}, {1e12, 1});
    CHECK(tolerated.mismatches == 1);
    REQUIRE(tolerated.worst);
    CHECK(tolerated.worst->index == Index{1});
  }
}

TEST_CASE("the worst element is the first that is not finite, before any larger difference") {
  const Comparison comparison =
      compare_values({100, 0, nan_value, infinity, 1e300}, {0, 0, 7, 0, 0});
  CHECK(comparison.mismatches == 4);
  CHECK(!comparison.finite);
  REQUIRE(comparison.worst);
  CHECK(comparison.worst->index == Index{2});
  CHECK(std::isnan(comparison.worst->actual));
  CHECK(comparison.worst->expected == 7);
  CHECK(comparison.max_abs_error == 1e300);
}

TEST_CASE("the largest error covers elements within the tolerance too") {
  const Comparison comparison = compare_values({1 + 0x1p-40, 2}, {1, 2});
  CHECK(comparison.matches());
  CHECK(comparison.max_abs_error == 0x1p-40);
}

TEST_CASE("a scalar is compared, and its worst element has no index") {
  CHECK(compare({{}, {2}}, {{}, {2}}, usual).matches());
  const Comparison comparison = compare({{}, {3}}, {{}, {2}}, usual);
  CHECK(comparison.same_shape);
  CHECK(comparison.elements == 1);
  CHECK(comparison.mismatches == 1);
  REQUIRE(comparison.worst);
  CHECK(comparison.worst->index.empty());
  CHECK(comparison.worst->actual == 3);
}

TEST_CASE("empty arrays of the same shape match") {
  const Comparison comparison = compare({{0, 3}, {}}, {{0, 3}, {}}, usual);
  CHECK(comparison.matches());
  CHECK(comparison.elements == 0);
  CHECK(!comparison.max_abs_error);
  CHECK(!comparison.worst);
}
