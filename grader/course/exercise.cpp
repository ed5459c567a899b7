#include "course/exercise.hpp"

#include "core/text.hpp"
#include "course/json_node.hpp"
#include "course/measures.hpp"
#include "course/picture_spec.hpp"
#include "course/properties.hpp"
#include "course/recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

/// Every input of the recipe is drawn once.
std::set<std::string> drawn_inputs(const JsonNode& node, const Recipe& recipe) {
  std::set<std::string> drawn;
  for (const Draw& draw : recipe.draws) {
    if (!drawn.insert(draw.name).second)
      node.at("recipe").fail(fmt::format("the input {} is drawn twice", draw.name));
  }
  return drawn;
}

/// Measures take results and inputs alone. Returns the inputs.
std::set<std::string> inputs_of_measures(const JsonNode& node, const Exercise& exercise,
                                         const std::set<std::string>& drawn) {
  std::set<std::string> inputs;
  for (const std::string& argument : exercise.measures->arguments) {
    const bool result = std::ranges::find(exercise.results, argument) != exercise.results.end();
    if (result == drawn.contains(argument)) {
      node.at("arguments")
          .fail(fmt::format("expected inputs and results, found \"{}\"", printable(argument)));
    }
    if (!result) inputs.insert(argument);
  }
  const std::string& seed = exercise.measures->seed;
  if (!seed.empty() && std::ranges::find(exercise.arguments, seed) == exercise.arguments.end())
    node.at("seed").fail(fmt::format("unknown input \"{}\"", printable(seed)));
  return inputs;
}

/// Every input of the recipe goes to the function, once, or to the measures.
void check_arguments(const JsonNode& node, const Exercise& exercise) {
  const std::set<std::string> drawn = drawn_inputs(node, exercise.recipe);
  const auto wrong = [&] { node.at("arguments").fail("expected each input of the recipe once"); };
  std::set<std::string> taken;
  for (const std::string& argument : exercise.arguments) {
    if (!drawn.contains(argument) || !taken.insert(argument).second) wrong();
  }
  if (exercise.measures) taken.merge(inputs_of_measures(node.at("measures"), exercise, drawn));
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

/// In the recipe's order.
std::vector<std::string> names_of_draws(const Recipe& recipe) {
  std::vector<std::string> names;
  for (const Draw& draw : recipe.draws) names.push_back(draw.name);
  return names;
}

}  // namespace

Limits read_limits(const JsonNode& node) {
  node.only({"cpu_seconds", "memory_mib", "run_seconds"});
  Limits limits;
  if (node.has("cpu_seconds")) limits.cpu_seconds = node.at("cpu_seconds").uint32();
  if (node.has("memory_mib")) limits.memory_mib = node.at("memory_mib").uint32();
  if (node.has("run_seconds")) limits.run_seconds = node.at("run_seconds").uint32();
  if (limits.cpu_seconds < 1 || limits.memory_mib < 64)
    node.fail("expected at least 1 second and 64 MiB");
  if (limits.cpu_seconds > 3600 || limits.memory_mib > (1U << 20))
    node.fail("expected at most 3600 seconds and 1048576 MiB");
  return limits;
}

/// The hints: texts, or objects that say which steps or results they help with.
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
    for (const JsonNode& step : each.at("steps").elements()) {
      hint.steps.push_back(step.text());
      if (std::ranges::find(names, hint.steps.back()) == names.end()) {
        step.fail(fmt::format("expected one of the steps or results: {}, found \"{}\"",
                              fmt::join(names, ", "), printable(hint.steps.back())));
      }
    }
    hints.push_back(std::move(hint));
  }
  return hints;
}

/// What steps and results count in marks, by name.
std::map<std::string, double> read_weights(const JsonNode& node, const Exercise& exercise) {
  const std::vector<std::string> names = exercise.places();
  std::map<std::string, double> weights;
  double sum = 0;
  for (const auto& [name, weight] : node.members()) {
    if (std::ranges::find(names, name) == names.end())
      weight.fail(fmt::format("expected one of the steps or results: {}", fmt::join(names, ", ")));
    weights[name] = weight.number();
    if (!(weights[name] >= 0)) weight.fail("expected a number from 0");
  }
  for (const std::string& name : names) sum += weights.contains(name) ? weights[name] : 1;
  if (!(sum > 0)) node.fail("expected a step or result that counts more than 0");
  return weights;
}

void read_exercise(Exercise& exercise) {
  const JsonNode node =
      JsonNode::read_root(exercise.directory / "exercise.json",
                          {"$schema", "title", "source", "points", "function", "arguments",
                           "results", "steps", "weights", "tolerance", "limits", "hints", "recipe",
                           "uses", "optimise", "measures", "properties", "picture"});
  exercise.title = node.at("title").text();
  exercise.source = node.at("source").text();
  if (node.has("points")) exercise.points = node.at("points").number();
  if (exercise.points < 0) node.at("points").fail("expected a number from 0");
  exercise.function = node.has("function") ? node.at("function").text() : exercise.name;
  exercise.recipe = read_recipe(node.at("recipe"));
  exercise.arguments =
      node.has("arguments") ? node.at("arguments").texts() : names_of_draws(exercise.recipe);
  exercise.results = {"result"};
  if (node.has("results")) exercise.results = node.at("results").texts();
  if (exercise.results.empty()) node.at("results").fail("expected at least one name");
  if (node.has("steps")) exercise.steps = node.at("steps").texts();
  exercise.hints = read_hints(node.at("hints"), exercise);
  if (node.has("weights")) exercise.weights = read_weights(node.at("weights"), exercise);
  if (node.has("limits")) exercise.limits = read_limits(node.at("limits"));
  if (node.has("uses")) exercise.uses = node.at("uses").texts();
  exercise.optimise = node.has("optimise") && node.at("optimise").boolean();
  if (node.has("measures")) exercise.measures = read_measures(node.at("measures"));
  if (node.has("tolerance")) {
    if (exercise.measures) node.at("tolerance").fail("what is measured is not compared");
    exercise.tolerance = read_tolerance(node.at("tolerance"), exercise.tolerance_reason);
  }
  check_arguments(node, exercise);
  if (node.has("properties"))
    exercise.properties = read_properties(node.at("properties"), exercise.arguments);
  if (node.has("picture")) exercise.picture = read_picture(node.at("picture"), exercise);
}

}  // namespace grader
