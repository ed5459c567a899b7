// What replays say of steps, and which mistakes are named at them.

#include "catch.hpp"

#include "core/outcome.hpp"
#include "explain/explain.hpp"
#include "explain/naming.hpp"

#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr unsigned as_solution = reached;
constexpr unsigned as_student = reached | matches_student;
constexpr unsigned mistaken = reached | differs_from_solution;
constexpr unsigned made = mistaken | matches_student;

/// A case with the steps a and b and a result, each of one number, and a program's run on it.
struct Played {
  Case one;
  Outcome outcome;
  Outcome replay;
};

/// What the solution and the student have of a, b and the result. `marks` has a row for each
/// version.
Played played(std::vector<double> right, std::vector<double> student, std::vector<double> given,
              const std::vector<std::vector<unsigned>>& marks) {
  Played all;
  const std::vector<std::string> names{"a", "b"};
  for (std::size_t i = 0; i < 2; ++i) {
    all.one.steps.push_back({names[i], {{1}, {right[i]}}});
    all.outcome.steps.push_back({names[i], {{1}, {student[i]}}});
    all.replay.steps.push_back({names[i], {{1}, {given[i]}}});
  }
  all.one.expected = {{{1}, {right[2]}}};
  all.outcome.ending = all.replay.ending = Ending::returned;
  all.outcome.results = {{{1}, {student[2]}}};
  Tensor table{{marks.size(), 3}, {}};
  for (const auto& row : marks) table.values.insert(table.values.end(), row.begin(), row.end());
  all.replay.results = {table, {{0, 2}, {}}, {{1}, {given[2]}}};
  return all;
}

Exercise exercise_of_steps() {
  Exercise exercise;
  exercise.name = "attention";
  exercise.steps = {"a", "b"};
  exercise.results = {"result"};
  return exercise;
}

Mistake known(std::string name, std::string message, std::string shares = "") {
  Mistake mistake;
  mistake.name = std::move(name);
  mistake.message = std::move(message);
  mistake.shares = std::move(shares);
  return mistake;
}

Evidence weighed(const std::vector<Played>& runs, const std::vector<Mistake>& mistakes) {
  std::vector<ReplayedRun> replayed;
  for (const Played& each : runs) replayed.push_back({{&each.one, &each.outcome}, each.replay});
  std::vector<Version> versions;
  for (const Mistake& each : mistakes) versions.push_back({&each, nullptr});
  return weigh(exercise_of_steps(), std::move(replayed), versions);
}

/// The advice on records for the first run.
std::string advised(const std::vector<Played>& runs, const RecordTexts& texts) {
  return advice_on_records(exercise_of_steps(), weighed(runs, {}).places, 0, texts);
}

/// "name at a b; …" of what is named.
std::string named(const std::vector<Played>& runs, const std::vector<Mistake>& mistakes) {
  std::string text;
  for (const NamedSteps& one : weighed(runs, mistakes).named) {
    text += one.mistake->name + " at";
    for (const std::string& step : one.steps) text += " " + step;
    text += ";";
  }
  return text;
}

std::vector<StepVerdict> verdicts(const Played& run) {
  std::vector<StepVerdict> found;
  for (const JudgedPlace& place :
       judge_places(exercise_of_steps(), {{&run.one, &run.outcome}, run.replay}, {}))
    found.push_back(place.verdict);
  return found;
}

using V = StepVerdict;

}  // namespace

TEST_CASE("a step is right, wrong, or follows from an earlier one") {
  const Played run =
      played({1, 2, 3}, {5, 6, 3}, {1, 6, 7}, {{as_solution, as_student, as_solution}});
  CHECK(verdicts(run) == std::vector{V::wrong, V::follows, V::right});
}

TEST_CASE("what was not recorded, and what a replay did not reach, is not judged") {
  Played run = played({1, 2, 3}, {5, 6, 8}, {1, 2, 7}, {{as_solution, as_solution, as_solution}});
  run.outcome.steps.erase(run.outcome.steps.begin());
  CHECK(verdicts(run) == std::vector{V::not_recorded, V::wrong, V::wrong});
  run.replay = {};
  run.replay.ending = Ending::cpu_limit;
  CHECK(verdicts(run) == std::vector{V::not_recorded, V::not_judged, V::not_judged});
}

TEST_CASE("a step is not called wrong beside NaN that the student's own steps lead to") {
  const Played run = played({1, 2, 3}, {nan_value, 6, 8}, {1, nan_value, nan_value},
                            {{as_solution, as_solution, as_solution}});
  CHECK(verdicts(run) == std::vector{V::wrong, V::not_judged, V::not_judged});
}

TEST_CASE("a replay of marks that are none judges nothing") {
  Played run = played({1, 2, 3}, {5, 6, 8}, {1, 2, 7}, {{as_solution, as_solution, as_solution}});
  run.replay.results[0].values.pop_back();
  CHECK(verdicts(run) == std::vector{V::not_judged, V::not_judged, V::not_judged});
  run.replay.results.clear();
  CHECK(verdicts(run) == std::vector{V::not_judged, V::not_judged, V::not_judged});
}

