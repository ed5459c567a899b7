#include "course/exercise.hpp"

#include "core/exercise.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace grader {
namespace {

template <class T>
using Vocabulary = std::map<std::string, T>;

template <class T>
T word_of(const JsonNode& node, const Vocabulary<T>& words) {
  std::vector<std::string> known;
  for (const auto& word : words) known.push_back(word.first);
  return words.at(node.one_of("word", known));
}

Requirement read_requirement(const JsonNode& node, const std::vector<std::string>& measures) {
  node.only({"name", "measure", "at_least", "at_most", "cases", "message", "part"});
  Requirement requirement;
  requirement.name = node.at("name").text();
  requirement.measure = node.at("measure").one_of("measure", measures);
  if (node.has("at_least")) requirement.at_least = node.at("at_least").number();
  if (node.has("at_most")) requirement.at_most = node.at("at_most").number();
  if (!requirement.at_least && !requirement.at_most) node.fail("expected at_least or at_most");
  if (requirement.at_least > requirement.at_most && requirement.at_most)
    node.at("at_least").fail("expected a number up to at_most");
  if (node.has("cases")) requirement.cases = node.at("cases").texts();
  requirement.message = node.at("message").text();
  if (node.has("part")) requirement.part = node.at("part").text();
  return requirement;
}

Measures read_measures(const JsonNode& node) {
  node.only({"arguments", "results", "requirements", "seed", "draws", "reason"});
  Measures measures;
  measures.reason = node.at("reason").text();
  measures.arguments = node.at("arguments").texts();
  measures.results = node.at("results").texts();
  if (std::set(measures.results.begin(), measures.results.end()).size() != measures.results.size())
    node.at("results").fail("expected names that differ");
  std::set<std::string> names;
  for (const JsonNode& requirement : node.at("requirements").elements()) {
    measures.requirements.push_back(read_requirement(requirement, measures.results));
    if (!names.insert(measures.requirements.back().name).second)
      requirement.at("name").fail("another requirement has this name");
  }
  if (names.empty()) node.at("requirements").fail("expected at least one");
  if (node.has("seed")) measures.seed = node.at("seed").text();
  if (node.has("draws")) {
    if (measures.seed.empty()) node.at("draws").fail("expected a seed besides");
    for (const auto& [name, least] : node.at("draws").members())
      measures.draws[name] = least.number();
  }
  return measures;
}

/// A requirement for each mistake that is to be caught, after one that all inputs are inputs.
void read_catches(const JsonNode& node, Exercise& exercise) {
  node.only({"of", "mistakes"});
  Catches& catches = exercise.catches.emplace();
  std::vector<Requirement>& all = exercise.measures.emplace().requirements;
  catches.of = node.at("of").text();
  exercise.uses.push_back(catches.of);
  all.push_back({.name = "accepted", .measure = "inputs that are accepted", .at_least = 1});
  all[0].message =
      fmt::format("Not all of these are inputs of {}: nothing is caught.", printable(catches.of));
  for (const JsonNode& mistake : node.at("mistakes").elements()) {
    mistake.only({"name", "of", "message"});
    const std::string name = mistake.at("name").text();
    if (std::ranges::count(all, name, &Requirement::name) > 0)
      mistake.at("name").fail("another requirement has this name");
    catches.mistakes.push_back(mistake.at("of").text());
    all.push_back({.name = name, .measure = "inputs that catch " + name, .at_least = 1});
    all.back().message = fmt::format("{}: {}", name, mistake.at("message").text());
  }
  if (catches.mistakes.empty()) node.at("mistakes").fail("expected at least one");
}

CostLimit read_cost_limit(const JsonNode& node) {
  static const Vocabulary<Cost> costs = [] {
    Vocabulary<Cost> words;
    for (std::size_t i = 0; i < cost_count; ++i) words.emplace(cost_names[i], static_cast<Cost>(i));
    return words;
  }();
  static const Vocabulary<CostLimit::Of> bounds{{"reference", CostLimit::Of::reference},
                                                {"exponent", CostLimit::Of::exponent}};
  node.only({"name", "cost", "of", "at_most", "message"});
  return {node.at("name").text(), word_of(node.at("cost"), costs), word_of(node.at("of"), bounds),
          node.at("at_most").number(), node.at("message").text()};
}

CostSpec read_costs(const JsonNode& node, const Recipe& recipe) {
  node.only({"sizes", "grow", "limits"});
  CostSpec spec;
  spec.sizes = read_sizes(node.at("sizes"), recipe.draws);
  std::vector<std::string> symbols;
  for (const auto& [symbol, range] : spec.sizes) symbols.push_back(symbol);
  for (const JsonNode& symbol : node.at("grow").elements())
    spec.grow.push_back(symbol.one_of("size", symbols));
  std::set<std::string> names;
  for (const JsonNode& limit : node.at("limits").elements()) {
    spec.limits.push_back(read_cost_limit(limit));
    if (!names.insert(spec.limits.back().name).second)
      limit.at("name").fail("another limit has this name");
  }
  const bool cached = spec.bounds(Cost::misses) || spec.bounds(Cost::accesses);
  if (cached && (spec.bounds(Cost::span) || spec.bounds(Cost::threads)))
    node.fail("expected no limits of the cache beside those of threads");
  if (names.empty() || spec.grow.empty())
    node.fail("expected at least one limit, and a size that grows");
  return spec;
}

/// Every input of the recipe goes to the function, once, or to the measures, which take results and
/// inputs alone.
void check_arguments(const JsonNode& node, const Exercise& exercise) {
  std::set<std::string> drawn, taken;
  for (const Draw& draw : exercise.recipe.draws) {
    if (!drawn.insert(draw.name).second)
      node.at("recipe").fail(fmt::format("the input {} is drawn twice", draw.name));
  }
  const auto wrong = [&] { node.at("arguments").fail("expected each input of the recipe once"); };
  for (const std::string& argument : exercise.arguments) {
    if (!drawn.contains(argument) || !taken.insert(argument).second) wrong();
  }
  if (exercise.measures && !exercise.catches) {
    const JsonNode measures = node.at("measures");
    for (const std::string& argument : exercise.measures->arguments) {
      const bool result = std::ranges::find(exercise.results, argument) != exercise.results.end();
      if (result == drawn.contains(argument))
        measures.at("arguments")
            .fail(fmt::format("expected inputs and results, found \"{}\"", printable(argument)));
      if (!result) taken.insert(argument);
    }
    if (!exercise.measures->seed.empty()) measures.at("seed").one_of("input", exercise.arguments);
  }
  if (taken != drawn) wrong();
}

Tolerance read_tolerance(const JsonNode& node, std::string& reason) {
  node.only({"rtol", "atol", "reason"});
  Tolerance tolerance;
  if (node.has("rtol")) tolerance.rtol = node.at("rtol").number();
  if (node.has("atol")) tolerance.atol = node.at("atol").number();
  if (tolerance.rtol < 0 || tolerance.atol < 0) node.fail("expected tolerances from 0");
  if (tolerance.rtol > 0.1) node.at("rtol").fail("expected at most 0.1");
  reason = node.at("reason").text();
  return tolerance;
}

std::vector<Hint> read_hints(const JsonNode& node, const Exercise& exercise) {
  const std::vector<std::string> names = exercise.places();
  std::vector<Hint> hints;
  for (const JsonNode& each : node.elements()) {
    if (!each.is_object()) {
      hints.push_back({each.text()});
      continue;
    }
    each.only({"steps", "text"});
    Hint hint{each.at("text").text()};
    for (const JsonNode& step : each.at("steps").elements())
      hint.steps.push_back(step.one_of("step or result", names));
    hints.push_back(std::move(hint));
  }
  return hints;
}

/// The name of a step or a result.
std::string read_array(const JsonNode& node, const Exercise& exercise) {
  std::vector<std::string> names = exercise.steps;
  names.insert(names.end(), exercise.results.begin(), exercise.results.end());
  return node.one_of("step or result", names);
}

/// Words beside an axis: there is little room for them.
std::string read_axis(const JsonNode& node) {
  std::string text = node.text();
  if (text.empty() || text.size() > 12) node.fail("expected a word of at most 12 letters");
  return text;
}

PictureMap read_map(const JsonNode& node, const Exercise& exercise) {
  node.only({"of", "rows", "columns", "each", "transposed"});
  PictureMap map = usual_map(read_array(node.at("of"), exercise));
  if (node.has("rows")) map.rows = read_axis(node.at("rows"));
  if (node.has("columns")) map.columns = read_axis(node.at("columns"));
  if (node.has("each")) map.each = read_axis(node.at("each"));
  if (node.has("transposed")) map.transposed = node.at("transposed").boolean();
  return map;
}

}  // namespace

