// Grades every file of tests/submissions and holds the verdict against the file's first lines:
//   // verdict: the verdict
//   // says: a piece of the message or of the details, any number of times
//   // line: that of the place that is told
//   // options: for `grade run`

#include "end_to_end/support.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace e2e;

struct Expectation {
  std::string verdict;
  std::vector<std::string> says;
  std::vector<std::string> options;
  std::string line;
};

Expectation expectation(const fs::path& file) {
  Expectation expected;
  std::istringstream lines(read(file));
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    const std::size_t colon = line.find(": ");
    REQUIRE(colon != std::string::npos);
    const std::string key = line.substr(3, colon - 3);
    const std::string value = line.substr(colon + 2);
    if (key == "verdict") expected.verdict = value;
    if (key == "says") expected.says.push_back(value);
    if (key == "line") expected.line = value;
    if (key == "options") {
      std::istringstream words(value);
      for (std::string word; words >> word;) expected.options.push_back(word);
    }
  }
  REQUIRE(!expected.verdict.empty());
  return expected;
}

std::vector<fs::path> submissions() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "tests/submissions"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// What becomes of one file as the submission for exercise 02.
json graded_anew(const fs::path& file, std::vector<std::string> options,
                 const std::string& compiler) {
  Folder submission;
  fs::copy_file(file, submission / "matrix_attention.cpp");
  options.insert(options.end(),
                 {"02", "--submission", submission.path().string(), "--compiler", compiler});
  return report(options)["exercises"][0];
}

/// The same, graded once, whichever tests ask.
json graded(const fs::path& file, const std::vector<std::string>& options,
            const std::string& compiler) {
  static std::map<std::string, json> known;
  json& found = known[json({file.string(), options, compiler}).dump()];
  if (found.is_null()) found = graded_anew(file, options, compiler);
  return found;
}

void check(const json& exercise, const Expectation& expected) {
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == expected.verdict);
  CHECK(exercise["score"] == (expected.verdict == "passed" ? 1 : 0));
  std::string message = exercise["message"];
  for (const char* more : {"further", "details"}) {
    for (const std::string line : exercise[more]) message += "\n" + line;
  }
  for (const std::string& piece : expected.says) {
    INFO("expected in the message or the details: " << piece);
    CHECK(message.find(piece) != std::string::npos);
  }
  if (!expected.line.empty()) CHECK(exercise["place"]["line"].dump() == expected.line);
}

}  // namespace

TEST_CASE("every submission gets its verdict") {
  REQUIRE(submissions().size() > 40);
  for (const fs::path& file : submissions()) {
    INFO(file.filename().string());
    const Expectation expected = expectation(file);
    json exercise = graded(file, expected.options, "auto");
    // On a busy machine a program may be stopped for good before it has told its place.
    if (!expected.line.empty() && exercise["place"]["line"].dump() != expected.line)
      exercise = graded_anew(file, expected.options, "auto");
    check(exercise, expected);
  }
}

TEST_CASE("right answers in every style and failed builds get the same verdict from GCC", "[all]") {
  for (const fs::path& file : submissions()) {
    const std::string name = file.filename().string();
    if (!name.starts_with("right_") && !name.starts_with("build_") &&
        name != "exception_broadcast_in_place.cpp" && name != "crash_missing_return.cpp") {
      continue;
    }
    INFO(name);
    const Expectation expected = expectation(file);
    check(graded(file, expected.options, "gcc"), expected);
  }
}

