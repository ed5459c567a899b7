// The object "picture" of exercise.json: what it may say, and what is refused.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/exercise.hpp"
#include "system/files.hpp"

#include <string>

using namespace grader;

namespace {

Exercise sample_exercise() {
  Exercise exercise;
  exercise.arguments = {"X", "digits"};
  exercise.results = {"result"};
  exercise.steps = {"attention weights", "values", "losses"};
  exercise.recipe.draws.resize(2);
  exercise.recipe.draws[0].name = "X";
  exercise.recipe.draws[1].name = "digits";
  exercise.recipe.draws[1].distribution = Distribution::integers;
  return exercise;
}

PictureSpec read(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder.path() / "picture.json", text);
  return read_picture(JsonNode::read(folder.path() / "picture.json"), sample_exercise());
}

/// What is wrong with it, after the file's name.
std::string problem_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find(".json: ") + 7);
  }
  return "";
}

}  // namespace

TEST_CASE("a picture says what is drawn and how") {
  const PictureSpec picture = read(R"({
    "maps": [
      {"of": "attention weights", "rows": "sequence", "transposed": true, "labels": "digits",
       "highlight": [2, 4]},
      {"of": "values", "each": "batch", "where": "attention weights", "above": 0.1, "low": -1,
       "high": 1}],
    "curves": [{"of": "losses", "axis": "epoch"}]})");
  REQUIRE(picture.maps.size() == 2);
  CHECK(picture.maps[0].of == "attention weights");
  CHECK(picture.maps[0].rows == "sequence");
  CHECK(picture.maps[0].columns == "key");
  CHECK(picture.maps[0].each == "head");
  CHECK(picture.maps[0].transposed);
  CHECK(picture.maps[0].labels == "digits");
  CHECK(picture.maps[0].highlight == std::vector<double>{2, 4});
  CHECK(!picture.maps[0].low);
  CHECK(picture.maps[1].rows == "row");
  CHECK(picture.maps[1].each == "batch");
  CHECK(picture.maps[1].where == "attention weights");
  CHECK(picture.maps[1].above == 0.1);
  CHECK(picture.maps[1].low == -1.0);
  CHECK(picture.maps[1].high == 1.0);
  REQUIRE(picture.curves.size() == 1);
  CHECK(picture.curves[0].of == "losses");
  CHECK(picture.curves[0].axis == "epoch");
}

TEST_CASE("what a picture cannot mean is refused with its place") {
  const std::pair<std::string, std::string> all[] = {
      {R"({})", "expected a map or a curve"},
      {R"({"map": []})", "unknown field \"map\"; expected one of: maps, curves"},
      {R"({"maps": [{"of": "weights"}]})",
       "maps[0].of: unknown step or result \"weights\"; expected one of: attention weights, "
       "values, losses, result"},
      {R"({"maps": [{"rows": "query"}]})", "maps[0]: the field \"of\" is missing"},
      {R"({"maps": [{"of": "values", "colour": "red"}]})", "maps[0]: unknown field \"colour\""},
      {R"({"maps": [{"of": "values", "rows": ""}]})",
       "maps[0].rows: expected a word of at most 12 letters"},
      {R"({"maps": [{"of": "values", "labels": "Y"}]})",
       "maps[0].labels: unknown input \"Y\"; expected one of: X, digits"},
      {R"({"maps": [{"of": "values", "labels": "X"}]})",
       "maps[0].labels: expected an input of integers, which X is not"},
      {R"({"maps": [{"of": "values", "highlight": [1]}]})", "maps[0].highlight: needs \"labels\""},
      {R"({"maps": [{"of": "values", "where": "wieghts"}]})",
       "maps[0].where: unknown step or result \"wieghts\""},
      {R"({"maps": [{"of": "values", "above": 1}]})", "maps[0].above: needs \"where\""},
      {R"({"maps": [{"of": "values", "low": 1, "high": 1}]})",
       "maps[0].high: expected a number above \"low\""},
      {R"({"curves": [{"of": "loss"}]})", "curves[0].of: unknown step or result \"loss\""},
  };
  for (const auto& [text, problem] : all) {
    INFO(text);
    CHECK(problem_of(text).find(problem) == 0);
  }
}
