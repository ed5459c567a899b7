// From a program's numbers to the step that went wrong and the mistake that was made.

#include "catch.hpp"

#include "diagnose/diagnose.hpp"

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Tolerance usual{1e-6, 1e-9};

Tensor row(std::vector<double> values) { return {{values.size()}, std::move(values)}; }

NamedTensor step(std::string name, std::vector<double> values) {
  return {std::move(name), row(std::move(values))};
}

NamedTensor sent(std::string name, std::vector<double> values) {
  return {std::move(name), {{values.size()}, std::move(values)}};
}

Outcome returned(std::vector<double> values) {
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results.push_back({{values.size()}, std::move(values)});
  return outcome;
}

Outcome ended(Ending ending) {
  Outcome outcome;
  outcome.ending = ending;
  return outcome;
}

Case case_with(std::vector<double> expected, std::map<std::string, MistakeValues> mistakes = {}) {
  Case one;
  one.expected = {row(std::move(expected))};
  one.mistakes = std::move(mistakes);
  return one;
}

MistakeValues gives(std::vector<double> values) { return {{row(std::move(values))}, {}}; }
MistakeValues throws() { return {}; }

Mistake mistake(std::string name, std::string message, std::string shares = "") {
  Mistake made;
  made.name = std::move(name);
  made.message = std::move(message);
  made.shares = std::move(shares);
  return made;
}

/// Cases beside what a program did with each.
struct Runs {
  std::vector<Case> cases;
  std::vector<Outcome> outcomes;

  std::vector<Run> list() const {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < outcomes.size(); ++i) runs.push_back({&cases[i], &outcomes[i]});
    return runs;
  }

  /// The name of the mistake that is found; "none".
  std::string mistake_among(const std::vector<Mistake>& mistakes) const {
    const Mistake* found = matching_mistake(list(), mistakes, usual);
    return found == nullptr ? "none" : found->name;
  }

  std::vector<std::string> notes_among(const std::vector<Mistake>& mistakes) const {
    return notes_on_steps(list(), mistakes, usual);
  }
};

std::optional<WrongStep> wrong_step(std::vector<NamedTensor> reference,
                                    std::vector<NamedTensor> recorded) {
  Case one;
  one.steps = std::move(reference);
  Outcome outcome;
  outcome.steps = std::move(recorded);
  return first_wrong_step({&one, &outcome}, usual);
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
  CHECK(found->explained == "element [0] is 20, expected 2 (1 of 1 differ)");
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
  CHECK(found->explained == "it has shape (1), expected (2)");
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
    CHECK(!wrong_step({step("query", {1})}, {sent("query", {1}), sent("query", {7})}));
  }
  SECTION("recorded once where the reference has it once, there is no turn to speak of") {
    const auto found = wrong_step({step("query", {1})}, {sent("query", {2}), sent("query", {1})});
    REQUIRE(found);
    CHECK(!found->turn);
  }
}

TEST_CASE("a step with NaN is wrong") {
  const auto found = wrong_step({step("weights", {0.5, 0.5})}, {sent("weights", {0.5, nan_value})});
  REQUIRE(found);
  CHECK(found->explained == "element [1] is NaN, expected 0.5 (1 of 2 differ)");
}

TEST_CASE("the first step that is not recorded or not right is told, of each turn") {
  Case one;
  one.steps = {step("query", {1}), step("scores", {2}), step("query", {3})};
  Outcome outcome;
  const auto problem = [&](std::vector<NamedTensor> recorded) {
    outcome.steps = std::move(recorded);
    return step_problem({&one, &outcome}, usual);
  };
  CHECK(problem({sent("query", {1}), sent("scores", {2}), sent("query", {3})}).empty());
  CHECK(problem({sent("query", {1}), sent("query", {3}), sent("scores", {2}), sent("mine", {0})})
            .empty());
  CHECK(problem({sent("query", {1}), sent("scores", {2})}) == "the step query is not recorded");
  CHECK(problem({sent("query", {1}), sent("query", {3})}) == "the step scores is not recorded");
  CHECK(problem({sent("query", {3}), sent("scores", {2}), sent("query", {1})}) ==
        "the step query: element [0] is 3, expected 1 (1 of 1 differ)");
  CHECK(problem({sent("query", {1}), sent("scores", {nan_value}), sent("query", {3})}) ==
        "the step scores: element [0] is NaN, expected 2 (1 of 1 differ)");
  CHECK(problem({}) == "the step query is not recorded");
}

