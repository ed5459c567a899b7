// What a line calls where a compiler says that something is.

#include "catch.hpp"

#include "compile/code_places.hpp"

#include <string>

using namespace grader;

namespace {

/// The column in `line` of the first letter of `piece`, from 1.
std::size_t column_of(const std::string& line, const std::string& piece) {
  return line.find(piece) + 1;
}

}  // namespace

TEST_CASE("a call begins with its whole name, whichever part of it a compiler tells") {
  const std::string line = "  s += X(i, j) * model.query->W.at(row(i), 2) - [] {}[0];";
  CHECK(start_of_call(line, column_of(line, "X(")) == 8);
  CHECK(start_of_call(line, column_of(line, "(i, j)")) == 8);
  CHECK(start_of_call(line, column_of(line, ") *")) == 8);
  const std::size_t model = column_of(line, "model");
  CHECK(start_of_call(line, column_of(line, "at(")) == model);
  CHECK(start_of_call(line, column_of(line, ", 2)") + 3) == model);
  CHECK(start_of_call(line, column_of(line, "row(") + 3) == column_of(line, "row("));
}

TEST_CASE("what is no call, or not in the line, stays where it is") {
  CHECK(start_of_call("a + b", 3) == 3);
  CHECK(start_of_call("a + b", 0) == 0);
  CHECK(start_of_call("a + b", 99) == 99);
  CHECK(start_of_call("", 1) == 1);
  CHECK(start_of_call(")))", 3) == 3);
}
