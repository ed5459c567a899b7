// docs/exercise.schema.json, by which editors complete and check exercise.json: it must say
// what the grader's own reader says.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/course.hpp"
#include "system/files.hpp"

#include <nlohmann/json.hpp>

#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path exercises = fs::path(SOFTMARK_SOURCE) / "exercises";

json schema() {
  return json::parse(read_file(exercises.parent_path() / "docs/exercise.schema.json"));
}

bool has_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == (value.is_null() ? "null" : value.type_name());
}

std::string problem_of(const json& value, const json& rule, const json& root);

std::string problem_of_object(const json& value, const json& rule, const json& root) {
  for (const json& key : rule.value("required", json::array())) {
    if (!value.contains(key)) return "misses " + key.get<std::string>();
  }
  for (const auto& [key, member] : value.items()) {
    const json others = rule.value("additionalProperties", json(true));
    const json known = rule.value("properties", json::object());
    if (!known.contains(key) && others == false) return "has " + key;
    const json& its_rule = known.contains(key) ? known[key] : others;
    if (!its_rule.is_object()) continue;
    const std::string problem = problem_of(member, its_rule, root);
    if (!problem.empty()) return key + ": " + problem;
  }
  return "";
}

/// What is wrong with a value by as much of JSON Schema as our schema uses; "" for nothing.
std::string problem_of(const json& value, const json& rule, const json& root) {
  if (rule.contains("$ref"))
    return problem_of(value, root.at(json::json_pointer(rule["$ref"].get<std::string>().substr(1))),
                      root);
  if (rule.contains("anyOf")) {
    for (const json& choice : rule["anyOf"]) {
      if (problem_of(value, choice, root).empty()) return "";
    }
    return "is none of its choices";
  }
  if (rule.contains("const") && value != rule["const"]) return "is not " + rule["const"].dump();
  if (rule.contains("enum") &&
      rule["enum"].end() == std::find(rule["enum"].begin(), rule["enum"].end(), value))
    return "is no word of the list";
  if (rule.contains("type") && !has_type(value, rule["type"]))
    return "is no " + rule["type"].dump();
  if (rule.contains("minimum") && value < rule["minimum"]) return "is too small";
  if (rule.contains("maximum") && value > rule["maximum"]) return "is too large";
  if (value.is_string()) {
    const std::string text = value;
    if (text.size() < rule.value("minLength", 0U) ||
        text.size() > rule.value("maxLength", 1000000U))
      return "is too long";
    if (rule.contains("pattern") &&
        !std::regex_search(text, std::regex(rule["pattern"].get<std::string>())))
      return "does not match";
  }
  if (value.is_array() && rule.contains("items")) {
    for (const json& item : value) {
      const std::string problem = problem_of(item, rule["items"], root);
      if (!problem.empty()) return problem;
    }
  }
  return value.is_object() ? problem_of_object(value, rule, root) : "";
}

/// An exercise that has every object of the format.
json full_exercise() {
  return json::parse(R"({
    "format_version": 1, "title": "T", "arguments": ["X", "k"], "steps": ["s"],
    "limits": {"cpu_seconds": 2}, "hints": [{"steps": ["s"], "text": "H."}], "tolerance": {"reason": "R."},
    "recipe": {"inputs": [{"name": "X", "shape": ["N", "2*D"]},
                          {"name": "k", "shape": [], "distribution": "integers", "low": 0, "high": 2}],
               "fresh": {"N": [1, 2], "D": [1, 2]}},
    "picture": {"maps": [{"of": "s"}]}
  })");
}

json measured_exercise() {
  json exercise = full_exercise();
  exercise.erase("tolerance");
  exercise["measures"] = json::parse(R"({
    "reason": "R.", "arguments": ["result"], "results": ["m"],
    "requirements": [{"name": "r", "measure": "m", "at_least": 0, "message": "M."}]})");
  return exercise;
}

json catching_exercise() {
  return json::parse(R"({
    "format_version": 1, "title": "T", "hints": [],
    "recipe": {"inputs": [], "fresh": null},
    "catches": {"of": "b", "mistakes": [{"name": "m", "of": "n", "message": "M."}]}
  })");
}

