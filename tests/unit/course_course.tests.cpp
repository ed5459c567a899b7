// The folders of a course: what is found there, what is refused, and how an exercise is named.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/course.hpp"
#include "system/files.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json sample_exercise() {
  return json::parse(R"({
    "format_version": 1,
    "title": "A title",
    "points": 2.5,
    "arguments": ["X", "omega", "mask"],
    "steps": ["keys", "scores"],
    "tolerance": {"rtol": 1e-5, "atol": 1e-8, "reason": "A reason."},
    "limits": {"cpu_seconds": 3},
    "hints": ["First.", {"steps": ["result"], "text": "Second."}],
    "recipe": {
      "inputs": [
        {"name": "X", "stream": "tokens", "shape": ["D", "N"], "filled_by": "columns",
         "distribution": "normal"},
        {"name": "omega", "stream": "weights", "shape": ["2*Dq", 1], "distribution": "uniform",
         "low": -1, "high": 0.5},
        {"name": "mask", "stream": "weights", "shape": [], "distribution": "integers", "low": 0,
         "high": 2}
      ],
      "fresh": {"D": [3, 9], "N": [2, 8], "Dq": [1, 1]}
    }
  })");
}

/// A course of its own in a temporary folder.
class CourseFolder {
 public:
  const fs::path& root() const { return folder_.path(); }
  Course load() const { return load_course(root()); }

  void add(const std::string& name, const json& exercise = sample_exercise()) {
    fs::create_directories(root() / "exercises" / name);
    write_file(root() / "exercises" / name / "exercise.json", exercise.dump(1));
  }

 private:
  TemporaryFolder folder_;
};

struct Told {
  std::string what, fix;
};

template <class F>
Told told_by(const F& f) {
  try {
    f();
  } catch (const InputError& error) {
    return {error.what(), error.fix};
  }
  return {"nothing was thrown", ""};
}

/// What is wrong with this exercise.json, after the file's name.
std::string problem_of(const json& exercise) {
  CourseFolder folder;
  folder.add("02_attend", exercise);
  const std::string what = told_by([&] { folder.load(); }).what;
  const std::string file = (folder.root() / "exercises/02_attend/exercise.json: ").string();
  return what.rfind(file, 0) == 0 ? what.substr(file.size()) : what;
}

/// The sample with the value at `pointer` changed.
json with(const char* pointer, const json& value) {
  json exercise = sample_exercise();
  exercise[json::json_pointer(pointer)] = value;
  return exercise;
}

json without(const char* object, const char* field) {
  json exercise = sample_exercise();
  exercise[json::json_pointer(object)].erase(field);
  return exercise;
}

CourseFolder& three_exercises() {
  static CourseFolder folder;
  if (!fs::exists(folder.root() / "exercises")) {
    folder.add("01_self_attention");
    folder.add("02_matrix_attention");
    folder.add("12_two_head_attention");
  }
  return folder;
}

/// The folder of the exercise that `word` names, or the message.
std::string found(const std::string& word) {
  const Course course = three_exercises().load();
  std::string folder;
  const Told told = told_by([&] { folder = find_exercise(course, word).folder; });
  return folder.empty() ? told.what : folder;
}

/// Works in another folder for as long as it lasts.
class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& folder) { fs::current_path(folder); }
  ~WorkingFolder() { fs::current_path(before_); }

 private:
  fs::path before_ = fs::current_path();
};

}  // namespace

