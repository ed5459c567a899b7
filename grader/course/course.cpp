#include "course/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"
#include "course/picture_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <tuple>

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
             "low", "high", "features"});
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
    for (const char* end : {"low", "high"}) {
      const double number = node.at(end).number();
      const bool whole = std::floor(number) == number && std::abs(number) <= 1e15;
      if (draw.distribution == Distribution::integers && !whole)
        node.at(end).fail("expected a whole number of at most 15 digits");
    }
  } else if (distribution == "linear") {
    draw.distribution = Distribution::linear;
    draw.features = read_length(node.at("features"));
  } else {
    node.at("distribution")
        .fail(
            fmt::format("unknown distribution \"{}\"; expected normal, uniform, integers or linear",
                        printable(distribution)));
  }
  return draw;
}

/// The ranges of sizes of fresh cases, for each symbol that a draw names.
std::map<std::string, SizeRange> read_fresh(const JsonNode& node, const std::vector<Draw>& draws) {
  std::map<std::string, SizeRange> fresh;
  for (const auto& [symbol, range] : node.members()) {
    const std::vector<JsonNode> ends = range.elements();
    if (ends.size() != 2) range.fail("expected [lowest, highest]");
    const SizeRange sizes{ends[0].size(), ends[1].size()};
    if (sizes.low < 1 || sizes.low > sizes.high) range.fail("expected 1 <= lowest <= highest");
    if (sizes.high > 1'000'000) range.fail("expected sizes of at most a million");
    fresh.emplace(symbol, sizes);
  }
  for (const Draw& draw : draws) {
    std::vector<Length> lengths = draw.shape;
    lengths.push_back(draw.features);
    for (const Length& length : lengths) {
      if (!length.symbol.empty() && !fresh.contains(length.symbol)) {
        node.fail(fmt::format("the size {} of input {} has no range", length.symbol, draw.name));
      }
    }
  }
  return fresh;
}

Recipe read_recipe(const JsonNode& node) {
  node.only({"inputs", "torch", "fresh"});
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
  if (recipe.draws_fresh) recipe.fresh = read_fresh(node.at("fresh"), recipe.draws);
  return recipe;
}

Requirement read_requirement(const JsonNode& node, const std::vector<std::string>& measures) {
  node.only({"name", "measure", "at_least", "at_most", "cases", "message"});
  Requirement requirement;
  requirement.name = node.at("name").text();
  requirement.measure = node.at("measure").text();
  if (std::find(measures.begin(), measures.end(), requirement.measure) == measures.end()) {
    node.at("measure").fail(fmt::format("unknown measure \"{}\"; there are {}",
                                        printable(requirement.measure), fmt::join(measures, ", ")));
  }
  if (node.has("at_least")) requirement.at_least = node.at("at_least").number();
  if (node.has("at_most")) requirement.at_most = node.at("at_most").number();
  if (!requirement.at_least && !requirement.at_most) node.fail("expected at_least or at_most");
  if (requirement.at_least > requirement.at_most && requirement.at_most)
    node.at("at_least").fail("expected a number up to at_most");
  if (node.has("cases")) requirement.cases = node.at("cases").texts();
  requirement.message = node.at("message").text();
  return requirement;
}

Measures read_measures(const JsonNode& node) {
  node.only({"arguments", "results", "requirements", "seed"});
  Measures measures;
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
  return measures;
}

template <class T>
using Vocabulary = std::map<std::string, T>;

const Vocabulary<Change> changes{{"last_row", Change::last_row},
                            {"first_row", Change::first_row},
                            {"rows_equal", Change::rows_equal},
                            {"rows_shifted", Change::rows_shifted},
                            {"rows_rotated", Change::rows_rotated}};
const Vocabulary<Relation> relations{{"same", Relation::same},
                                {"same_before_last_row", Relation::same_before_last_row},
                                {"every_row_changes", Relation::every_row_changes},
                                {"rows_rotated", Relation::rows_rotated},
                                {"rows_sum_to_one", Relation::rows_sum_to_one},
                                {"finite", Relation::finite},
                                {"first_row_of", Relation::first_row_of},
                                {"every_row_of", Relation::every_row_of},
                                {"between_rows_of", Relation::between_rows_of}};

template <class T>
T read_word(const JsonNode& node, const Vocabulary<T>& words) {
  const auto found = words.find(node.text());
  if (found != words.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& word : words) known.push_back(word.first);
  node.fail(fmt::format("unknown word \"{}\"; expected one of: {}", printable(node.text()),
                        fmt::join(known, ", ")));
}

