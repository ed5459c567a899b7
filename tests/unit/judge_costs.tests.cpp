// Costs against the limits of an exercise: which is told.

#include "catch.hpp"

#include "core/text.hpp"
#include "judge/costs.hpp"

#include <fmt/format.h>

using namespace grader;

namespace {

Costs costs_of(double reads, double bytes) {
  Costs costs{};
  costs[static_cast<std::size_t>(Cost::reads)] = reads;
  costs[static_cast<std::size_t>(Cost::peak_bytes)] = bytes;
  return costs;
}

/// The reference reads 1000 numbers, and keeps 80 bytes.
struct Graded {
  Exercise exercise;
  Case one;
  CaseResult result{.name = "cost", .verdict = Verdict::passed};

  Graded() {
    exercise.costs = CostSpec{{{"N", {10, 10}}},
                              {{"matrix", Cost::peak_bytes, 4, "A matrix is kept."},
                               {"again", Cost::reads, 3, "All is computed again."},
                               {"twice", Cost::reads, 1.25, "It is computed twice."}}};
    one.sizes["N"] = 10;
    one.costs = costs_of(1000, 80);
  }

  std::vector<Counted> judge(const Costs& counted) {
    return judge_costs(exercise, one, counted, result);
  }
};

}  // namespace

TEST_CASE("what costs as much as the reference breaks no limit") {
  Graded graded;
  const std::vector<Counted> costs = graded.judge(costs_of(1000, 80));
  CHECK(graded.result.verdict == Verdict::passed);
  REQUIRE(costs.size() == 3);
  CHECK(costs[0].program == 80);
  CHECK(costs[0].ratio() == Approx(1));
  CHECK(costs[2].limit == "twice");
  CHECK(costs[2].reference == 1000);
  CHECK(costs[2].at_most == Approx(1.25));
}

TEST_CASE("the first limit that is broken is told") {
  for (const auto& [reads, limit] :
       std::vector<std::pair<double, std::string>>{{2000, "twice"}, {4000, "again"}}) {
    Graded graded;
    graded.judge(costs_of(reads, 80));
    CHECK(graded.result.verdict == Verdict::too_costly);
    CHECK(graded.result.message ==
          fmt::format("N = 10: numbers read: {}, where 1000 are enough", reads));
    CHECK(broken_limit(graded.exercise, graded.result)->name == limit);
  }
}

TEST_CASE("amounts are told to three or four digits") {
  CHECK(cost_text(Cost::span, 34.84755917305532) == "34.85");
  CHECK(cost_text(Cost::reads, 9999) == "9999");
  CHECK(cost_text(Cost::reads, 4141592) == "4.14 million");
  CHECK(cost_text(Cost::peak_bytes, 10624) == "10.6 kB");
}

TEST_CASE("what the reference does not need at all has a limit, too") {
  for (const auto& [bytes, verdict] : std::vector<std::pair<double, Verdict>>{
           {100, Verdict::passed}, {101, Verdict::too_costly}}) {
    Graded graded;
    graded.exercise.costs->limits = {{"kept", Cost::peak_bytes, 100, "It is kept."}};
    graded.one.costs = costs_of(1000, 0);
    graded.judge(costs_of(1000, bytes));
    CHECK(graded.result.verdict == verdict);
  }
}

TEST_CASE("a program that was stopped breaks the first limit of what is read") {
  Graded graded;
  judge_stopped(graded.exercise, graded.one, graded.result);
  CHECK(graded.result.verdict == Verdict::too_costly);
  CHECK(graded.result.message ==
        "N = 10: it was stopped when it had read 20 times as many numbers as are enough");
  CHECK(broken_limit(graded.exercise, graded.result)->name == "again");
}

TEST_CASE("a program that was stopped is too costly where no limit bounds what is read") {
  Graded graded;
  graded.exercise.costs->limits.resize(1);
  judge_stopped(graded.exercise, graded.one, graded.result);
  CHECK(graded.result.verdict == Verdict::too_costly);
  CHECK(broken_limit(graded.exercise, graded.result) == nullptr);
}
