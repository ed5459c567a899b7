#include "data/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "data/json_node.hpp"
#include "data/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A size symbol, a whole number, or their product: "N", 3, "2*Dv".
Length read_length(const JsonNode& node) {
  if (!node.is_text()) return {node.size(), ""};
  const std::string text = node.text();
  const std::size_t star = text.find('*');
  const std::string factor = star == std::string::npos ? "1" : text.substr(0, star);
  const std::string symbol = star == std::string::npos ? text : text.substr(star + 1);
  const bool number =
      !factor.empty() && factor.size() < 6 && std::all_of(factor.begin(), factor.end(), ::isdigit);
  if (!number || symbol.empty() || !std::all_of(symbol.begin(), symbol.end(), ::isalnum)) {
    node.fail(fmt::format("expected a length such as \"N\", 3 or \"2*Dv\", found \"{}\"",
                          printable(text)));
  }
  return {std::stoul(factor), symbol};
}

Draw read_draw(const JsonNode& node) {
  node.only({"name", "stream", "shape", "filled_by", "distribution", "mean", "standard_deviation",
             "low", "high"});
  Draw draw;
  draw.name = node.at("name").text();
  draw.stream = node.at("stream").text();
  for (const JsonNode& length : node.at("shape").elements()) {
    draw.shape.push_back(read_length(length));
  }
  if (node.has("filled_by")) {
    const std::string order = node.at("filled_by").text();
    if (order != "rows" && order != "columns") {
      node.at("filled_by")
          .fail(fmt::format("expected \"rows\" or \"columns\", found \"{}\"", order));
    }
    draw.filled_by_columns = order == "columns";
    if (draw.filled_by_columns && draw.shape.size() != 2) {
      node.at("filled_by").fail("only a matrix can be filled by columns");
    }
  }
  const auto number = [&](const char* key, double absent) {
    return node.has(key) ? node.at(key).number() : absent;
  };
  const std::string distribution = node.at("distribution").text();
  if (distribution == "normal") {
    draw.distribution = Distribution::normal;
    draw.first = number("mean", 0);
    draw.second = number("standard_deviation", 1);
  } else if (distribution == "uniform" || distribution == "integers") {
    draw.distribution = distribution == "uniform" ? Distribution::uniform : Distribution::integers;
    draw.first = node.at("low").number();
    draw.second = node.at("high").number();
    if (!(draw.first < draw.second)) node.at("high").fail("expected a number above \"low\"");
  } else {
    node.at("distribution")
        .fail(fmt::format("unknown distribution \"{}\"; expected normal, uniform or integers",
                          printable(distribution)));
  }
  return draw;
}

Recipe read_recipe(const JsonNode& node) {
  node.only({"inputs", "fresh"});
  Recipe recipe;
  for (const JsonNode& input : node.at("inputs").elements())
    recipe.draws.push_back(read_draw(input));
  for (const auto& [symbol, range] : node.at("fresh").members()) {
    const std::vector<JsonNode> ends = range.elements();
    if (ends.size() != 2) range.fail("expected [lowest, highest]");
    const SizeRange sizes{ends[0].size(), ends[1].size()};
    if (sizes.low < 1 || sizes.low > sizes.high) range.fail("expected 1 <= lowest <= highest");
    recipe.fresh.emplace(symbol, sizes);
  }
  for (const Draw& draw : recipe.draws) {
    for (const Length& length : draw.shape) {
      if (!length.symbol.empty() && !recipe.fresh.contains(length.symbol)) {
        node.at("fresh").fail(
            fmt::format("the size {} of input {} has no range", length.symbol, draw.name));
      }
    }
  }
  return recipe;
}

void check_arguments(const JsonNode& node, const Exercise& exercise) {
  std::set<std::string> drawn;
  for (const Draw& draw : exercise.recipe.draws) {
    if (!drawn.insert(draw.name).second) {
      node.at("recipe").fail(fmt::format("the input {} is drawn twice", draw.name));
    }
  }
  const std::set<std::string> taken(exercise.arguments.begin(), exercise.arguments.end());
  if (taken != drawn || taken.size() != exercise.arguments.size()) {
    node.at("arguments").fail("expected each input of the recipe once");
  }
}