TEST_CASE("an exercise is read with all its fields") {
  CourseFolder folder;
  folder.add("02_matrix_attention");
  const Course course = folder.load();
  REQUIRE(course.exercises.size() == 1);
  const Exercise& exercise = course.exercises[0];
  CHECK(exercise.number == 2);
  CHECK(exercise.name == "matrix_attention");
  CHECK(exercise.folder == "02_matrix_attention");
  CHECK(exercise.title == "A title");
  CHECK(exercise.points == 2.5);
  CHECK(exercise.arguments == std::vector<std::string>{"X", "omega", "mask"});
  CHECK(exercise.steps == std::vector<std::string>{"keys", "scores"});
  CHECK(exercise.tolerance.rtol == 1e-5);
  CHECK(exercise.tolerance.atol == 1e-8);
  CHECK(exercise.limits.cpu_seconds == 3);
  REQUIRE(exercise.hints.size() == 2);
  CHECK(exercise.hints[0].text == "First.");
  CHECK(exercise.hints[0].steps.empty());
  CHECK(exercise.hints[1].text == "Second.");
  CHECK(exercise.hints[1].steps == std::vector<std::string>{"result"});

  REQUIRE(exercise.recipe.draws.size() == 3);
  const Draw& tokens = exercise.recipe.draws[0];
  CHECK(tokens.name == "X");
  CHECK(tokens.stream == "tokens");
  CHECK(tokens.filled_by_columns);
  CHECK(tokens.distribution == Distribution::normal);
  CHECK(tokens.first == 0);
  CHECK(tokens.second == 1);
  REQUIRE(tokens.shape.size() == 2);
  CHECK(tokens.shape[1].symbol == "N");
  CHECK(tokens.shape[1].factor == 1);
  const Draw& omega = exercise.recipe.draws[1];
  CHECK(!omega.filled_by_columns);
  CHECK(omega.distribution == Distribution::uniform);
  CHECK(omega.first == -1);
  CHECK(omega.second == 0.5);
  CHECK(omega.shape.at(0).symbol == "Dq");
  CHECK(omega.shape.at(0).factor == 2);
  CHECK(omega.shape.at(1).symbol == "");
  CHECK(omega.shape.at(1).factor == 1);
  CHECK(exercise.recipe.draws[2].distribution == Distribution::integers);
  CHECK(exercise.recipe.draws[2].shape.empty());
  CHECK(exercise.recipe.fresh.at("N").low == 2);
  CHECK(exercise.recipe.fresh.at("N").high == 8);
}

TEST_CASE("the files of an exercise lie where the layout says") {
  CourseFolder folder;
  folder.add("02_matrix_attention");
  const Course course = folder.load();
  const Exercise& exercise = course.exercises.at(0);
  const fs::path root = folder.root();
  CHECK(course.root == root);
  CHECK(exercise.stub() == root / "exercises/02_matrix_attention/matrix_attention.cpp");
  CHECK(exercise.original() ==
        root / "exercises/02_matrix_attention/matrix_attention.cpp.original");
  CHECK(exercise.contract() == root / "exercises/02_matrix_attention/matrix_attention.hpp");
  CHECK(exercise.statement() == root / "exercises/02_matrix_attention/README.md");
  CHECK(course.solution(exercise) == root / "solutions/02_matrix_attention/matrix_attention.cpp");
  CHECK(course.mistakes(exercise) == root / "solutions/02_matrix_attention/mistakes.md");
  CHECK(course.reference(exercise) == root / "reference_data/02_matrix_attention.json");
}

TEST_CASE("a normal input takes its own mean and standard deviation") {
  CourseFolder folder;
  json exercise = with("/recipe/inputs/0/mean", 3);
  exercise["recipe"]["inputs"][0]["standard_deviation"] = 0.5;
  exercise["recipe"]["inputs"][0]["filled_by"] = "rows";
  folder.add("01_a", exercise);
  const Draw draw = folder.load().exercises.at(0).recipe.draws.at(0);
  CHECK(draw.first == 3);
  CHECK(draw.second == 0.5);
  CHECK(!draw.filled_by_columns);
}

TEST_CASE("only folders that are named as exercises are read") {
  CourseFolder folder;
  folder.add("03_c");
  folder.add("01_a");
  for (const char* name : {"include", "_a", "04", "04_", "x4_d", "04-d", "123456_e", ".05_e"}) {
    fs::create_directories(folder.root() / "exercises" / name);
  }
  write_file(folder.root() / "exercises/06_file", "not a folder");
  const Course course = folder.load();
  REQUIRE(course.exercises.size() == 2);
  CHECK(course.exercises[0].folder == "01_a");
  CHECK(course.exercises[1].folder == "03_c");
}

