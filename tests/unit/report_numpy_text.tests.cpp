#include "catch.hpp"

#include "report/writers.hpp"

#include <cmath>
#include <limits>

using namespace grader;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

std::string vector_text(std::vector<double> values) {
  const std::size_t count = values.size();
  return numpy_text({{count}, std::move(values)});
}

}  // namespace

TEST_CASE("arrays look much as NumPy prints them") {
  CHECK(vector_text({1, 2.5, -3}) == "[ 1.0  2.5 -3.0]");
  CHECK(vector_text({0.1, 1.0 / 3}) == "[0.10000000 0.33333333]");
  CHECK(vector_text({1.5e100, -2e5}) == "[1.5e+100  -200000]");
  CHECK(vector_text({not_a_number, -infinity}) == "[ nan -inf]");
  CHECK(vector_text({}) == "[]");
  CHECK(numpy_text({{2, 0}, {}}) == "[]");
  CHECK(numpy_text({{2, 2}, {1, 2, 3, 4}}) == "[[1 2]\n [3 4]]");
  CHECK(numpy_text({{2, 1, 2}, {1, 2, 3, 4}}) == "[[[1 2]]\n\n [[3 4]]]");
  CHECK(numpy_text({{}, {0.1}}) == "0.1");
}

TEST_CASE("long rows go on below, and very long ones have dots in the middle") {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(i);
  CHECK(vector_text(values) ==
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
        " 24 25 26 27 28 29]");
  CHECK(vector_text(std::vector<double>(1001, 1)) == "[1 1 1 ... 1 1 1]");
  CHECK(numpy_text({{101, 10}, std::vector<double>(1010, 1)}) ==
        "[[1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]\n ...\n"
        " [1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]\n [1 1 1 ... 1 1 1]]");
}

TEST_CASE("marked elements have a star, the others a space") {
  CHECK(numpy_text({{2, 2}, {1, 2, 3, 4}}, {false, true, false, false}) == "[[1  2*]\n [3  4 ]]");
}
