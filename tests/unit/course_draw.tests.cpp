// Inputs from a recipe, seeds and sizes. The numbers are those of NumPy 1.24.2.

#include "catch.hpp"

#include "course/course.hpp"
#include "course/cases.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace grader;

namespace {

Case case_of(const std::map<std::string, std::uint32_t>& seeds, const Sizes& sizes = {},
             const std::map<std::string, double>& scale = {}) {
  Case one;
  one.seeds = seeds;
  one.sizes = sizes;
  one.scale = scale;
  return one;
}

Draw normal(std::string name, std::string stream, std::vector<Length> shape) {
  Draw draw;
  draw.name = std::move(name);
  draw.stream = std::move(stream);
  draw.shape = std::move(shape);
  return draw;
}

Length size(const char* symbol, std::size_t factor = 1) { return {factor, symbol}; }

// numpy.random.seed(0); normal(size=8)
const std::vector<double> seed_0 = {1.764052345967664,   0.40015720836722329, 0.9787379841057392,
                                    2.2408931992014578,  1.8675579901499675,  -0.977277879876411,
                                    0.95008841752558937, -0.15135720829769789};
// numpy.random.seed(3); normal(size=4)
const std::vector<double> seed_3 = {1.7886284734303186, 0.43650985051198943, 0.096497468072008624,
                                    -1.8634927033644908};

std::vector<double> first(std::size_t count, const std::vector<double>& values) {
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}

Exercise sample_exercise() {
  Exercise exercise;
  exercise.number = 2;
  exercise.recipe.draws = {normal("X", "tokens", {size("D"), size("N")}),
                           normal("omega", "weights", {size("Dq"), size("D", 2)}),
                           normal("beta", "weights", {size("Dq"), {1, ""}})};
  exercise.recipe.fresh = {{"D", {3, 9}}, {"N", {1, 8}}, {"Dq", {4, 4}}};
  return exercise;
}

Case drawn_case(const Exercise& exercise) {
  Case one;
  one.sizes = {{"D", 2}, {"N", 2}, {"Dq", 1}};
  one.seeds = {{"tokens", 3}, {"weights", 0}};
  one.inputs = draw_inputs(exercise.recipe, one);
  return one;
}

bool same_inputs(const Case& a, const Case& b) {
  return a.sizes == b.sizes && a.seeds == b.seeds && a.inputs == b.inputs;
}

}  // namespace

TEST_CASE("a shape is made of sizes, numbers and products of the two") {
  const Sizes sizes = {{"N", 3}, {"Dv", 5}};
  CHECK(shape_of(normal("a", "s", {size("N"), {7, ""}, size("Dv", 2)}), sizes) == Shape{3, 7, 10});
  CHECK(shape_of(normal("a", "s", {}), sizes) == Shape{});
}

TEST_CASE("inputs of one stream share it in the order of the recipe, row by row") {
  Recipe recipe;
  recipe.draws = {normal("B", "s", {{2, ""}, {2, ""}}), normal("A", "s", {{3, ""}})};
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}}));
  CHECK(inputs.size() == 2);
  CHECK(inputs.at("B") == Tensor{{2, 2}, first(4, seed_0)});
  CHECK(inputs.at("A") == Tensor{{3}, {seed_0[4], seed_0[5], seed_0[6]}});
}

TEST_CASE("streams do not disturb each other") {
  Recipe recipe;
  recipe.draws = {normal("a", "s", {{1, ""}}), normal("b", "t", {{4, ""}}),
                  normal("c", "s", {{3, ""}})};
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}, {"t", 3}}));
  CHECK(inputs.at("a").values == first(1, seed_0));
  CHECK(inputs.at("b").values == seed_3);
  CHECK(inputs.at("c").values == std::vector<double>{seed_0[1], seed_0[2], seed_0[3]});
}

TEST_CASE("two streams of the same seed give the same numbers") {
  Recipe recipe;
  recipe.draws = {normal("a", "s", {{4, ""}}), normal("b", "t", {{4, ""}})};
  const auto inputs = draw_inputs(recipe, case_of({{"s", 3}, {"t", 3}}));
  CHECK(inputs.at("a").values == seed_3);
  CHECK(inputs.at("b").values == seed_3);
}

