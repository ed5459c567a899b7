// A course whose files are damaged: each error names the file and the place, and exits 2.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

struct Damage {
  std::string from;
  std::string to;
  std::string says;
};

const std::string data_file = "reference_data/02_matrix_attention.json";
const std::string exercise_file = "exercises/02_matrix_attention/exercise.json";

/// Replaces the first `from` of a file, in a course of its own, and grades with it.
Result grade_damaged(const std::string& file, const std::string& from, const std::string& to) {
  const CourseCopy course;
  std::string text = read(course / file);
  const std::size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  write(course / file, text.replace(at, from.size(), to));
  return grade({"run", "02", "--solutions"}, course.path());
}

void check(const std::string& file, const Damage& damage) {
  const Result result = grade_damaged(file, damage.from, damage.to);
  INFO(damage.from << " -> " << damage.to);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "grade: error: "));
  CHECK(contains(result.err, file.substr(file.rfind('/') + 1)));
  CHECK(contains(result.err, damage.says));
  CHECK(result.out.empty());
}

/// Grades with the JSON of `file` changed by `change`.
template <class Change>
Result grade_changed(const std::string& file, Change change) {
  const CourseCopy course;
  json root = json::parse(read(course / file));
  change(root);
  write(course / file, root.dump());
  return grade({"run", "02", "--solutions"}, course.path());
}

template <class Change>
void check_changed(const std::string& file, const std::string& says, Change change) {
  const Result result = grade_changed(file, change);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, file.substr(file.rfind('/') + 1)));
  INFO(says);
  CHECK(contains(result.err, says));
}

}  // namespace

TEST_CASE("damaged reference data are refused with file and place") {
  SECTION("too few values") {
    check_changed(data_file,
                  "cases[0].inputs.X.values: expected 12 values for shape (4, 3), found 11",
                  [](json& root) { root["cases"][0]["inputs"]["X"]["values"].erase(11); });
  }
  SECTION("an input that its seed does not give") {
    check_changed(data_file, "case notebook: inputs.X.values[5] is 0.5, but the seeds give ",
                  [](json& root) { root["cases"][0]["inputs"]["X"]["values"][5] = 0.5; });
  }
}

TEST_CASE("a damaged exercise.json is refused with file and place") {
  SECTION("an unknown field") {
    check_changed(exercise_file, "unknown field \"pionts\"",
                  [](json& root) { root["pionts"] = 1; });
  }
  SECTION("no JSON") { check(exercise_file, {"{", "[", "exercise.json:"}); }
}

TEST_CASE("an exercise that is not graded may be damaged, and takes no isolation away") {
  const CourseCopy course;
  fs::create_directory(course / "exercises/98_softmax");
  write(course / "exercises/98_softmax/exercise.json", "{");
  const Result result =
      grade({"run", "02", "--solutions", "--isolation", "required"}, course.path());
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}

TEST_CASE("a copy of the course that cannot be written is told with the cause") {
  const Result result = grade({"release", "/proc/softmark", "--exercises", "1"});
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "grade: error: /proc/softmark: cannot be written: "));
  CHECK(contains(result.err, "\nfix: use a folder that you can write to"));
  CHECK(!contains(result.err, ".release-"));
}

TEST_CASE("a folder without exercises is refused") {
  Folder empty;
  const Result result = grade({"run"}, empty.path());
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "no exercises found"));
}

TEST_CASE("a copy without solutions grades, and says what it cannot do") {
  const CourseCopy course;
  fs::copy_file(course / "solutions/02_matrix_attention/matrix_attention.cpp",
                course / "exercises/02_matrix_attention/matrix_attention.cpp",
                fs::copy_options::overwrite_existing);
  fs::remove_all(course / "solutions");
  CHECK(grade({"run", "02"}, course.path()).exit_code == 0);
  CHECK(grade({"run", "02", "--solutions"}, course.path()).exit_code == 2);
  const Result fresh = grade({"run", "02", "--fresh"}, course.path());
  CHECK(fresh.exit_code == 2);
  CHECK(contains(fresh.err, "fresh cases need the solution"));
  // A released copy may have the solutions of some.
  fs::create_directories(course / "solutions");
  fs::create_directories(course / "references");
  const Result released = grade({"run", "02", "--solutions"}, course.path());
  CHECK(released.exit_code == 1);
  CHECK(contains(released.out, "SKIP  02 matrix_attention"));
  CHECK(contains(released.out, "this copy of the course was released without its solution"));
  CHECK(!contains(released.out, "next:"));
  CHECK(
      contains(grade({"debug", "02", "--solutions", "--print"}, course.path()).err,
               "matrix_attention.cpp: this copy of the course was released without its solution"));
  fs::remove_all(course / "solutions");
  fs::remove_all(course / "references");
  // These are linked with solutions of others, or measured with their own.
  const json root = report({"07", "15", "16", "18", "19", "27", "28", "29"}, course.path());
  for (const json& exercise : root["exercises"]) {
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] == "skipped");
    CHECK(contains(exercise["message"], "this copy of the course has no solutions"));
  }
  const Result skipped = grade({"run", "16"}, course.path());
  CHECK(skipped.exit_code == 1);
  CHECK(contains(skipped.out, "SKIP  16 decoder_layer"));
  CHECK(contains(skipped.out, "the reference version of 06, 11, 12, and"));
  CHECK(!contains(skipped.out, "next:"));
}
