// What an author writes, and what the program makes of it.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

using namespace e2e;

namespace {

const char* const folder = "97_log_softmax";

/// The course with one more exercise, as its author wrote it: no stub, no data.
class AuthoredCourse : public CourseCopy {
 public:
  AuthoredCourse() {
    fs::copy(source / "tests/authored_exercise", path(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }
  fs::path exercise() const { return path() / "exercises" / folder; }
  fs::path mistakes() const { return path() / "solutions" / folder / "mistakes.md"; }
  fs::path data() const { return path() / "reference_data" / (std::string(folder) + ".json"); }
};

Result write_reference(const AuthoredCourse& course) {
  return grade({"reference", "--write", "97"}, course.path());
}

}  // namespace

TEST_CASE("an exercise like the sixth takes 60 lines in five files, and its statement") {
  std::size_t files = 0, lines = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source / "tests/authored_exercise")) {
    if (!entry.is_regular_file() || entry.path().filename() == "README.md") continue;
    ++files;
    std::istringstream text(read(entry.path()));
    for (std::string line; std::getline(text, line);) lines += line.empty() ? 0 : 1;
  }
  CHECK(files == 5);
  CHECK(lines <= 60);
}

TEST_CASE("stub and reference data of a new exercise are made by one command") {
  const AuthoredCourse course;
  const Result before = grade({"verify", "97"}, course.path());
  CHECK(before.exit_code == 1);
  CHECK(before.out ==
        "FAIL  97_log_softmax files: " + (course.exercise() / "log_softmax.cpp").string() +
            " is missing: ./grade reference --write 97_log_softmax makes it\n"
            "0 passed, 1 failed; what rests on these was not checked\n");
  const Result written = write_reference(course);
  INFO(written.out + written.err);
  REQUIRE(written.exit_code == 0);
  CHECK(written.out.find("97_log_softmax: written, 3 cases\n") != std::string::npos);
  const std::string stub = read(course.exercise() / "log_softmax.cpp");
  CHECK(stub.find("  // TODO 1: the scores, less the largest of their row.\n"
                  "  Matrix shifted;  // (N, M)\n"
                  "  throw NotImplemented(\"TODO 1: the scores\");\n"
                  "  record(\"shifted scores\", shifted);\n") != std::string::npos);
  CHECK(stub.find("  throw NotImplemented(\"TODO 3: the logarithms\");\n}\n") != std::string::npos);
  CHECK(stub == read(course.exercise() / "log_softmax.cpp.original"));
  const Result after = grade({"verify", "97"}, course.path());
  INFO(after.out);
  CHECK(after.exit_code == 0);
  CHECK(after.out.find("10 passed, 0 failed") != std::string::npos);
  CHECK(report({"97"}, course.path())["exercises"][0]["verdict"] == "not_started");
  // What is written once more stays the same.
  const std::string text = read(course.data());
  CHECK(write_reference(course).exit_code == 0);
  CHECK(read(course.data()) == text);

  // A solved stub does not become the original.
  write(course.exercise() / "log_softmax.cpp",
        read(course.path() / "solutions" / folder / "log_softmax.cpp"));
  const Result refused = write_reference(course);
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("is no stub") != std::string::npos);
  CHECK(refused.err.find("fix: ./grade reset 97_log_softmax") != std::string::npos);
  CHECK(read(course.exercise() / "log_softmax.cpp.original") == stub);

  // An edited stub is told with both commands, and taken over by one of them.
  write(course.exercise() / "log_softmax.cpp", stub + "// A remark.\n");
  const Result edited = grade({"verify", "97"}, course.path());
  CHECK(edited.out.find("./grade reference --write 97_log_softmax makes the second of the "
                        "first, ./grade reset 97_log_softmax") != std::string::npos);
  CHECK(write_reference(course).exit_code == 0);
  CHECK(read(course.exercise() / "log_softmax.cpp.original") == stub + "// A remark.\n");

  // A mistake that is none, and two that are one, are found.
  write(course.mistakes(), replaced(read(course.mistakes()), "+return xt::exp(shifted) / sums;",
                                    "+return shifted - sums;"));
  const Result same = grade({"verify", "97"}, course.path());
  CHECK(same.exit_code == 1);
  CHECK(contains(same.out, "mistake returns_softmax: expected the name returns_softmax, no name"));
  write(course.mistakes(),
        replaced(read(course.mistakes()), "+Matrix shifted = scores;",
                 "+Matrix shifted = scores - xt::amax(scores, {1}, xt::keep_dims) + 0.0;"));
  CHECK(contains(grade({"verify", "97"}, course.path()).out, "mistake not_shifted: it passes"));
}