TEST_CASE("a matrix that is filled by columns is the transpose of one filled by rows") {
  Recipe recipe;
  recipe.draws = {normal("X", "s", {size("D"), size("N")})};
  recipe.draws[0].filled_by_columns = true;
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}}, {{"D", 3}, {"N", 2}}));
  CHECK(inputs.at("X") ==
        Tensor{{3, 2}, {seed_0[0], seed_0[3], seed_0[1], seed_0[4], seed_0[2], seed_0[5]}});
}

TEST_CASE("each distribution takes its two numbers") {
  Recipe recipe;
  recipe.draws = {normal("a", "s", {{3, ""}}), normal("b", "t", {{4, ""}}),
                  normal("c", "u", {{8, ""}})};
  recipe.draws[0].first = 2.5;
  recipe.draws[0].second = 0.25;
  recipe.draws[1].distribution = Distribution::uniform;
  recipe.draws[1].first = -2;
  recipe.draws[1].second = 3;
  recipe.draws[2].distribution = Distribution::integers;
  recipe.draws[2].first = -5;
  recipe.draws[2].second = 8;
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}, {"t", 3}, {"u", 42}}));
  CHECK(inputs.at("a").values ==
        std::vector<double>{2.9410130864919162, 2.600039302091806, 2.7446844960264349});
  CHECK(inputs.at("b").values == std::vector<double>{0.7539895128728773, 1.5407391130905239,
                                                     -0.54547630543527825, 0.55413802598831507});
  CHECK(inputs.at("c").values == std::vector<double>{1, -2, 7, 5, 2, 7, -1, 1});
}

TEST_CASE("a scale multiplies its own input and moves no stream") {
  Recipe recipe;
  recipe.draws = {normal("a", "s", {{2, ""}}), normal("b", "s", {{2, ""}})};
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}}, {}, {{"a", 30}}));
  CHECK(inputs.at("a").values == std::vector<double>{seed_0[0] * 30, seed_0[1] * 30});
  CHECK(inputs.at("b").values == std::vector<double>{seed_0[2], seed_0[3]});
}

TEST_CASE("an input without elements and a scalar are drawn too") {
  Recipe recipe;
  recipe.draws = {normal("empty", "s", {{0, ""}, {3, ""}}), normal("scalar", "s", {}),
                  normal("next", "s", {{1, ""}})};
  const auto inputs = draw_inputs(recipe, case_of({{"s", 0}}));
  CHECK(inputs.at("empty") == Tensor{{0, 3}, {}});
  CHECK(inputs.at("scalar") == Tensor{{}, {seed_0[0]}});
  CHECK(inputs.at("next").values == std::vector<double>{seed_0[1]});
}

