// Questions on a student's own file that passes, on the terminal and as sheets for a class.

#include "end_to_end/support.hpp"

#include <regex>

using namespace e2e;

namespace {

const std::string asked_name = "06_row_softmax";
const std::string asked_file = asked_name + "/row_softmax.cpp";

/// A course in which exercise 06 is solved, and has passed.
struct Asked : CourseCopy {
  Asked() {
    write(path() / "exercises" / asked_file, read(path() / "solutions" / asked_file));
    REQUIRE(grade({"run", "06"}, path()).exit_code == 0);
  }

  /// Gives these answers, a line each.
  Result answered(const std::string& answers, const std::string& seed) const {
    write(path() / "answers", answers);
    return run({"/bin/sh", "-c", R"("$0" --course "$1" ask 06 --seed "$2" < "$1/answers")",
                program.string(), path().string(), seed},
               path());
  }

  json progress() const {
    return json::parse(read(path() / ".softmark/progress.json"))["exercises"][asked_name];
  }
};

/// The letters that are told to be right.
std::string keys_in(const std::string& text) {
  std::string keys;
  const std::regex told("(?:Yes|No): ([abcd]) is right");
  for (std::sregex_iterator i(text.begin(), text.end(), told), end; i != end; ++i)
    keys += (*i)[1].str() + "\n";
  return keys;
}

}  // namespace

TEST_CASE("ask asks three questions on a file that passes, and shows what its runs gave") {
  const Asked course;
  CHECK(contains(grade({"run", "06"}, course.path()).out, "./grade ask 06"));
  const Result first = course.answered("a\na\na\n", "1");
  CHECK(first.exit_code == 0);
  CHECK(contains(first.out, "06 row_softmax, question 1 of 3\n"));
  CHECK(contains(first.out, "06 row_softmax, question 3 of 3\n"));
  const std::string keys = keys_in(first.out);
  REQUIRE(keys.size() == 6);
  CHECK(contains(first.out, " is right. The runs:\n  "));
  // The same seed asks the same, and each key answers its question.
  const Result again = course.answered(keys, "1");
  CHECK(contains(again.out, "3 of 3 right"));
  CHECK(!contains(again.out, "No: "));
  CHECK(keys_in(again.out) == keys);
  const auto right_at_first = std::ranges::count(keys, 'a');
  CHECK(course.progress()["answered"] == 6);
  CHECK(course.progress()["answered_right"] == 3 + right_at_first);
  CHECK(contains(grade({"list"}, course.path()).out,
                 "questions: " + std::to_string(3 + right_at_first) + " of 6 answers right"));
}

TEST_CASE("a question can be skipped, and the end of the input ends them") {
  const Asked course;
  const Result skipped = course.answered("\n\nq\n", "2");
  CHECK(skipped.exit_code == 0);
  CHECK(contains(skipped.out, "question 3 of 3"));
  CHECK(contains(skipped.out, "0 of 0 right"));
  CHECK(!contains(course.answered("", "2").out, "question 2 of 3"));
  CHECK(course.progress().value("answered", 0) == 0);
  CHECK(!contains(grade({"list"}, course.path()).out, "questions:"));
}

TEST_CASE("ask needs a file that passes, and a course that has questions") {
  const Asked course;
  const Result open = grade({"ask", "01"}, course.path());
  CHECK(open.exit_code == 2);
  CHECK(contains(open.err, "questions are asked about your file once that passes"));
  CHECK(contains(open.err, "fix: ./grade run 01\n"));
  write(course.path() / "course.json", R"({"format_version": 1, "questions": false})");
  CHECK(contains(grade({"ask", "06"}, course.path()).err, "this course has no questions"));
  CHECK(!contains(grade({"run", "06"}, course.path()).out, "./grade ask"));
}

TEST_CASE("a batch writes a sheet of questions for each file that passes, and the keys apart") {
  const Folder submissions, out;
  const std::string solution = read(source / "solutions" / asked_file);
  for (const std::string id : {"ann", "bob", "cid"}) fs::create_directory(submissions / id);
  write(submissions / "ann/row_softmax.cpp", solution);
  write(submissions / "bob/row_softmax.cpp", solution);
  write(submissions / "cid/row_softmax.cpp", read(source / "exercises" / asked_file));
  const auto sheets = [&] {
    const Result result = grade({"batch", submissions.path().string(), "06", "--out",
                                 (out / "graded").string(), "--questions", "4"});
    REQUIRE(result.exit_code == 0);
    return std::vector{read(out / "graded/questions/ann.md"), read(out / "graded/questions/bob.md"),
                       read(out / "graded/keys.csv")};
  };
  const auto first = sheets();
  CHECK(first[0].starts_with("# Questions for ann\n\n## 06_row_softmax, question 1\n"));
  CHECK(contains(first[0], "question 4\n"));
  CHECK(!contains(first[0], "is right"));
  CHECK(first[0].substr(first[0].find("##")) != first[1].substr(first[1].find("##")));
  CHECK(std::ranges::count(first[2], '\n') == 9);
  CHECK(first[2].starts_with("sheet,exercise,question,key\r\nann,06_row_softmax,1,"));
  CHECK(!fs::exists(out / "graded/questions/cid.md"));
  CHECK(sheets() == first);
  REQUIRE(grade({"batch", submissions.path().string(), "06", "--out", (out / "graded").string()})
              .exit_code == 0);
  CHECK(!fs::exists(out / "graded/questions"));
  CHECK(!fs::exists(out / "graded/keys.csv"));
}
