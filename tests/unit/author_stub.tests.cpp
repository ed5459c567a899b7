// The stub that a solution gives.

#include "catch.hpp"

#include "author/verify.hpp"
#include "core/error.hpp"

#include <string>

using namespace grader;

namespace {

std::string refused(const std::string& solution) {
  try {
    stub_of(solution);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("below a TODO the statement goes, and what is recorded and declared stays") {
  CHECK(stub_of("int f() {\n"
                "  // TODO 1: the sum, of\n"
                "  // all.\n"
                "  double sum = a +\n"
                "               b;  // (1)\n"
                "  record(\"sum\", sum);\n"
                "\n"
                "  // TODO 2: the end (see above).\n"
                "  return sum;\n"
                "}\n") ==
        "int f() {\n"
        "  // TODO 1: the sum, of\n"
        "  // all.\n"
        "  double sum;\n"
        "  throw NotImplemented(\"TODO 1: the sum\");\n"
        "  record(\"sum\", sum);\n"
        "\n"
        "  // TODO 2: the end (see above).\n"
        "  throw NotImplemented(\"TODO 2: the end\");\n"
        "}\n");
}

TEST_CASE("a return below another statement stays, one that is the statement goes") {
  CHECK(stub_of("  // TODO 3: the sums.\n"
                "  Matrix sums = a +\n"
                "                b;\n"
                "  return sums;\n"
                "}\n") ==
        "  // TODO 3: the sums.\n"
        "  Matrix sums;\n"
        "  throw NotImplemented(\"TODO 3: the sums\");\n"
        "  return sums;\n"
        "}\n");
}

TEST_CASE("a block below a TODO goes whole, and assignments leave no declaration") {
  CHECK(stub_of("  // TODO 1: all of them\n"
                "  for (int i = 0; i < 3; ++i) {\n"
                "    x(i) = 1;\n"
                "  }\n"
                "  y = 2;\n"
                "}\n") ==
        "  // TODO 1: all of them\n  throw NotImplemented(\"TODO 1: all of them\");\n}\n");
}

TEST_CASE("a solution without a TODO above a statement gives no stub") {
  CHECK(refused("int f() { return 1; }\n").find("expected a comment \"// TODO 1") == 0);
  CHECK(refused("  // TODO 1: nothing\n\n  x();\n").find("expected a statement below") == 0);
  CHECK(refused("// TODO 1: nothing").find("expected a statement below") == 0);
}
