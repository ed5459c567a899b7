// What a submission prints, throws, defines or is called reaches no output as an order to the
// runner of a CI. The rule itself and all orders are in unit/core_escape.tests.cpp.

#include "end_to_end/support.hpp"

#include <regex>

using namespace e2e;

namespace {

/// Whether a runner would obey something in `log`.
bool obeyed(const std::string& log) {
  static const std::regex order(
      "##[A-Za-z0-9_.-]*\\[|section_(start|end):|travis_(fold|time):|\\r|\\x1b|(^|\\n)\\s*::|"
      "(^|\\n)(---|\\+\\+\\+) ");
  return std::regex_search(log, order);
}

void check(const std::vector<std::string>& arguments, int exit_code,
           const fs::path& root = source) {
  const Result result = grade(arguments, root);
  INFO(result.out << result.err);
  CHECK(result.exit_code == exit_code);
  CHECK(!(result.out + result.err).empty());
  CHECK(!obeyed(result.out));
  CHECK(!obeyed(result.err));
}

}  // namespace

TEST_CASE("orders that a submission prints, throws, defines or is called come out as words") {
  const std::string every_format = "r71_runner_orders.cpp";
  for (const std::string& attack : {every_format, std::string("c60_symbols_are_orders.cpp"),
                                    std::string("c61_undefined_symbols_are_orders.cpp")}) {
    INFO(attack);
    Folder parent;
    const fs::path folder = parent / "a\n::error::x ##vso[b] ##[c]\n--- d";
    write(folder / "matrix_attention.cpp", read(source / "tests/attacks" / attack));
    write(folder / "self_attention.c\n##teamcity[x]", "");
    // What stands in each of them: unit/core_escape.tests.cpp. Here that nothing comes past the
    // writers.
    for (const std::string format : {"text", "json", "html", "junit", "markdown", "gradescope",
                                     "gitlab", "classroom50", "exercism"}) {
      if (attack == every_format || format == "text" || format == "json")
        check({"run", "01", "02", "--submission", folder.string(), "--format", format}, 1);
    }
    check({"picture", "02", "--submission", folder.string()}, 1);
  }
}

TEST_CASE("orders in names come out as words on standard error") {
  const std::string order = "x\n::error::y ##vso[b]\r\x1b[2J";
  check({order}, 2);
  check({"run", order}, 2);
  check({"run", "--format", order}, 2);
  check({"run", "--submission", "/nonexistent/" + order}, 2);
  check({"run", "02", "--solutions", "--secret", order}, 2);
  check({"run", "02", "--solutions", "--output", "/nonexistent/" + order}, 2);
  check({"picture", "02", "--case", order}, 2);
  check({"demo", order}, 2);
  check({"list", "--course", order}, 2);
}

TEST_CASE("a report stays small, whatever a program prints and throws") {
  Folder submission;
  write(submission / "matrix_attention.cpp",
        "#include \"matrix_attention.hpp\"\n#include <cstdio>\nnamespace softmark {\n"
        "Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const "
        "Projection&) {\n"
        "  std::string text(60000, '\\xff');\n"
        "  std::fputs((\"Assertion '\" + text + \"' failed\\n\").c_str(), stderr);\n"
        "  for (int i = 0; i < 9; ++i) record(text, X);\n  abort();\n}\n}\n");
  const Result result =
      grade({"run", "02", "--submission", submission.path().string(), "--format", "json"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.size() < 100 * 1024);
  CHECK(json::parse(result.out)["exercises"][0]["message"].get<std::string>().size() < 4100);
}