TEST_CASE("two mistakes at different steps are both named") {
  const Played run = played({1, 2, 3}, {5, 6, 9}, {1, 4, 9},
                            {{as_solution, as_solution, as_student},
                             {made, as_solution, as_student},
                             {as_solution, made, as_student}});
  CHECK(named({run}, {known("first", "x"), known("second", "y")}) == "first at a;second at b;");
}

TEST_CASE("a mistake that would have changed what is right is not named") {
  const Played run = played({1, 2, 3}, {5, 2, 9}, {1, 2, 9},
                            {{as_solution, as_student, as_student}, {made, mistaken, as_student}});
  CHECK(named({run}, {known("both", "x")}).empty());
}

TEST_CASE("a mistake of several steps goes before those of one") {
  const Played run = played({1, 2, 3}, {5, 6, 9}, {1, 4, 9},
                            {{as_solution, as_solution, as_student},
                             {made, as_solution, as_student},
                             {made, made, as_student}});
  CHECK(named({run}, {known("one", "x"), known("both", "y")}) == "both at a b;");
}

TEST_CASE("of two mistakes with the same numbers none is named, unless they share a message") {
  const Played run = played({1, 2, 3}, {5, 2, 9}, {1, 2, 9},
                            {{as_solution, as_student, as_student},
                             {made, as_student, as_student},
                             {made, as_student, as_student}});
  CHECK(named({run}, {known("one", "x"), known("other", "y")}).empty());
  CHECK(named({run}, {known("one", "x", "other"), known("other", "x")}) == "one at a;");
}

TEST_CASE("what is right in spite of a record is explained by no mistake that does not make it") {
  const auto unexplained = [](const Played& run) {
    const std::vector<Mistake> mistakes{known("one", "x")};
    return unexplained_in(weighed({run}, mistakes), Tolerance{});
  };
  const auto with = [](unsigned b) {
    return played({1, 2, 3}, {5, 2, 3}, {1, 4, 3},
                  {{as_solution, as_solution, as_student}, {made, b, as_student}});
  };
  CHECK(unexplained(with(as_solution)) == std::set<std::string>{"b"});
  CHECK(unexplained(with(made)).empty());
}

TEST_CASE("a result follows from a wrong step that could be returned as well") {
  const auto verdict_of_result = [](const Played& run) {
    return judge_places(exercise_of_steps(), {{&run.one, &run.outcome}, run.replay}, {})[2].verdict;
  };
  const std::vector<std::vector<unsigned>> marks{{as_solution, as_student, as_solution}};
  CHECK(verdict_of_result(played({3, 2, 3}, {5, 2, 5}, {3, 2, 3}, marks)) == StepVerdict::follows);
  CHECK(verdict_of_result(played({1, 2, 3}, {5, 2, 5}, {1, 2, 3}, marks)) == StepVerdict::wrong);
  CHECK(verdict_of_result(played({3, 2, 3}, {5, 2, 6}, {3, 2, 3}, marks)) == StepVerdict::wrong);
}

TEST_CASE("a mistake has to fit in every run") {
  const Played first =
      played({1, 2, 3}, {5, 2, 9}, {1, 2, 9},
             {{as_solution, as_student, as_student}, {made, as_student, as_student}});
  const Played other =
      played({1, 2, 3}, {7, 2, 9}, {1, 2, 9},
             {{as_solution, as_student, as_student}, {as_solution, as_student, as_student}});
  CHECK(named({first}, {known("one", "x")}) == "one at a;");
  CHECK(named({first, other}, {known("one", "x")}).empty());
}

TEST_CASE("a mistake that did not run in some case, since it had differed before, is not named") {
  const std::vector<std::vector<unsigned>> all{{as_solution, as_student, as_student},
                                               {made, as_student, as_student}};
  const Played first = played({1, 2, 3}, {5, 2, 9}, {1, 2, 9}, all);
  const Played not_run = played({1, 2, 3}, {7, 2, 9}, {1, 2, 9}, {all[0], {0, 0, 0}});
  Played breaks_off = first;
  breaks_off.replay = {};
  CHECK(named({first, not_run}, {known("one", "x")}).empty());
  CHECK(named({first, breaks_off}, {known("one", "x")}) == "one at a;");
}

TEST_CASE("no mistake is named behind a wrong step of unknown cause") {
  const Played run =
      played({1, 2, 3}, {5, 6, 9}, {1, 4, 9},
             {{as_solution, as_solution, as_student}, {as_solution, made, as_student}});
  CHECK(named({run}, {known("one", "x")}).empty());
  const Played before =
      played({1, 2, 3}, {5, 6, 8}, {1, 4, 9},
             {{as_solution, as_student, as_solution}, {made, as_student, as_solution}});
  CHECK(named({before}, {known("one", "x")}) == "one at a;");
}

constexpr unsigned resting = as_solution | rests_on_other_shape;

/// A run whose step a has two numbers where the solution has one.
Played with_another_size(const std::vector<std::vector<unsigned>>& marks) {
  Played run = played({1, 2, 3}, {5, 6, 9}, {1, 4, 7}, marks);
  run.outcome.steps[0].tensor = {{2}, {5, 5}};
  return run;
}

