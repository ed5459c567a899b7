// JSON that knows where it stands: errors name the file, the place and what was found there.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/json_node.hpp"
#include "system/files.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

/// A JSON file that lasts as long as the object.
class JsonFile {
 public:
  explicit JsonFile(const std::string& text) { write_file(path(), text); }

  std::filesystem::path path() const { return folder_.path() / "data.json"; }
  JsonNode read() const { return JsonNode::read(path(), "mend it"); }

  /// What an InputError of `f` says, without the folder of the file; "nothing was thrown".
  template <class F>
  std::string message_of(const F& f) const {
    try {
      f(read());
    } catch (const InputError& error) {
      CHECK(error.code == ExitCode::usage);
      CHECK(error.fix == "mend it");
      const std::string what = error.what();
      const std::string prefix = folder_.path().string() + "/";
      return what.find(prefix) == 0 ? what.substr(prefix.size()) : "without the file: " + what;
    }
    return "nothing was thrown";
  }

 private:
  TemporaryFolder folder_;
};

/// What goes wrong in reading a file of this text.
std::string reading(const std::string& text) {
  return JsonFile(text).message_of([](const JsonNode&) {});
}

/// What goes wrong in using the member "x" of {"x": VALUE}.
template <class F>
std::string using_value(const std::string& value, const F& f) {
  return JsonFile("{\"x\": " + value + "}").message_of([&](const JsonNode& root) {
    f(root.at("x"));
  });
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

}  // namespace

TEST_CASE("values are read as they are written") {
  const JsonFile file(
      R"({"text": "a\u00e4", "yes": true, "nothing": null, "count": 3, "real": -2.5e3,
                          "list": ["a", "b"], "inner": {"b": 1, "a": 2}, "big": 4294967295})");
  const JsonNode root = file.read();
  CHECK(root.at("text").text() == "a\u00e4");
  CHECK(root.at("text").is_text());
  CHECK(!root.at("count").is_text());
  CHECK(root.at("yes").boolean());
  CHECK(root.at("nothing").is_null());
  CHECK(!root.at("yes").is_null());
  CHECK(root.at("count").size() == 3);
  CHECK(root.at("count").uint32() == 3);
  CHECK(root.at("count").number() == 3);
  CHECK(root.at("real").number() == -2500);
  CHECK(root.at("big").uint32() == 0xffffffff);
  CHECK(root.at("list").texts() == std::vector<std::string>{"a", "b"});
  CHECK(root.at("list").elements().size() == 2);
  CHECK(root.has("text"));
  CHECK(!root.has("none"));
  CHECK(!root.at("text").has("none"));
  std::size_t sum = 0;
  for (const auto& [name, node] : root.at("inner").members())
    sum += node.size() * (name == "a" ? 10 : 1);
  CHECK(sum == 21);
}

TEST_CASE("numbers are read to the last bit") {
  const JsonFile file(
      "[1.7886284734303186, 0.1, -0.0, 5e-324, 1.7976931348623157e308, 9007199254740993]");
  const std::vector<double> numbers = file.read().numbers();
  CHECK(numbers == std::vector<double>{1.7886284734303186, 0.1, -0.0, 5e-324,
                                       1.7976931348623157e308, 9007199254740992.0});
  CHECK(std::signbit(numbers.at(2)));
}

TEST_CASE("a node outlives the one it came from") {
  std::vector<JsonNode> nodes;
  {
    const JsonFile file(R"({"list": [{"a": 5}]})");
    nodes = file.read().at("list").elements();
  }
  CHECK(nodes.at(0).at("a").size() == 5);
}

TEST_CASE("a value of the wrong type is refused with its place and what was found") {
  const auto text = [](const JsonNode& node) { node.text(); };
  const auto boolean = [](const JsonNode& node) { node.boolean(); };
  const auto number = [](const JsonNode& node) { node.number(); };
  const auto size = [](const JsonNode& node) { node.size(); };
  const auto uint32 = [](const JsonNode& node) { node.uint32(); };
  const auto list = [](const JsonNode& node) { node.elements(); };
  const auto members = [](const JsonNode& node) { node.members(); };
  const auto member = [](const JsonNode& node) { node.at("y"); };
  const auto numbers = [](const JsonNode& node) { node.numbers(); };
  const auto texts = [](const JsonNode& node) { node.texts(); };
  CHECK(using_value("3", text) == "data.json: x: expected a string, found 3");
  CHECK(using_value("1", boolean) == "data.json: x: expected true or false, found 1");
  CHECK(using_value("\"nan\"", number) == "data.json: x: expected a finite number, found \"nan\"");
  CHECK(using_value("null", number) == "data.json: x: expected a finite number, found null");
  CHECK(using_value("true", number) == "data.json: x: expected a finite number, found true");
  CHECK(using_value("-1", size) == "data.json: x: expected a whole number from 0, found -1");
  CHECK(using_value("1.0", size) == "data.json: x: expected a whole number from 0, found 1.0");
  CHECK(using_value("\"3\"", size) == "data.json: x: expected a whole number from 0, found \"3\"");
  CHECK(using_value("4294967296", uint32) ==
        "data.json: x: expected a whole number below 2^32, found 4294967296");
  CHECK(using_value("{}", list) == "data.json: x: expected an array, found {}");
  CHECK(using_value("[]", members) == "data.json: x: expected an object, found []");
  CHECK(using_value("[]", member) == "data.json: x: expected an object, found []");
  CHECK(using_value("5", numbers) == "data.json: x: expected an array, found 5");
  CHECK(using_value("[1, [2]]", numbers) == "data.json: x[1]: expected a finite number, found [2]");
  CHECK(using_value("[\"NaN\"]", numbers) ==
        "data.json: x[0]: expected a finite number, found \"NaN\"");
  CHECK(using_value("[\"a\", 1]", texts) == "data.json: x[1]: expected a string, found 1");
}