Property read_property(const JsonNode& node, const std::vector<std::string>& inputs) {
  node.only({"name", "case", "change", "then", "of", "message"});
  const auto known = [&](const std::string& name, const JsonNode& place) {
    if (std::find(inputs.begin(), inputs.end(), name) == inputs.end())
      place.fail(fmt::format("unknown input \"{}\"", printable(name)));
  };
  Property property;
  property.name = node.at("name").text();
  property.case_name = node.at("case").text();
  if (node.has("change")) {
    for (const auto& [input, change] : node.at("change").members()) {
      known(input, change);
      property.changes[input] = read_word(change, changes);
    }
  }
  property.relation = read_word(node.at("then"), relations);
  const bool of_input = node.at("then").text().ends_with("_of");
  if (of_input != node.has("of")) node.fail("expected \"of\" where \"then\" ends with _of");
  if (of_input) {
    property.of = node.at("of").text();
    known(property.of, node.at("of"));
  }
  property.message = node.at("message").text();
  return property;
}

/// Every input of the recipe goes to the function, once, or to the measures; and these take nothing
/// else but results.
void check_arguments(const JsonNode& node, const Exercise& exercise) {
  std::set<std::string> drawn;
  for (const Draw& draw : exercise.recipe.draws) {
    if (!drawn.insert(draw.name).second) {
      node.at("recipe").fail(fmt::format("the input {} is drawn twice", draw.name));
    }
  }
  std::set<std::string> taken;
  for (const std::string& argument : exercise.arguments) {
    if (!drawn.contains(argument) || !taken.insert(argument).second)
      node.at("arguments").fail("expected each input of the recipe once");
  }
  if (exercise.measures) {
    for (const std::string& argument : exercise.measures->arguments) {
      const auto& results = exercise.results;
      const bool result = std::find(results.begin(), results.end(), argument) != results.end();
      if (result == drawn.contains(argument)) {
        node.at("measures")
            .at("arguments")
            .fail(fmt::format("expected inputs and results, found \"{}\"", printable(argument)));
      }
      if (!result) taken.insert(argument);
    }
  }
  if (taken != drawn) node.at("arguments").fail("expected each input of the recipe once");
  if (exercise.measures && !exercise.measures->seed.empty()) {
    const auto& all = exercise.arguments;
    if (std::find(all.begin(), all.end(), exercise.measures->seed) == all.end()) {
      node.at("measures")
          .at("seed")
          .fail(fmt::format("unknown input \"{}\"", printable(exercise.measures->seed)));
    }
  }
}

/// What the name of the folder NN_name tells.
Exercise named_exercise(const fs::path& directory) {
  Exercise exercise;
  exercise.directory = directory;
  exercise.folder = directory.filename().string();
  const std::size_t underscore = exercise.folder.find('_');
  exercise.number = static_cast<unsigned>(std::stoul(exercise.folder.substr(0, underscore)));
  exercise.name = exercise.folder.substr(underscore + 1);
  return exercise;
}

/// Fills in what exercise.json says.
void read_exercise(Exercise& exercise) {
  const JsonNode node = JsonNode::read(exercise.directory / "exercise.json");
  node.only({"format_version", "title", "source", "points", "function", "arguments", "results",
             "steps", "tolerance", "limits", "hints", "recipe", "uses", "optimise", "measures",
             "properties", "picture"});
  if (node.at("format_version").size() != 1) node.at("format_version").fail("expected 1");
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
  limits.only({"cpu_seconds", "memory_mib", "run_seconds"});
  exercise.limits = {limits.at("cpu_seconds").uint32(), limits.at("memory_mib").uint32()};
  if (limits.has("run_seconds")) exercise.limits.run_seconds = limits.at("run_seconds").uint32();
  if (exercise.limits.cpu_seconds < 1 || exercise.limits.memory_mib < 64) {
    limits.fail("expected at least 1 second and 64 MiB");
  }
  if (exercise.limits.cpu_seconds > 3600 || exercise.limits.memory_mib > (1U << 20)) {
    limits.fail("expected at most 3600 seconds and 1048576 MiB");
  }
  exercise.hints = node.at("hints").texts();
  exercise.recipe = read_recipe(node.at("recipe"));
  if (node.has("uses")) exercise.uses = node.at("uses").texts();
  exercise.optimise = node.has("optimise") && node.at("optimise").boolean();
  if (node.has("measures")) exercise.measures = read_measures(node.at("measures"));
  check_arguments(node, exercise);
  if (node.has("properties")) {
    for (const JsonNode& property : node.at("properties").elements())
      exercise.properties.push_back(read_property(property, exercise.arguments));
  }
  if (node.has("picture")) exercise.picture = read_picture(node.at("picture"), exercise);
}

