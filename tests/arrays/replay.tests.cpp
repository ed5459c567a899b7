// Replays of versions that compute one number.

#include "catch.hpp"

#include "harness/replay.hpp"

#include <vector>

namespace gh = grader::harness;
using grader::Given;
using grader::Recorded;
using grader::Tensor;

namespace {

std::vector<unsigned> ran;

/// The solution has 1 as its step, version 1 has 5, and each other its number.
void version(unsigned number, gh::Call&) {
  ran.push_back(number);
  const double value = number == 0 ? 1 : number == 1 ? 5 : number;
  gh::replay_step("step", 0, nullptr, &value);
}

/// Which versions ran, and the marks of each case, where the student's step is one of `numbers` in
/// each.
std::vector<std::vector<double>> marks_beside(const std::vector<double>& numbers) {
  Given given{{}, {}, {}, 4};
  for (const double number : numbers) {
    given.cases.push_back({{{"step", {{}, {number}}}}, {}});
    if (number != 1) given.cases.back().wrong.insert(0);
  }
  ran.clear();
  std::vector<std::vector<double>> marks;
  for (const gh::Replayed& each : gh::replay(version, std::vector<Tensor>{}, given))
    marks.push_back(each.results.at(0).values);
  return marks;
}

}  // namespace

TEST_CASE("a version runs on further cases for as long as it may explain something wrong there") {
  using Marks = std::vector<double>;
  CHECK(marks_beside({5, 5, 5}) == std::vector<Marks>{{1, 7, 5, 5}, {1, 7, 0, 0}, {1, 7, 0, 0}});
  CHECK(ran == std::vector<unsigned>{0, 0, 0, 1, 1, 1, 2, 3});
  CHECK(marks_beside({1, 2, 2}) == std::vector<Marks>{{3, 5, 5, 5}, {1, 5, 7, 5}, {1, 0, 7, 0}});
  CHECK(ran == std::vector<unsigned>{0, 0, 0, 1, 1, 2, 2, 2, 3, 3});
  CHECK(marks_beside({1, 1}) == std::vector<Marks>{{3, 5, 5, 5}, {3, 0, 0, 0}});
}

namespace {

/// In three turns the solution adds 1 to a step a and doubles it into b, of which the next a is
/// made. Version 1 adds 2 in a, version 2 triples in b, version 3 changes the result alone, and
/// version 4 fails in the last turn.
void two_steps(unsigned number, gh::Call& call) {
  double b = 1;
  for (int turn = 0; turn < 3; ++turn) {
    double a = b + (number == 1 ? 2 : 1);
    softmark::replay_record("a", a);
    if (number == 4 && turn == 2) throw 0;
    b = a * (number == 2 ? 3 : 2);
    softmark::replay_record("b", b);
  }
  call.results = {{{}, {number == 3 ? -b : b}}};
}

/// The pairs of versions that a replay tells of, where nothing is recorded and this is returned.
std::vector<double> pairs_beside(double result, bool wanted = true) {
  Given given{{{{}, {{{}, {result}}}, {0}}}, {}, {}, 5};
  if (wanted) given.costs = {1, 1, 1, 1};
  return gh::replay(two_steps, std::vector<Tensor>{}, given).at(0).results.at(1).values;
}

}  // namespace

TEST_CASE("two versions together go on with what the other changed, in turns") {
  // 1 -> a 3, b 9 -> a 11, b 33 -> a 35, b 105
  CHECK(pairs_beside(105) == std::vector<double>{1, 2});
  CHECK(pairs_beside(-36) == std::vector<double>{1, 3});
  CHECK(pairs_beside(36).empty());  // it is that of version 1 alone
  CHECK(pairs_beside(105, false).empty());
}

namespace {

/// The solution has 1, 2, 3, 4 as its step and its result. Version 1 scales the step, version 2
/// sets its first number to 0, version 3 adds to two of its numbers, and version 4 scales it, too.
void one_step(unsigned number, gh::Call& call) {
  xt::xtensor<double, 1> step{1, 2, 3, 4};
  if (number == 1) step *= 3;
  if (number == 2) step(0) = 0;
  if (number == 3) step += xt::xtensor<double, 1>{5, 6, 0, 0};
  if (number == 4) step *= 2;
  softmark::replay_record("step", step);
  call.results = {{{4}, {step.begin(), step.end()}}};
}

/// The pairs of versions that a replay tells of, where this is returned, and recorded as well.
std::vector<double> pairs_in_one_step(const std::vector<double>& numbers, bool recorded) {
  const Tensor array{{4}, numbers};
  Recorded student{{}, {array}, {0}};
  if (recorded) student = {{{"step", array}}, {array}, {0, 1}};
  const Given given{{student}, {}, {}, 5, {1, 1, 1, 1}};
  return gh::replay(one_step, std::vector<Tensor>{}, given).at(0).results.at(1).values;
}

}  // namespace

TEST_CASE("two versions together change the numbers of one step") {
  for (const bool recorded : {false, true}) {
    CAPTURE(recorded);
    CHECK(pairs_in_one_step({0, 6, 9, 12}, recorded) == std::vector<double>{1, 2});
    CHECK(pairs_in_one_step({18, 24, 9, 12}, recorded) == std::vector<double>{1, 3});
    CHECK(pairs_in_one_step({0, 8, 3, 4}, recorded) == std::vector<double>{2, 3});
    CHECK(pairs_in_one_step({6, 12, 18, 24}, recorded).empty());  // one that scales by 6
    CHECK(pairs_in_one_step({0, 6, 9, 13}, recorded).empty());
  }
}