Exercise read_exercise(const fs::path& directory) {
  const JsonNode node = JsonNode::read(directory / "exercise.json");
  node.only({"format_version", "title", "source", "points", "function", "arguments", "results",
             "steps", "tolerance", "limits", "hints", "recipe", "picture"});
  if (node.at("format_version").size() != 1) node.at("format_version").fail("expected 1");
  Exercise exercise;
  exercise.directory = directory;
  exercise.folder = directory.filename().string();
  const std::size_t underscore = exercise.folder.find('_');
  exercise.number = static_cast<unsigned>(std::stoul(exercise.folder.substr(0, underscore)));
  exercise.name = exercise.folder.substr(underscore + 1);
  exercise.title = node.at("title").text();
  exercise.source = node.at("source").text();
  exercise.points = node.at("points").number();
  if (exercise.points < 0) node.at("points").fail("expected a number from 0");
  exercise.function = node.at("function").text();
  exercise.arguments = node.at("arguments").texts();
  exercise.results = {"result"};
  if (node.has("results")) exercise.results = node.at("results").texts();
  if (exercise.results.empty()) node.at("results").fail("expected at least one name");
  exercise.steps = node.at("steps").texts();
  const JsonNode tolerance = node.at("tolerance");
  tolerance.only({"rtol", "atol", "reason"});
  exercise.tolerance = {tolerance.at("rtol").number(), tolerance.at("atol").number()};
  if (exercise.tolerance.rtol < 0 || exercise.tolerance.atol < 0) {
    tolerance.fail("expected tolerances from 0");
  }
  if (exercise.tolerance.rtol > 0.1) tolerance.at("rtol").fail("expected at most 0.1");
  exercise.tolerance_reason = tolerance.at("reason").text();
  const JsonNode limits = node.at("limits");
  limits.only({"cpu_seconds", "memory_mib"});
  exercise.limits = {limits.at("cpu_seconds").uint32(), limits.at("memory_mib").uint32()};
  if (exercise.limits.cpu_seconds < 1 || exercise.limits.memory_mib < 64) {
    limits.fail("expected at least 1 second and 64 MiB");
  }
  if (exercise.limits.cpu_seconds > 3600 || exercise.limits.memory_mib > (1U << 20)) {
    limits.fail("expected at most 3600 seconds and 1048576 MiB");
  }
  exercise.hints = node.at("hints").texts();
  exercise.recipe = read_recipe(node.at("recipe"));
  check_arguments(node, exercise);
  if (node.has("picture")) exercise.picture = read_picture(node.at("picture"), exercise);
  return exercise;
}

/// NN_name, with digits and then a name.
bool is_exercise_folder(const fs::path& directory) {
  const std::string name = directory.filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && digits < 6 && name[digits] == '_' &&
         name.size() > digits + 1;
}

}  // namespace

Course load_course(const fs::path& folder) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  Course course{root, {}};
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(root / "exercises", error)) {
    if (entry.is_directory() && is_exercise_folder(entry.path())) folders.push_back(entry.path());
  }
  if (error || folders.empty()) {
    throw InputError(fmt::format("{}: no exercises found", (root / "exercises").string()),
                     "run grade from a copy of the course, or name one with --course FOLDER");
  }
  std::sort(folders.begin(), folders.end());
  for (const fs::path& each : folders) course.exercises.push_back(read_exercise(each));
  std::stable_sort(course.exercises.begin(), course.exercises.end(),
                   [](const Exercise& a, const Exercise& b) { return a.number < b.number; });
  for (std::size_t i = 1; i < course.exercises.size(); ++i) {
    if (course.exercises[i].number != course.exercises[i - 1].number) continue;
    throw InputError(fmt::format("{} and {} have the same number",
                                 course.exercises[i - 1].directory.string(),
                                 course.exercises[i].directory.string()));
  }
  return course;
}

const Exercise& find_exercise(const Course& course, std::string_view word) {
  const bool number =
      !word.empty() && word.size() < 6 && std::all_of(word.begin(), word.end(), ::isdigit);
  for (const Exercise& exercise : course.exercises) {
    if (number && exercise.number == std::stoul(std::string(word))) return exercise;
    if (word == exercise.name || word == exercise.folder) return exercise;
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(fs::path(word), ignored);
    const fs::path directory = fs::weakly_canonical(exercise.directory, ignored);
    if (word.find('/') != std::string_view::npos &&
        (path == directory || path.parent_path() == directory)) {
      return exercise;
    }
    if (word == exercise.name + ".cpp") return exercise;
  }
  std::string message = fmt::format("unknown exercise \"{}\"", printable(word));
  std::vector<std::string> names;
  for (const Exercise& exercise : course.exercises) {
    names.insert(names.end(), {exercise.name, exercise.folder});
  }
  if (const std::string meant = nearest(word, names); !meant.empty()) {
    message += fmt::format("; did you mean {}?", find_exercise(course, meant).folder);
  }
  throw InputError(message, "./grade list shows all exercises");
}

std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words) {
  std::set<unsigned> wanted;
  for (const std::string& word : words) wanted.insert(find_exercise(course, word).number);
  std::vector<Exercise> found;
  for (const Exercise& exercise : course.exercises) {
    if (words.empty() || wanted.contains(exercise.number)) found.push_back(exercise);
  }
  return found;
}

}  // namespace grader