TEST_CASE("exercises come by number, not by the letters of their folders") {
  CourseFolder folder;
  for (const char* name : {"9_b", "100_d", "10_c", "1_a"}) folder.add(name);
  std::vector<unsigned> numbers;
  for (const Exercise& exercise : folder.load().exercises) numbers.push_back(exercise.number);
  CHECK(numbers == std::vector<unsigned>{1, 9, 10, 100});
}

TEST_CASE("two exercises of the same number are refused") {
  CourseFolder folder;
  folder.add("1_a");
  folder.add("01_b");
  const std::string exercises = (folder.root() / "exercises").string();
  for (const char* contract : {"/1_a/a.hpp", "/01_b/b.hpp"}) write_file(exercises + contract, "");
  CHECK(told_by([&] { folder.load(); }).what ==
        exercises + "/01_b and " + exercises + "/1_a are both called 1");
}

TEST_CASE("a copy of an exercise's folder is passed over, and named") {
  CourseFolder folder;
  for (const char* name : {"01_a", "01_a (copy)", "01_a_old", "02_b"}) folder.add(name);
  for (const char* copy : {"01_a", "01_a (copy)", "01_a_old"})
    write_file(folder.root() / "exercises" / copy / "a.hpp", "");
  const Course course = folder.load();
  REQUIRE(course.exercises.size() == 2);
  CHECK(course.exercises[0].folder == "01_a");
  CHECK(course.exercises[1].folder == "02_b");
  REQUIRE(course.copies.size() == 2);
  CHECK(course.copies[0].filename() == "01_a (copy)");
  CHECK(course.copies[1].filename() == "01_a_old");
}

TEST_CASE("two exercises of the same name are refused") {
  CourseFolder folder;
  folder.add("01_a");
  folder.add("02_a");
  const std::string exercises = (folder.root() / "exercises").string();
  CHECK(told_by([&] { folder.load(); }).what ==
        exercises + "/01_a and " + exercises + "/02_a are both called a");
}

TEST_CASE("a folder without exercises is no course") {
  CourseFolder folder;
  const std::string place = (folder.root() / "exercises").string();
  Told told = told_by([&] { folder.load(); });
  CHECK(told.what == place + ": no exercises found");
  CHECK(told.fix == "run grade from a copy of the course, or name one with --course FOLDER");
  fs::create_directories(folder.root() / "exercises/include");
  CHECK(told_by([&] { folder.load(); }).what == place + ": no exercises found");
}

TEST_CASE("course.json turns kinds of practice off, each alone, and has no other fields") {
  CourseFolder course;
  course.add("01_first");
  CHECK(course.load().practice.review);
  const auto practice = [&](const char* text) {
    write_file(course.root() / "course.json", text);
    return course.load().practice;
  };
  const Practice all = practice(R"({"format_version": 1})");
  CHECK((all.drills && all.review && all.catches && all.questions));
  const Practice some = practice(R"({"format_version": 1, "review": false, "drills": true})");
  CHECK((some.drills && !some.review && some.catches));
  const Practice others =
      practice(R"({"format_version": 1, "drills": false, "questions": false, "review": false,
                   "catches": false})");
  CHECK((!others.drills && !others.review && !others.catches && !others.questions));
  const std::string file = (course.root() / "course.json: ").string();
  CHECK(told_by([&] {
          practice(R"({"format_version": 1, "drill": false})");
        }).what.starts_with(file + "unknown field \"drill\""));
  CHECK(told_by([&] {
          practice(R"({"format_version": 1, "review": "no"})");
        }).what.starts_with(file + "review: "));
  CHECK(told_by([&] {
          practice(R"({"format_version": 1, "fast_track": "first"})");
        }).what.starts_with(file + "fast_track: "));
}

