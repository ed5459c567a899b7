// Which report goes where: --format and --output in the order of the command line.

#include "catch.hpp"

#include "cli/outputs.hpp"
#include "core/error.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

OutputWord format(const std::string& name) { return {false, name}; }
OutputWord file(const std::string& name) { return {true, name}; }

/// The error that the words end in; empty for none.
std::string refused(const std::vector<OutputWord>& words) {
  try {
    outputs_in(words);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("each output belongs to the format before it") {
  const auto outputs =
      outputs_in({format("json"), file("a"), format("text"), format("json"), file("b")});
  REQUIRE(outputs.size() == 3);
  CHECK((outputs[0].format == "json" && outputs[0].file == "a"));
  CHECK((outputs[1].format == "text" && outputs[1].file.empty()));
  CHECK((outputs[2].format == "json" && outputs[2].file == "b"));
}

TEST_CASE("without formats it is text, and one format may stand behind its output") {
  REQUIRE(outputs_in({}).size() == 1);
  CHECK(outputs_in({})[0].format == "text");
  const auto text = outputs_in({file("a")});
  REQUIRE(text.size() == 1);
  CHECK((text[0].format == "text" && text[0].file == "a"));
  const auto json = outputs_in({file("a"), format("json")});
  REQUIRE(json.size() == 1);
  CHECK((json[0].format == "json" && json[0].file == "a"));
}

TEST_CASE("outputs that would meet are refused, by name") {
  CHECK(refused({format("json"), format("text")}) ==
        "--format json and --format text both go to standard output: at most one can");
  CHECK(refused({format("json"), file("a"), file("b")}) ==
        "--output a and --output b belong to one report");
  CHECK(refused({file("a"), file("b")}) == "--output a and --output b belong to one report");
  CHECK(refused({format("json"), file("a"), format("text"), file("./x/../a")}) ==
        "two reports go to one file, a");
  CHECK(refused({format("x\n::error::y")}) == "unknown format \"x\\x0a::error::y\"");
}
