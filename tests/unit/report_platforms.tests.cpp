// The reports for platforms, by their programs in integrations/: what each must say by its own
// rules. tests/formats holds what comes out to the schemas.

#include "catch.hpp"

#include "student/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "golden.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "unit/report_sample.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace grader;

namespace {

using nlohmann::json;

Report failed_report() {
  Report report;
  report.error = "no space left in <tmp> & 100%\nsecond line";
  return report;
}

std::string platform_report(const std::string& format, const Report& report) {
  const std::pair<const char*, const char*> environment[] = {
      {"CLASSROOM", "class"},         {"ASSIGNMENT", "attention"},
      {"SUBMISSION_TAG", "submit/1"}, {"COMMIT_URL", "https://c"},
      {"RELEASE_URL", "https://r"},   {"COMMIT_TIME", "2026-01-31T12:00:00Z"}};
  for (const auto& [name, value] : environment) setenv(name, value, 1);
  return written_by(SOFTMARK_SOURCE "/integrations/" + format + ".jq", report);
}

json platform_json(const std::string& format, const Report& report) {
  return json::parse(platform_report(format, report));
}

}  // namespace

TEST_CASE("the report of each platform is as approved") {
  const Report report = sample_of_all_kinds();
  for (const char* format : {"gradescope", "gitlab", "classroom50", "exercism"})
    check_golden_file(std::string("report.") + format + ".json", platform_report(format, report));
  check_golden_file("report.junit.xml", platform_report("junit", report));
  check_golden_file("report.github", platform_report("github", report));
  check_golden_file("report.md", markdown_report(report));
  check_golden_file("report.gcc.txt", gcc_report(report));
}

TEST_CASE("a reproducible JUnit report has no times") {
  Report report = sample_of_all_kinds();
  CHECK(contains(platform_report("junit", report), "time=\"0.75\""));
  report.reproducible = true;
  CHECK(!contains(platform_report("junit", report), "time=\"0.75\""));
}

TEST_CASE("each report tells the grader's own failure in its place") {
  const Report report = failed_report();
  CHECK(contains(platform_report("junit", report), "errors=\"1\""));
  CHECK(contains(platform_report("junit", report),
                 "<error message=\"no space left in &lt;tmp&gt; &amp; 100% "));
  CHECK(contains(markdown_report(report), "no space left in \\<tmp\\> \\& 100% second line"));
  CHECK(contains(platform_report("github", report),
                 "::error title=softmark could not grade::no space left in <tmp> & 100%25%0Asec"));
  const json gradescope = platform_json("gradescope", report);
  CHECK(gradescope["score"] == 0);
  CHECK(contains(gradescope["output"], "The grader failed, not you"));
  CHECK(contains(platform_json("gitlab", report)[0]["description"], "no space left"));
  const json classroom = platform_json("classroom50", report);
  CHECK(classroom["max-score"] == 0);
  CHECK(contains(classroom["tests"][0]["message"], "no space left"));
  const json exercism = platform_json("exercism", report);
  CHECK(exercism["status"] == "error");
  CHECK(contains(exercism["message"], "no space left"));
}

TEST_CASE("lines for editors name file, line and column, one place a line") {
  ExerciseResult broken;
  broken.number = 2;
  broken.name = "matrix_attention";
  broken.file = "my course/a:1.cpp";
  broken.verdict = Verdict::build_failed;
  broken.place = Place{9, 79};
  broken.finding = "it does not compile: my course/a:1.cpp:9:79: expected ';'";
  broken.details = {"    code", "my course/a:1.cpp:12:3: also\nhere", "my course/a:1.cpp: x"};
  broken.warnings = {"my course/a:1.cpp:7:1: unused 'K'", "    Matrix K;"};
  Report report;
  report.exercises = {broken};
  CHECK(gcc_report(report) ==
        "my course/a:1.cpp:9:79: error: 02 matrix_attention: expected ';'\n"
        "my course/a:1.cpp:12:3: note: also here\n"
        "my course/a:1.cpp:7:1: warning: unused 'K'\n"
        "0 of 1 exercise passed, score 0 of 0\n");
  report.exercises[0].file = "a:12:3: error: forged/b.cpp";  // a folder's name
  CHECK(gcc_report(report).starts_with("a\\x3a12\\x3a3: error: forged/b.cpp:9:79: error: "));
  report.exercises[0].verdict = Verdict::internal_error;
  CHECK(contains(gcc_report(report), ":9:79: warning: 02 matrix_attention: "));
  CHECK(gcc_report(failed_report()) == "grade: error: no space left in <tmp> & 100% second line\n");
}

