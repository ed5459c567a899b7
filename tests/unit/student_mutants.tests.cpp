// Which small changes are made of a text, and which are not.

#include "catch.hpp"
#include "core/error.hpp"
#include "student/mutants.hpp"
#include "core/tokens.hpp"

#include <algorithm>

using namespace grader;

namespace {

/// The lines that a body's mutants make of it, of one kind or of all.
std::vector<std::string> made_of(const std::string& body, const std::string& kind = "") {
  const std::string text =
      "Matrix f(const Matrix& A, const Matrix& B, double x) {\n" + body + "\n}\n";
  std::vector<std::string> lines;
  for (const Mutant& mutant : mutants_of(text)) {
    if (kind.empty() || mutant.kind == kind) lines.push_back(changed_lines(text, mutant).after);
  }
  std::ranges::sort(lines);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("comments, texts and lines of the preprocessor are no tokens to change") {
  const std::string text = "#include \"1 + 2\"\n// 3 + 4\n/* 5 */ f(\"6 + 7\", 'x', 1.5e-3);";
  std::vector<std::string> words;
  for (const Token& token : tokens_of(text)) words.emplace_back(token.text);
  CHECK(words == Lines{"f", "(", "\"6 + 7\"", ",", "'x'", ",", "1.5e-3", ")", ";"});
}

TEST_CASE("signs between operands change, those of templates and references do not") {
  CHECK(made_of("return A - B;", "sign: another one") == Lines{"return A + B;"});
  CHECK(made_of("return -A;", "sign: another one").empty());
  CHECK(made_of("std::vector<double> v(3);", "sign: another one").empty());
  CHECK(made_of("for (std::size_t i = 0; i < 3; ++i) g(i);", "sign: another one") ==
        Lines{"for (std::size_t i = 0; i <= 3; ++i) g(i);",
              "for (std::size_t i = 0; i > 3; ++i) g(i);"});
}

TEST_CASE("an axis, a constant and a bound move by one") {
  CHECK(made_of("return xt::sum(A, {1});", "axis: another number") ==
        Lines{"return xt::sum(A, {0});", "return xt::sum(A, {2});"});
  CHECK(made_of("return 0.5 * A;", "scale: another number") ==
        Lines{"return -0.5 * A;", "return 0.0 * A;", "return 1.0 * A;"});
  CHECK(made_of("for (int i = 0; i < n(A); ++i) g(i);", "bound: moved by one") ==
        Lines{"for (int i = 0; i < n(A) + 1; ++i) g(i);",
              "for (int i = 0; i < n(A) - 1; ++i) g(i);"});
}

TEST_CASE("products are transposed and turned round, and reducers lose keep_dims") {
  CHECK(made_of("return xt::linalg::dot(A, B);", "order: axes") ==
        Lines{"return xt::linalg::dot(A, xt::transpose(B));",
              "return xt::linalg::dot(xt::transpose(A), B);"});
  CHECK(made_of("return xt::linalg::dot(A, B);", "order: factors swapped") ==
        Lines{"return xt::linalg::dot(B, A);"});
  CHECK(made_of("return xt::transpose(A);", "order: not transposed") == Lines{"return A;"});
  CHECK(made_of("return xt::sum(A, {1}, xt::keep_dims);", "axis: keep_dims left out") ==
        Lines{"return xt::sum(A, {1});"});
  CHECK(made_of("return A(i, j);", "order: arguments swapped") == Lines{"return A(j, i);"});
  CHECK(made_of("return A / std::sqrt(x);", "scale: cut to an integer") ==
        Lines{"return A / static_cast<int>(std::sqrt(x));"});
}

TEST_CASE("an operand goes with all that is multiplied with it") {
  CHECK(made_of("return A - x * xt::exp(B);", "scale: an operand left out") ==
        Lines{"return A - x ;", "return A ;"});
}

TEST_CASE("a statement is left out unless it declares, returns, throws or records") {
  CHECK(made_of("A += B;\nMatrix C = A;\nrecord(\"C\", C);\nreturn C;", "other: a statement left out") ==
        Lines{";"});
  CHECK(made_of("if (x < 0) throw std::invalid_argument(\"x\");").empty());
  CHECK(made_of("for (auto& row : rows) row += 1;", "other: a statement left out") ==
        Lines{"for (auto& row : rows) ;"});
}

TEST_CASE("a variable gives way to another one of its type that has its value already") {
  CHECK(made_of("return A * x;", "other: another variable") == Lines{"return B * x;"});
  CHECK(made_of("double y = x;\nreturn A * y;", "other: another variable") ==
        Lines{"return A * x;", "return B * y;"});
  CHECK(made_of("return p.A;", "other: another variable").empty());
}

TEST_CASE("no two mutants make the same text, and none the text itself") {
  const std::string text = "double f(double a, double b) {\n  return a * 1.0 + b - 1.0;\n}\n";
  std::vector<std::string> texts{text};
  for (const Mutant& mutant : mutants_of(text)) texts.push_back(changed_text(text, mutant));
  CHECK(texts.size() > 5);
  std::ranges::sort(texts);
  CHECK(std::ranges::adjacent_find(texts) == texts.end());
}

TEST_CASE("an excuse is a reason with the lines that it excuses") {
  const auto excuses = read_excuses(
      "# Changes that change nothing\n\nOne reason,\non two lines.\n\n-  a = 1;\n+  a = 2;\n"
      "-b;\n+c;\n\nAnother.\n- d;\n+ e;  // as it is\n",
      "file");
  REQUIRE(excuses.size() == 3);
  CHECK(excuses[0].reason == "One reason, on two lines.");
  CHECK(excuses[0].before == "a = 1;");
  CHECK(excuses[0].after == "a = 2;");
  CHECK(excuses[1].reason == excuses[0].reason);
  CHECK(excuses[2].reason == "Another.");
  CHECK(excuses[2].after == "e;");
  for (const char* wrong : {"-a;\n+b;\n", "why\n-a;\n", "why\n-a;\n-b;\n", "why\n+b;\n"})
    CHECK_THROWS_AS(read_excuses(wrong, "file"), InputError);
}
