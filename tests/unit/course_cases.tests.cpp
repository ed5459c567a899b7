// Reference data: what is read, and what is refused with file and place.

#include "catch.hpp"
#include "unit/thrown.hpp"

#include "core/error.hpp"
#include "course/cases.hpp"
#include "system/files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const char* const exercise_json = R"({
  "format_version": 1, "title": "T", "points": 1,
  "arguments": ["X", "beta"], "steps": ["keys", "scores"],
  "tolerance": {"rtol": 1e-6, "atol": 1e-9, "reason": "R"},
  "limits": {"cpu_seconds": 2}, "hints": [],
  "recipe": {
    "inputs": [
      {"name": "X", "stream": "tokens", "shape": ["D", "N"], "distribution": "normal"},
      {"name": "beta", "stream": "weights", "shape": ["2*D"], "distribution": "normal"}
    ],
    "fresh": {"D": [1, 3], "N": [1, 3]}
  }
})";

json sample_data() {
  return json::parse(R"({
    "format_version": 1,
    "exercise": "02_attend",
    "generator": "NumPy",
    "cases": [{
      "name": "first",
      "sizes": {"D": 1, "N": 3},
      "seeds": {"tokens": 3, "weights": 4294967295},
      "scale": {"X": 30},
      "inputs": {
        "X": {"shape": [1, 3], "values": [1.5, -0.0, 3]},
        "beta": {"shape": [2], "values": [4, 5]}
      },
      "expected": {"shape": [2, 2], "values": [0.25, 0.5, 0.125, -1]},
      "published": {"digits": 2, "shape": [2, 2], "values": [0.25, 0.50, 0.13, -1.00]},
      "steps": [
        {"name": "keys", "array": {"shape": [1], "values": [1]}},
        {"name": "scores", "array": {"shape": [], "values": [2]}},
        {"name": "keys", "array": {"shape": [1], "values": [3]}}
      ]
    }]
  })");
}

/// A course with one exercise, 02_attend.
class CourseFolder {
 public:
  CourseFolder() {
    for (const char* name : {"exercises/02_attend", "reference_data"}) {
      fs::create_directories(root() / name);
    }
    write_file(root() / "exercises/02_attend/exercise.json", exercise_json);
    course_ = load_course(root());
  }

  const fs::path& root() const { return folder_.path(); }
  fs::path data() const { return root() / "reference_data/02_attend.json"; }

  std::vector<Case> cases(const json& data_json) const {
    write_file(data(), data_json.dump(1));
    return load_cases(course_, course_.exercises.at(0));
  }

 private:
  TemporaryFolder folder_;
  Course course_;
};

std::string after(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0 ? text.substr(start.size()) : text;
}

/// What is wrong with these data, after the file's name.
std::string problem_of(const json& data) {
  const CourseFolder folder;
  return after(message_of([&] { folder.cases(data); }), folder.data().string() + ": ");
}

json with(json document, const std::string& pointer, const json& value) {
  document[json::json_pointer(pointer)] = value;
  return document;
}

json without(json document, const std::string& object, const std::string& field) {
  document[json::json_pointer(object)].erase(field);
  return document;
}

}  // namespace

TEST_CASE("several results are read by their names, in the order of exercise.json") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "exercises/02_attend");
  fs::create_directories(folder.path() / "reference_data");
  json exercise = json::parse(exercise_json);
  exercise["results"] = {"output", "attention weights"};
  write_file(folder.path() / "exercises/02_attend/exercise.json", exercise.dump());
  const json output = {{"shape", {2}}, {"values", {1, 2}}},
             weights = {{"shape", {1}}, {"values", {3}}};
  const json both = {{"attention weights", weights}, {"output", output}};
  json data = sample_data();
  data["cases"][0]["expected"] = both;
  const auto read = [&] {
    write_file(folder.path() / "reference_data/02_attend.json", data.dump());
    const Course course = load_course(folder.path());
    return load_cases(course, course.exercises.at(0));
  };
  const Case one = read().at(0);
  CHECK(one.expected == std::vector{Tensor{{2}, {1, 2}}, Tensor{{1}, {3}}});

  data["cases"][0]["expected"] = {{"output", output}};
  CHECK(
      message_of(read).find("cases[0].expected: expected the results output, attention weights") !=
      std::string::npos);
  data["cases"][0]["expected"] = {{"output", output}, {"scores", weights}};
  CHECK(message_of(read).find("cases[0].expected: the field \"attention weights\" is missing") !=
        std::string::npos);
}

