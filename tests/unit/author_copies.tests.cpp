#include "author/verify.hpp"

#include "catch.hpp"

using grader::piece_of_solution;

namespace {

const std::string stub =
    "Matrix f(const Matrix& X) {\n  Matrix result = xt::zeros_like(X);\n"
    "  throw NotImplemented(\"TODO 1\");\n}\n";
const std::string solution =
    "#include \"f.hpp\"\n\nMatrix f(const Matrix& X) {\n  Matrix result = xt::zeros_like(X);\n"
    "  for (double& each : result) {\n    each = first_thing(X);\n  }\n"
    "  second_thing(result);\n  return result;\n}\n";

}  // namespace

TEST_CASE("three lines of a solution in a row are found, however they are laid out") {
  CHECK(piece_of_solution(solution, stub,
                          "void run() {\n\tfor(double&each:result) {\n"
                          "  // the first thing\n  each =first_thing( X ); // here\n"
                          "  }\n /* and\n the second */ second_thing(result);\n}\n")
            .find("each=first_thing(X); second_thing(result);") != std::string::npos);
}

TEST_CASE("two lines, lines apart, and lines of the stub are no piece of the solution") {
  CHECK(piece_of_solution(solution, stub, "each = first_thing(X);\nsecond_thing(result);\n") == "");
  CHECK(piece_of_solution(solution, stub,
                          "for (double& each : result) {\neach = first_thing(X);\n"
                          "something_else(X);\nsecond_thing(result);\n") == "");
  CHECK(piece_of_solution(solution, solution, solution) == "");
  CHECK(piece_of_solution(solution, stub, stub) == "");
  CHECK(piece_of_solution(solution, stub, "") == "");
}
