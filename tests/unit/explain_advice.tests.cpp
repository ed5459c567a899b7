// What is said of wrong numbers that no known mistake gives.

#include "catch.hpp"

#include "explain/advice.hpp"

#include <algorithm>
#include <limits>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

Case case_named(std::string name, std::vector<double> expected) {
  Case one;
  one.name = std::move(name);
  one.expected = {{{expected.size()}, expected}};
  return one;
}

Outcome returned(std::vector<double> values) {
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = {{{values.size()}, values}};
  return outcome;
}

}  // namespace

TEST_CASE("the cases with NaN are named, or counted") {
  std::vector<Case> cases;
  std::vector<Outcome> outcomes;
  const auto told = [&](const std::vector<bool>& with) {
    cases.clear();
    outcomes.clear();
    for (std::size_t i = 0; i < with.size(); ++i) {
      cases.push_back(case_named(std::string(1, static_cast<char>('a' + i)), {1, 2}));
      outcomes.push_back(returned({1, with[i] ? nan_value : 2}));
    }
    std::vector<Run> runs;
    for (std::size_t i = 0; i < with.size(); ++i) runs.push_back({&cases[i], &outcomes[i]});
    const auto first =
        static_cast<std::size_t>(std::find(with.begin(), with.end(), true) - with.begin());
    return advice_on_nan(runs, runs[first]);
  };
  CHECK(told({true, true, true}).starts_with("The result holds NaN in all 3 cases. NaN"));
  CHECK(told({false, true, true}).starts_with("The result holds NaN in 2 of 3 cases. NaN"));
  CHECK(told({false, true, false}).starts_with("The result holds NaN in the case b. NaN"));
  CHECK(told({false, true, true, true, true})
            .starts_with("The result holds NaN in 4 of 5 cases. NaN"));
}

TEST_CASE("without NaN, or of a fresh case, nothing is said of it") {
  Case one = case_named("a", {1});
  Outcome outcome = returned({std::numeric_limits<double>::infinity()});
  const auto told = [&] { return advice_on_nan({{&one, &outcome}}, {&one, &outcome}); };
  CHECK(told().empty());
  outcome = returned({nan_value});
  CHECK(!told().empty());
  one.fresh = true;
  CHECK(told().empty());
}

TEST_CASE("elements were never set where the exercise's first step is NaN throughout") {
  Case one = case_named("a", {1});
  one.steps = {{"queries", {{2}, {1, 2}}}, {"scores", {{1}, {3}}}};
  Outcome outcome = returned({nan_value});
  const auto says_unset = [&] {
    return advice_on_nan({{&one, &outcome}}, {&one, &outcome}).find("ever set?") !=
           std::string::npos;
  };
  CHECK(!says_unset());
  outcome.steps = {{"queries", {{2}, {nan_value, nan_value}}}};
  CHECK(says_unset());
  outcome.steps = {{"queries", {{2}, {1, nan_value}}}};
  CHECK(!says_unset());
  outcome.steps = {{"queries", {{2}, {1, 2}}}, {"scores", {{1}, {nan_value}}}};
  CHECK(!says_unset());
}