PictureSpec read_picture(const JsonNode& node, const Exercise& exercise) {
  node.only({"maps", "curves"});
  PictureSpec picture;
  if (node.has("maps")) {
    for (const JsonNode& map : node.at("maps").elements())
      picture.maps.push_back(read_map(map, exercise));
  }
  if (node.has("curves")) {
    for (const JsonNode& curve : node.at("curves").elements()) {
      curve.only({"of", "axis"});
      picture.curves.push_back(usual_curve(read_array(curve.at("of"), exercise)));
      if (curve.has("axis")) picture.curves.back().axis = read_axis(curve.at("axis"));
    }
  }
  if (picture.maps.empty() && picture.curves.empty()) node.fail("expected a map or a curve");
  return picture;
}

Limits read_limits(const JsonNode& node) {
  node.only({"cpu_seconds"});
  const unsigned seconds = node.at("cpu_seconds").uint32();
  if (seconds < 1 || seconds > 3600) node.at("cpu_seconds").fail("expected 1 to 3600 seconds");
  return {.cpu_seconds = seconds};
}

void read_exercise(Exercise& exercise) {
  const JsonNode node =
      JsonNode::read_root(exercise.directory / "exercise.json",
                          {"$schema", "title", "points", "arguments", "results", "steps",
                           "tolerance", "limits", "hints", "recipe", "uses", "optimise", "measures",
                           "catches", "costs", "picture"});
  exercise.title = node.at("title").text();
  if (node.has("points")) exercise.points = node.at("points").number();
  if (exercise.points < 0) node.at("points").fail("expected a number from 0");
  exercise.recipe = read_recipe(node.at("recipe"));
  if (node.has("arguments")) {
    exercise.arguments = node.at("arguments").texts();
  } else {
    for (const Draw& draw : exercise.recipe.draws) exercise.arguments.push_back(draw.name);
  }
  exercise.results = {"result"};
  if (node.has("results")) exercise.results = node.at("results").texts();
  if (exercise.results.empty()) node.at("results").fail("expected at least one name");
  if (node.has("steps")) exercise.steps = node.at("steps").texts();
  exercise.hints = read_hints(node.at("hints"), exercise);
  if (node.has("limits")) exercise.limits = read_limits(node.at("limits"));
  if (node.has("uses")) exercise.uses = node.at("uses").texts();
  exercise.optimise = node.has("optimise") && node.at("optimise").boolean();
  if (node.has("catches")) {
    if (node.has("measures")) node.at("measures").fail("expected none beside catches");
    read_catches(node.at("catches"), exercise);
  } else if (node.has("measures")) {
    exercise.measures = read_measures(node.at("measures"));
  }
  if (node.has("costs")) {
    if (exercise.measures) node.at("costs").fail("expected no measures beside costs");
    exercise.costs = read_costs(node.at("costs"), exercise.recipe);
  }
  if (node.has("tolerance")) {
    if (exercise.measures) node.at("tolerance").fail("what is measured is not compared");
    exercise.tolerance = read_tolerance(node.at("tolerance"), exercise.tolerance_reason);
  }
  check_arguments(node, exercise);
  if (node.has("picture")) exercise.picture = read_picture(node.at("picture"), exercise);
}

}  // namespace grader