TEST_CASE("a missing or unknown field is refused with the place of its object") {
  CHECK(JsonFile("{}").message_of([](const JsonNode& root) { root.at("x"); }) ==
        "data.json: the field \"x\" is missing");
  CHECK(using_value("{\"y\": 1}", [](const JsonNode& node) { node.at("z"); }) ==
        "data.json: x: the field \"z\" is missing");
  CHECK(using_value("{\"a\": 1, \"q\": 2}", [](const JsonNode& node) {
          node.only({"a", "b"});
        }) == "data.json: x: unknown field \"q\"; expected one of: a, b");
  CHECK(using_value("{\"a\": 1}", [](const JsonNode& node) {
          node.only({"a", "b"});
        }) == "nothing was thrown");
}

TEST_CASE("a place names every member and element on the way") {
  const JsonFile file(R"({"cases": [{}, {"inputs": {"X": {"values": [1, "x"]}}}]})");
  CHECK(file.message_of([](const JsonNode& root) {
    root.at("cases").elements().at(1).at("inputs").members().at(0).second.at("values").numbers();
  }) == "data.json: cases[1].inputs.X.values[1]: expected a finite number, found \"x\"");
  CHECK(file.message_of([](const JsonNode& root) {
    root.at("cases").elements().at(1).fail("it is odd");
  }) == "data.json: cases[1]: it is odd");
}

TEST_CASE("what was found is cut short where it is long") {
  const std::string message =
      using_value("[\"" + std::string(100, 'y') + "\"]", [](const JsonNode& node) { node.text(); });
  CHECK(starts_with(message, "data.json: x: expected a string, found [\"yyy"));
  CHECK(message.size() < 90);
  CHECK(message.substr(message.size() - 3) == "...");
}

TEST_CASE("truncated JSON is called so, with the line where it ends") {
  CHECK(starts_with(reading("{\"a\": 1,\n\"b\": [1, 2"), "data.json:2: truncated JSON: "));
  CHECK(starts_with(reading("{\"a\": \"no end"), "data.json:1: truncated JSON: "));
  CHECK(starts_with(reading("["), "data.json:1: truncated JSON: "));
}

TEST_CASE("text that is not JSON is told with its line") {
  CHECK(starts_with(reading("{\"a\": 1,\n\n\"b\": oops,\n\"c\": 2}\n"), "data.json:3: not JSON: "));
  CHECK(starts_with(reading("{\n\"a\": 1,\n}\n"), "data.json:3: not JSON: "));
  CHECK(starts_with(reading("{\"a\": NaN}\n"), "data.json:1: not JSON: "));
  CHECK(starts_with(reading("[1 2]\n\n"), "data.json:1: not JSON: "));
  CHECK(starts_with(reading("[\"\xff\"]\n"), "data.json:1: not JSON: "));
}

TEST_CASE("a string without its closing quote is reported in its own line") {
  CHECK(starts_with(reading("{\n\"a\": \"x,\n\"b\": 2\n}\n"), "data.json:2: not JSON: "));
}

TEST_CASE("text after the end of the JSON is not called truncated") {
  CHECK(starts_with(reading("{\"a\": 1}}"), "data.json:1: not JSON: "));
}

TEST_CASE("a number beyond every double is quoted, and not reported as truncation") {
  CHECK(reading("{\n\"a\": 1e999,\n\"b\": 2\n}\n") ==
        "data.json: not JSON: number overflow parsing '1e999'");
}

TEST_CASE("a file that cannot be read is told with the command that mends it") {
  std::string what, fix;
  try {
    JsonNode::read("/none/such/file.json", "mend it");
  } catch (const InputError& error) {
    what = error.what();
    fix = error.fix;
  }
  CHECK(what == "/none/such/file.json: cannot be read: No such file or directory");
  CHECK(fix == "mend it");
}

TEST_CASE("an empty file is told from broken JSON") {
  CHECK(reading("") == "data.json: expected JSON, found an empty file");
  CHECK(reading(" \n\t\n") == "data.json: expected JSON, found an empty file");
}

TEST_CASE("a file that is not there is an input error") {
  CHECK_THROWS_AS(JsonNode::read("/none/such/file.json"), InputError);
}
