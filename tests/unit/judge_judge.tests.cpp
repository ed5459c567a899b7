// From what a program did to a verdict.

#include "catch.hpp"

#include "judge/judge.hpp"

#include <csignal>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Case sample_case() {
  Case one;
  one.name = "wide";
  one.expected = {{{2, 2}, {1, 2, 3, 4}}};
  return one;
}

Outcome returned(Shape shape, std::vector<double> values) {
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = {{std::move(shape), std::move(values)}};
  return outcome;
}

CaseResult judged(const Outcome& outcome, Tolerance tolerance = {}) {
  Exercise exercise;
  exercise.results = {"result"};
  exercise.tolerance = tolerance;
  return judge(exercise, sample_case(), outcome, {});
}

}  // namespace

TEST_CASE("a right answer passes, without a word") {
  const CaseResult result = judged(returned({2, 2}, {1, 2, 3, 4}));
  CHECK(result.name == "wide");
  CHECK(result.verdict == Verdict::passed);
  CHECK(result.elements == 4);
  CHECK(result.mismatches == 0);
  CHECK(result.max_abs_error == 0.0);
  CHECK(!result.worst);
  CHECK(result.message == "");
}

TEST_CASE("a wrong value is a wrong value, with the worst element") {
  const CaseResult result = judged(returned({2, 2}, {1, 2, 3.5, 6}));
  CHECK(result.verdict == Verdict::wrong_value);
  CHECK(result.mismatches == 2);
  CHECK(result.max_abs_error == 2.0);
  REQUIRE(result.worst);
  CHECK(result.worst->index == std::vector<std::size_t>{1, 1});
  CHECK(result.message == "the result: element [1,1] is 6, expected 4 (2 of 4 differ)");
}

TEST_CASE("NaN or an infinity in an answer is not_finite") {
  for (const double bad : {nan_value, infinity, -infinity}) {
    const CaseResult result = judged(returned({2, 2}, {1, bad, 3, 99}));
    CHECK(result.verdict == Verdict::not_finite);
    CHECK(result.mismatches == 2);
    REQUIRE(result.worst);
    CHECK(result.worst->index == std::vector<std::size_t>{0, 1});
  }
}

TEST_CASE("an answer of another shape, or without its values, is wrong_shape") {
  for (const Outcome& outcome :
       {returned({4}, {1, 2, 3, 4}), returned({2, 2}, {}), returned({3, 2}, {1, 2, 3, 4, 5, 6}),
        returned({}, {1}), returned({2, 2, 1}, {1, 2, 3, 4}), returned({0}, {})}) {
    const CaseResult result = judged(outcome);
    CHECK(result.verdict == Verdict::wrong_shape);
    CHECK(result.mismatches == 4);
    CHECK(!result.worst);
    CHECK(result.message.find("the result: it has shape ") == 0);
  }
}

TEST_CASE("another number of results is a bad reply") {
  Outcome outcome = returned({2, 2}, {1, 2, 3, 4});
  outcome.results.push_back(outcome.results[0]);
  CHECK(judged(outcome).verdict == Verdict::bad_reply);
  CHECK(judged(outcome).message == "it sent back another number of results than it has");
  outcome.results.clear();
  CHECK(judged(outcome).verdict == Verdict::bad_reply);
}

TEST_CASE("every other ending has its verdict and never passes") {
  struct Row {
    Ending ending;
    Verdict verdict;
  };
  const std::vector<Row> rows = {
      {Ending::not_implemented, Verdict::not_started}, {Ending::exception, Verdict::exception},
      {Ending::out_of_memory, Verdict::memory_limit},  {Ending::load_failed, Verdict::build_failed},
      {Ending::forbidden, Verdict::forbidden},         {Ending::signal, Verdict::crashed},
      {Ending::no_answer, Verdict::no_answer},         {Ending::bad_reply, Verdict::bad_reply},
      {Ending::unclean_exit, Verdict::crashed},        {Ending::cpu_limit, Verdict::time_limit},
      {Ending::idle_limit, Verdict::time_limit},       {Ending::run_limit, Verdict::time_limit},
      {Ending::grader_fault, Verdict::internal_error},
  };
  CHECK(rows.size() == static_cast<std::size_t>(Ending::grader_fault));  // all but `returned`
  for (const Row& row : rows) {
    Outcome outcome;
    outcome.ending = row.ending;
    outcome.signal = row.ending == Ending::signal ? SIGSEGV : 0;
    outcome.text = "text";
    SECTION("ending " + std::to_string(static_cast<int>(row.ending)) + " without a result") {
      const CaseResult result = judged(outcome);
      CHECK(result.verdict == row.verdict);
      CHECK(result.elements == 4);
      CHECK(result.mismatches == 4);
      CHECK(!result.message.empty());
      CHECK(!result.worst);
    }
    SECTION("ending " + std::to_string(static_cast<int>(row.ending)) + " after a right answer") {
      outcome.results = {{{2, 2}, {1, 2, 3, 4}}};
      const CaseResult result = judged(outcome);
      CHECK(result.verdict == row.verdict);
      CHECK(result.mismatches == 4);
    }
  }
}

TEST_CASE("a program that claims to have returned and sent nothing does not pass") {
  Outcome outcome;
  outcome.ending = Ending::returned;
  CHECK(judged(outcome).verdict != Verdict::passed);
}

TEST_CASE("the exercise's tolerance decides") {
  const Outcome outcome = returned({2, 2}, {1, 2, 3, 4.25});
  CHECK(judged(outcome, {0, 0.25}).verdict == Verdict::passed);
  CHECK(judged(outcome, {0, 0.125}).verdict == Verdict::wrong_value);
}

TEST_CASE("several results must all be right, and the first wrong one is named") {
  Exercise exercise;
  exercise.results = {"output", "attention weights"};
  Case one;
  one.expected = {{{2}, {1, 2}}, {{1, 2}, {0.5, 0.5}}};
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = {{{2}, {1, 2}}, {{1, 2}, {0.5, 0.5}}};
  CHECK(judge(exercise, one, outcome, {}).verdict == Verdict::passed);
  CHECK(judge(exercise, one, outcome, {}).elements == 4);

  outcome.results[1].values = {0.25, 0.75};
  const CaseResult wrong = judge(exercise, one, outcome, {});
  CHECK(wrong.verdict == Verdict::wrong_value);
  CHECK(wrong.mismatches == 2);
  CHECK(wrong.message == "attention weights: element [0,0] is 0.25, expected 0.5 (2 of 2 differ)");

  outcome.results[0].shape = {2, 1};
  CHECK(judge(exercise, one, outcome, {}).verdict == Verdict::wrong_shape);
  CHECK(judge(exercise, one, outcome, {}).message.find("output: ") == 0);

  outcome.results.pop_back();
  CHECK(judge(exercise, one, outcome, {}).verdict != Verdict::passed);
}