TEST_CASE("what a program says in an exception is told in part, however long it is") {
  const json exercise = graded(source / "tests/submissions/exception_long.cpp", {}, "auto");
  CHECK(exercise["message"].get<std::string>().size() < 1100);
  CHECK(exercise.dump().size() < 20'000);
}

TEST_CASE("what all calls of an exercise took is told and limited") {
  Folder submission;
  fs::copy_file(source / "tests/submissions/sleep_each_call.cpp",
                submission / "matrix_attention.cpp");
  fs::copy_file(source / "solutions/03_two_head_attention/two_head_attention.cpp",
                submission / "two_head_attention.cpp");
  const std::vector<std::string> options{"02",     "03", "--submission", submission.path().string(),
                                         "--jobs", "1"};
  const auto with = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> all = options;
    all.insert(all.end(), more.begin(), more.end());
    return report(all)["exercises"];
  };
  const json exercises = with({"--time-limit", "1", "--run-limit", "2"});
  INFO(exercises.dump(1));
  CHECK(exercises[0]["run_seconds"] >= 2);
  CHECK(exercises[0]["run_seconds"] < 6);  // all calls would sleep for longer
  CHECK(exercises[0]["cases"].back()["verdict"] == "skipped");
  CHECK(exercises[1]["verdict"] == "passed");
}

TEST_CASE("a missing key bias passes with a note on what the result cannot show") {
  const json exercise = graded(source / "tests/submissions/right_without_key_bias.cpp", {}, "auto");
  REQUIRE(exercise["notes"].size() == 1);
  CHECK(exercise["notes"][0].get<std::string>().find("bias") != std::string::npos);
  const json clean = graded(source / "tests/submissions/right_loops.cpp", {}, "auto");
  CHECK(clean["notes"].empty());
}

TEST_CASE("the first wrong step and the mistake are named") {
  const json exercise =
      graded(source / "tests/submissions/wrong_softmax_over_rows.cpp", {}, "auto");
  CHECK(exercise["first_wrong_step"] == "attention weights");
  CHECK(exercise["mistake"] == "softmax_over_rows");
  CHECK(exercise["message"].get<std::string>().find("row") != std::string::npos);
}

TEST_CASE("a mistake behind a record that is right is named") {
  for (const char* file : {"wrong_as_known_elsewhere.cpp", "wrong_twice_behind_steps.cpp"}) {
    const json exercise = graded(source / "tests/submissions" / file, {}, "auto");
    INFO(exercise.dump(1));
    CHECK(exercise["explanation"].is_string());
    CHECK(exercise["mistake"].is_string());
  }
}

TEST_CASE("a wrong value stands where its step's array is assigned, or at the return") {
  const auto line_of = [](const char* file) {
    return graded(source / "tests/submissions" / file, {}, "auto")["place"]["line"].get<int>();
  };
  const auto shown = [](const char* file, int line) {
    std::istringstream lines(read(source / "tests/submissions" / file));
    std::string text;
    for (int i = 0; i < line; ++i) std::getline(lines, text);
    return text;
  };
  const char *with_steps = "wrong_softmax_over_rows.cpp", *without = "wrong_transposed_shape.cpp";
  CHECK(contains(shown(with_steps, line_of(with_steps)), "Matrix weights = "));
  CHECK(contains(shown(without, line_of(without)), "return xt::transpose(out);"));
}

TEST_CASE("the worst element is given with its index") {
  const json exercise = graded(source / "tests/submissions/not_finite_infinity.cpp", {}, "auto");
  const json& worst = exercise["cases"][0]["worst"];
  CHECK(worst["index"] == json({0, 0}));
  CHECK(worst["actual"] == "inf");
  CHECK(worst["expected"].get<double>() == Approx(0.94744244));
}

TEST_CASE("what a program prints is shown escaped and capped") {
  const json escapes = graded(source / "tests/submissions/prints_escapes.cpp", {}, "auto");
  CHECK(escapes["student_output"] ==
        "\\x1b[2J\\x1b[32mPASS 3/3\\x1b[0m\n::error::forged\n\\xff\\xfe\n");
  const json endless = graded(source / "tests/submissions/prints_without_end.cpp", {}, "auto");
  const std::string output = endless["student_output"];
  CHECK(output.size() < 70000);
  CHECK(output.find("more bytes left out]") != std::string::npos);
  // The finding says it in other words.
  const json past = graded(source / "tests/submissions/crash_vector_index.cpp", {}, "auto");
  CHECK(past["student_output"] == "");
}

