// Questions before the first run, and a released copy that has them, AGENTS.md and course.json.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// `grade predict WORDS` with these lines as standard input.
Result predict(const std::string& words, const std::string& lines, const fs::path& course) {
  return run(
      {"/bin/sh", "-c", "printf '" + lines + "' | '" + program.string() + "' predict " + words},
      course);
}

}  // namespace

TEST_CASE("predict asks one question after the other, and says what a wrong answer comes from") {
  const CourseCopy course;
  const Result all = predict("09", "3\\n1\\n", course.path());
  CHECK(all.exit_code == 0);
  CHECK(
      all.out.starts_with("09 causal_attention, question 1 of 2\n\nQ is (3, 66), K is (7, 66), "
                          "V is (7, 2). What shape does \"result\" have?\n\n  1  (2, 3)\n"));
  CHECK(contains(all.out, "Right.\n\nquestion 2 of 2\n"));
  CHECK(contains(all.out, "\n  4  [[1.   0.   0.   0.  ]\n      [0.26 0.74 0.   0.  ]\n"));
  CHECK(contains(all.out, "No: 4 is right. This gives yours: No key is hidden: every query sees"));
  CHECK(all.out.ends_with("\n1 of 2 right\n"));
  CHECK(contains(predict("09", "\\n4\\n", course.path()).out, "Right.\n\n1 of 1 right\n"));
  CHECK(contains(predict("09", "s\\n\\n\\n", course.path()).out, "ends: 1 to 4, Enter or q: "));
  const std::string ended = predict("09", "q\\n", course.path()).out;
  CHECK(!contains(ended, "right\n"));
  CHECK(!contains(ended, "question 2"));
  CHECK(predict("09", "", course.path()).out == ended);
  CHECK(predict("24", "", course.path()).out ==
        "24 four_token_data: there are no questions on this exercise\n");
  // Where it passes, too; no answer is kept, and nothing is graded.
  CHECK(!fs::exists(course / ".softmark"));
  fs::copy_file(course / "solutions/09_causal_attention/causal_attention.cpp",
                course / "exercises/09_causal_attention/causal_attention.cpp",
                fs::copy_options::overwrite_existing);
  CHECK(grade({"run", "09"}, course.path()).exit_code == 0);
  CHECK(contains(predict("09", "3\\n4\\n", course.path()).out, "2 of 2 right"));
  CHECK(predict("--no-predict", "", course.path()).exit_code == 0);
  CHECK(contains(read(course / ".softmark/progress.json"), "\"predict\": false"));
  CHECK(contains(predict("09", "3\\n4\\n", course.path()).out, "2 of 2 right"));
}

TEST_CASE("verify refuses a question whose options look the same") {
  const CourseCopy course;
  const fs::path file = course / "exercises/06_row_softmax/exercise.json";
  write(file, replaced(read(file), "\"softmax_over_matrix\", \"not_normalised\"",
                       "\"raw_exponentials\", \"not_normalised\""));
  const Result result = grade({"verify", "06"}, course.path());
  CHECK(result.exit_code == 1);
  CHECK(contains(result.out, "06_row_softmax predict: "));
  CHECK(contains(result.out, "not_normalised looks like another option"));
}

TEST_CASE("a released copy asks the same questions, unless its course.json turns them off") {
  const CourseCopy course;
  const Folder folder;
  write(course / "course.json", "{\"format_version\": 1, \"drills\": false}");
  fs::create_directory(course / "docs");
  write(course / "docs/agents.md", "Tutor by hint 01 alone.\n");
  const Result made =
      grade({"release", (folder / "copy").string(), "--exercises", "6", "--no-git"}, course.path());
  INFO(made.out + made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(read(folder / "copy/AGENTS.md") == "Tutor by hint 06 alone.\n");
  CHECK(read(folder / "copy/course.json") == read(course / "course.json"));
  const Result there = predict("06", "4\\n2\\n", folder / "copy");
  CHECK(there.out == predict("06", "4\\n2\\n", course.path()).out);
  CHECK(contains(there.out, "No: 1 is right. This gives yours: The softmax ran down the columns"));
  write(folder / "copy/course.json", "{\"format_version\": 1, \"predict\": false}");
  const Result off = predict("06", "", folder / "copy");
  CHECK(off.exit_code == 2);
  CHECK(contains(off.err, "course.json: predict is turned off in this course"));
}