/// Finds headers and references. What is used must come earlier, so that it has its own already.
void resolve_uses(Course& course) {
  for (auto exercise = course.exercises.begin(); exercise != course.exercises.end(); ++exercise) {
    for (const auto& entry : fs::directory_iterator(exercise->directory)) {
      if (entry.path().extension() == ".hpp") exercise->headers.insert(entry.path());
    }
    for (const std::string& name : exercise->uses) {
      const auto used = std::find_if(course.exercises.begin(), exercise,
                                     [&](const Exercise& other) { return other.name == name; });
      if (used == exercise) {
        throw InputError(fmt::format("{}: uses: no exercise before it has the name \"{}\"",
                                     (exercise->directory / "exercise.json").string(),
                                     printable(name)));
      }
      use(course, *used, *exercise);
    }
    exercise->measures_source = course.measures(*exercise);
    const fs::path given = exercise->directory / "given.cpp";
    if (fs::exists(given)) exercise->references.push_back({given, exercise->headers, true});
  }
}

/// Two exercises may share neither their number nor their name.
void check_names(const Course& course) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < course.exercises.size(); ++i) {
    const Exercise& exercise = course.exercises[i];
    if (!names.insert(exercise.name).second)
      throw InputError(exercise.directory.string() + ": another exercise has this name");
    if (i > 0 && exercise.number == course.exercises[i - 1].number) {
      throw InputError(fmt::format("{} and {} have the same number",
                                   course.exercises[i - 1].directory.string(),
                                   exercise.directory.string()));
    }
  }
}

/// Reads the exercises that `words` name and what they use, which comes before them; the others
/// leave the course. No words: all.
void read_exercises(Course& course, const std::vector<std::string>& words) {
  std::set<std::string> wanted;
  for (const std::string& word : words) wanted.insert(find_exercise(course, word).name);
  for (auto exercise = course.exercises.rbegin(); exercise != course.exercises.rend(); ++exercise) {
    if (!words.empty() && !wanted.contains(exercise->name)) continue;
    read_exercise(*exercise);
    wanted.insert(exercise->name);
    wanted.insert(exercise->uses.begin(), exercise->uses.end());
  }
  std::erase_if(course.exercises,
                [&](const Exercise& exercise) { return !wanted.contains(exercise.name); });
}

/// NN_name, with digits and then a name.
bool is_exercise_folder(const fs::path& directory) {
  const std::string name = directory.filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && digits < 6 && name[digits] == '_' &&
         name.size() > digits + 1;
}

}  // namespace

fs::path Course::measures(const Exercise& exercise) const {
  const fs::path handed_out = exercise.directory / "measures.cpp";
  if (fs::exists(handed_out)) return handed_out;
  return solution(exercise).parent_path() / "measures.cpp";
}

void use(const Course& course, const Exercise& used, Exercise& exercise) {
  exercise.headers.insert(used.headers.begin(), used.headers.end());
  std::vector<Reference> references = used.references;
  references.push_back({course.solution(used), used.headers, used.optimise});
  for (const Reference& reference : references) {
    const auto& known = exercise.references;
    if (std::none_of(known.begin(), known.end(),
                     [&](const Reference& other) { return other.source == reference.source; })) {
      exercise.references.push_back(reference);
    }
  }
}

Course load_course(const fs::path& folder, const std::vector<std::string>& words) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  Course course{root, {}};
  for (const auto& entry : fs::directory_iterator(root / "exercises", error)) {
    if (entry.is_directory() && is_exercise_folder(entry.path()))
      course.exercises.push_back(named_exercise(entry.path()));
  }
  if (error || course.exercises.empty()) {
    throw InputError(fmt::format("{}: no exercises found", (root / "exercises").string()),
                     "run grade from a copy of the course, or name one with --course FOLDER");
  }
  std::ranges::sort(course.exercises, {}, [](const Exercise& exercise) {
    return std::tie(exercise.number, exercise.folder);
  });
  check_names(course);
  read_exercises(course, words);
  resolve_uses(course);
  return course;
}

const Exercise& find_exercise(const Course& course, std::string_view word) {
  const bool number =
      !word.empty() && word.size() < 6 && std::all_of(word.begin(), word.end(), ::isdigit);
  for (const Exercise& exercise : course.exercises) {
    if (number && exercise.number == std::stoul(std::string(word))) return exercise;
    if (word == exercise.name || word == exercise.folder) return exercise;
    if (word == exercise.name + ".cpp") return exercise;
    if (word.find('/') == std::string_view::npos) continue;
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(fs::path(word), ignored);
    const fs::path directory = fs::weakly_canonical(exercise.directory, ignored);
    if (path == directory || path.parent_path() == directory) return exercise;
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