TEST_CASE("an exercise.json that is missing or broken is named") {
  CourseFolder folder;
  fs::create_directories(folder.root() / "exercises/01_a");
  const std::string file = (folder.root() / "exercises/01_a/exercise.json").string();
  CHECK(told_by([&] { folder.load(); }).what ==
        file + ": cannot be read: No such file or directory");
  write_file(file, "");
  CHECK(told_by([&] { folder.load(); }).what == file + ": expected JSON, found an empty file");
  write_file(file, "{\n\"title\": ");
  CHECK(told_by([&] { folder.load(); }).what.find(file + ":2: truncated JSON: ") == 0);
  write_file(file, "[]");
  CHECK(told_by([&] { folder.load(); }).what == file + ": expected an object, found []");
}

TEST_CASE("what an exercise cannot do without must be there") {
  for (const char* field : {"format_version", "title", "hints", "recipe"}) {
    CHECK(problem_of(without("", field)) == std::string("the field \"") + field + "\" is missing");
  }
  CHECK(problem_of(without("/tolerance", "reason")) ==
        "tolerance: the field \"reason\" is missing");
  CHECK(problem_of(without("/recipe", "inputs")) == "recipe: the field \"inputs\" is missing");
  CHECK(problem_of(without("/recipe", "fresh")) == "recipe: the field \"fresh\" is missing");
  CHECK(problem_of(without("/recipe/inputs/0", "name")) ==
        "recipe.inputs[0]: the field \"name\" is missing");
  CHECK(problem_of(without("/recipe/inputs/0", "shape")) ==
        "recipe.inputs[0]: the field \"shape\" is missing");
  CHECK(problem_of(without("/recipe/inputs/1", "low")) ==
        "recipe.inputs[1]: the field \"low\" is missing");
  CHECK(problem_of(without("/recipe/inputs/2", "high")) ==
        "recipe.inputs[2]: the field \"high\" is missing");
}

TEST_CASE("what an exercise leaves out is as in nearly all others") {
  json bare = sample_exercise();
  for (const char* field : {"points", "arguments", "steps", "tolerance", "limits"})
    bare.erase(field);
  json& first = bare["recipe"]["inputs"][0];
  first.erase("stream");
  first.erase("distribution");
  CourseFolder folder;
  folder.add("01_attend", bare);
  const Exercise exercise = folder.load().exercises.at(0);
  CHECK(exercise.points == 1);
  CHECK(exercise.arguments == std::vector<std::string>{"X", "omega", "mask"});
  CHECK(exercise.steps.empty());
  CHECK(exercise.tolerance.rtol == 1e-6);
  CHECK(exercise.tolerance.atol == 1e-9);
  CHECK(exercise.limits.cpu_seconds == 2);
  CHECK(exercise.recipe.draws[0].stream == "X");
  CHECK(exercise.recipe.draws[0].distribution == Distribution::normal);
  CHECK(exercise.recipe.draws[0].second == 1);
  const auto changed = [](const char* field, const json& value) {
    CourseFolder other;
    json one = sample_exercise();
    one[field] = value;
    other.add("01_a", one);
    return other.load().exercises.at(0);
  };
  CHECK(changed("tolerance", {{"atol", 0}, {"reason", "R."}}).tolerance.rtol == 1e-6);
}

TEST_CASE("no field of an exercise may be unknown") {
  const auto unknown = [](const char* object) {
    json exercise = sample_exercise();
    exercise[json::json_pointer(object)]["surprise"] = 1;
    return problem_of(exercise);
  };
  CHECK(unknown("").find(
            "unknown field \"surprise\"; expected one of: format_version, $schema, title") == 0);
  CHECK(unknown("/tolerance") ==
        "tolerance: unknown field \"surprise\"; expected one of: rtol, atol, reason");
  CHECK(unknown("/limits") == "limits: unknown field \"surprise\"; expected one of: cpu_seconds");
  CHECK(unknown("/recipe") ==
        "recipe: unknown field \"surprise\"; expected one of: inputs, torch, fresh, "
        "relations");
  CHECK(unknown("/recipe/inputs/1")
            .find("recipe.inputs[1]: unknown field \"surprise\"; expected one of: ") == 0);
}

