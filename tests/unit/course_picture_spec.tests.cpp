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

std::vector<PictureMap> read(const std::string& text) {
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
  const std::vector<PictureMap> maps = read(R"({
    "maps": [
      {"of": "attention weights", "rows": "sequence", "transposed": true},
      {"of": "values", "each": "batch"}]})");
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].of == "attention weights");
  CHECK(maps[0].rows == "sequence");
  CHECK(maps[0].columns == "key");
  CHECK(maps[0].each == "head");
  CHECK(maps[0].transposed);
  CHECK(maps[1].rows == "row");
  CHECK(maps[1].each == "batch");
}

TEST_CASE("what a picture cannot mean is refused with its place") {
  const std::pair<std::string, std::string> all[] = {
      {R"({})", "expected a map"},
      {R"({"map": []})", "unknown field \"map\"; expected one of: maps"},
      {R"({"maps": [{"of": "weights"}]})",
       "maps[0].of: unknown step or result \"weights\"; expected one of: attention weights, "
       "values, losses, result"},
      {R"({"maps": [{"rows": "query"}]})", "maps[0]: the field \"of\" is missing"},
      {R"({"maps": [{"of": "values", "colour": "red"}]})", "maps[0]: unknown field \"colour\""},
      {R"({"maps": [{"of": "values", "rows": ""}]})",
       "maps[0].rows: expected a word of at most 12 letters"},
  };
  for (const auto& [text, problem] : all) {
    INFO(text);
    CHECK(problem_of(text).find(problem) == 0);
  }
}
