// Which report goes where: --format and --output in the order of the command line.

#include "catch.hpp"

#include "student/commands.hpp"
#include "core/error.hpp"

#include <string>
#include <vector>

using namespace grader;

TEST_CASE("the first output belongs to the first format, and what has none goes to the terminal") {
  const auto outputs = outputs_of({"json", "html", "text"}, {"a", "b"});
  REQUIRE(outputs.size() == 3);
  CHECK((outputs[0].format == "json" && outputs[0].file == "a"));
  CHECK((outputs[1].format == "html" && outputs[1].file == "b"));
  CHECK((outputs[2].format == "text" && outputs[2].file.empty()));
}

TEST_CASE("without formats a file's name says what it is, else it is text") {
  REQUIRE(outputs_of({}, {}).size() == 1);
  CHECK(outputs_of({}, {})[0].format == "text");
  for (const auto& [file, format] :
       {std::pair("a.json", "json"), {"a.html", "html"}, {"a.md", "markdown"}, {"a.xml", "text"}})
    CHECK(outputs_of({}, {file})[0].format == format);
}

TEST_CASE("more files than formats are refused, by name") {
  CHECK_THROWS_WITH(outputs_of({"json"}, {"a", "x\n::error::y"}),
                    "there is no --format for --output x\\x0a::error::y");
  CHECK_THROWS_AS(outputs_of({}, {"a", "b"}), InputError);
}
