#include "course/course.hpp"

#include "core/exercise.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

namespace grader {
namespace {

/// A size symbol, a whole number, or their product: "N", 3, "2*Dv".
Length read_length(const JsonNode& node) {
  if (!node.is_text()) return {node.size(), ""};
  static const std::regex form(R"((?:([0-9]{1,5})\*)?([A-Za-z0-9]+))");
  const std::string text = node.text();
  std::smatch found;
  if (!std::regex_match(text, found, form))
    node.fail(fmt::format("expected a length such as \"N\", 3 or \"2*Dv\", found \"{}\"",
                          printable(text)));
  return {found[1].matched ? std::stoul(found[1]) : 1, found[2]};
}

bool is_whole(double number) { return std::floor(number) == number && std::abs(number) <= 1e15; }

void read_distribution(const JsonNode& node, Draw& draw) {
  const std::string name =
      node.has("distribution")
          ? node.at("distribution")
                .one_of("distribution", {"normal", "uniform", "integers", "linear"})
          : "normal";
  if (name == "normal") {
    if (node.has("mean")) draw.first = node.at("mean").number();
    if (node.has("standard_deviation")) draw.second = node.at("standard_deviation").number();
  } else if (name == "linear") {
    draw.distribution = Distribution::linear;
    draw.features = read_length(node.at("features"));
  } else {
    draw.distribution = name == "uniform" ? Distribution::uniform : Distribution::integers;
    draw.first = node.at("low").number();
    draw.second = node.at("high").number();  // which is not drawn
    if (!(draw.first < draw.second)) node.at("high").fail("expected a number above \"low\"");
    for (const char* end : {"low", "high"}) {
      if (name == "integers" && !is_whole(node.at(end).number()))
        node.at(end).fail("expected a whole number of at most 15 digits");
    }
  }
}

Draw read_draw(const JsonNode& node) {
  node.only({"name", "stream", "shape", "filled_by", "distribution", "mean", "standard_deviation",
             "low", "high", "features"});
  Draw draw;
  draw.name = node.at("name").text();
  draw.stream = node.has("stream") ? node.at("stream").text() : draw.name;
  for (const JsonNode& length : node.at("shape").elements())
    draw.shape.push_back(read_length(length));
  if (node.has("filled_by")) {
    const JsonNode order = node.at("filled_by");
    draw.filled_by_columns = order.one_of("order", {"rows", "columns"}) == "columns";
    if (draw.filled_by_columns && draw.shape.size() != 2)
      order.fail("only a matrix can be filled by columns");
  }
  read_distribution(node, draw);
  return draw;
}

/// Ranges of sizes, by symbol. Throws InputError where a size of a drawn input has none.
std::map<std::string, SizeRange> read_sizes(const JsonNode& node, const std::vector<Draw>& draws) {
  std::map<std::string, SizeRange> all;
  for (const auto& [symbol, range] : node.members()) {
    const std::vector<JsonNode> ends = range.elements();
    if (ends.size() != 2) range.fail("expected [lowest, highest]");
    const SizeRange sizes{ends[0].size(), ends[1].size()};
    if (sizes.low < 1 || sizes.low > sizes.high) range.fail("expected 1 <= lowest <= highest");
    if (sizes.high > 1'000'000) range.fail("expected sizes of at most a million");
    all.emplace(symbol, sizes);
  }
  for (const Draw& draw : draws) {
    std::vector<Length> lengths = draw.shape;
    lengths.push_back(draw.features);
    for (const Length& length : lengths) {
      if (!length.symbol.empty() && !all.contains(length.symbol))
        node.fail(fmt::format("the size {} of input {} has no range", length.symbol, draw.name));
    }
  }
  return all;
}

SizeRelation read_relation(const JsonNode& node, const std::vector<Draw>& draws) {
  std::istringstream text(node.text());
  SizeRelation relation;
  std::string product, rest;
  text >> relation.left >> relation.sign >> product;
  if (text >> rest && rest == "if") text >> relation.condition >> std::ws;
  const std::set<std::string> signs{"<", "<=", ">=", "="};
  if (product.empty() || !text.eof() || !signs.contains(relation.sign))
    node.fail("expected such as \"Nq <= Nk\", with <, <=, >= or = between blanks");
  relation.factors = split(product, '*');
  if (relation.sign == "<" && std::ranges::find(draws, relation.left, &Draw::name) == draws.end())
    node.fail("< is of the numbers of an input");
  return relation;
}

Recipe read_recipe(const JsonNode& node) {
  node.only({"inputs", "torch", "fresh", "relations"});
  Recipe recipe;
  for (const JsonNode& input : node.at("inputs").elements())
    recipe.draws.push_back(read_draw(input));
  for (const JsonNode& stream : node.elements_of("torch")) recipe.torch.insert(stream.text());
  for (const Draw& draw : recipe.draws) {
    if (draw.distribution == Distribution::linear && !recipe.torch.contains(draw.stream)) {
      node.at("inputs").fail(
          fmt::format("{}: only a stream in \"torch\" has the distribution linear", draw.name));
    }
  }
  recipe.draws_fresh = !node.at("fresh").is_null();
  if (recipe.draws_fresh) recipe.fresh = read_sizes(node.at("fresh"), recipe.draws);
  for (const JsonNode& relation : node.elements_of("relations"))
    recipe.relations.push_back(read_relation(relation, recipe.draws));
  return recipe;
}

/// The elements of the array `key`, at least one, whose names differ; `kind` is what messages call
/// them.
std::vector<JsonNode> read_named(const JsonNode& node, const char* key, const char* kind) {
  std::vector<JsonNode> all = node.at(key).elements();
  if (all.empty()) node.at(key).fail("expected at least one");
  std::set<std::string> names;
  for (const JsonNode& each : all) {
    if (!names.insert(each.at("name").text()).second)
      each.at("name").fail(fmt::format("another {} has this name", kind));
  }
  return all;
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
  node.at("reason").text();  // for people
  measures.arguments = node.at("arguments").texts();
  measures.results = node.at("results").texts();
  if (std::set(measures.results.begin(), measures.results.end()).size() != measures.results.size())
    node.at("results").fail("expected names that differ");
  for (const JsonNode& requirement : read_named(node, "requirements", "requirement"))
    measures.requirements.push_back(read_requirement(requirement, measures.results));
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
  for (const JsonNode& mistake : read_named(node, "mistakes", "requirement")) {
    mistake.only({"name", "of", "message"});
    const std::string name = mistake.at("name").text();
    if (name == "accepted") mistake.at("name").fail("another requirement has this name");
    catches.mistakes.push_back(mistake.at("of").text());
    all.push_back({.name = name, .measure = "inputs that catch " + name, .at_least = 1});
    all.back().message = fmt::format("{}: {}", name, mistake.at("message").text());
  }
}

CostLimit read_cost_limit(const JsonNode& node) {
  const std::vector<std::string> costs(std::begin(cost_names), std::end(cost_names));
  node.only({"name", "cost", "at_most", "message"});
  const auto cost = std::ranges::find(costs, node.at("cost").one_of("word", costs));
  return {node.at("name").text(), static_cast<Cost>(cost - costs.begin()),
          node.at("at_most").number(), node.at("message").text()};
}

CostSpec read_costs(const JsonNode& node, const Recipe& recipe) {
  node.only({"sizes", "limits"});
  CostSpec spec;
  spec.sizes = read_sizes(node.at("sizes"), recipe.draws);
  for (const JsonNode& limit : read_named(node, "limits", "limit"))
    spec.limits.push_back(read_cost_limit(limit));
  if (spec.bounds(Cost::misses) && spec.counts_threads())
    node.fail("expected no limits of the cache beside those of threads");
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

Tolerance read_tolerance(const JsonNode& node) {
  node.only({"rtol", "atol", "reason"});
  Tolerance tolerance;
  if (node.has("rtol")) tolerance.rtol = node.at("rtol").number();
  if (node.has("atol")) tolerance.atol = node.at("atol").number();
  if (tolerance.rtol < 0 || tolerance.atol < 0) node.fail("expected tolerances from 0");
  if (tolerance.rtol > 0.1) node.at("rtol").fail("expected at most 0.1");
  node.at("reason").text();  // for people
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
std::string read_array_name(const JsonNode& node, const Exercise& exercise) {
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
  PictureMap map = usual_map(read_array_name(node.at("of"), exercise));
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
  for (const JsonNode& map : node.elements_of("maps"))
    picture.maps.push_back(read_map(map, exercise));
  for (const JsonNode& curve : node.elements_of("curves")) {
    curve.only({"of", "axis"});
    picture.curves.push_back(usual_curve(read_array_name(curve.at("of"), exercise)));
    if (curve.has("axis")) picture.curves.back().axis = read_axis(curve.at("axis"));
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
  const JsonNode node = JsonNode::read_root(
      exercise.directory / "exercise.json",
      {"$schema", "title", "points", "arguments", "results", "steps", "tolerance", "limits",
       "hints", "recipe", "uses", "optimise", "measures", "catches", "costs", "picture"});
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
    exercise.tolerance = read_tolerance(node.at("tolerance"));
  }
  check_arguments(node, exercise);
  if (node.has("picture")) exercise.picture = read_picture(node.at("picture"), exercise);
}

}  // namespace grader
