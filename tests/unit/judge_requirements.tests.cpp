// Results that are measured instead of compared.

#include "catch.hpp"

#include "judge/judge.hpp"

#include <cmath>
#include <limits>

using namespace grader;

namespace {

Exercise exercise() {
  Exercise one;
  one.results = {"picks"};
  Requirement low, share;
  low.name = "from_zero";
  low.measure = "lowest";
  low.at_least = low.at_most = 0;
  low.message = "Count from 0.";
  share.name = "uniform";
  share.measure = "share";
  share.at_least = 0.2;
  share.at_most = 0.3;
  share.cases = {"long"};
  one.measures = Measures{{"picks"}, {"lowest", "share"}, {low, share}};
  return one;
}

Case named(const std::string& name) {
  Case one;
  one.name = name;
  return one;
}

Outcome returned(std::vector<Tensor> results) {
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = std::move(results);
  return outcome;
}

Outcome measures(double lowest, double share) { return returned({{{}, {lowest}}, {{}, {share}}}); }

const Outcome answer = returned({{{2}, {0, 1}}});

CaseResult judged(const Outcome& measured, const std::string& name = "long",
                  const Outcome& outcome = answer) {
  return judge_measured(exercise(), named(name), outcome, measured, Limits{});
}

}  // namespace

TEST_CASE("a measure is told with the narrowest of its bounds") {
  Exercise two = exercise();
  Requirement wide = two.measures->requirements[1];
  wide.name = "not_far_off";
  wide.at_most = 0.9;
  two.measures->requirements.insert(two.measures->requirements.begin(), wide);
  const CaseResult result = judge_measured(two, named("long"), answer, measures(0, 0.95), Limits{});
  CHECK(result.message == "share = 0.95, expected from 0.2 to 0.3");
  CHECK(result.missed.at(0).requirement == "not_far_off");
}

TEST_CASE("a distance from another way is told as that way") {
  Exercise one = exercise();
  one.measures->results = {"lowest", "distance from a run uphill"};
  one.measures->requirements[1] = {
      .name = "downhill", .measure = "distance from a run uphill", .at_least = 1e-8};
  CHECK(judge_measured(one, named("long"), answer, measures(0, 1e-12), Limits{}).message ==
        "the results are those of a run uphill, to within 1e-08");
}

TEST_CASE("a share is told in percent") {
  Exercise one = exercise();
  one.measures->results = {"lowest", "share of wrong labels"};
  one.measures->requirements[1] = {
      .name = "labels", .measure = "share of wrong labels", .at_most = 0};
  CHECK(judge_measured(one, named("long"), answer, measures(0, 0.873), Limits{}).message ==
        "share of wrong labels = 87.3 %, expected none");
}

TEST_CASE("numbers that a seed gives are told as those of that seed") {
  Exercise one = exercise();
  one.measures->results = {"lowest", "known seed"};
  one.measures->requirements[1] = {.name = "generator", .measure = "known seed", .at_most = -1};
  CHECK(judge_measured(one, named("long"), answer, measures(0, 42), Limits{}).message ==
        "the numbers are those of the seed 42");
}

TEST_CASE("measures that meet all requirements pass, and are not told") {
  const CaseResult result = judged(measures(0, 0.25));
  CHECK(result.verdict == Verdict::passed);
  CHECK(result.message.empty());
  CHECK(result.name == "long");
  CHECK(result.elements == 2);
  CHECK(result.mismatches == 0);
  CHECK(result.missed.empty());
}

TEST_CASE("the first requirement that is not met says what was found and expected") {
  CHECK(judged(measures(1, 0.9)).message == "lowest = 1, expected 0");
  CHECK(judged(measures(1, 0.9)).mismatches == 2);
  CHECK(judged(measures(0, 0.9)).message == "share = 0.9, expected from 0.2 to 0.3");
  CHECK(judged(measures(0, 0.9)).verdict == Verdict::wrong_value);
  const Exercise one = exercise();
  REQUIRE(first_missed(one, judged(measures(0, 0.1))) != nullptr);
  CHECK(first_missed(one, judged(measures(0, 0.1)))->name == "uniform");
  CHECK(first_missed(one, judged(measures(1, 0.1)))->name == "from_zero");
  CHECK(first_missed(one, judged(measures(0, 0.1), "short")) == nullptr);
}

TEST_CASE("all requirements that are not met are kept, with their bounds") {
  const std::vector<Missed> missed = judged(measures(0.5, 0.9)).missed;
  REQUIRE(missed.size() == 2);
  CHECK(missed[0].measure == "lowest");
  CHECK(missed[0].value == 0.5);
  CHECK(missed[1].requirement == "uniform");
  CHECK(missed[1].at_least == 0.2);
  CHECK(missed[1].at_most == 0.3);
}

TEST_CASE("a requirement holds in its cases only") {
  CHECK(judged(measures(0, 0.9), "short").verdict == Verdict::passed);
  CHECK(judged(measures(1, 0.9), "short").verdict == Verdict::wrong_value);
}

TEST_CASE("a measure that is not a number meets nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(judged(measures(nan, 0.25)).verdict == Verdict::wrong_value);
  CHECK(judged(measures(0, nan)).verdict == Verdict::wrong_value);
  CHECK(judged(measures(0, std::numeric_limits<double>::infinity())).verdict ==
        Verdict::wrong_value);
}

TEST_CASE("results that cannot be measured never pass") {
  const Outcome good = measures(0, 0.25);
  CHECK(judged(good, "long", returned({{{2}, {0, NAN}}})).verdict == Verdict::not_finite);
  CHECK(judged(good, "long", returned({{{2}, {0, INFINITY}}})).verdict == Verdict::not_finite);
  CHECK(judged(good, "long", returned({{{5}, {}}})).verdict == Verdict::wrong_shape);
  CHECK(judged(good, "long", returned({})).verdict == Verdict::bad_reply);
  CHECK(judged(good, "long", returned({{{1}, {0}}, {{1}, {0}}})).verdict == Verdict::bad_reply);
  Outcome crashed;
  crashed.ending = Ending::signal;
  CHECK(judged(good, "long", crashed).verdict == Verdict::crashed);
  CHECK(judged(good, "long", crashed).mismatches == 2);
}

TEST_CASE("what the measures throw is the message, in one printable line") {
  Outcome thrown;
  thrown.ending = Ending::exception;
  thrown.text = "expected\n3 picks\x1b[31m";
  const CaseResult result = judged(thrown);
  CHECK(result.verdict == Verdict::wrong_shape);
  CHECK(result.message == "expected 3 picks\\x1b[31m");
}

TEST_CASE("results that break the measures are wrong; measures that cannot run, our own fault") {
  for (const Ending ending :
       {Ending::signal, Ending::cpu_limit, Ending::bad_reply, Ending::no_answer}) {
    Outcome failed;
    failed.ending = ending;
    CHECK(judged(failed).verdict == Verdict::wrong_value);
    CHECK(judged(failed).message.starts_with("its results cannot be measured: "));
  }
  Outcome none;
  none.ending = Ending::grader_fault;
  CHECK(judged(none).verdict == Verdict::internal_error);
  CHECK(judged(returned({{{}, {0}}})).verdict == Verdict::internal_error);
  CHECK(judged(returned({{{2}, {0, 0}}, {{}, {0.25}}})).verdict == Verdict::wrong_value);
}