/// What the grader says of an exercise.json.
std::string told_by_reader(const json& exercise) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "exercises/01_a");
  write_file(folder.path() / "exercises/01_a/exercise.json", exercise.dump());
  try {
    load_course(folder.path());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The fields that the reader knows of the object at `place`, which it lists when it finds another.
std::set<std::string> known_fields(json exercise, const std::string& place) {
  exercise[json::json_pointer(place)]["surprise"] = 1;
  const std::string told = told_by_reader(exercise);
  const std::string before = "expected one of: ";
  std::set<std::string> fields;
  if (told.find(before) == std::string::npos) return fields;
  std::string list = told.substr(told.find(before) + before.size()) + ", ";
  for (std::size_t end; (end = list.find(", ")) != std::string::npos; list.erase(0, end + 2))
    fields.insert(list.substr(0, end));
  return fields;
}

}  // namespace

TEST_CASE("every exercise.json names the schema and follows it") {
  const json rules = schema();
  std::size_t count = 0;
  for (const auto& folder : fs::directory_iterator(exercises)) {
    if (!fs::exists(folder.path() / "exercise.json")) continue;
    ++count;
    INFO(folder.path().string());
    const json exercise = json::parse(read_file(folder.path() / "exercise.json"));
    CHECK(exercise.value("$schema", "") == "../../docs/exercise.schema.json");
    CHECK(problem_of(exercise, rules, rules) == "");
  }
  CHECK(count >= 29);
}

TEST_CASE("the schema has just the fields that the grader reads, in every object") {
  const json rules = schema();
  CHECK(told_by_reader(full_exercise()) == "");
  CHECK(told_by_reader(measured_exercise()) == "");
  struct Row {
    const char* place;
    const char* rule;
  };
  const std::vector<Row> rows = {
      {"", ""},
      {"/tolerance", "/properties/tolerance"},
      {"/limits", "/properties/limits"},
      {"/hints/0", "/properties/hints/items/anyOf/1"},
      {"/recipe", "/properties/recipe"},
      {"/recipe/inputs/0", "/properties/recipe/properties/inputs/items"},
      {"/measures", "/properties/measures"},
      {"/measures/requirements/0", "/properties/measures/properties/requirements/items"},
      {"/catches", "/properties/catches"},
      {"/catches/mistakes/0", "/properties/catches/properties/mistakes/items"},
      {"/picture", "/properties/picture"},
      {"/picture/maps/0", "/properties/picture/properties/maps/items"},
  };
  for (const Row& row : rows) {
    INFO(row.place);
    const std::string place = row.place;
    const json exercise = place.starts_with("/measures")  ? measured_exercise()
                          : place.starts_with("/catches") ? catching_exercise()
                                                          : full_exercise();
    std::set<std::string> listed;
    const json& fields = rules.at(json::json_pointer(std::string(row.rule) + "/properties"));
    for (const auto& field : fields.items()) listed.insert(field.key());
    CHECK(listed == known_fields(exercise, place));
  }
}

TEST_CASE("what the schema refuses, the grader refuses") {
  const json rules = schema();
  struct Row {
    const char* place;
    json value;
  };
  const std::vector<Row> rows = {{"/format_version", 2},
                                 {"/title", 1},
                                 {"/points", -1},
                                 {"/steps", "s"},
                                 {"/hints/0/steps", "s"},
                                 {"/limits/cpu_seconds", 0},
                                 {"/limits/cpu_seconds", 1.5},
                                 {"/tolerance/rtol", 0.2},
                                 {"/recipe/inputs/0/shape/0", "N*2"},
                                 {"/recipe/inputs/1/distribution", "gauss"},
                                 {"/recipe/fresh/N", "many"},
                                 {"/picture/maps/0/rows", "a long axis name"},
                                 {"/surprise", 1}};
  CHECK(problem_of(full_exercise(), rules, rules) == "");
  for (const Row& row : rows) {
    INFO(row.place);
    json exercise = full_exercise();
    exercise[json::json_pointer(row.place)] = row.value;
    CHECK(problem_of(exercise, rules, rules) != "");
    CHECK(told_by_reader(exercise) != "");
  }
  for (const char* field : {"format_version", "title", "hints", "recipe"}) {
    json exercise = full_exercise();
    exercise.erase(field);
    CHECK(problem_of(exercise, rules, rules) != "");
    CHECK(told_by_reader(exercise) != "");
  }
}