TEST_CASE("a value that an exercise cannot have is refused with its place") {
  struct Row {
    const char* pointer;
    json value;
    const char* problem;
  };
  const std::vector<Row> rows = {
      {"/format_version", 2, "format_version: expected 1"},
      {"/title", 5, "title: expected a string, found 5"},
      {"/points", -1, "points: expected a number from 0"},
      {"/points", "many", "points: expected a finite number, found \"many\""},
      {"/steps", "keys", "steps: expected an array, found \"keys\""},
      {"/hints/1", 7, "hints[1]: expected a string, found 7"},
      {"/hints/1/steps/0", "score",
       "hints[1].steps[0]: unknown step or result \"score\"; expected one of: keys, scores, "
       "result"},
      {"/tolerance/rtol", -1e-9, "tolerance: expected tolerances from 0"},
      {"/tolerance/atol", "nan", "tolerance.atol: expected a finite number, found \"nan\""},
      {"/limits/cpu_seconds", 0, "limits.cpu_seconds: expected 1 to 3600 seconds"},
      {"/limits/cpu_seconds", 3601, "limits.cpu_seconds: expected 1 to 3600 seconds"},
      {"/limits/cpu_seconds", 1.5, "limits.cpu_seconds: expected a whole number from 0, found 1.5"},
      {"/recipe/inputs/0/distribution", "gauss",
       "recipe.inputs[0].distribution: unknown distribution \"gauss\"; expected one of: normal, "
       "uniform, integers, linear"},
      {"/recipe/inputs/0/filled_by", "diagonals",
       "recipe.inputs[0].filled_by: unknown order \"diagonals\"; expected one of: rows, "
       "columns"},
      {"/recipe/inputs/2/filled_by", "columns",
       "recipe.inputs[2].filled_by: only a matrix can be filled by columns"},
      {"/recipe/inputs/1/high", -1, "recipe.inputs[1].high: expected a number above \"low\""},
      {"/recipe/inputs/2/high", 1.5,
       "recipe.inputs[2].high: expected a whole number of at most 15 digits"},
      {"/recipe/inputs/2/low", -1e300,
       "recipe.inputs[2].low: expected a whole number of at most 15 digits"},
      {"/recipe/fresh/N", {8, 2}, "recipe.fresh.N: expected 1 <= lowest <= highest"},
      {"/recipe/fresh/N", {0, 2}, "recipe.fresh.N: expected 1 <= lowest <= highest"},
      {"/recipe/fresh/N", {1, 2, 3}, "recipe.fresh.N: expected [lowest, highest]"},
      {"/recipe/fresh/N", 3, "recipe.fresh.N: expected an array, found 3"},
      {"/recipe/inputs/0/shape/1", "M", "recipe.fresh: the size M of input X has no range"},
      {"/recipe/inputs/0/shape/1", -3,
       "recipe.inputs[0].shape[1]: expected a whole number from 0, found -3"},
      {"/recipe/inputs/0/shape/1", 2.5,
       "recipe.inputs[0].shape[1]: expected a whole number from 0, found 2.5"},
  };
  for (const Row& row : rows) CHECK(problem_of(with(row.pointer, row.value)) == row.problem);
}

TEST_CASE("measures that an exercise cannot have are refused with their place") {
  const json good = json::parse(R"({
    "reason": "R.", "arguments": ["result", "mask"], "results": ["low", "high"], "seed": "mask",
    "requirements": [{"name": "r", "measure": "low", "at_least": 0, "message": "M."}]
  })");
  const auto measured = [](const json& measures) {
    json exercise = sample_exercise();
    exercise.erase("tolerance");
    exercise["measures"] = measures;
    return exercise;
  };
  CHECK(problem_of(with("/measures", good)) == "tolerance: what is measured is not compared");
  CHECK(problem_of(measured(good)) == "nothing was thrown");
  struct Row {
    const char* pointer;
    json value;
    std::string problem;
  };
  const Row rows[] = {
      {"/arguments",
       {"result", "masks"},
       "arguments: expected inputs and results, found \"masks\""},
      {"/results", {"low", "low"}, "results: expected names that differ"},
      {"/seed", "seed", "seed: unknown input \"seed\"; expected one of: X, omega, mask"},
      {"/requirements", json::array(), "requirements: expected at least one"},
      {"/requirements/0/measure", "mean",
       "requirements[0].measure: unknown measure \"mean\"; expected one of: low, high"},
      {"/requirements/0/at_most", -1, "requirements[0].at_least: expected a number up to at_most"},
      {"/requirements/1", good["requirements"][0],
       "requirements[1].name: another requirement has this name"},
  };
  for (const Row& row : rows) {
    json measures = good;
    measures[json::json_pointer(row.pointer)] = row.value;
    CHECK(problem_of(measured(measures)) == "measures." + row.problem);
  }
  json unbounded = good;
  unbounded["requirements"][0].erase("at_least");
  CHECK(problem_of(measured(unbounded)) ==
        "measures.requirements[0]: expected at_least or at_most");
}