TEST_CASE("a case is read with all its fields") {
  const CourseFolder folder;
  const std::vector<Case> cases = folder.cases(sample_data());
  REQUIRE(cases.size() == 1);
  const Case& one = cases[0];
  CHECK(one.name == "first");
  CHECK(one.sizes == Sizes{{"D", 1}, {"N", 3}});
  CHECK(one.seeds == std::map<std::string, std::uint32_t>{{"tokens", 3}, {"weights", 4294967295}});
  CHECK(one.scale == std::map<std::string, double>{{"X", 30}});
  CHECK(one.inputs.at("X") == Tensor{{1, 3}, {1.5, -0.0, 3}});
  CHECK(std::signbit(one.inputs.at("X").values.at(1)));
  CHECK(one.inputs.at("beta") == Tensor{{2}, {4, 5}});
  CHECK(one.expected == std::vector{Tensor{{2, 2}, {0.25, 0.5, 0.125, -1}}});
  CHECK(!one.fresh);
  REQUIRE(one.steps.size() == 3);
  CHECK(one.steps[1].name == "scores");
  CHECK(one.steps[1].tensor == Tensor{{}, {2}});
  CHECK(one.steps[2].name == "keys");
  CHECK(one.steps[2].tensor == Tensor{{1}, {3}});
}

TEST_CASE("scale may be left out") {
  const CourseFolder folder;
  CHECK(folder.cases(without(sample_data(), "/cases/0", "scale")).at(0).scale.empty());
}

TEST_CASE("missing reference data are told with the command that makes them") {
  const CourseFolder folder;
  std::string fix;
  try {
    load_cases(load_course(folder.root()), load_course(folder.root()).exercises.at(0));
  } catch (const InputError& error) {
    fix = error.fix;
    CHECK(error.what() == folder.data().string() + ": cannot be read: No such file or directory");
  }
  CHECK(fix == "./grade reference --write 02_attend");
}

TEST_CASE("truncated reference data are told with the line and the command that mends them") {
  const CourseFolder folder;
  const std::string whole = sample_data().dump(1);
  const std::string half = whole.substr(0, whole.size() / 2);
  write_file(folder.data(), half);
  std::string what, fix;
  try {
    const Course course = load_course(folder.root());
    load_cases(course, course.exercises.at(0));
  } catch (const InputError& error) {
    what = error.what();
    fix = error.fix;
  }
  const auto line = std::count(half.begin(), half.end(), '\n') + 1;
  CHECK(what.find(folder.data().string() + ":" + std::to_string(line) + ": truncated JSON: ") == 0);
  CHECK(fix == "./grade reference --write 02_attend");
}

TEST_CASE("every field of a case must be there") {
  CHECK(problem_of(without(sample_data(), "", "generator")) == "nothing was thrown");
  for (const char* field : {"format_version", "exercise", "cases"}) {
    CHECK(problem_of(without(sample_data(), "", field)) ==
          std::string("the field \"") + field + "\" is missing");
  }
  for (const char* field : {"name", "sizes", "seeds", "inputs", "expected", "steps"}) {
    CHECK(problem_of(without(sample_data(), "/cases/0", field)) ==
          std::string("cases[0]: the field \"") + field + "\" is missing");
  }
  CHECK(problem_of(without(sample_data(), "/cases/0/inputs", "X")) ==
        "cases[0].inputs: expected the inputs that the recipe draws, each once");
  CHECK(problem_of(without(sample_data(), "/cases/0/inputs/X", "shape")) ==
        "cases[0].inputs.X: the field \"shape\" is missing");
  CHECK(problem_of(without(sample_data(), "/cases/0/expected", "values")) ==
        "cases[0].expected: the field \"values\" is missing");
  CHECK(problem_of(without(sample_data(), "/cases/0/steps/1", "array")) ==
        "cases[0].steps[1]: the field \"array\" is missing");
}

TEST_CASE("no field of a case may be unknown") {
  for (const char* object : {"", "/cases/0", "/cases/0/inputs/X", "/cases/0/expected",
                             "/cases/0/steps/0", "/cases/0/steps/0/array"}) {
    INFO(object);
    const std::string problem =
        problem_of(with(sample_data(), std::string(object) + "/surprise", 1));
    CHECK(problem.find("unknown field \"surprise\"; expected one of: ") != std::string::npos);
  }
}

