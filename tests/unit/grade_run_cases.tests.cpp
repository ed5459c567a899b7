// Cases in order, with a program that a test plays.

#include "catch.hpp"

#include "core/error.hpp"
#include "grade/run_cases.hpp"
#include "protocol/wire.hpp"
#include "unit/fake_runner.hpp"

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

/// Doubles its input.
Exercise doubling() {
  Exercise one;
  one.name = "twice";
  one.folder = "01_twice";
  one.arguments = {"x"};
  one.results = {"result"};
  return one;
}

Case case_of(const std::string& name, double x) {
  Case one;
  one.name = name;
  one.inputs = {{"x", {{}, {x}}}};
  one.expected = {{{}, {2 * x}}};
  return one;
}

std::vector<Case> three() { return {case_of("a", 1), case_of("b", 2), case_of("c", 3)}; }

RunContext calls_of(Runner& runner) {
  return {.runner = runner, .program = 10, .limits = {.cpu_seconds = 2, .memory_mib = 100}};
}

Outcome doubled(const fake::Call& call) {
  return fake::returned({{{}, {2 * call.inputs.at(0).values.at(0)}}});
}

/// Draws numbers: measured, by the sum of what it returns.
Exercise drawing() {
  Exercise one = doubling();
  one.arguments = {"seed"};
  Requirement positive;
  positive.name = "negative";
  positive.measure = "sum";
  positive.at_least = 0;
  positive.message = "Sums are positive.";
  one.measures = Measures{.arguments = {"result"},
                          .results = {"sum"},
                          .requirements = {positive},
                          .seed = "seed",
                          .draws = {{"a", 4}}};
  return one;
}

std::vector<Case> drawn_case() {
  Case one;
  one.name = "a";
  one.inputs = {{"seed", {{}, {5}}}};
  return {one};
}

/// Runs the drawing exercise; `draw` gives a number for a seed.
std::vector<CaseRun> measured_runs(const std::function<Outcome(double)>& draw) {
  fake::Runner runner([&](const fake::Call& call) {
    if (call.program == 20) return fake::returned({call.inputs.at(0)});  // the measures
    return draw(call.inputs.at(0).values.at(0));
  });
  RunContext calls = calls_of(runner);
  calls.measures = 20;
  return run_cases(calls, drawing(), drawn_case());
}

}  // namespace

TEST_CASE("a right program passes every case, and all of them in one process") {
  fake::Runner runner(doubled);
  const std::vector<CaseRun> runs = run_cases(calls_of(runner), doubling(), three());
  REQUIRE(runs.size() == 3);
  for (const CaseRun& run : runs) CHECK(run.result.verdict == Verdict::passed);
  REQUIRE(runner.calls.size() == 7);
  CHECK(runner.calls[1].program == 10);
  std::vector<double> called;
  for (const fake::Call& call : runner.calls) called.push_back(call.inputs.at(0).values.at(0));
  CHECK(called == std::vector<double>{1, 2, 3, 1, 1, 2, 3});
}

TEST_CASE("a program that keeps something between its calls fails the first case") {
  int calls = 0;
  fake::Runner runner([&](const fake::Call& call) {
    return ++calls == 5 ? fake::returned({{{}, {0}}}) : doubled(call);
  });
  const std::vector<CaseRun> runs = run_cases(calls_of(runner), doubling(), three());
  CHECK(runs[0].result.verdict == Verdict::wrong_value);
  CHECK(runs[0].result.message.find("something is kept between calls") != std::string::npos);
  CHECK(runs[1].result.verdict == Verdict::passed);
}

