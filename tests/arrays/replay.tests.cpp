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

/// The solution has 1, 2, 3, 4 as its step and its result. Versions 1 and 3 scale the step, and
/// version 2 sets its first number to 0.
void one_step(unsigned number, gh::Call& call) {
  xt::xtensor<double, 1> step{1, 2, 3, 4};
  if (number == 1) step *= 3;
  if (number == 2) step(0) = 0;
  if (number == 3) step *= 2;
  softmark::replay_record("step", step);
  call.results = {{{4}, {step.begin(), step.end()}}};
}

/// The pairs of versions that a replay tells of, where this is returned, and recorded as well.
std::vector<double> pairs_in_one_step(const std::vector<double>& numbers, bool recorded) {
  const Tensor array{{4}, numbers};
  Recorded student{{}, {array}, {0}};
  if (recorded) student = {{{"step", array}}, {array}, {0, 1}};
  const Given given{{student}, {}, {}, 4, 8};
  return gh::replay(one_step, std::vector<Tensor>{}, given).at(0).results.at(1).values;
}

}  // namespace

TEST_CASE("a version scales what another one has at the same step") {
  for (const bool recorded : {false, true}) {
    CAPTURE(recorded);
    CHECK(pairs_in_one_step({0, 6, 9, 12}, recorded) == std::vector<double>{1, 2});
    CHECK(pairs_in_one_step({0, 4, 6, 8}, recorded) == std::vector<double>{2, 3});
    CHECK(pairs_in_one_step({6, 12, 18, 24}, recorded).empty());  // one that scales by 6
    CHECK(pairs_in_one_step({0, 6, 9, 13}, recorded).empty());
  }
}
