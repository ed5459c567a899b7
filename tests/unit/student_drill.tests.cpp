// What a drill makes of a right text, and what its record keeps.

#include "catch.hpp"
#include "student/mutants.hpp"

#include <algorithm>

using namespace grader;

namespace {

bool makes(const std::string& text, const std::string& wanted) {
  return std::ranges::any_of(bugs_of(text, 1), [&](const Bug& bug) { return bug.text == wanted; });
}

}  // namespace

TEST_CASE("a statement that is left out leaves no line behind") {
  CHECK(makes("Matrix f(Matrix A) {\n  Matrix B = A;\n  B /= 2.0;  // the scale\n  return B;\n}\n",
              "Matrix f(Matrix A) {\n  Matrix B = A;\n  return B;\n}\n"));
  // Its place is kept where the next statement would become the body of a loop.
  CHECK(makes("int f(int n) {\n  for (int i = 0; i < n; ++i)\n    g(i);\n  return n;\n}\n",
              "int f(int n) {\n  for (int i = 0; i < n; ++i)\n    ;\n  return n;\n}\n"));
}

TEST_CASE("an operand that is left out leaves no space behind") {
  CHECK(makes("double f(double a, double b) {\n  return a / b;\n}\n",
              "double f(double a, double b) {\n  return a;\n}\n"));
}

TEST_CASE("a seed gives the same bugs again, and another one another order") {
  const std::string text = "double f(double a, double b) {\n  return 2.0 * a / b - 1.0;\n}\n";
  const auto order = [&](std::uint64_t seed) {
    std::vector<std::string> texts;
    for (const Bug& bug : bugs_of(text, seed)) texts.push_back(bug.text);
    return texts;
  };
  CHECK(order(3) == order(3));
  CHECK(order(3) != order(4));
  CHECK(std::ranges::is_permutation(order(3), order(4)));
}

TEST_CASE("a record of drills reads back as it was written") {
  DrillRecord record;
  record["06_row_softmax"] = {3,
                              {7, ~std::uint64_t{0}},
                              {11, true, 3, true, 9, 4, "a \xff \"b\"", "c", "axis", "sums", "g"}};
  record["09_causal_attention"] = {};  // nothing to keep
  const auto again = drill_record_in(text_of(record));
  CHECK(again.size() == 1);
  CHECK(text_of(again) == text_of(record));
  CHECK(again.at("06_row_softmax").known.contains(~std::uint64_t{0}));
}

TEST_CASE("what is no record of drills is an empty one") {
  for (const char* text : {"", "[]", "{\"exercises\": 3}", "{\"exercises\": {\"a\": {}}}"})
    CHECK(drill_record_in(text).empty());
}
