#include "course/exercise.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace grader {
namespace {

/// A size symbol, a whole number, or their product: "N", 3, "2*Dv".
Length read_length(const JsonNode& node) {
  if (!node.is_text()) return {node.size(), ""};
  const std::string text = node.text();
  const std::size_t star = text.find('*');
  std::string_view factor = star == text.npos ? "1" : std::string_view(text).substr(0, star);
  const std::string symbol = text.substr(star == text.npos ? 0 : star + 1);
  const std::optional<unsigned> number = factor.size() < 6 ? take_number(factor) : std::nullopt;
  if (!number || !factor.empty() || symbol.empty() || !std::ranges::all_of(symbol, ::isalnum))
    node.fail(fmt::format("expected a length such as \"N\", 3 or \"2*Dv\", found \"{}\"",
                          printable(text)));
  return {*number, symbol};
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

bool read_filled_by_columns(const JsonNode& node, const Draw& draw) {
  if (!node.has("filled_by")) return false;
  const JsonNode filled_by = node.at("filled_by");
  const std::string order = filled_by.one_of("order", {"rows", "columns"});
  if (order == "columns" && draw.shape.size() != 2)
    filled_by.fail("only a matrix can be filled by columns");
  return order == "columns";
}

Draw read_draw(const JsonNode& node) {
  node.only({"name", "stream", "shape", "filled_by", "distribution", "mean", "standard_deviation",
             "low", "high", "features"});
  Draw draw;
  draw.name = node.at("name").text();
  draw.stream = node.has("stream") ? node.at("stream").text() : draw.name;
  for (const JsonNode& length : node.at("shape").elements())
    draw.shape.push_back(read_length(length));
  draw.filled_by_columns = read_filled_by_columns(node, draw);
  read_distribution(node, draw);
  return draw;
}

}  // namespace

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

namespace {

SizeRelation read_relation(const JsonNode& node, const std::vector<Draw>& draws) {
  std::istringstream text(node.text());
  SizeRelation relation;
  std::string product, rest;
  text >> relation.left >> relation.sign >> product;
  if (text >> rest && rest == "if") text >> relation.condition >> std::ws;
  const std::set<std::string> signs{"<", "<=", ">=", "="};
  if (product.empty() || !text.eof() || !signs.contains(relation.sign))
    node.fail("expected such as \"Nq <= Nk\", with <, <=, >= or = between blanks");
  std::istringstream factors(product);
  for (std::string factor; std::getline(factors, factor, '*');) relation.factors.push_back(factor);
  if (relation.sign == "<" && std::ranges::find(draws, relation.left, &Draw::name) == draws.end())
    node.fail("< is of the numbers of an input");
  return relation;
}

}  // namespace

Recipe read_recipe(const JsonNode& node) {
  node.only({"inputs", "torch", "fresh", "relations"});
  Recipe recipe;
  for (const JsonNode& input : node.at("inputs").elements())
    recipe.draws.push_back(read_draw(input));
  if (node.has("torch")) {
    for (const std::string& stream : node.at("torch").texts()) recipe.torch.insert(stream);
  }
  for (const Draw& draw : recipe.draws) {
    if (draw.distribution == Distribution::linear && !recipe.torch.contains(draw.stream)) {
      node.at("inputs").fail(
          fmt::format("{}: only a stream in \"torch\" has the distribution linear", draw.name));
    }
  }
  recipe.draws_fresh = !node.at("fresh").is_null();
  if (recipe.draws_fresh) recipe.fresh = read_sizes(node.at("fresh"), recipe.draws);
  if (node.has("relations")) {
    for (const JsonNode& relation : node.at("relations").elements())
      recipe.relations.push_back(read_relation(relation, recipe.draws));
  }
  return recipe;
}

}  // namespace grader
