// Costs against the limits of an exercise: which is told, and what is not believed.

#include "catch.hpp"

#include "judge/costs.hpp"

using namespace grader;

namespace {

Costs costs_of(double operations, double bytes) {
  Costs costs{};
  costs[static_cast<std::size_t>(Cost::operations)] = operations;
  costs[static_cast<std::size_t>(Cost::peak_bytes)] = bytes;
  return costs;
}

struct Counted {
  Exercise exercise;
  std::vector<Case> cases;
  std::vector<Costs> counted;
  CaseResult last{.name = "cost_4", .verdict = Verdict::passed};

  /// The reference costs 1000 operations, and 80 bytes, at size 10.
  Counted() {
    exercise.costs = CostSpec{
        {{"N", {10, 10}}},
        {"N"},
        {{"matrix", Cost::peak_bytes, CostLimit::Of::exponent, 1.3, "A matrix is kept."},
         {"again", Cost::operations, CostLimit::Of::reference, 3, "All is computed again."},
         {"twice", Cost::operations, CostLimit::Of::reference, 1.25, "It is computed twice."}}};
    for (const std::size_t factor : cost_factors) {
      const auto times = static_cast<double>(factor);
      Case& one = cases.emplace_back();
      one.sizes["N"] = 10 * factor;
      one.costs = costs_of(1000 * times * times, 80 * times);
      counted.push_back(*one.costs);
    }
  }

  void judge() { judge_costs(exercise, cases, counted, last); }
};

}  // namespace

TEST_CASE("what costs as much as the reference breaks no limit") {
  Counted one;
  one.judge();
  CHECK(one.last.verdict == Verdict::passed);
  const CostReport report = cost_report(one.exercise, one.cases, one.counted);
  CHECK(report.sizes == std::vector<std::string>{"N = 10", "N = 20", "N = 40"});
  REQUIRE(report.costs.size() == 2);  // no limit bounds reads
  CHECK(report.costs[0].program == std::vector<double>{1000, 4000, 16000});
  REQUIRE(report.shares.size() == 3);
  CHECK(report.shares[0].value == Approx(1));
  CHECK(report.shares[2].value == Approx(1));
}

TEST_CASE("the first limit that is broken is told") {
  Counted one;
  one.counted.back() = costs_of(2 * 16000, 320);
  one.judge();
  CHECK(one.last.verdict == Verdict::too_costly);
  CHECK(one.last.message == "N = 40: operations: 32 thousand, where 16 thousand are enough");
  CHECK(broken_limit(one.exercise, one.last)->name == "twice");
  one.counted.back() = costs_of(4 * 16000, 320);
  one.last.missed.clear();
  one.judge();
  CHECK(broken_limit(one.exercise, one.last)->name == "again");
}

TEST_CASE("memory that grows with the square breaks an exponent") {
  Counted one;
  for (std::size_t i = 0; i < 3; ++i) one.counted[i] = costs_of(one.counted[i][0], 80 * 16.0);
  one.judge();
  CHECK(one.last.verdict == Verdict::passed);  // much, but it does not grow
  one.counted[0] = costs_of(1000, 80);
  one.judge();
  CHECK(one.last.message ==
        "N = 40: bytes at once: 1.28 kB, where 320 bytes are enough; it grows with the power 2.00 "
        "of N, expected at most 1.3");
}

TEST_CASE("what the reference does not need at all has a limit, too") {
  Counted one;
  one.exercise.costs->limits = {
      {"kept", Cost::peak_bytes, CostLimit::Of::reference, 100, "It is kept."}};
  for (Case& each : one.cases) each.costs = costs_of(1000, 0);
  for (const auto& [bytes, verdict] : std::vector<std::pair<double, Verdict>>{
           {100, Verdict::passed}, {101, Verdict::too_costly}}) {
    one.counted.back() = costs_of(1000, bytes);
    one.last.verdict = Verdict::passed;
    one.judge();
    CHECK(one.last.verdict == verdict);
  }
}

TEST_CASE("fewer operations than any program can do with are not believed") {
  Counted one;
  one.counted.back() = costs_of(13599, 320);
  one.judge();
  CHECK(one.last.verdict == Verdict::too_costly);
  CHECK(one.last.message.find("something is computed with other numbers than Real") !=
        std::string::npos);
  CHECK(broken_limit(one.exercise, one.last) == nullptr);
}

TEST_CASE("code that would not be counted is found in a text") {
  for (const char* honest :
       {"#include \"a.hpp\"\nReal f(Real x) { return x * meter_of(x); }\n",
        "// asm\nconst char* text = \"asm\";\nclass Matrix { Rows rows; };",
        "enum class Kind { one };\ntemplate <class Real> Real twice(Real x) { return 2 * x; }",
        "template <class T, class Table>\nvoid f(double a) { a * a; }",
        "const Real* f() const { return const_cast<Own*>(this)->at(0); }",
        "*const_cast<Real*>(scores[j]) = s;", "#define ends(x) x##0, x##1",
        "#define twice(x) if (x) f(x); else\\\n  g(x)"}) {
    CHECK_FALSE(uncounted_code(honest));
  }
  for (const auto& [text, found] : std::vector<std::pair<std::string, std::string>>{
           {"\n\nvoid f() { asm(\"nop\"); }", "line 3: `asm`"},
           {"long c __asm__(\"x\");", "line 1: `__asm__`"},
           {"void f() { softmark::meter::counted = {}; }", "line 1: `meter`"},
           {"softmark::me\\\nter::counted = {};", "line 1: a word over two lines"},
           {"int a = f(x)\\\n + g();\nsoftmark::me\\\n\\ \r\nter::counted = {};",
            "line 3: a word over two lines"},
           {"#define glue(a, b) a##b", "line 1: `##`"},
           {"%:define glue(a, b) a%:%:b", "line 1: `%:`"},
           {"auto s = LR\"(\")\"; softmark::meter::counted = {};", "line 1: `meter`"},
           {"#define private public", "line 1: `define private`"},
           {"namespace softmark {\nclass Real {};\n}", "line 2: `class Real`"},
           {"using Rows = int;", "line 1: `using Rows`"},
           {"const_cast<Rows&>(K)(0, 0);", "line 1: `const_cast`"},
           {"const double* raw = (const double*)&x;", "line 1: `double*`"},
           {"template <> std::size_t Table<Real>::shape(std::size_t) const;", "line 1: `<>`"},
           {"template struct Rob<double Real::*>;", "line 1: `template struct`"},
           {"void f() __attribute__((alias(\"_ZN8softmark1f\")));",
            "line 1: `(\"_ZN8softmark1f\"`"}}) {
    const auto code = uncounted_code(text);
    REQUIRE(code);
    CHECK("line " + std::to_string(code->first) + ": " + code->second == found);
  }
}