TEST_CASE("a program that keeps something of other arguments fails the case where it shows") {
  const auto messages = [](const std::function<Outcome(const fake::Call&)>& in_turn) {
    int calls = 0;
    fake::Runner runner(
        [&](const fake::Call& call) { return ++calls > 3 ? in_turn(call) : doubled(call); });
    std::vector<std::string> found;
    for (const CaseRun& run : run_cases(calls_of(runner), doubling(), three())) {
      CHECK((run.result.verdict == Verdict::passed) == run.result.message.empty());
      found.push_back(run.result.message);
    }
    return found;
  };
  const auto other = messages([](const fake::Call& call) {
    return call.inputs.at(0).values.at(0) == 2 ? fake::returned({{{}, {2}}}) : doubled(call);
  });
  CHECK(other[1].starts_with("called after calls with other arguments, it gives another result"));
  CHECK(other[0] + other[2] == "");
  const auto broke = messages([](const fake::Call& call) {
    return call.inputs.at(0).values.at(0) == 3 ? fake::ended(Ending::signal) : doubled(call);
  });
  CHECK(broke[2].starts_with("called after calls with other arguments, it breaks off"));
  CHECK(broke[0] + broke[1] == "");
  // What takes too long in one process says nothing.
  const auto slow = messages([](const fake::Call&) { return fake::ended(Ending::idle_limit); });
  CHECK(slow[0] + slow[1] + slow[2] == "");
}

TEST_CASE("in one process the first case comes first, twice, and then the largest") {
  std::vector<Case> cases = three();
  cases.push_back({.name = "row", .inputs = {{"x", {{2}, {4, 5}}}}, .expected = {{{2}, {8, 10}}}});
  fake::Runner runner([](const fake::Call& call) {
    Tensor x = call.inputs.at(0);
    for (double& value : x.values) value *= 2;
    return fake::returned({x});
  });
  run_cases(calls_of(runner), doubling(), cases);
  std::vector<double> called;
  for (std::size_t i = 4; i < runner.calls.size(); ++i)
    called.push_back(runner.calls[i].inputs.at(0).values.at(0));
  CHECK(called == std::vector<double>{1, 1, 4, 2, 3});
}

TEST_CASE("of a case that fails nothing is asked in one process") {
  fake::Runner runner([](const fake::Call& call) {
    return call.inputs.at(0).values.at(0) == 2 ? fake::ended(Ending::signal) : doubled(call);
  });
  const std::vector<CaseRun> runs = run_cases(calls_of(runner), doubling(), three());
  CHECK(runner.calls.size() == 6);
  CHECK(runs[0].result.verdict == Verdict::passed);
  CHECK(runs[2].result.verdict == Verdict::passed);
}

