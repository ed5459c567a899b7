// The object "picture" of exercise.json: what it may say, and what is refused.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/course.hpp"
#include "course/json_node.hpp"
#include "system/files.hpp"

#include <string>

using namespace grader;

namespace {

Exercise sample_exercise() {
  Exercise exercise;
  exercise.results = {"result"};
  exercise.steps = {"attention weights", "values", "losses"};
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
      {"of": "attention weights", "rows": "sequence", "transposed": true},
      {"of": "values", "each": "batch"}],
    "curves": [{"of": "losses", "axis": "epoch"}]})");
  REQUIRE(picture.maps.size() == 2);
  CHECK(picture.maps[0].of == "attention weights");
  CHECK(picture.maps[0].rows == "sequence");
  CHECK(picture.maps[0].columns == "key");
  CHECK(picture.maps[0].each == "head");
  CHECK(picture.maps[0].transposed);
  CHECK(picture.maps[1].rows == "row");
  CHECK(picture.maps[1].each == "batch");
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
      {R"({"curves": [{"of": "loss"}]})", "curves[0].of: unknown step or result \"loss\""},
  };
  for (const auto& [text, problem] : all) {
    INFO(text);
    CHECK(problem_of(text).find(problem) == 0);
  }
}
