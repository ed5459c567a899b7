// A further exercise is three folders of files: nothing in the grader has to know it.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// The course with tests/added_exercise laid over it.
class LargerCourse : public CourseCopy {
 public:
  LargerCourse() {
    fs::copy(source / "tests/added_exercise", path(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }
};

/// What verify prints of exercise 98, in which something is wrong.
std::string complaints_on_98(const LargerCourse& course) {
  const Result result = grade({"verify", "98"}, course.path());
  CHECK(result.exit_code == 1);
  return result.out;
}

}  // namespace

TEST_CASE("an added exercise is listed, graded, verified and drawn afresh") {
  const LargerCourse course;
  CHECK(grade({"list"}, course.path()).out.find("Softmax with a temperature") != std::string::npos);
  const json solved = report({"98", "--solutions", "--fresh"}, course.path());
  CHECK(solved["exercises"][0]["verdict"] == "passed");
  CHECK(solved["score"] == 2.5);
  CHECK(solved["exercises"][0]["cases"].size() == 4);
  CHECK(report({"98"}, course.path())["exercises"][0]["verdict"] == "not_started");
  for (const std::string compiler : {"clang", "gcc"}) {
    const Result verified = grade({"verify", "98", "99", "--compiler", compiler}, course.path());
    INFO(verified.out);
    CHECK(verified.exit_code == 0);
    CHECK(verified.out.find("16 passed, 0 failed") != std::string::npos);
  }
}

TEST_CASE("an exercise whose results are random is graded by its measures, with references") {
  const LargerCourse course;
  const auto graded = [&](const std::string& what, const std::string& instead) {
    write(course / "exercises/99_samples/samples.cpp",
          replaced(read(course / "solutions/99_samples/samples.cpp"), what, instead));
    return report({"99"}, course.path())["exercises"][0];
  };
  const json solved = report({"99", "--solutions", "--fresh", "--seed", "1"}, course.path());
  CHECK(solved["exercises"][0]["verdict"] == "passed");
  CHECK(solved["exercises"][0]["cases"].size() == 5);
  CHECK(!solved["exercises"][0]["cases"][0].contains("measures"));
  SECTION("a requirement that fails names the mistake") {
    const json result = graded("pick(random);", "pick(random) + 1;");
    CHECK(result["verdict"] == "wrong_value");
    CHECK(result["mistake"] == "from_one");
    CHECK(result["message"] == "The picks count from 0.");
    const json missed = result["cases"][0]["measures"];
    CHECK(missed[0] == json{{"name", "lowest"},
                            {"requirement", "from_one"},
                            {"value", 1.0},
                            {"at_least", 0.0},
                            {"at_most", 0.0}});
  }
  SECTION("results that the measures cannot take") {
    const json result = graded("from_shape({count})", "from_shape({count + 1})");
    CHECK(result["verdict"] == "wrong_shape");
    CHECK(result["message"] == "case five: expected as many picks as asked for");
  }
  SECTION("numbers from a generator of its own") {
    for (const std::string seed : {"3", "std::random_device{}()"}) {
      const json result = graded("for (int& each : picks) each = pick(random);",
                                 "std::mt19937 own(" + seed +
                                     "); (void)random; for (int& each : picks) each = pick(own);");
      CHECK(result["verdict"] == "wrong_value");
      CHECK(result["message"].get<std::string>().find(seed == "3" ? "with another generator"
                                                                  : "std::random_device") !=
            std::string::npos);
    }
  }
  SECTION("measures that give another number of numbers") {
    const fs::path measures = course / "solutions/99_samples/measures.cpp";
    write(measures, replaced(read(measures), "double lowest,", "double more = 0, lowest,"));
    const json result = report({"99", "--solutions"}, course.path())["exercises"][0];
    CHECK(result["verdict"] == "internal_error");
  }
  SECTION("what a reference defines cannot be defined again") {
    const json result = graded("namespace softmark {",
                               "namespace softmark { Weights softmax(const "
                               "std::vector<Vector>&, Settings) { return {}; }");
    CHECK(result["verdict"] == "build_failed");
    CHECK(result["message"].get<std::string>().find("softmark::softmax") != std::string::npos);
  }
}

TEST_CASE("verify finds what is wrong with stub and solution of an exercise") {
  const LargerCourse course;
  const fs::path stub = course / "exercises/98_softmax/softmax.cpp";
  const fs::path solution = course / "solutions/98_softmax/softmax.cpp";
  SECTION("a stub that is not the original") {
    write(stub, read(stub) + "// touched\n");
    CHECK(complaints_on_98(course).find("files: ") != std::string::npos);
  }
  SECTION("a stub that gives the answer away") {
    write(stub, read(solution) + "// TODO 1\n");
    write(stub.string() + ".original", read(stub));
    CHECK(complaints_on_98(course).find("stub: expected not_started, found passed") !=
          std::string::npos);
  }
  SECTION("measures that repeat the work of a solution, in what students are handed out") {
    const fs::path settings = course / "exercises/98_softmax/exercise.json";
    write(settings,
          replaced(read(settings), "\"steps\"", "\"uses\": [\"self_attention\"], \"steps\""));
    write(course / "exercises/98_softmax/measures.cpp", "");
    CHECK(complaints_on_98(course).find("files: measures.cpp of an exercise that uses others") !=
          std::string::npos);
  }
  SECTION("a stub with warnings") {
    write(stub, replaced(read(stub), "(void)scores", "int unused; (void)scores"));
    write(stub.string() + ".original", read(stub));
    CHECK(complaints_on_98(course).find("stub: it compiles with warnings") != std::string::npos);
  }
  SECTION("a solution that is wrong") {
    write(solution, replaced(read(solution), "* std::exp", "+ std::exp"));
    CHECK(complaints_on_98(course).find("solution: expected passed, found wrong_value") !=
          std::string::npos);
  }
}

TEST_CASE("verify finds what is wrong with known mistakes") {
  const LargerCourse course;
  const fs::path solution = course / "solutions/98_softmax/softmax.cpp";
  const fs::path mistakes = course / "solutions/98_softmax/mistakes.md";
  SECTION("a mistake that passes") {
    write(mistakes, replaced(read(mistakes), "(0) * settings.temperature",
                             "(0) / settings.temperature * 1.0"));
    CHECK(complaints_on_98(course).find("mistake inverted_temperature: it passes") !=
          std::string::npos);
  }
  SECTION("a mistake that does not compile, and no other for it") {
    write(mistakes, replaced(read(mistakes), "+return {exponentials,", "+return {exponential,"));
    const std::string told = complaints_on_98(course);
    CHECK(contains(told, "mistake not_normalised: " + mistakes.string() + ":"));
    CHECK(contains(told, ": it does not compile: "));
    INFO(told);
    CHECK(contains(told, "5 passed, 1 failed"));
  }
  SECTION("a change that does not fit the solution") {
    write(solution, replaced(read(solution), "std::exp(scores", "std::exp(+scores"));
    const std::string told = complaints_on_98(course);
    CHECK(told.find("solutions/98_softmax/mistakes.md:6: mistake inverted_temperature: expected "
                    "the line \"exponentials(n) = ") != std::string::npos);
    CHECK(told.find("found \"exponentials(n) = settings.keep(n) * std::exp(+scores") !=
          std::string::npos);
  }
}

TEST_CASE("a macro of one mistake changes no other") {
  const LargerCourse course;
  const fs::path mistakes = course / "solutions/98_softmax/mistakes.md";
  write(mistakes,
        replaced(read(mistakes), "\n## not_normalised",
                 "\n-}  // namespace softmark\n+}\n+#define exp exp2\n\n## not_normalised"));
  const Result verified = grade({"verify", "98"}, course.path());
  INFO(verified.out);
  CHECK(verified.exit_code == 0);
}

TEST_CASE("the grader's sources name no exercise") {
  for (const auto& entry : fs::recursive_directory_iterator(source / "grader")) {
    if (!entry.is_regular_file()) continue;
    INFO(entry.path().string());
    const std::string text = read(entry.path());
    for (const auto& exercise : fs::directory_iterator(source / "exercises")) {
      const std::string folder = exercise.path().filename().string();
      const std::size_t underscore = folder.find('_');
      if (underscore == std::string::npos) continue;
      const bool named_as_example =
          entry.path().filename() == "exercise.hpp";  // its comments show a name
      CHECK((named_as_example || text.find(folder.substr(underscore + 1)) == std::string::npos));
    }
  }
}

TEST_CASE("a limit of builds is for what was handed in, not for the course's own code") {
  const LargerCourse course;
  const fs::path measures = course / "solutions/99_samples/measures.cpp";
  // Some seconds of the compiler's time.
  write(measures, read(measures) + R"(
template <unsigned start>
constexpr unsigned slow = [] {
  unsigned x = start;
  for (unsigned turn = 0; turn < 3; ++turn) {
    for (unsigned i = 0; i < 250000; ++i) x = x * 31 + i;
  }
  return x;
}();
unsigned slowly = slow<1> + slow<2> + slow<3>;
)");
  const json graded = report({"99", "--solutions", "--build-limit", "2"}, course.path());
  CHECK(graded["exercises"][0]["verdict"] == "passed");
}