TEST_CASE("a mistake is named when the program gave its numbers on every case") {
  const std::vector<Mistake> mistakes = {mistake("rows", "Along the rows."),
                                         mistake("scale", "No scale.")};
  Runs runs;
  runs.cases = {case_with({1, 2}, {{"rows", gives({10, 20})}, {"scale", gives({1, 3})}}),
                case_with({5}, {{"rows", gives({6})}, {"scale", gives({8})}})};

  SECTION("the one that fits") {
    runs.outcomes = {returned({1, 3}), returned({8})};
    CHECK(runs.mistake_among(mistakes) == "scale");
  }
  SECTION("within the tolerance") {
    runs.outcomes = {returned({10 + 1e-6, 20}), returned({6})};
    CHECK(runs.mistake_among(mistakes) == "rows");
  }
  SECTION("none that fits on the first case only") {
    runs.outcomes = {returned({1, 3}), returned({9})};
    CHECK(runs.mistake_among(mistakes) == "none");
  }
  SECTION("none that fits on the last case only") {
    runs.outcomes = {returned({1, 2}), returned({8})};
    CHECK(runs.mistake_among(mistakes) == "none");
  }
  SECTION("none for numbers of another shape") {
    runs.cases = {case_with({1}, {{"rows", gives({6, 6})}})};
    runs.outcomes = {returned({6})};
    CHECK(runs.mistake_among({mistakes[0]}) == "none");
  }
  SECTION("none for a mistake whose numbers are not known on a case") {
    runs.cases[1].mistakes.erase("scale");
    runs.outcomes = {returned({1, 3}), returned({8})};
    CHECK(runs.mistake_among(mistakes) == "none");
  }
  SECTION("none when there are no mistakes") {
    runs.outcomes = {returned({1, 3}), returned({8})};
    CHECK(runs.mistake_among({}) == "none");
  }
}

TEST_CASE("a mistake that shows on one case alone is named") {
  Runs runs;
  runs.cases = {case_with({1}, {{"rows", gives({1})}}), case_with({5}, {{"rows", gives({6})}})};
  runs.outcomes = {returned({1}), returned({6})};
  CHECK(runs.mistake_among({mistake("rows", "Along the rows.")}) == "rows");
}

TEST_CASE("a case in which a mistake makes NaN and the program is right hides no mistake") {
  const Case usual_one = case_with({1, 2}, {{"a", gives({3, 4})}, {"b", gives({3, 4})}});
  const Case unusual = case_with({5}, {{"a", gives({nan_value})}, {"b", gives({6})}});
  const std::vector<Mistake> mistakes{mistake("a", "x"), mistake("b", "y")};
  const Outcome wrong = returned({3, 4}), right = returned({5}), other = returned({6});
  const auto name = [&](const Outcome& last) {
    const Mistake* found =
        matching_mistake({{&usual_one, &wrong}, {&unusual, &last}}, mistakes, usual);
    return found == nullptr ? "" : found->name;
  };
  CHECK(name(right) == "a");
  CHECK(name(other) == "b");
  // NaN elsewhere alone does not show the mistake.
  const Case first = case_with({1}, {{"a", gives({1})}});
  const Case second = case_with({2}, {{"a", gives({nan_value})}});
  const Outcome fine = returned({1}), none = returned({nan_value}), fine_too = returned({2});
  CHECK(matching_mistake({{&first, &fine}, {&second, &none}, {&second, &fine_too}},
                         {mistake("a", "x")}, usual) == nullptr);
}

TEST_CASE("no mistake is named where all results are right") {
  Runs runs;
  runs.cases = {case_with({1}, {{"invisible", gives({1})}})};
  runs.outcomes = {returned({1})};
  CHECK(runs.mistake_among({mistake("invisible", "Nothing to see.")}) == "none");
}