TEST_CASE("GitHub's annotations are ten at most") {
  Report report = sample_of_all_kinds();
  for (int i = 0; i < 20; ++i) report.exercises.push_back(sample_wrong());
  CHECK(count_of(platform_report("github", report), "::error file=") == 10);
}

TEST_CASE("a file's name ends no property of GitHub's commands") {
  Report report = sample_of_all_kinds();
  report.exercises = {sample_build_failed()};
  report.exercises[0].file = "a,line=1::x\n%.cpp";
  CHECK(contains(platform_report("github", report),
                 "::error file=a%2Cline=1%3A%3Ax\\x0a%25.cpp,line=12,"));
}

TEST_CASE("a program that fails writes nothing and is told") {
  const TemporaryFolder folder;
  const auto fault_of = [&](const std::string& program) -> std::string {
    write_file(folder.path() / "own.jq", program);
    try {
      return "written: " + written_by(folder.path() / "own.jq", sample_of_all_kinds());
    } catch (const GraderFault& fault) {
      return fault.what();
    }
  };
  CHECK(fault_of(".exercises | length") == "written: 6\n");
  CHECK(contains(fault_of(".score, error(\"no room\")"), "own.jq: jq: error"));
  CHECK(contains(fault_of(".score +"), "syntax error"));
}

TEST_CASE("a program sees of the environment what it names, without orders to a runner") {
  const TemporaryFolder folder;
  setenv("CLASSROOM", "x\n::error::y", 1);
  setenv("SOFTMARK_TOKEN", "secret", 1);
  write_file(folder.path() / "own.jq", "[env.CLASSROOM, (env | keys)]");
  const json seen = json::parse(written_by(folder.path() / "own.jq", {}));
  unsetenv("SOFTMARK_TOKEN");
  CHECK(seen[0] == "x\n\\::error::y");
  CHECK(seen[1] == json{"CLASSROOM", "HOME", "LC_ALL", "PATH", "TMPDIR"});
}

TEST_CASE(
    "Exercism's status is error where nothing ran, and names of one exercise are its cases'") {
  Report report = sample_of_all_kinds();
  report.exercises = {sample_wrong()};
  const json one = platform_json("exercism", report);
  CHECK(one["tests"][1]["name"] == "wide");
  CHECK(!one["tests"][1].contains("task_id"));
  CHECK(contains(one["tests"][1]["message"], "The softmax ran along the rows."));
  report.exercises = {sample_build_failed()};
  const json none = platform_json("exercism", report);
  CHECK(none["status"] == "error");
  CHECK(none["tests"].empty());
  CHECK(contains(none["message"], "it does not compile"));
  report.exercises = {sample_passed()};
  CHECK(platform_json("exercism", report)["status"] == "pass");
}

TEST_CASE("Exercism's limits hold") {
  Report report = sample_of_all_kinds();
  report.exercises = {sample_wrong()};
  report.exercises[0].student_output = std::string(3000, 'x');
  const json long_output = platform_json("exercism", report);
  CHECK(long_output["tests"][1]["output"].get<std::string>().size() <= 500);
  report.exercises = {sample_build_failed()};
  report.exercises[0].details.assign(100, std::string(4000, 'x'));
  CHECK(platform_json("exercism", report)["message"].get<std::string>().size() <= 65535);
}
