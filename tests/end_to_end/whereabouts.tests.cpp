// Where a program failed: the line of the student's file, shown with its code. Each file of
// tests/failures names its exercise, and has HERE at the lines that may be told.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace e2e;

struct Failure {
  std::string name, exercise, text;
  std::vector<std::string> options;
  std::set<unsigned> lines;
};

Failure failure(const fs::path& file) {
  Failure failure{file.stem().string(), {}, read(file), {}, {}};
  std::istringstream lines(failure.text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("// exercise: ")) failure.exercise = line.substr(13);
    if (line.starts_with("// options: ")) {
      std::istringstream words(line.substr(12));
      for (std::string word; words >> word;) failure.options.push_back(word);
    }
    if (line.ends_with("// HERE")) failure.lines.insert(number);
  }
  REQUIRE(!failure.exercise.empty());
  REQUIRE(!failure.lines.empty());
  return failure;
}

std::vector<Failure> failures() {
  std::vector<Failure> all;
  for (const auto& entry : fs::directory_iterator(source / "tests/failures"))
    all.push_back(failure(entry.path()));
  std::ranges::sort(all, {}, &Failure::name);
  return all;
}

/// Its report as JSON; the submission is the folder `where`.
json graded(const Failure& failure, const Folder& where, const std::string& compiler) {
  write(where / (failure.exercise.substr(3) + ".cpp"), failure.text);
  std::vector<std::string> arguments{failure.exercise, "--submission", where.path().string(),
                                     "--compiler", compiler};
  arguments.insert(arguments.end(), failure.options.begin(), failure.options.end());
  return report(arguments)["exercises"][0];
}

void check(const Failure& failure, const std::string& compiler) {
  INFO(failure.name << " with " << compiler);
  Folder where;
  const json exercise = graded(failure, where, compiler);
  INFO(exercise.dump(1));
  REQUIRE(!exercise["place"].is_null());
  CHECK(failure.lines.contains(exercise["place"]["line"].get<unsigned>()));
}

}  // namespace

TEST_CASE("every failure tells its line, or the line of what it is a verdict on") {
  const std::vector<Failure> all = failures();
  REQUIRE(all.size() > 40);
  for (const Failure& one : all) check(one, "auto");
}

TEST_CASE("programs that GCC has built tell the line of each kind of failure", "[all]") {
  const std::set<std::string> kinds{"index_column",     "shape_dot", "noexcept_throw",
                                    "thread_throws",    "recursion", "missing_return",
                                    "integer_division", "abort",     "null_function"};
  for (const Failure& one : failures()) {
    if (kinds.contains(one.name)) check(one, "gcc");
  }
}

TEST_CASE("the line that called a helper is shown, before it where the helper is given code") {
  Folder own, given;
  const json helper = graded(failure(source / "tests/failures/index_in_helper.cpp"), own, "auto");
  REQUIRE(helper["details"].size() >= 6);
  CHECK(helper["details"][0].get<std::string>().ends_with(": thrown here"));
  CHECK(helper["details"][3].get<std::string>().ends_with(": called here"));
  const json stub = graded(failure(source / "tests/failures/in_given_code.cpp"), given, "auto");
  REQUIRE(stub["details"].size() >= 6);
  CHECK(stub["details"][0].get<std::string>().ends_with(": called here"));
  CHECK(stub["details"][3].get<std::string>().ends_with(": thrown here"));
}

TEST_CASE("the line is shown with a caret, under the name that the file has") {
  Folder where;
  const Failure one = failure(source / "tests/failures/index_column.cpp");
  const json exercise = graded(one, where, "auto");
  const unsigned line = *one.lines.begin();
  CHECK(exercise["place"] == json{{"line", line}, {"column", 60}});
  const std::string at = exercise["file"].get<std::string>() + ":" + std::to_string(line) + ":60: ";
  REQUIRE(exercise["details"].size() >= 3);
  CHECK(exercise["details"][0] == at + "thrown here");
  CHECK(exercise["details"][1] ==
        "      for (std::size_t n = 0; n < X.shape(1); ++n) Q(i, n) = X(n, i);  // HERE");
  CHECK(exercise["details"][2] == std::string(61, ' ') + "^");
  const Result github =
      grade({"run", "02", "--submission", where.path().string(), "--format", "github"});
  CHECK(github.out.find(",line=" + std::to_string(line) + ",col=60,") != std::string::npos);
}

TEST_CASE("every format for people and platforms has the line of what fails") {
  const Folder where;
  const Failure costly = failure(source / "tests/failures/cost_of_all.cpp");
  const std::string line = std::to_string(*costly.lines.begin());
  const fs::path file = where / "row_attention.cpp";
  write(file, costly.text);
  const std::map<std::string, std::string> shown{
      {"text", "next: edit " + file.string() + ":" + line + "\n"},
      {"gcc", file.string() + ":" + line + ":6: error: 31 row_attention: "},
      {"html", "row_attention.cpp:" + line + "</p>"},
      {"markdown", "attention.cpp:" + line + "\n"},
      {"github", "::error file=" + file.string() + ",line=" + line + ",col=6,title="},
      {"gitlab", "\"begin\": " + line},
      {"junit", "row_attention.cpp\" line=\"" + line + "\""},
      {"json", "\"line\": " + line}};
  std::vector<std::string> arguments{"run", "31", "--submission", where.path().string()};
  for (const auto& [format, piece] : shown)
    arguments.insert(arguments.end(), {"--format", format, "--output", (where / format).string()});
  REQUIRE(grade(arguments).exit_code == 1);
  for (const auto& [format, piece] : shown) {
    INFO(format << ": " << read(where / format));
    CHECK(contains(read(where / format), piece));
  }
}