TEST_CASE("two mistakes with the same numbers and different messages name none") {
  Runs runs;
  runs.cases = {case_with({1}, {{"a", gives({2})}, {"b", gives({2})}, {"c", gives({3})}})};
  runs.outcomes = {returned({2})};
  CHECK(runs.mistake_among({mistake("a", "One."), mistake("b", "Two."), mistake("c", "Three.")}) ==
        "none");
  CHECK(runs.mistake_among({mistake("a", "One."), mistake("c", "Three.")}) == "a");
}

TEST_CASE("of mistakes that share a message the owner is named, wherever it stands") {
  Runs runs;
  runs.cases = {case_with({1}, {{"owner", gives({2})}, {"x", gives({2})}, {"y", gives({2})}})};
  runs.outcomes = {returned({2})};
  const Mistake owner = mistake("owner", "Same.");
  const Mistake x = mistake("x", "Same.", "owner");
  const Mistake y = mistake("y", "Same.", "owner");
  CHECK(runs.mistake_among({owner, x, y}) == "owner");
  CHECK(runs.mistake_among({x, owner, y}) == "owner");
  CHECK(runs.mistake_among({x, y, owner}) == "owner");

  SECTION("and where the owner's numbers differ, the first that fits") {
    runs.cases[0].mistakes["owner"] = gives({3});
    CHECK(runs.mistake_among({owner, y, x}) == "y");
  }
  SECTION("but another message beside them names none") {
    runs.cases[0].mistakes["other"] = gives({2});
    CHECK(runs.mistake_among({x, owner, mistake("other", "Different.")}) == "none");
  }
}

TEST_CASE("a mistake that throws fits a program that throws there") {
  const std::vector<Mistake> mistakes = {mistake("no transpose", "Transpose the keys.")};
  Runs runs;
  runs.cases = {case_with({1}, {{"no transpose", gives({2})}}),  // a square case: wrong numbers
                case_with({5}, {{"no transpose", throws()}})};
  SECTION("an exception") {
    runs.outcomes = {returned({2}), ended(Ending::exception)};
    CHECK(runs.mistake_among(mistakes) == "no transpose");
  }
  SECTION("not one that returns") {
    runs.outcomes = {returned({2}), returned({5})};
    CHECK(runs.mistake_among(mistakes) == "none");
  }
  SECTION("not one that ends otherwise") {
    for (const Ending ending :
         {Ending::not_implemented, Ending::out_of_memory, Ending::signal, Ending::no_answer,
          Ending::cpu_limit, Ending::wall_limit, Ending::bad_reply}) {
      runs.outcomes = {returned({2}), ended(ending)};
      CHECK(runs.mistake_among(mistakes) == "none");
    }
  }
  SECTION("not one that throws where the mistake returns") {
    runs.outcomes = {ended(Ending::exception), ended(Ending::exception)};
    CHECK(runs.mistake_among(mistakes) == "none");
  }
}

TEST_CASE("a program that only throws has no numbers to name a mistake by") {
  Runs runs;
  runs.cases = {case_with({1}, {{"a", throws()}})};
  runs.outcomes = {ended(Ending::exception)};
  CHECK(runs.mistake_among({mistake("a", "One.")}) == "none");
}

TEST_CASE("fresh cases, of which no mistake's numbers are known, do not hide a mistake") {
  Runs runs;
  runs.cases = {case_with({1}, {{"a", gives({2})}}), case_with({5})};
  runs.cases[1].fresh = true;
  runs.outcomes = {returned({2}), returned({123})};
  CHECK(runs.mistake_among({mistake("a", "One.")}) == "a");

  SECTION("nor name one by themselves") {
    runs.outcomes = {returned({1}), returned({123})};
    CHECK(runs.mistake_among({mistake("a", "One.")}) == "none");
  }
  SECTION("nor name one when all cases are fresh") {
    runs.cases = {runs.cases[1]};
    runs.outcomes = {returned({123})};
    CHECK(runs.mistake_among({mistake("a", "One.")}) == "none");
  }
}

TEST_CASE("cases that were not run do not hide a mistake") {
  Runs runs;
  runs.cases = {case_with({1}, {{"a", gives({2})}}), case_with({5}, {{"a", gives({6})}})};
  runs.outcomes = {returned({2})};
  CHECK(runs.mistake_among({mistake("a", "One.")}) == "a");
}