TEST_CASE("what is wrong with an author's NumPy is told in a line, with the place") {
  const AuthoredCourse course;
  const fs::path script = course.path() / "reference_data/generate/log_softmax.py";
  const std::string right = read(script), exercise = read(course.exercise() / "exercise.json");
  const auto told = [&](const std::string& from, const std::string& to, const std::string& what) {
    write(script, replaced(right, from, to));
    const Result result = write_reference(course);
    INFO(result.out);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.out, "97_log_softmax: "));
    CHECK(contains(result.out, what));
    CHECK(!contains(result.out, "Traceback"));
    CHECK(!fs::exists(course.data()));
  };
  told("inputs[\"scores\"]", "inputs[\"score\"]", ": KeyError: 'score'; the inputs are scores\n");
  told("return ", "return 1 / 0 #", "ZeroDivisionError: division by zero\n");
  told("return ", "return 1 #",
       "evaluate must return the output and a list of steps (name, array)");
  told("M=", "P=", "a case has no size \"M\", but N, P\n");
  told("scores=", "score=", "has no seed for \"scores\"\n");
  fs::remove(script);
  const Result none = write_reference(course);
  CHECK(contains(none.out, "97_log_softmax: reference_data/generate/log_softmax.py is not there"));
  CHECK(!contains(none.out, "Traceback"));
  write(course.exercise() / "exercise.json", replaced(exercise, "\"sums\"", "\"sum\""));
  told("\"\"\"97", "\"\"\"97",
       "evaluate gives the step \"sums\"; add it to \"steps\" in exercise.json, which has "
       "shifted scores, sum\n");
}

TEST_CASE("of a step that a solution does not record verify tells the name") {
  const AuthoredCourse course;
  REQUIRE(write_reference(course).exit_code == 0);
  const fs::path solution = course.path() / "solutions" / folder / "log_softmax.cpp";
  write(solution, replaced(read(solution), "  record(\"sums\", sums);\n", ""));
  CHECK(contains(grade({"verify", "97"}, course.path()).out,
                 " solution: case more_columns: the step sums is not recorded\n"));
}

TEST_CASE("of a wrong exercise verify says one thing, and the next when that is mended") {
  const AuthoredCourse course;
  fs::remove_all(course.path() / "solutions" / folder);
  const auto problem = [&] {
    const std::string out = grade({"verify", "97"}, course.path()).out;
    CHECK(std::count(out.begin(), out.end(), '\n') == 2);
    return out;
  };
  fs::remove(course.exercise() / "README.md");
  CHECK(problem().find("README.md is missing\n") != std::string::npos);
  write(course.exercise() / "README.md", "A statement.\n");
  CHECK(problem().find("log_softmax.cpp is missing\n") != std::string::npos);
}

TEST_CASE("the Python that has NumPy is found, and where none has it the mend is told") {
  const AuthoredCourse course;
  const auto python = [&](const std::string& name, const std::string& script) {
    fs::create_directories(course.path() / name / "bin");
    write(course.path() / name / "bin/python3", "#!/bin/sh\n" + script + "\n");
    fs::permissions(course.path() / name / "bin/python3", fs::perms::owner_all);
    return (course.path() / name).string();
  };
  const std::string bare = python("bare", "echo Traceback >&2; exit 1");
  const Result without =
      grade({"reference", "--write", "97"}, course.path(), {{"PATH", bare + "/bin"}});
  CHECK(without.exit_code == 2);
  CHECK(without.err.find("error: no Python with NumPy") != std::string::npos);
  CHECK(without.err.find("fix: apt-get install python3-numpy") != std::string::npos);
  CHECK(without.err.find("Traceback") == std::string::npos);
  const std::string environment = python("environment", "exec /usr/bin/python3 \"$@\"");
  CHECK(grade({"reference", "--write", "97"}, course.path(),
              {{"PATH", bare + "/bin"}, {"VIRTUAL_ENV", environment}})
            .exit_code == 0);
}

TEST_CASE("what is handed out later does not show an earlier answer") {
  // By exercise, what every answer of its has in one form or another.
  const std::map<int, std::regex> answers{
      {6, std::regex(R"(xt::amax\(\w+, \{1\}, xt::keep_dims\))")},
      {12, std::regex(R"(xt::sqrt\(\w+ \+ \S+\))")},
      {14, std::regex(R"(xt::view\(\w+, i, xt::all\(\), xt::all\(\)\) =\s)")},
  };
  const std::set<std::string> needs_the_inside{"19_counting_gradient"};  // as docs/course.md says
  std::size_t read_files = 0;
  for (const auto& exercise : fs::directory_iterator(source / "exercises")) {
    const std::string name = exercise.path().filename().string();
    if (std::isdigit(static_cast<unsigned char>(name[0])) == 0 || needs_the_inside.contains(name))
      continue;
    for (const auto& file : fs::directory_iterator(exercise.path())) {
      const std::string kind = file.path().extension().string();
      if (kind != ".original" && kind != ".hpp" && file.path().filename() != "given.cpp") continue;
      ++read_files;
      const std::string text = read(file.path());
      for (const auto& [number, answer] : answers) {
        INFO(file.path().string() << " shows the answer of " << number);
        CHECK((std::stoi(name) <= number || !std::regex_search(text, answer)));
      }
    }
  }
  CHECK(read_files > 50);
}
