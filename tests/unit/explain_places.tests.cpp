// From a program's numbers to the steps that are right, turn by turn.

#include "catch.hpp"

#include "explain/places.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr Tolerance usual{1e-6, 1e-9};

Tensor row(std::vector<double> values) { return {{values.size()}, std::move(values)}; }

NamedTensor step(std::string name, std::vector<double> values) {
  return {std::move(name), row(std::move(values))};
}

NamedTensor sent(std::string name, std::vector<double> values) {
  return {std::move(name), {{values.size()}, std::move(values)}};
}

/// The first step that was recorded and is not right.
std::optional<JudgedPlace> wrong_step(std::vector<NamedTensor> reference,
                                      std::vector<NamedTensor> recorded) {
  Case one;
  one.steps = std::move(reference);
  Outcome outcome;
  outcome.steps = std::move(recorded);
  Exercise exercise;
  exercise.tolerance = usual;
  const Places places = judge_places(exercise, {{&one, &outcome}, {}}, {});
  const auto found = std::ranges::find_if(places, &JudgedPlace::differs);
  CHECK(records_right_steps(outcome, one.steps, usual) == (found == places.end()));
  return found == places.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

TEST_CASE("no step is wrong where all are right, none is recorded, or only unknown ones are") {
  CHECK(!wrong_step({step("keys", {1}), step("scores", {2})},
                    {sent("keys", {1}), sent("scores", {2})}));
  CHECK(!wrong_step({step("keys", {1})}, {}));
  CHECK(!wrong_step({step("keys", {1})}, {sent("my own", {5})}));
  CHECK(!wrong_step({}, {sent("keys", {1})}));
  CHECK(!wrong_step({step("keys", {1})}, {sent("keys", {1 + 1e-8})}));
}

TEST_CASE("the first wrong step is the first in the order of computation, not of recording") {
  const auto found = wrong_step({step("keys", {1}), step("scores", {2}), step("weights", {3})},
                                {sent("weights", {30}), sent("scores", {20}), sent("keys", {1})});
  REQUIRE(found);
  CHECK(found->name == "scores");
  CHECK(!found->turn);
}

TEST_CASE("a step that is not recorded is passed over") {
  const auto found = wrong_step({step("keys", {1}), step("scores", {2}), step("weights", {3})},
                                {sent("weights", {30})});
  REQUIRE(found);
  CHECK(found->name == "weights");
}

TEST_CASE("a step of another shape is wrong") {
  const auto found = wrong_step({step("keys", {1, 2})}, {sent("keys", {1})});
  REQUIRE(found);
}

TEST_CASE("a step that is recorded in a loop is compared turn by turn") {
  const std::vector<NamedTensor> reference = {step("query", {1}), step("scores", {10}),
                                              step("query", {2}), step("scores", {20}),
                                              step("query", {3}), step("scores", {30})};
  SECTION("each with its own turn") {
    CHECK(
        !wrong_step(reference, {sent("query", {1}), sent("query", {2}), sent("query", {3}),
                                sent("scores", {10}), sent("scores", {20}), sent("scores", {30})}));
  }
  SECTION("the turn is counted from zero, for each name by itself") {
    const auto found =
        wrong_step(reference, {sent("query", {1}), sent("scores", {10}), sent("query", {2}),
                               sent("scores", {0}), sent("query", {0}), sent("scores", {0})});
    REQUIRE(found);
    CHECK(found->name == "scores");
    CHECK(found->turn == 1U);
  }
  SECTION("turns that are missing at the end are passed over") {
    CHECK(!wrong_step(reference, {sent("query", {1}), sent("scores", {10})}));
  }
  SECTION("turns beyond the reference are passed over") {
    CHECK(!wrong_step({step("query", {1}), step("query", {2})},
                      {sent("query", {1}), sent("query", {2}), sent("query", {7})}));
  }
  SECTION("of a step that the reference has once the last counts, and there is no turn") {
    CHECK(!wrong_step({step("query", {1})}, {sent("query", {7}), sent("query", {1})}));
    const auto found = wrong_step({step("query", {1})}, {sent("query", {1}), sent("query", {7})});
    REQUIRE(found);
    CHECK(!found->turn);
  }
}

TEST_CASE("a step with NaN is wrong") {
  const auto found = wrong_step({step("weights", {0.5, 0.5})}, {sent("weights", {0.5, nan_value})});
  REQUIRE(found);
}