TEST_CASE("mistakes are told apart by where they give NaN and infinities") {
  const std::vector<Mistake> mistakes = {mistake("overflow", "One."), mistake("underflow", "Two."),
                                         mistake("sign", "Three.")};
  Runs runs;
  runs.cases = {case_with({5}), case_with({1, 1}, {{"overflow", gives({nan_value, 1})},
                                                   {"underflow", gives({1, nan_value})},
                                                   {"sign", gives({infinity, 1})}})};
  for (const Mistake& each : mistakes) runs.cases[0].mistakes[each.name] = gives({5});
  const auto with = [&](std::vector<double> values) {
    runs.outcomes = {returned({5}), returned(std::move(values))};
    return runs.mistake_among(mistakes);
  };
  CHECK(with({nan_value, 1}) == "overflow");
  CHECK(with({1, nan_value}) == "underflow");
  CHECK(with({infinity, 1}) == "sign");
  CHECK(with({-infinity, 1}) == "none");
  CHECK(with({nan_value, nan_value}) == "none");
}

TEST_CASE("NaN on ordinary numbers, those of the first case, names no mistake by itself") {
  const std::vector<Mistake> mistakes = {mistake("mask", "A mask."), mistake("sign", "A sign.")};
  Runs runs;
  runs.cases = {
      case_with({1, 2}, {{"mask", gives({nan_value, 2})}, {"sign", gives({infinity, 2})}}),
      case_with({5}, {{"mask", gives({5})}, {"sign", gives({5})}})};
  runs.outcomes = {returned({nan_value, 2}), returned({5})};
  CHECK(runs.mistake_among(mistakes) == "none");
  SECTION("but an infinity does") {
    runs.outcomes[0] = returned({infinity, 2});
    CHECK(runs.mistake_among(mistakes) == "sign");
  }
  SECTION("and so does a wrong number beside it") {
    runs.cases[0].mistakes["mask"] = gives({nan_value, 3});
    runs.outcomes[0] = returned({nan_value, 3});
    CHECK(runs.mistake_among(mistakes) == "mask");
  }
  SECTION("or in another case") {
    runs.cases[1].mistakes["mask"] = gives({6});
    runs.outcomes[1] = returned({6});
    CHECK(runs.mistake_among(mistakes) == "mask");
  }
}

TEST_CASE(
    "a program records the steps of a mistake where all it recorded are those, not all right") {
  const Mistake late = mistake("late", "Masked too late.");
  Runs runs;
  runs.cases = {case_with({1}), case_with({2})};
  for (Case& one : runs.cases) {
    one.steps = {step("scores", {1}), step("weights", {2})};
    one.mistakes["late"] = {{row({7})}, {step("scores", {1}), step("weights", {3})}};
  }
  runs.outcomes = {returned({8}), returned({9})};
  const auto records = [&] { return records_steps_of(runs.list(), late, usual); };
  CHECK(!records());  // nothing
  for (Outcome& outcome : runs.outcomes)
    outcome.steps = {sent("scores", {1}), sent("weights", {3})};
  CHECK(records());
  runs.outcomes[1].steps[0] = sent("scores", {4});
  CHECK(!records());
  runs.outcomes[1].steps.erase(runs.outcomes[1].steps.begin());
  CHECK(records());
  runs.outcomes[0].steps = runs.outcomes[1].steps = {sent("scores", {1})};  // right ones alone
  CHECK(!records());
  runs.cases[0].mistakes["late"].steps.clear();  // not known
  CHECK(!records());
}

TEST_CASE("a program that returns has not recorded the steps of a mistake that throws there") {
  const Mistake late = mistake("late", "Masked too late.");
  Runs runs;
  runs.cases = {case_with({1}), case_with({2})};
  for (Case& one : runs.cases) {
    one.steps = {step("weights", {2})};
    one.mistakes["late"] = {{row({7})}, {step("weights", {3})}};
  }
  runs.cases[1].mistakes["late"] = {};
  runs.outcomes = {returned({8}), returned({9})};
  runs.outcomes[0].steps = {sent("weights", {3})};
  CHECK(!records_steps_of(runs.list(), late, usual));
  runs.outcomes[1].results.clear();
  CHECK(records_steps_of(runs.list(), late, usual));
}