TEST_CASE("a fresh case has every size in its range, and every range is used to its ends") {
  const Exercise exercise = sample_exercise();
  std::set<std::size_t> lengths;
  std::set<std::size_t> tokens;
  for (unsigned index = 0; index < 200; ++index) {
    const Case one = fresh_case(exercise, 5, index);
    CHECK(one.sizes.size() == 3);
    lengths.insert(one.sizes.at("D"));
    tokens.insert(one.sizes.at("N"));
    CHECK(one.sizes.at("Dq") == 4);
  }
  CHECK(lengths == std::set<std::size_t>{3, 4, 5, 6, 7, 8, 9});
  CHECK(tokens == std::set<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("a fresh case is named, marked, and drawn from seeds of its own") {
  const Exercise exercise = sample_exercise();
  const Case one = fresh_case(exercise, 5, 2);
  CHECK(one.name == "fresh 3");
  CHECK(one.fresh);
  CHECK(one.seeds.size() == 2);
  CHECK(one.seeds.at("tokens") != one.seeds.at("weights"));
  CHECK(one.inputs.size() == 3);
  CHECK(one.inputs.at("omega").shape == Shape{4, 2 * one.sizes.at("D")});
  CHECK(redraw_difference(exercise, one) == "");
}

TEST_CASE("a fresh case is repeated by its seed and changes with seed, index and exercise") {
  const Exercise exercise = sample_exercise();
  const std::uint64_t seed = 0x123456789abcdef0;
  const Case one = fresh_case(exercise, seed, 1);
  CHECK(same_inputs(fresh_case(exercise, seed, 1), one));
  CHECK(!same_inputs(fresh_case(exercise, seed, 0), one));
  CHECK(!same_inputs(fresh_case(exercise, seed + 1, 1), one));
  CHECK(!same_inputs(fresh_case(exercise, seed ^ (std::uint64_t{1} << 63), 1), one));
  Exercise other = exercise;
  other.number = 3;
  CHECK(!same_inputs(fresh_case(other, seed, 1), one));
}

TEST_CASE("a fresh case can be as unusual as another one, with numbers of its own") {
  Exercise exercise = sample_exercise();
  exercise.recipe.draws.push_back(normal("steps", "steps", {}));
  Case like = case_of({{"tokens", 3}, {"weights", 0}, {"steps", 1}},
                      {{"D", 2}, {"N", 2}, {"Dq", 1}}, {{"omega", 1000}});
  like.inputs = draw_inputs(exercise.recipe, like);
  std::set<std::size_t> lengths;
  for (unsigned index = 0; index < 40; ++index) {
    const Case one = fresh_case(exercise, 5, index, &like);
    CHECK(one.scale == like.scale);
    CHECK(one.inputs != like.inputs);
    lengths.insert(one.sizes.at("D"));
    CHECK(redraw_difference(exercise, one) == "");
  }
  CHECK(lengths.size() > 5);
  CHECK(lengths.contains(2));  // that of the other, below the range
  // What it writes down, and a number that it scales, are as they are, and so are the sizes.
  like.given = {"X"};
  like.scale["steps"] = 0.05;
  like.inputs = draw_inputs(exercise.recipe, like);
  const Case one = fresh_case(exercise, 5, 1, &like);
  CHECK(one.sizes == like.sizes);
  CHECK(one.inputs.at("X") == like.inputs.at("X"));
  CHECK(one.inputs.at("steps") == like.inputs.at("steps"));
  CHECK(one.inputs.at("omega") != like.inputs.at("omega"));
}

TEST_CASE("fresh cases are drawn first after cases with a scale, a shift or given inputs") {
  const Exercise exercise = sample_exercise();
  std::vector<Case> cases(6, drawn_case(exercise));
  cases[1].scale["X"] = 300;
  cases[3].shift["X"] = 5;
  cases[4].given = {"X"};
  cases[5].given = {"X", "omega", "beta"};  // nothing is left to draw
  std::set<const Case*> first, last;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto models = models_of_fresh_cases(exercise, cases, seed);
    REQUIRE(models.size() == 5);
    CHECK(std::set<const Case*>(models.begin(), models.begin() + 3) ==
          std::set<const Case*>{&cases[1], &cases[3], &cases[4]});
    first.insert(models.front());
    last.insert(models.back());
  }
  CHECK(first.size() == 3);
  CHECK(last == std::set<const Case*>{&cases[0], &cases[2]});
}

TEST_CASE("redrawing finds nothing where the numbers are those of the seeds") {
  const Exercise exercise = sample_exercise();
  Case one = drawn_case(exercise);
  CHECK(redraw_difference(exercise, one) == "");
  one.scale = {{"X", 50}};
  one.inputs = draw_inputs(exercise.recipe, one);
  CHECK(redraw_difference(exercise, one) == "");
}

TEST_CASE("redrawing finds another shape, and what the recipe needs and a case lacks") {
  const Exercise exercise = sample_exercise();
  const Case whole = drawn_case(exercise);
  Case one = whole;
  one.sizes.begin()->second += 1;
  CHECK(redraw_difference(exercise, one).find(" has the shape (") != std::string::npos);
  const std::string lacks = "it lacks an input, a seed or a size of the recipe";
  one = whole;
  one.sizes.erase(one.sizes.begin());
  CHECK(redraw_difference(exercise, one) == lacks);
  one = whole;
  one.seeds.erase("weights");
  CHECK(redraw_difference(exercise, one) == lacks);
  one = whole;
  one.inputs.erase("omega");
  CHECK(redraw_difference(exercise, one) == lacks);
}

TEST_CASE("redrawing finds the first number that is off, if only by its last bit") {
  const Exercise exercise = sample_exercise();
  Case one = drawn_case(exercise);
  SECTION("the last bit") {
    double& value = one.inputs.at("omega").values.at(1);
    value = std::nextafter(value, 1);
    CHECK(redraw_difference(exercise, one) ==
          "inputs.omega.values[1] is 0.40015720836722335, but the seeds give 0.40015720836722329");
  }
  SECTION("the sign of a zero") {
    one.scale = {{"X", 0}};
    one.inputs = draw_inputs(exercise.recipe, one);
    CHECK(redraw_difference(exercise, one) == "");
    CHECK(std::signbit(one.inputs.at("X").values.at(3)));
    one.inputs.at("X").values.at(3) = 0.0;
    CHECK(redraw_difference(exercise, one) == "inputs.X.values[3] is 0, but the seeds give -0");
  }
  SECTION("NaN") {
    one.inputs.at("X").values.at(0) = std::numeric_limits<double>::quiet_NaN();
    CHECK(redraw_difference(exercise, one) ==
          "inputs.X.values[0] is nan, but the seeds give 1.7886284734303186");
  }
  SECTION("another seed") {
    one.seeds.at("weights") = 1;
    CHECK(redraw_difference(exercise, one) != "");
  }
  SECTION("another scale") {
    one.scale = {{"beta", 2}};
    CHECK(redraw_difference(exercise, one) != "");
  }
}

TEST_CASE("an input that is given stays, and its stream moves on past it where it has a seed") {
  const Exercise exercise = sample_exercise();
  const Case drawn = drawn_case(exercise);
  Case one = drawn;
  one.given = {"omega"};
  one.inputs.at("omega").values[0] = 7;
  CHECK(draw_inputs(exercise.recipe, one).at("omega").values[0] == 7);
  CHECK(draw_inputs(exercise.recipe, one).at("beta") == drawn.inputs.at("beta"));
  CHECK(redraw_difference(exercise, one) == "");
  one.given = {"omega", "beta"};
  one.seeds.erase("weights");
  CHECK(draw_inputs(exercise.recipe, one) == one.inputs);
  one.given = {"beta"};
  one.seeds = drawn.seeds;
  CHECK(redraw_difference(exercise, one) != "");
}

TEST_CASE("shapes have every pair of sizes that is legal, and each size large") {
  const Course course = load_course(SOFTMARK_SOURCE);
  for (const Exercise& exercise : course.exercises) {
    if (exercise.measures || exercise.catches || exercise.recipe.fresh.empty()) continue;
    INFO(exercise.folder);
    const std::vector<Case> cases = shape_cases(exercise, 1, {});
    CHECK(cases.size() <= 320);
    std::set<std::tuple<std::string, std::size_t, std::string, std::size_t>> pairs;
    std::set<std::string> symbols, large;
    for (const Case& one : cases) {
      for (const auto& [symbol, size] : one.sizes) {
        symbols.insert(symbol);
        if (size >= 17) large.insert(symbol);
        for (const auto& [other, length] : one.sizes) pairs.emplace(symbol, size, other, length);
      }
    }
    std::set<std::string> derived;
    for (const SizeRelation& relation : exercise.recipe.relations)
      if (relation.sign == "=") derived.insert(relation.left);
    const auto holds = [&](const std::string& a, std::size_t u, const std::string& b,
                           std::size_t v) {
      return std::ranges::none_of(exercise.recipe.relations, [&](const SizeRelation& relation) {
        const std::string& right = relation.factors[0];
        if (relation.sign != "<=" && relation.sign != ">=") return false;
        const bool least = relation.sign == ">=";
        if (std::isdigit(right[0]) != 0)
          return relation.left == a && (least ? u < std::stoul(right) : u > std::stoul(right));
        return relation.left == a && right == b && (least ? u < v : u > v);
      });
    };
    for (const SizeRelation& relation : exercise.recipe.relations)
      if (relation.sign == "<=" && std::isdigit(relation.factors[0][0]) != 0)
        large.insert(relation.left);
    CHECK(large == symbols);
    std::size_t lost = 0;
    for (const std::string& a : symbols) {
      for (const std::string& b : symbols) {
        if (a == b || derived.contains(a) || derived.contains(b)) continue;
        for (std::size_t u = 1; u <= 11; ++u) {
          for (std::size_t v = 1; v <= 11; ++v)
            lost += holds(a, u, b, v) && holds(b, v, a, u) && !pairs.contains({a, u, b, v});
        }
      }
    }
    CHECK(lost == 0);
  }
}
