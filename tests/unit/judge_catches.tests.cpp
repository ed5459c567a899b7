// Inputs that shall catch mistakes of another exercise.

#include "catch.hpp"

#include "judge/judge.hpp"

#include <cmath>

using namespace grader;

namespace {

/// Takes Q (Nq, d), K (Nk, d) and pairs (Nk, 2*d).
Exercise attention() {
  Exercise one;
  one.arguments = {"Q", "K", "pairs"};
  for (const auto& [name, shape] :
       std::vector<std::pair<std::string, std::vector<Length>>>{{"pairs", {{1, "Nk"}, {2, "d"}}},
                                                                {"K", {{1, "Nk"}, {1, "d"}}},
                                                                {"Q", {{1, "Nq"}, {1, "d"}}}}) {
    one.recipe.draws.push_back({});
    one.recipe.draws.back().name = name;
    one.recipe.draws.back().shape = shape;
  }
  return one;
}

Exercise catching(const std::vector<std::string>& names) {
  Exercise one;
  one.catches = Catches{"attention", names};
  one.measures.emplace();
  one.measures->requirements = {{.name = "accepted", .measure = "refused", .at_most = 0}};
  for (const std::string& name : names)
    one.measures->requirements.push_back({.name = name, .measure = name, .at_least = 1});
  return one;
}

Tensor filled(const Shape& shape, double value = 1) {
  return {shape, std::vector<double>(element_count(shape), value)};
}

/// What comes of a list of these inputs.
Outcome given(const std::vector<std::vector<Tensor>>& inputs) {
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = {{{}, {static_cast<double>(inputs.size())}}};
  for (const auto& input : inputs)
    outcome.results.insert(outcome.results.end(), input.begin(), input.end());
  return outcome;
}

const std::vector<Tensor> right{filled({2, 3}), filled({4, 3}), filled({4, 6})};

std::string reason(const Outcome& outcome) { return inputs_problem(attention(), outcome); }

std::string reason_of_second(const std::vector<Tensor>& input) {
  return reason(given({right, input}));
}

Case inputs_case() {
  Case one;
  one.name = "inputs";
  return one;
}

}  // namespace

TEST_CASE("inputs whose shapes fit together are accepted, up to the bounds") {
  CHECK(reason(given({right})) == "");
  CHECK(reason(given({right, {filled({6, 1}), filled({6, 1}), filled({6, 2}, -1e4)}})) == "");
  CHECK(reason(given(std::vector(3, right))) == "");
  CHECK(inputs_in(attention(), given({right, right})) == std::vector{right, right});
}

TEST_CASE("a refusal names the input, the array, and what was expected of it") {
  CHECK(reason_of_second({filled({2, 3}), filled({4, 5}), filled({4, 6})}) ==
        "input 2: K is (4, 5), expected (Nk, d) with Nq = 2, d = 3");
  CHECK(reason_of_second({filled({2, 3}), filled({4, 3}), filled({5, 7})}) ==
        "input 2: pairs is (5, 7), expected (Nk, 2*d) with Nk = 4, Nq = 2, d = 3");
  CHECK(reason_of_second({filled({6}), filled({4, 3}), filled({4, 6})}) ==
        "input 2: Q is (6), expected (Nq, d)");
  CHECK(reason_of_second({filled({0, 3}), filled({4, 3}), filled({4, 6})}) ==
        "input 2: Q is (0, 3), expected sizes from 1 to 6");
  CHECK(reason_of_second({filled({7, 3}), filled({4, 3}), filled({4, 6})}) ==
        "input 2: Q is (7, 3), expected sizes from 1 to 6");
  const std::vector<Tensor> huge{{{2, std::size_t{1} << 40}, {}}, filled({4, 3}), filled({4, 6})};
  CHECK(reason_of_second(huge) == "input 2: Q is (2, 1099511627776), expected sizes from 1 to 6");
  Tensor K = filled({4, 3});
  K.values[7] = 1e300;
  CHECK(reason_of_second({filled({2, 3}), K, filled({4, 6})}) ==
        "input 2: K has 1e+300, expected numbers from -10000 to 10000");
  K.values[7] = std::nan("");
  CHECK(reason(given({{filled({2, 3}), K, filled({4, 6})}})) ==
        "input 1: K has nan, expected numbers from -10000 to 10000");
}

TEST_CASE("none, too many, and what no harness sends are refused") {
  CHECK(reason(given({})) == "it gives 0 inputs, expected from 1 to 3");
  Outcome many = given(std::vector(3, right));
  many.results.front().values = {1e6};
  CHECK(reason(many) == "it gives 1000000 inputs, expected from 1 to 3");
  for (const double count : {1.5, 2.0, -1.0, std::nan("")}) {
    Outcome forged = given({right});
    forged.results.front().values = {count};
    CHECK(reason(forged) != "");
  }
  Outcome forged = given({right});
  forged.results.front() = filled({0});
  CHECK(reason(forged) != "");
}

TEST_CASE("inputs that are refused catch nothing, and the reason is the message") {
  const CaseResult result =
      judge_catches(catching({"a", "b"}), inputs_case(), 0, {}, "input 1: odd");
  CHECK(result.verdict == Verdict::wrong_value);
  CHECK(result.mismatches == result.elements);
  REQUIRE(result.missed.size() == 1);
  CHECK(result.missed[0].requirement == "accepted");
  CHECK(result.message == "input 1: odd");
}

TEST_CASE("what is caught is counted, and what survives is named in the exercise's order") {
  const CaseResult result =
      judge_catches(catching({"b", "a", "c"}), inputs_case(), 2, {0, 3, 0}, "");
  CHECK(result.verdict == Verdict::wrong_value);
  CHECK(result.elements == 3);
  CHECK(result.mismatches == 2);
  CHECK(result.message == "caught 1 of 3 mistakes with 2 inputs; not caught: b, c");
  REQUIRE(result.missed.size() == 2);
  CHECK(result.missed[0].requirement == "b");
}

TEST_CASE("a note says how many inputs would do, where not all of them are needed") {
  const auto note = [](std::size_t inputs, const std::vector<CaughtBy>& caught) {
    const CaseResult result =
        judge_catches(catching({"a", "b", "c"}), inputs_case(), inputs, caught, "");
    CHECK(result.verdict == Verdict::passed);
    CHECK(result.message == "");
    return result.note;
  };
  CHECK(note(1, {1, 1, 1}) == "");
  CHECK(note(2, {1, 2, 3}) == "");
  CHECK(note(2, {3, 2, 3}) == "1 of your 2 inputs would do: it catches every mistake.");
  CHECK(note(8, {0x81, 0x84, 0x04}) ==
        "2 of your 8 inputs would do: together they catch every mistake.");
}
