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

TEST_CASE("an array is named where the line asks it for an element and the file declares it") {
  const auto named = [](const std::string& declaration, const std::string& line) {
    return array_at(declaration + "\n" + line + "\n", line, 1);
  };
  CHECK(named("void f(const Matrix& X) {", "X(0, 1) = 2;") == "X");
  CHECK(named("  Matrix X = Y;", "X[3];") == "X");
  CHECK(named("auto  X = Y;", "X.at(3);") == "X");
  CHECK(named("xt::xtensor<int, 1> X;", "X(3);") == "X");
  CHECK(named("const Model& model", "model.query.W(9, 9)") == "model.query.W");
  CHECK(named("Model* model, Matrix& k", "k(1)") == "k");
}

TEST_CASE("a function is no array") {
  const auto named = [](const std::string& text, const std::string& line) {
    return array_at(text, line, 1);
  };
  CHECK(named("x = softmax(S); return softmax(S);", "softmax(S)").empty());
  CHECK(named("a * softmax(S) > softmax(T) & softmax(U)", "softmax(S)").empty());
  CHECK(named("Matrix softmaxes;", "softmax(S)").empty());
  CHECK(named("Matrix X;", "X + 1").empty());
  CHECK(named("Matrix X;", "X").empty());
  CHECK(named("Matrix X;", "").empty());
  CHECK(named("Matrix X;", ".x(1)").empty());
}

TEST_CASE("a long file full of one name is read in a moment") {
  std::string text(500'000, ' ');
  for (int i = 0; i < 250'000; ++i) text += "a;";
  CHECK(array_at(text, "a(1)", 1).empty());
}
