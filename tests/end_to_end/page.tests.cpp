// The page of a run: what a student reads beside the terminal.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// The page of `grade run WORDS...` in a course.
std::string page_of(const std::vector<std::string>& words, const fs::path& root) {
  const Folder folder;
  const std::string file = (folder / "page.html").string();
  std::vector<std::string> arguments = {"run", "--format", "html", "--output", file};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Result result = grade(arguments, root);
  INFO(result.out << result.err);
  CHECK(result.out.empty());
  return read(file);
}

void hand_in(const CourseCopy& course, const std::string& text) {
  write(course / "exercises/02_matrix_attention/matrix_attention.cpp", text);
}

}  // namespace

TEST_CASE("the page of a run has steps, the failing case's picture, and the hints taken") {
  const CourseCopy course;
  hand_in(course, read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  grade({"hint", "02"}, course.path());
  const std::string page = page_of({"02"}, course.path());
  CHECK(contains(page, "<title>Your exercises</title>"));
  CHECK(contains(page, "scores ok, attention weights WRONG, result follows"));
  CHECK(contains(page, "<p>Case notebook, drawn:</p>"));
  CHECK(contains(page, "aria-label=\"yours - expected: attention weights\""));
  CHECK(contains(page, "query 2, key 0, element [0,2]: 1</title>"));
  CHECK(contains(page, "<p>Hints that you took, 1 of 4:</p>"));
  CHECK(contains(page, "The softmax ran along the rows"));
}

TEST_CASE("with a secret, and of a fresh case, a page draws nothing that the program gave") {
  const CourseCopy course;
  const Folder folder;
  write(folder / "secret", "an instructor's secret\n");
  hand_in(course, read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  const std::string page = page_of({"02", "--secret", (folder / "secret").string()}, course.path());
  CHECK(contains(page, "wrong value"));
  CHECK(!contains(page, "<svg"));
  // No public case has two or eight tokens, nor these other sizes.
  const std::string right = read(source / "tests/submissions/right_loops.cpp");
  hand_in(course, replaced(right, "\n  return out;",
                           "\n  if ((X.shape(1) == 2 || X.shape(1) == 8) && !" + in_a_shape +
                               ") out *= 2;\n  return out;"));
  const std::string fresh = page_of({"02", "--fresh=40", "--seed", "1"}, course.path());
  CHECK(contains(fresh, "wrong value"));
  CHECK(!contains(fresh, "<svg"));
}