TEST_CASE("an equivalent variant is never named as a mistake") {
  Mistake variant = mistake("no key bias", "The key bias cancels.");
  variant.equivalent = true;
  Runs runs;
  runs.cases = {case_with({1}, {{"no key bias", gives({2})}})};
  runs.outcomes = {returned({2})};
  CHECK(runs.mistake_among({variant}) == "none");
}

TEST_CASE("a note tells of an equivalent variant whose steps were recorded") {
  Mistake variant = mistake("no key bias", "The key bias cancels.");
  variant.equivalent = true;
  Runs runs;
  runs.cases = {case_with({1}), case_with({2})};
  for (std::size_t i = 0; i < 2; ++i) {
    const double base = static_cast<double>(i);
    runs.cases[i].steps = {step("keys", {base}), step("scores", {base + 1})};
    runs.cases[i].mistakes["no key bias"] = {
        runs.cases[i].expected, {step("keys", {base + 10}), step("scores", {base + 20})}};
  }
  runs.outcomes = {returned({1}), returned({2})};
  const std::vector<std::string> note = {"The key bias cancels."};

  SECTION("on every case") {
    runs.outcomes[0].steps = {sent("keys", {10}), sent("scores", {20})};
    runs.outcomes[1].steps = {sent("keys", {11}), sent("scores", {21})};
    CHECK(runs.notes_among({variant}) == note);
  }
  SECTION("from the steps that are recorded, one is enough") {
    runs.outcomes[0].steps = {sent("keys", {10})};
    runs.outcomes[1].steps = {sent("keys", {11})};
    CHECK(runs.notes_among({variant}) == note);
  }
  SECTION("not where the steps are right") {
    runs.outcomes[0].steps = {sent("keys", {0}), sent("scores", {1})};
    runs.outcomes[1].steps = {sent("keys", {1}), sent("scores", {2})};
    CHECK(runs.notes_among({variant}).empty());
  }
  SECTION("not where a step fits neither") {
    runs.outcomes[0].steps = {sent("keys", {10}), sent("scores", {99})};
    CHECK(runs.notes_among({variant}).empty());
  }
  SECTION("not where it fits on one case only") {
    runs.outcomes[0].steps = {sent("keys", {10})};
    runs.outcomes[1].steps = {sent("keys", {1})};
    CHECK(runs.notes_among({variant}).empty());
  }
  SECTION("not where nothing is recorded") { CHECK(runs.notes_among({variant}).empty()); }
  SECTION("not of a mistake that is not equivalent") {
    runs.outcomes[0].steps = {sent("keys", {10})};
    runs.outcomes[1].steps = {sent("keys", {11})};
    variant.equivalent = false;
    CHECK(runs.notes_among({variant}).empty());
  }
  SECTION("fresh cases, of which the variant's steps are not known, do not hide it") {
    runs.cases[1].fresh = true;
    runs.cases[1].mistakes.clear();
    runs.outcomes[0].steps = {sent("keys", {10})};
    runs.outcomes[1].steps = {sent("keys", {11})};
    CHECK(runs.notes_among({variant}) == note);
  }
}

TEST_CASE("steps of an equivalent variant that repeat are compared turn by turn") {
  Mistake variant = mistake("shifted", "A shift cancels.");
  variant.equivalent = true;
  Runs runs;
  runs.cases = {case_with({1})};
  runs.cases[0].steps = {step("scores", {1}), step("scores", {2})};
  runs.cases[0].mistakes["shifted"] = {{row({1})}, {step("scores", {2}), step("scores", {3})}};
  runs.outcomes = {returned({1})};
  runs.outcomes[0].steps = {sent("scores", {2}), sent("scores", {3})};
  CHECK(runs.notes_among({variant}).size() == 1);
  runs.outcomes[0].steps = {sent("scores", {3}), sent("scores", {2})};
  CHECK(runs.notes_among({variant}).empty());
}