TEST_CASE("a program whose second call gives something else changes between calls") {
  int calls = 0;
  fake::Runner counts([&](const fake::Call&) { return fake::returned({{{}, {1.0 * ++calls}}}); });
  CHECK(changes_between_calls(calls_of(counts), doubling(), case_of("a", 1)));
  fake::Runner same(doubled);
  CHECK(!changes_between_calls(calls_of(same), doubling(), case_of("a", 1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  fake::Runner nans([&](const fake::Call&) { return fake::returned({{{}, {nan}}}); });
  CHECK(!changes_between_calls(calls_of(nans), doubling(), case_of("a", 1)));
  fake::Runner breaks([](const fake::Call&) { return fake::ended(Ending::signal); });
  CHECK(!changes_between_calls(calls_of(breaks), doubling(), case_of("a", 1)));
}

TEST_CASE("a wrong number does not end the run") {
  fake::Runner runner([](const fake::Call&) { return fake::returned({{{}, {2}}}); });
  const std::vector<CaseRun> runs = run_cases(calls_of(runner), doubling(), three());
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].result.verdict == Verdict::passed);
  CHECK(runs[1].result.verdict == Verdict::wrong_value);
}

TEST_CASE("what one case shows of all ends the run") {
  for (const Ending ending : {Ending::cpu_limit, Ending::idle_limit, Ending::run_limit,
                              Ending::load_failed, Ending::not_implemented, Ending::grader_fault}) {
    fake::Runner runner([&](const fake::Call&) { return fake::ended(ending); });
    CHECK(run_cases(calls_of(runner), doubling(), three()).size() == 1);
  }
  for (const Ending ending : {Ending::exception, Ending::signal, Ending::no_answer}) {
    fake::Runner runner([&](const fake::Call&) { return fake::ended(ending); });
    CHECK(run_cases(calls_of(runner), doubling(), three()).size() == 3);
  }
}

TEST_CASE("when the time of all calls is used up, the next is not made") {
  fake::Runner runner([](const fake::Call& call) {
    Outcome slow = doubled(call);
    slow.wall_seconds = 3;
    return slow;
  });
  RunContext calls = calls_of(runner);
  calls.limits.run_seconds = 5;
  const std::vector<CaseRun> runs = run_cases(calls, doubling(), three());
  REQUIRE(runs.size() == 3);
  CHECK(runs[1].result.verdict == Verdict::passed);
  CHECK(runs[2].result.verdict == Verdict::time_limit);
  CHECK(runner.calls.size() == 2);
}

TEST_CASE("of fresh cases the verdicts are all that is kept, and none is called once more") {
  std::vector<Case> cases = three();
  for (Case& one : cases) one.fresh = true;
  fake::Runner runner([](const fake::Call& call) {
    const double x = call.inputs.at(0).values.at(0);
    Outcome outcome = x == 1 ? doubled(call) : fake::returned({{{}, {x}}});
    outcome.output = "x is " + std::to_string(x);
    return outcome;
  });
  const std::vector<CaseRun> runs = run_cases(calls_of(runner), doubling(), cases);
  REQUIRE(runs.size() == 3);
  CHECK(runner.calls.size() == 3);
  CHECK(runs[0].result.verdict == Verdict::passed);
  const CaseRun& fresh = runs[2];
  CHECK(fresh.result.verdict == Verdict::wrong_value);
  CHECK(fresh.result.message == "wrong value");
  CHECK(!fresh.result.worst);
  CHECK(fresh.outcome.results.empty());
  CHECK(fresh.outcome.output.empty());
  CHECK(fresh.seconds == 0);
}

TEST_CASE("a wordless run drops what a program prints and throws, and where it failed") {
  fake::Runner runner([](const fake::Call&) {
    Outcome thrown = fake::ended(Ending::exception);
    thrown.text = thrown.output = "the inputs";
    thrown.frames = {0x1234};
    return thrown;
  });
  RunContext calls = calls_of(runner);
  calls.hide_output = true;
  const std::vector<CaseRun> runs = run_cases(calls, doubling(), three());
  CHECK(runs[0].outcome.output.empty());
  CHECK(runs[0].outcome.frames.empty());
  CHECK(runs[0].outcome.text.find("the inputs") == std::string::npos);
  CHECK(runs[0].result.message.find("the inputs") == std::string::npos);
}

TEST_CASE("a program that draws from its generator passes what it is measured by") {
  const auto runs = measured_runs([](double seed) { return fake::returned({{{}, {seed}}}); });
  CHECK(runs.at(0).result.verdict == Verdict::passed);
}

TEST_CASE("numbers that do not come from the generator are found out") {
  double other = 1;
  const auto own_source = measured_runs([&](double) { return fake::returned({{{}, {other++}}}); });
  CHECK(own_source.at(0).result.message.find("source of your own") != std::string::npos);
  const auto constant = measured_runs([](double) { return fake::returned({{{}, {3}}}); });
  CHECK(constant.at(0).result.message.find("a generator of your own") != std::string::npos);
  const auto copied = measured_runs([](double seed) {
    Outcome outcome = fake::returned({{{}, {seed}}});
    outcome.steps = {{wire::draws, {{}, {0}}}};
    return outcome;
  });
  CHECK(copied.at(0).result.message.find("not from a copy") != std::string::npos);
  const auto hardly_moved = measured_runs([](double seed) {
    Outcome outcome = fake::returned({{{}, {seed}}});
    outcome.steps = {{wire::draws, {{}, {3}}}};
    return outcome;
  });
  CHECK(hardly_moved.at(0).result.message.find("generator: 3, expected") != std::string::npos);
  for (const auto& runs : {own_source, constant, copied, hardly_moved})
    CHECK(runs.at(0).result.verdict == Verdict::wrong_value);
}

TEST_CASE("a seed that is the time is found out, whenever a second ends") {
  for (int second_ends_after = 0; second_ends_after < 4; ++second_ends_after) {
    int calls = 0;
    const auto runs = measured_runs([&](double) {
      return fake::returned({{{}, {calls++ < second_ends_after ? 3.0 : 4.0}}});
    });
    CHECK(runs.at(0).result.verdict == Verdict::wrong_value);
  }
}

TEST_CASE("the requirement that measures fail is in the message") {
  const auto runs = measured_runs([](double seed) { return fake::returned({{{}, {-seed}}}); });
  CHECK(runs.at(0).result.verdict == Verdict::wrong_value);
  CHECK(runs.at(0).result.message == "sum = -5, expected at least 0");
}