TEST_CASE("what rests on a step of another size is explained by nothing, what does not can be") {
  const std::vector<unsigned> one{as_solution, made, as_solution};
  const Played rests = with_another_size({{as_solution, resting, as_solution}, one});
  CHECK(named({rests}, {known("one", "x")}).empty());
  const Played apart = with_another_size({{as_solution, as_solution, resting}, one});
  CHECK(named({apart}, {known("one", "x")}) == "one at b;");
}

TEST_CASE("what rests on a step of another shape is not called wrong, what does not is") {
  const auto verdict_of_b = [](const Played& run) {
    return judge_places(exercise_of_steps(), {{&run.one, &run.outcome}, run.replay}, {"a"})[1]
        .verdict;
  };
  CHECK(verdict_of_b(with_another_size({{as_solution, resting, as_solution}})) ==
        StepVerdict::not_judged);
  CHECK(verdict_of_b(with_another_size({{as_solution, as_solution, resting}})) ==
        StepVerdict::wrong);
  CHECK(verdict_of_b(with_another_size({{as_solution, resting | matches_student, resting}})) ==
        StepVerdict::follows);
}

TEST_CASE("NaN alone names the one mistake that is known to give it") {
  const std::vector<unsigned> same{made, as_student, as_student};
  const Played nan = played({1, 2, 3}, {nan_value, 2, 3}, {1, 2, 3},
                            {{as_solution, as_student, as_student}, same, same});
  CHECK(named({nan}, {known("one", "x"), known("two", "x", "one")}) == "one at a;");
  CHECK(named({nan}, {known("one", "x"), known("two", "y")}).empty());
}

TEST_CASE("NaN alone names a mistake of several where the step is right in the first run") {
  const Played nan =
      played({1, 2, 3}, {nan_value, 2, 3}, {1, 2, 3},
             {{as_solution, as_student, as_student}, {made, as_student, as_student}});
  const Played right =
      played({1, 2, 3}, {1, 2, 3}, {1, 2, 3},
             {{as_student, as_student, as_student}, {as_student, as_student, as_student}});
  CHECK(named({right, nan}, {known("one", "x")}) == "one at a;");
}

TEST_CASE("steps with another shape in some run are found") {
  Played run = played({1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {{as_student, as_student, as_student}});
  run.outcome.steps[1].tensor = {{1, 1, 2}, {1, 2}};
  CHECK(steps_of_other_shape({{&run.one, &run.outcome}}) == std::set<std::string>{"b"});
}

TEST_CASE("the step to record is one between what is right and what is wrong") {
  const std::string stub = "Matrix A;\nrecord(\"a\", A);\nMatrix B;\nrecord(\"b\", B);  // why\n";
  Played run = played({1, 2, 3}, {1, 2, 9}, {1, 2, 3}, {{as_student, as_solution, as_solution}});
  run.outcome.steps.pop_back();
  const auto advice = [&](const std::string& program) { return advised({run}, {stub, program}); };
  CHECK(advice("Matrix B = A;\n// record(\"b\", B);") ==
        "To see which step is wrong first, put back the calls of record() from "
        "attention.cpp.original.");
  CHECK(advice("Matrix B = A;\nreturn B;\nif (no) record(\"b\", B);").empty());
  CHECK(advised({run}, {"a stub that records nothing", stub}).empty());
}

TEST_CASE("all records that lack are told at once, of steps that no case has") {
  const std::string stub = "Matrix A;\nrecord(\"a\", A);\nMatrix B;\nrecord(\"b\", B);";
  Played run = played({1, 2, 3}, {1, 2, 9}, {1, 2, 3}, {{as_student, as_solution, as_solution}});
  Played none = run;
  none.outcome.steps.clear();
  CHECK(advised({none}, {stub, ""}) ==
        "To see which step is wrong first, put back the calls of record() from "
        "attention.cpp.original.");
  CHECK(advised({none, run}, {stub, ""}).empty());
}

TEST_CASE("a step that the program did not come to is no step to record") {
  Played run = played({1, 2, 3}, {1, 2, 9}, {1, 2, 3}, {{as_student, as_solution, as_solution}});
  run.outcome.steps.pop_back();
  run.outcome.results.clear();
  run.outcome.ending = Ending::exception;
  CHECK(advised({run}, {"Matrix B;\nrecord(\"b\", B);", "Matrix B;"}).empty());
}

TEST_CASE("what is recorded before an open TODO is right so far, or nothing is said") {
  Played run = played({1, 2, 3}, {1, 2, 9}, {1, 2, 3}, {{as_student, as_student, as_solution}});
  const Run both{&run.one, &run.outcome};
  CHECK(right_so_far(both, Tolerance{}) == "a and b are right so far");
  run.outcome.steps.pop_back();
  CHECK(right_so_far(both, Tolerance{}) == "a is right so far");
  run.outcome.steps[0].tensor.values[0] = 2;
  CHECK(right_so_far(both, Tolerance{}).empty());
}
