// Grades every file of tests/generators, versions of the exercises that draw data: most are not
// random enough in some way, some right in an unusual one. Their first lines say what must come
// out:
//   // what it does
//   // exercise: the exercise's folder
//   // verdict: the verdict
//   // mistake: the requirement that it fails
//   // says: a piece of the message

#include "end_to_end/support.hpp"

#include <algorithm>
#include <map>
#include <sstream>

using namespace e2e;

namespace {

std::map<std::string, std::string> first_lines(const std::string& text) {
  std::map<std::string, std::string> values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) values[line.substr(3, colon - 3)] = line.substr(colon + 2);
  }
  return values;
}

}  // namespace

TEST_CASE("generators that are not random enough fail, for what they do; unusual ones pass",
          "[all]") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "tests/generators"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() > 20);
  for (const fs::path& file : files) {
    const std::string text = read(file);
    auto expected = first_lines(text);
    const std::string folder = expected.at("exercise");
    Folder submission;
    write(submission / (folder.substr(3) + ".cpp"), text);
    const json exercise =
        report({folder, "--submission", submission.path().string()})["exercises"][0];
    INFO(file.filename().string() << "\n" << exercise.dump(1));
    CHECK(exercise["verdict"] == expected.at("verdict"));
    if (expected.contains("mistake")) CHECK(exercise["mistake"] == expected["mistake"]);
    if (expected.contains("says")) {
      const std::string message = exercise["message"];
      CHECK(message.find(expected["says"]) != std::string::npos);
    }
  }
}
