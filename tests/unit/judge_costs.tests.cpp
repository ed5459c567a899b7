// Costs against the limits of an exercise: which is told.

#include "catch.hpp"

#include "judge/costs.hpp"

using namespace grader;

namespace {

Costs costs_of(double reads, double bytes) {
  Costs costs{};
  costs[static_cast<std::size_t>(Cost::reads)] = reads;
  costs[static_cast<std::size_t>(Cost::peak_bytes)] = bytes;
  return costs;
}

struct Counted {
  Exercise exercise;
  std::vector<Case> cases;
  std::vector<Costs> counted;
  CaseResult last{.name = "cost_4", .verdict = Verdict::passed};

  /// The reference reads 1000 numbers, and keeps 80 bytes, at size 10.
  Counted() {
    exercise.costs = CostSpec{{{"N", {10, 10}}},
                              {"N"},
                              {{"matrix", Cost::peak_bytes, 4, "A matrix is kept."},
                               {"again", Cost::reads, 3, "All is computed again."},
                               {"twice", Cost::reads, 1.25, "It is computed twice."}}};
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
  REQUIRE(report.costs.size() == 2);  // no limit bounds the others
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
  CHECK(one.last.message == "N = 40: numbers read: 32 thousand, where 16 thousand are enough");
  CHECK(broken_limit(one.exercise, one.last)->name == "twice");
  one.counted.back() = costs_of(4 * 16000, 320);
  one.last.missed.clear();
  one.judge();
  CHECK(broken_limit(one.exercise, one.last)->name == "again");
}

TEST_CASE("what the reference does not need at all has a limit, too") {
  Counted one;
  one.exercise.costs->limits = {{"kept", Cost::peak_bytes, 100, "It is kept."}};
  for (Case& each : one.cases) each.costs = costs_of(1000, 0);
  for (const auto& [bytes, verdict] : std::vector<std::pair<double, Verdict>>{
           {100, Verdict::passed}, {101, Verdict::too_costly}}) {
    one.counted.back() = costs_of(1000, bytes);
    one.last.verdict = Verdict::passed;
    one.judge();
    CHECK(one.last.verdict == verdict);
  }
}

TEST_CASE("a program that was stopped breaks the first limit of what is read") {
  Counted one;
  judge_stopped(one.exercise, one.cases[1], one.last);
  CHECK(one.last.verdict == Verdict::too_costly);
  CHECK(one.last.message ==
        "N = 20: it was stopped when it had read 20 times as many numbers as are enough");
  CHECK(broken_limit(one.exercise, one.last)->name == "again");
}