TEST_CASE("after a time limit the remaining cases are skipped") {
  const json exercise =
      graded(source / "tests/submissions/loop_forever.cpp", {"--time-limit", "1"}, "auto");
  REQUIRE(exercise["cases"].size() > 2);
  CHECK(exercise["cases"][0]["verdict"] == "time_limit");
  CHECK(exercise["cases"][1]["verdict"] == "skipped");
}

TEST_CASE("what a program started in sessions of its own is gone after its case") {
  graded_anew(source / "tests/submissions/leaves_processes.cpp", {}, "auto");
  for (const auto& process : fs::directory_iterator("/proc")) {
    std::ifstream stream(process.path() / "cmdline");
    std::string words;
    std::getline(stream, words, '\0');
    std::getline(stream, words, '\0');
    CHECK(words != "31.4159");
  }
}

TEST_CASE("a compiler error is shown at the student's line, with the rest in a log") {
  Folder submission;
  fs::copy_file(source / "tests/submissions/build_inside_library.cpp",
                submission / "matrix_attention.cpp");
  for (const std::string compiler : {"clang", "gcc"}) {
    INFO(compiler);
    const Result result =
        grade({"run", "02", "--submission", submission.path().string(), "--compiler", compiler});
    INFO(result.out);
    CHECK(result.exit_code == 1);
    CHECK(result.out.find("return xt::sum(X, {0}, \"keep\");") != std::string::npos);
    CHECK(result.out.find("^") != std::string::npos);
    CHECK(result.out.find("in instantiation of") == std::string::npos);
    CHECK(result.out.find("required from") == std::string::npos);
    CHECK(result.out.find("02_matrix_attention.log") != std::string::npos);
    CHECK(std::count(result.out.begin(), result.out.end(), '\n') < 40);
  }
}

TEST_CASE("a submission is found flat and in its exercise's folder") {
  const std::string right = read(source / "tests/submissions/right_loops.cpp");
  for (const char* place : {"matrix_attention.cpp", "02_matrix_attention/matrix_attention.cpp",
                            "exercises/02_matrix_attention/matrix_attention.cpp"}) {
    INFO(place);
    Folder submission;
    write(submission / place, right);
    CHECK(report({"02", "--submission", submission.path().string()})["exercises"][0]["verdict"] ==
          "passed");
  }
}

TEST_CASE("what is not a regular file is rejected, what is not there is missing") {
  Folder submission;
  const auto verdict = [&] {
    const json exercise =
        report({"02", "--submission", submission.path().string()})["exercises"][0];
    return exercise["verdict"].get<std::string>() + ": " + exercise["message"].get<std::string>();
  };
  const fs::path file = submission / "matrix_attention.cpp";
  CHECK(verdict() == "missing_file: the file is not there: expected matrix_attention.cpp in " +
                         submission.path().string());
  fs::create_symlink(source / "solutions/02_matrix_attention/matrix_attention.cpp", file);
  CHECK(verdict() == "rejected: it is a symbolic link, not a file");
  fs::remove(file);
  fs::create_directory(file);
  CHECK(verdict().starts_with("rejected: it "));
  fs::remove(file);
  write(file, "");
  CHECK(verdict() == "build_failed: the file is empty");
  write(file, std::string(2 << 20, ' ') + "int x;");
  CHECK(verdict() == "rejected: it is larger than 1024 KiB");
  write(file, std::string("\x7f"
                          "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
                          16));
  CHECK(verdict().starts_with("build_failed: it does not compile"));
  write(file, std::string("\xff\xfei\0n\0t\0", 8));
  CHECK(contains(verdict(), "save it as UTF-8"));
  for (const std::size_t zero_first : {0, 1}) {  // without a byte order mark
    std::string wide(zero_first, '\0');
    for (const char c : read(source / "solutions/02_matrix_attention/matrix_attention.cpp"))
      wide += {c, '\0'};
    write(file, wide);
    CHECK(contains(verdict(), "the file is UTF-16"));
  }
}