TEST_CASE("an exercise uses earlier ones, with all that these use, each once") {
  CourseFolder folder;
  for (const char* name : {"01_a", "02_b", "03_c"}) {
    const json uses = name[1] == '1' ? json::array() : name[1] == '2' ? json{"a"} : json{"b", "a"};
    folder.add(name, with("/uses", uses));
    write_file(folder.root() / "exercises" / name / (std::string(name + 3) + ".hpp"), "");
  }
  write_file(folder.root() / "exercises/02_b/given.cpp", "");
  const Course course = folder.load();
  std::vector<std::string> sources;
  for (const Reference& reference : course.exercises[2].references)
    sources.push_back(reference.source.filename().string());
  CHECK(sources == std::vector<std::string>{"a.cpp", "given.cpp", "b.cpp"});
  CHECK(course.exercises[2].headers.size() == 3);
  CHECK(course.exercises[0].headers.size() == 1);
}

TEST_CASE(
    "an exercise that catches mistakes has a requirement for each, and needs their exercise") {
  const json mistake = {{"name", "rows"}, {"of", "over_rows"}, {"message", "No input has rows."}};
  json catching = sample_exercise();
  catching.erase("tolerance");
  catching["recipe"] = {{"inputs", json::array()}, {"fresh", nullptr}};
  catching["arguments"] = catching["steps"] = json::array();
  catching["hints"] = {"Look."};
  catching.erase("picture");
  catching["catches"] = {{"of", "a"}, {"mistakes", {mistake}}};
  CourseFolder folder;
  for (const char* name : {"01_a", "02_b"}) folder.add(name);
  folder.add("03_c", catching);
  const Course course = load_course(folder.root(), {"c"});
  REQUIRE(course.exercises.size() == 2);
  const Exercise& exercise = course.exercises[1];
  CHECK(exercise.catches->of == "a");
  CHECK(exercise.catches->mistakes == std::vector<std::string>{"over_rows"});
  CHECK(exercise.measures_source.empty());
  const std::vector<Requirement>& requirements = exercise.measures->requirements;
  REQUIRE(requirements.size() == 2);
  CHECK(requirements[0].name == "accepted");
  CHECK(requirements[1].message == "rows: No input has rows.");
  CHECK(requirements[1].at_least == 1);
  CHECK(exercise.results.size() == 1 + 3 * course.exercises[0].arguments.size());
  CHECK(exercise.results.at(1) == "input 1: " + course.exercises[0].arguments[0]);

  const auto told = [&](const char* pointer, const json& value) {
    json other = catching;
    other[json::json_pointer(pointer)] = value;
    folder.add("03_c", other);
    const std::string what = told_by([&] { folder.load(); }).what;
    return what.substr(what.find("exercise.json") + 13);
  };
  CHECK(told("/catches/of", "d") == ": uses: no exercise before it has the name \"d\"");
  CHECK(told("/catches/of", "c") == ": uses: no exercise before it has the name \"c\"");
  CHECK(told("/catches/mistakes", json::array()) == ": catches.mistakes: expected at least one");
  CHECK(told("/catches/mistakes/1", mistake) ==
        ": catches.mistakes[1].name: another requirement has this name");
  CHECK(told("/catches/mistakes/0/name", "accepted") ==
        ": catches.mistakes[0].name: another requirement has this name");
  CHECK(told("/measures", json::object()) == ": measures: expected none beside catches");
  folder.add("03_c", catching);
  catching["catches"]["of"] = "c";
  folder.add("04_d", catching);
  CHECK(told_by([&] {
          folder.load();
        }).what.ends_with(": catches: 03_c is measured: its mistakes cannot be run here"));
}

