// Where a verdict is in a program, and where it makes a wrong value.

#include "catch.hpp"

#include "grade/crash_lines.hpp"

#include <fmt/format.h>

#include <string>

using namespace grader;

namespace {

/// "LINE:COLUMN", or "none".
std::string place(const std::string& text, const ExerciseResult& result) {
  Exercise exercise;
  exercise.name = "attention";
  const std::optional<Place> found = place_of_verdict(text, exercise, result);
  return found ? fmt::format("{}:{}", found->line, found->column) : "none";
}

std::string place(const std::string& text, const std::optional<std::string>& step = std::nullopt) {
  ExerciseResult wrong;
  wrong.verdict = Verdict::wrong_value;
  wrong.first_wrong_step = step;
  return place(text, wrong);
}

}  // namespace

TEST_CASE("a wrong step is where the program records it, whatever comments and texts say") {
  const std::string text =
      "// record(\"scores\", A);\n"
      "Matrix attention(const Matrix& A) {\n"
      "  /* record(\"scores\", A); */ say(\"record(\\\"scores\\\")\");\n"
      "  record(\"weights\", A); record (\"scores\", A);\n"
      "  record(\"scores\", A);\n"
      "  return A;\n"
      "}\n";
  CHECK(place(text, "scores") == "4:25");
  CHECK(place(text, "weights") == "4:3");
  CHECK(place(text, "values") == "6:3");
  CHECK(place(text) == "6:3");
}

TEST_CASE("a wrong step is where the recorded array is last assigned in the same function") {
  const std::string text =
      "Matrix helper(const Matrix& A) {\n"
      "  Matrix weights = A;\n"
      "}\n"
      "Matrix attention(const Matrix& A) {\n"
      "  Matrix scores = zeros(A), sums{A};\n"
      "  for (int i = 0; i < N; ++i) {\n"
      "    scores(i, f(i)) += A(i, i) == scores(0, 0);\n"
      "  }\n"
      "  record(\"scores\", scores);\n"
      "  record(\"weights\", weights);\n"
      "  record(\"half\", scores / 2);\n"
      "  scores = A;\n"
      "  return scores;\n"
      "}\n";
  CHECK(place(text, "scores") == "7:5");
  CHECK(place(text, "weights") == "10:3");
  CHECK(place(text, "half") == "11:3");
}

TEST_CASE("a wrong result is at the function's own last return") {
  CHECK(place("Matrix helper() {\n return B;\n}\n"
              "Matrix attention(const Matrix& A) {\n"
              "  if (A.size() == 0) {\n    return A;\n  }\n"
              "  return each(A, [](double x) {\n    return x;\n  });\n"
              "}\n"
              "double other() {\n  return 1;\n}\n") == "8:3");
  CHECK(place("Matrix attention() {\n  if (true) {\n    return A;\n  }\n}") == "3:5");
}

TEST_CASE("a function without a return is the place itself, and only where it is defined") {
  CHECK(place("Matrix attention(int);\n\nMatrix attention(int) {\n  throw Open();  // return\n}") ==
        "3:8");
  CHECK(place("Matrix attention(int);") == "none");
  CHECK(place("") == "none");
  CHECK(place("Matrix attention(") == "none");
  CHECK(place("record(") == "none");
}

TEST_CASE("what is not begun is at the throw that is told, or at the first") {
  const std::string text =
      "Matrix attention(int) {\n"
      "  // throw NotImplemented(\"TODO 12\")\n"
      "  if (a) throw NotImplemented(\"TODO 1\");\n"
      "  throw NotImplemented(\"TODO 12\");\n"
      "  return A;\n"
      "}\n";
  ExerciseResult open;
  open.verdict = Verdict::not_started;
  open.finding = "TODO 12 is still open";
  CHECK(place(text, open) == "4:9");
  open.finding = "TODO 1 is still open";
  CHECK(place(text, open) == "3:16");
  open.finding = "the stub is as it was handed out";
  CHECK(place(text, open) == "3:16");
  CHECK(place("Matrix attention() {\n  throw NotImplemented();\n}", open) == "2:9");
  CHECK(place("Matrix attention() {\n  return open();\n}", open) == "1:8");
}

TEST_CASE("a verdict on the whole program is at the function") {
  ExerciseResult costly;
  costly.verdict = Verdict::too_costly;
  costly.first_wrong_step = "scores";
  CHECK(place("#include <x>\nMatrix attention() {\n  record(\"scores\", A);\n  return A;\n}",
              costly) == "2:8");
}

TEST_CASE("a text of any size is looked through once") {
  std::string calls = "#if 0\n";
  for (int i = 0; i < 50000; ++i) calls += "attention(";
  CHECK(place(calls + "\n#endif\nMatrix attention(int) {\n  return A;\n}\n") == "5:3");
}
