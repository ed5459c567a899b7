#include "course/exercise.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// The name of a step or a result.
std::string read_array(const JsonNode& node, const Exercise& exercise) {
  std::vector<std::string> names = exercise.steps;
  names.insert(names.end(), exercise.results.begin(), exercise.results.end());
  const std::string name = node.text();
  if (std::ranges::find(names, name) == names.end()) {
    node.fail(fmt::format("unknown step or result \"{}\"; expected one of: {}", printable(name),
                          fmt::join(names, ", ")));
  }
  return name;
}

/// The name of an input that holds whole numbers.
std::string read_labels(const JsonNode& node, const Exercise& exercise) {
  const std::string name = node.text();
  const auto draw = std::ranges::find(exercise.recipe.draws, name, &Draw::name);
  if (draw == exercise.recipe.draws.end()) {
    node.fail(fmt::format("unknown input \"{}\"; expected one of: {}", printable(name),
                          fmt::join(exercise.arguments, ", ")));
  }
  if (draw->distribution != Distribution::integers) {
    node.fail(fmt::format("expected an input of integers, which {} is not", name));
  }
  return name;
}

/// Words beside an axis: there is little room for them.
std::string read_axis(const JsonNode& node) {
  std::string text = node.text();
  if (text.empty() || text.size() > 12) node.fail("expected a word of at most 12 letters");
  return text;
}

PictureMap read_map(const JsonNode& node, const Exercise& exercise) {
  node.only({"of", "rows", "columns", "each", "transposed", "labels", "highlight", "where", "above",
             "low", "high"});
  PictureMap map = usual_map(read_array(node.at("of"), exercise));
  if (node.has("rows")) map.rows = read_axis(node.at("rows"));
  if (node.has("columns")) map.columns = read_axis(node.at("columns"));
  if (node.has("each")) map.each = read_axis(node.at("each"));
  if (node.has("transposed")) map.transposed = node.at("transposed").boolean();
  if (node.has("labels")) map.labels = read_labels(node.at("labels"), exercise);
  if (node.has("highlight")) {
    if (map.labels.empty()) node.at("highlight").fail("needs \"labels\" to choose from");
    map.highlight = node.at("highlight").numbers();
  }
  if (node.has("where")) map.where = read_array(node.at("where"), exercise);
  if (node.has("above")) {
    if (map.where.empty()) node.at("above").fail("needs \"where\", the array that it is about");
    map.above = node.at("above").number();
  }
  if (node.has("low")) map.low = node.at("low").number();
  if (node.has("high")) map.high = node.at("high").number();
  if (map.low && map.high && !(*map.low < *map.high)) {
    node.at("high").fail("expected a number above \"low\"");
  }
  return map;
}

PictureCurve read_curve(const JsonNode& node, const Exercise& exercise) {
  node.only({"of", "axis"});
  PictureCurve curve = usual_curve(read_array(node.at("of"), exercise));
  if (node.has("axis")) curve.axis = read_axis(node.at("axis"));
  return curve;
}

}  // namespace

PictureSpec read_picture(const JsonNode& node, const Exercise& exercise) {
  node.only({"maps", "curves"});
  PictureSpec picture;
  if (node.has("maps")) {
    for (const JsonNode& map : node.at("maps").elements()) {
      picture.maps.push_back(read_map(map, exercise));
    }
  }
  if (node.has("curves")) {
    for (const JsonNode& curve : node.at("curves").elements()) {
      picture.curves.push_back(read_curve(curve, exercise));
    }
  }
  if (picture.maps.empty() && picture.curves.empty()) node.fail("expected a map or a curve");
  return picture;
}

}  // namespace grader