TEST_CASE("a demonstration belongs to the course of its exercises, and has limits like theirs") {
  CourseFolder folder;
  folder.add("07_attention");
  fs::create_directories(folder.root() / "demos");
  json demo = {{"name", "show"}, {"title", "T"}, {"source", "S"}, {"uses", {"attention"}}};
  const auto load = [&] {
    const json all = {{"format_version", 1}, {"demos", {demo}}};
    write_file(folder.root() / "demos/demos.json", all.dump());
    return load_demos(folder.load());
  };
  write_file(folder.root() / "demos/show.cpp", "");
  CHECK(folder.load().exercises.at(0).course == fs::canonical(folder.root()));
  CHECK(load().at(0).program.course == fs::canonical(folder.root()));
  demo["limits"] = {{"cpu_seconds", 0}};
  CHECK_THROWS_AS(load(), InputError);
}

TEST_CASE("of a named exercise only it and what it uses is read") {
  CourseFolder folder;
  for (const char* name : {"01_a", "02_b", "03_c", "05_e"}) {
    const json uses = name[1] == '3' ? json{"a"} : json::array();
    folder.add(name, with("/uses", uses));
  }
  write_file(folder.root() / "exercises/02_b/exercise.json", "{");
  std::vector<std::string> folders;
  for (const Exercise& exercise : load_course(folder.root(), {"c"}).exercises)
    folders.push_back(exercise.folder);
  CHECK(folders == std::vector<std::string>{"01_a", "03_c"});
  CHECK(told_by([&] { load_course(folder.root(), {"03_d"}); }).what.find("unknown exercise") == 0);
  CHECK(told_by([&] {
          load_course(folder.root(), {"c", "b"});
        }).what.find("02_b") != std::string::npos);
}

TEST_CASE("an exercise cannot use itself, a later one, or one that is not there") {
  for (const char* used : {"a", "b", "c"}) {
    CourseFolder folder;
    folder.add("01_a", with("/uses", json{used}));
    folder.add("02_b");
    CHECK(told_by([&] { folder.load(); }).what ==
          (folder.root() / "exercises/01_a/exercise.json").string() +
              ": uses: no exercise before it has the name \"" + used + "\"");
  }
}

TEST_CASE("a length is a size, a number, or a number times a size") {
  for (const char* length :
       {"", "*", "2*", "*N", "N*2", "-2*N", "2.5*N", "2*N*3", "N+1", "N M", "2 * N", "1000000*N"}) {
    CHECK(
        problem_of(with("/recipe/inputs/0/shape/1", length)) ==
        std::string(
            "recipe.inputs[0].shape[1]: expected a length such as \"N\", 3 or \"2*Dv\", found \"") +
            length + "\"");
  }
  for (const json& length : {json("N"), json("3*N"), json(4)}) {
    CHECK(problem_of(with("/recipe/inputs/0/shape/1", length)) == "nothing was thrown");
  }
}

TEST_CASE("the function takes each input of the recipe once") {
  const std::string problem = "arguments: expected each input of the recipe once";
  CHECK(problem_of(with("/arguments", {"X", "omega"})) == problem);
  CHECK(problem_of(with("/arguments", {"X", "omega", "mask", "more"})) == problem);
  CHECK(problem_of(with("/arguments", {"X", "omega", "mask", "X"})) == problem);
  CHECK(problem_of(with("/arguments", {"X", "omega", "musk"})) == problem);
  CHECK(problem_of(with("/arguments", {"mask", "X", "omega"})) == "nothing was thrown");
  CHECK(problem_of(with("/recipe/inputs/1/name", "X")) == "recipe: the input X is drawn twice");
}

