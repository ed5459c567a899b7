#include "catch.hpp"

#include "values/case_text.hpp"
#include "values/numpy_text.hpp"

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

// What NumPy 1.24 prints for the same arrays.
TEST_CASE("arrays look as NumPy prints them") {
  CHECK(vector_text({1, 2.5, -3}) == "[ 1.   2.5 -3. ]");
  CHECK(vector_text({0.1, 1.0 / 3}) == "[0.1        0.33333333]");
  CHECK(vector_text({1e-5, 2}) == "[1.e-05 2.e+00]");
  CHECK(vector_text({1.5e100, -2e5}) == "[ 1.5e+100 -2.0e+005]");
  CHECK(vector_text({1e8}) == "[1.e+08]");
  CHECK(vector_text({not_a_number, 1.25}) == "[ nan 1.25]");
  CHECK(vector_text({-infinity, 0}) == "[-inf   0.]");
  CHECK(vector_text({infinity}) == "[inf]");
  CHECK(vector_text({-0.0, 0}) == "[-0.  0.]");
  CHECK(vector_text({}) == "[]");
  CHECK(numpy_text({{2, 0}, {}}) == "[]");
  CHECK(numpy_text({{2, 2}, {1, 2, 3, 4}}) == "[[1. 2.]\n [3. 4.]]");
  CHECK(numpy_text({{2, 1, 2}, {1, 2, 3, 4}}) == "[[[1. 2.]]\n\n [[3. 4.]]]");
  CHECK(numpy_text({{}, {0.1}}) == "0.1");
  CHECK(numpy_text({{}, {1e5}}) == "100000.0");
}

TEST_CASE("long rows go on below, and very long ones have dots in the middle") {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(i);
  CHECK(vector_text(values) ==
        "[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16. 17.\n"
        " 18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29.]");
  CHECK(vector_text(std::vector<double>(1001, 1)) == "[1. 1. 1. ... 1. 1. 1.]");
  CHECK(numpy_text({{101, 10}, std::vector<double>(1010, 1)}) ==
        "[[1. 1. 1. ... 1. 1. 1.]\n [1. 1. 1. ... 1. 1. 1.]\n [1. 1. 1. ... 1. 1. 1.]\n ...\n"
        " [1. 1. 1. ... 1. 1. 1.]\n [1. 1. 1. ... 1. 1. 1.]\n [1. 1. 1. ... 1. 1. 1.]]");
}

TEST_CASE("marked elements have a star, the others a space") {
  CHECK(numpy_text({{2, 2}, {1, 2, 3, 4}}, {false, true, false, false}) ==
        "[[1.  2.*]\n [3.  4. ]]");
}

TEST_CASE("a number is written with as few digits as are the same number") {
  CHECK(exact_number(0.1) == "0.1");
  CHECK(exact_number(3) == "3.0");
  CHECK(exact_number(1.0 / 3) == "0.3333333333333333");
  CHECK(exact_number(1e-5) == "1e-05");
  CHECK(exact_number(-1e300) == "-1e+300");
  CHECK(exact_number(0) == "0.0");
}

TEST_CASE("the parameters of a contract are read, and the structs among them") {
  const std::string header =
      "// Matrix f(int no);\nstruct Pair { Matrix W;  // struct Other { int x; };\n  Vector b, c; "
      "};\n"
      "/// Like g.\nMatrix f(const Matrix& X, const std::vector<Matrix>& list,\n  const Pair& "
      "pair, "
      "std::mt19937& random, bool causal);\n";
  const auto parameters = parameters_of(header, "f");
  REQUIRE(parameters.size() == 5);
  CHECK(parameters[0].type == "Matrix");
  CHECK(parameters[1].type == "std::vector<Matrix>");
  CHECK(parameters[1].name == "list");
  CHECK(parameters[3].type == "std::mt19937");
  CHECK(parameters[4].name == "causal");
  const auto structs = structs_in(header);
  REQUIRE(structs.size() == 1);
  REQUIRE(structs.at("Pair").size() == 3);
  CHECK(structs.at("Pair")[2].type == "Vector");
  CHECK(structs.at("Pair")[2].name == "c");
  CHECK(parameters_of(header, "g").empty());
}