TEST_CASE("a value that a case cannot have is refused with its place") {
  struct Row {
    const char* pointer;
    json value;
    const char* problem;
  };
  const std::vector<Row> rows = {
      {"/format_version", 2, "format_version: expected 1"},
      {"/exercise", "03_other", "exercise: expected \"02_attend\""},
      {"/cases", json::array(), "cases: expected at least one case"},
      {"/cases/0/name", 1, "cases[0].name: expected a string, found 1"},
      {"/cases/0/seeds/tokens", 4294967296,
       "cases[0].seeds.tokens: expected a whole number below 2^32, found 4294967296"},
      {"/cases/0/seeds/tokens", -1,
       "cases[0].seeds.tokens: expected a whole number from 0, found -1"},
      {"/cases/0/scale/Y", 2, "cases[0].scale: no recipe draws an input Y"},
      {"/cases/0/scale/X", "inf", "cases[0].scale.X: expected a finite number, found \"inf\""},
      {"/cases/0/inputs/X/values",
       {1, 2},
       "cases[0].inputs.X.values: expected 3 values for shape (1, 3), found 2"},
      {"/cases/0/inputs/X/values",
       {1, 2, 3, 4},
       "cases[0].inputs.X.values: expected 3 values for shape (1, 3), found 4"},
      {"/cases/0/inputs/X/values/1", "nan",
       "cases[0].inputs.X.values[1]: expected a finite number, found \"nan\""},
      {"/cases/0/inputs/X/values/2", nullptr,
       "cases[0].inputs.X.values[2]: expected a finite number, found null"},
      {"/cases/0/expected/values/3", "inf",
       "cases[0].expected.values[3]: expected a finite number, found \"inf\""},
      {"/cases/0/expected/shape",
       {4, 2},
       "cases[0].expected.values: expected 8 values for shape (4, 2), found 4"},
      {"/cases/0/expected/shape/0", -2,
       "cases[0].expected.shape[0]: expected a whole number from 0, found -2"},
      {"/cases/0/steps/1/name", "values",
       "cases[0].steps[1].name: unknown step \"values\"; expected one of: keys, scores"},
      {"/cases/0/steps/1/array/values/0", "nan",
       "cases[0].steps[1].array.values[0]: expected a finite number, found \"nan\""},
  };
  for (const Row& row : rows)
    CHECK(problem_of(with(sample_data(), row.pointer, row.value)) == row.problem);
}

TEST_CASE("inputs must be those of the recipe") {
  const json extra = with(sample_data(), "/cases/0/inputs/more", {{"shape", {1}}, {"values", {1}}});
  CHECK(problem_of(extra) ==
        "cases[0].inputs: expected the inputs that the recipe draws, each once");
}

TEST_CASE("an input that a case gives needs no seed of its stream") {
  json data = with(sample_data(), "/cases/0/given", {"X"});
  data = without(data, "/cases/0/seeds", "tokens");
  const CourseFolder folder;
  CHECK(folder.cases(data).at(0).given == std::set<std::string>{"X"});
  CHECK(problem_of(with(data, "/cases/0/given/1", "Y")) ==
        "cases[0].given[1]: no recipe draws an input Y");
}

TEST_CASE("a case that a requirement names must be there") {
  const CourseFolder folder;
  json data = sample_data();
  const auto problem = [&](const Exercise& exercise) {
    write_file(folder.data(), data.dump(1));
    const Course course = load_course(folder.root());
    return after(message_of([&] { load_cases(course, exercise); }), folder.data().string() + ": ");
  };
  Exercise exercise = load_course(folder.root()).exercises.at(0);
  for (const char* key : {"expected", "steps", "mistakes"})
    data["cases"][0].erase(key);
  exercise.measures = Measures{{}, {"m"}, {{"r", "m", 0, 1, {"fresh 1", "second"}, "M."}}, ""};
  CHECK(problem(exercise) == "cases: the requirement r of exercise.json needs a case second");
  exercise.measures->requirements[0].cases = {"fresh 1", "first"};
  CHECK(problem(exercise) == "nothing was thrown");
}