TEST_CASE("an exercise is found by number, name, folder or file") {
  for (const char* word :
       {"2", "02", "002", "matrix_attention", "02_matrix_attention", "matrix_attention.cpp"}) {
    CHECK(found(word) == "02_matrix_attention");
  }
  CHECK(found("12") == "12_two_head_attention");
  CHECK(found("1") == "01_self_attention");
}

TEST_CASE("an exercise is found by a path to its folder or into it") {
  const fs::path root = three_exercises().root();
  const std::string folder = (root / "exercises/02_matrix_attention").string();
  CHECK(found(folder) == "02_matrix_attention");
  CHECK(found(folder + "/") == "02_matrix_attention");
  CHECK(found(folder + "/matrix_attention.cpp") == "02_matrix_attention");
  CHECK(found(folder + "/README.md") == "02_matrix_attention");
  {
    const WorkingFolder here(root);
    CHECK(found("exercises/02_matrix_attention") == "02_matrix_attention");
    CHECK(found("./exercises/02_matrix_attention/matrix_attention.cpp") == "02_matrix_attention");
    CHECK(found("exercises/01_self_attention/../02_matrix_attention/") == "02_matrix_attention");
  }
  {
    const WorkingFolder here(folder);
    CHECK(found("./matrix_attention.cpp") == "02_matrix_attention");
    CHECK(found("../12_two_head_attention") == "12_two_head_attention");
  }
}

TEST_CASE("a misspelt exercise is answered with the nearest") {
  CHECK(found("matrix_atention") ==
        "unknown exercise \"matrix_atention\"; did you mean matrix_attention?");
  CHECK(found("self-attention") ==
        "unknown exercise \"self-attention\"; did you mean self_attention?");
  CHECK(found("12_two_heads_attention") ==
        "unknown exercise \"12_two_heads_attention\"; did you mean 12_two_head_attention?");
  CHECK(found("convolution") == "unknown exercise \"convolution\"");
  CHECK(found("7") == "no exercise has the number 7");
  CHECK(found("") == "unknown exercise \"\"");
  CHECK(found("99999999999999999999") == "unknown exercise \"99999999999999999999\"");
  CHECK(found("\x1b[2J") == "unknown exercise \"\\x1b[2J\"");
  const Course course = three_exercises().load();
  CHECK(told_by([&] { find_exercise(course, "convolution"); }).fix ==
        "./grade list   shows all exercises");
}

TEST_CASE("the number of a misspelt folder helps to find the nearest") {
  CourseFolder folder;
  folder.add("01_attend");
  folder.add("02_attand");
  const Course course = folder.load();
  CHECK(told_by([&] { find_exercise(course, "02_attnd"); }).what ==
        "unknown exercise \"02_attnd\"; did you mean 02_attand?");
  CHECK(told_by([&] { find_exercise(course, "01_attnd"); }).what ==
        "unknown exercise \"01_attnd\"; did you mean 01_attend?");
}

TEST_CASE("several exercises come in the course's order, each once, and no word means all") {
  const Course course = three_exercises().load();
  const auto folders = [&](const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const Exercise& exercise : find_exercises(course, words)) names.push_back(exercise.folder);
    return names;
  };
  CHECK(folders({}).size() == 3);
  CHECK(folders({"12", "1", "self_attention", "12"}) ==
        std::vector<std::string>{"01_self_attention", "12_two_head_attention"});
  CHECK(folders({"02_matrix_attention/", "1-2"}).size() == 2);
  CHECK(folders({"1,", ",2", "1,,2"}).size() == 2);
  CHECK_THROWS_AS(folders({","}), InputError);
  CHECK_THROWS_AS(folders({"1", "none"}), InputError);
}

TEST_CASE("ranges and lists name what is there, from end to end") {
  const Course course = three_exercises().load();
  const auto told = [&](const std::string& word) {
    return told_by([&] { find_exercises(course, {word}); }).what;
  };
  CHECK(told("0-2") == "no exercise has the number 0");
  CHECK(told("1-4") == "no exercise has the number 3");
  CHECK(told("11-12") == "no exercise has the number 11");
  CHECK(told("1,7") == "no exercise has the number 7");
  CHECK(told("2-1") == "2-1: expected the smaller number first");
}
