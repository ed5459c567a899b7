// Families of mistakes: what a line with placeholders matches, and what becomes of a family's
// mistakes in a solution.

#include "catch.hpp"
#include "unit/thrown.hpp"

#include "core/error.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;

const char* const family_text = R"(# Means

lines:
double $m = sum($x, {$axis});
$to $m / $n;

$thing: number
$where: the row

lines:
double $m = total($x);
$to $m / $n;

$thing: number

## sum_not_divided
The $thing of $where was not divided.

-$to $m / $n;
+$to $m;

## other_axis_in_$m
Take $where.

-double $m = sum($x, {$axis});
+double $m = sum($x, {1 - $axis});

## never_here
message_of: sum_not_divided

-$to $m / $n;
+$to $m / $x;
)";

const char* const solution_text = R"(double mean(Row row) {
  double s  =  sum(row, {0});  // of all
  record("sum", s);
  return s / (double)row.size();  // the mean
}
)";

/// A course with one exercise, this solution, family and mistakes.md.
class SmallCourse {
 public:
  SmallCourse(const std::string& solution, const std::string& family, const std::string& own) {
    fs::create_directories(folder_.path() / "solutions/02_mean");
    fs::create_directories(folder_.path() / "solutions/families");
    write_file(folder_.path() / "solutions/02_mean/mean.cpp", solution);
    write_file(folder_.path() / "solutions/02_mean/mistakes.md", own);
    write_file(folder_.path() / "solutions/families/means.md", family);
    exercise_.name = "mean";
    exercise_.folder = "02_mean";
  }
  std::vector<Mistake> mistakes() const { return load_mistakes(course(), exercise_); }
  std::string text(const Mistake& mistake) const {
    return apply_mistake(course(), exercise_, mistake);
  }
  /// What is wrong with it, files by their names alone.
  std::string problem() const {
    const std::string told = message_of([&] { mistakes(); });
    return told == "nothing was thrown" ? "" : told.substr(told.find_last_of('/') + 1);
  }

 private:
  Course course() const { return {folder_.path(), {}}; }

  TemporaryFolder folder_;
  Exercise exercise_;
};

std::vector<std::string> names_of(const std::vector<Mistake>& mistakes) {
  std::vector<std::string> names;
  for (const Mistake& mistake : mistakes) names.push_back(mistake.name);
  return names;
}

/// What the pattern's placeholders stand for, as "x=a y=b"; "no" where it does not match.
std::string bound(const std::string& pattern, const std::string& text) {
  Bindings bindings;
  if (!matches(pattern, text, bindings)) return "no";
  std::string found;
  for (const auto& [name, value] : bindings)
    found += (found.empty() ? "" : " ") + name + "=" + value;
  return found;
}

}  // namespace

TEST_CASE("a placeholder stands for text with balanced brackets, everywhere for the same") {
  CHECK(bound("return $x;", "return a;") == "x=a");
  CHECK(bound("f($x)", "f(g(a, b))") == "x=g(a, b)");
  CHECK(bound("f($x)", "f(a, b)") == "no");
  CHECK(bound("f($x, $y)", "f(a[1, 2], {b, c})") == "x=a[1, 2] y={b, c}");
  CHECK(bound("f($x)", "f(a) + g(b)") == "no");
  CHECK(bound("$x - $x", "ab - ab") == "x=ab");
  CHECK(bound("$x - $x", "ab - ac") == "no");
  CHECK(bound("$to e / $s;", "a.weights = e / sum(e);") == "s=sum(e) to=a.weights =");
  CHECK(bound("$x;", ";") == "no");
  CHECK(bound("", "") == "");
  CHECK(bound("a", "ab") == "no");
  CHECK(bound("$", "$") == "");  // no name behind it: itself
}

TEST_CASE("an exercise with a family's lines knows its mistakes, with its own lines and words") {
  const std::string family = family_text;
  const SmallCourse course(solution_text, family,
                           "$thing: sum\n\n## own\nMine.\n\n record(\"sum\", s);\n+s = 0;\n");
  const std::vector<Mistake> mistakes = course.mistakes();
  REQUIRE(names_of(mistakes) ==
          std::vector<std::string>{"own", "sum_not_divided", "other_axis_in_s", "never_here"});
  CHECK(mistakes[0].family.empty());
  CHECK(mistakes[1].family == "means");
  CHECK(mistakes[1].message == "The sum of the row was not divided.");
  CHECK(mistakes[3].message == mistakes[1].message);
  CHECK(mistakes[1].file.ends_with("families/means.md"));
  CHECK(mistakes[1].line == 16);
  std::string text = solution_text;
  CHECK(course.text(mistakes[2]) ==
        text.replace(text.find("  double s"), 40, "  double s = sum(row, {1 - 0});"));
}

TEST_CASE("a family's mistake is not made where a placeholder has no value") {
  std::string solution = solution_text;
  solution.replace(solution.find("sum(row, {0})"), 13, "total(row)");
  const std::string own = "$where: it\n\n$thing: sum\n";
  CHECK(names_of(SmallCourse(solution, family_text, own).mistakes()) ==
        std::vector<std::string>{"sum_not_divided", "never_here"});
  solution.replace(solution.find("s / "), 4, "t / ");
  CHECK(SmallCourse(solution, family_text, own).mistakes().empty());
}

TEST_CASE("an exercise leaves out a family's mistakes, gives them words, or has its own instead") {
  const std::string words = "$thing: sum\n\n";
  const SmallCourse worded(solution_text, family_text,
                           words + "## sum_not_divided\n\n## other_axis_in_s\nMine.\n");
  const std::vector<Mistake> mistakes = worded.mistakes();
  REQUIRE(mistakes.size() == 3);
  CHECK(mistakes[0].message == "The sum of the row was not divided.");
  CHECK(mistakes[0].family == "means");
  CHECK(mistakes[1].message == "Mine.");
  CHECK(worded.text(mistakes[1]).find("{1 - 0}") != std::string::npos);

  const SmallCourse own(solution_text, family_text,
                        words + "## other_axis_in_s\nMine.\n\n record(\"sum\", s);\n+s = 0;\n");
  CHECK(own.mistakes().at(0).family.empty());
  CHECK(own.mistakes().size() == 3);

  CHECK(names_of(SmallCourse(solution_text, family_text,
                             words + "## other_axis_in_s\nleft_out: square\n")
                     .mistakes()) == std::vector<std::string>{"sum_not_divided", "never_here"});
  CHECK(SmallCourse(solution_text, family_text, words + "## means\nleft_out: it is given\n")
            .mistakes()
            .empty());
}

TEST_CASE("a family that does not follow the format is refused with file and line") {
  const auto problem = [](const std::string& family, const std::string& own = "$thing: sum\n") {
    return SmallCourse(solution_text, family, own).problem();
  };
  CHECK(problem(family_text) == "");
  CHECK(problem("words\n") ==
        "means.md:1: expected \"lines:\" or such as \"$row: column\", found \"words\"");
  CHECK(problem("lines:\n\n## a\nM.\n-x\n") ==
        "means.md:1: expected lines of a solution, up to an empty one");
  CHECK(problem("lines:\nreturn $x;\n\n## a\nThe $y.\n-return $x;\n") ==
        "means.md:4: a: no form has a value for all placeholders, such as $y");
  CHECK(problem("lines:\n$to $x / $n;\n\n## a\nM.\n-return 1;\n") ==
        "means.md:6: expected a line of the form, found \"return 1;\"");
  CHECK(problem("lines:\n$t $x = $y;\n\n## a\nM.\n-$t $x = $y;\n") == "");
  const std::string twice = std::string(solution_text) + "double t = 1;\n";
  CHECK(
      SmallCourse(twice, "lines:\ndouble $x = $y;\n\n## a\nM.\n-double $x = $y;\n", "").problem() ==
      "means.md:4: a: two places of a solution have its lines; put a placeholder into its name");
  CHECK(problem(family_text, "## sum_divided\nleft_out: why\n") ==
        "mistakes.md:1: sum_divided: expected a message, or else \"fails: \" or \"message_of: \" "
        "with a name");
  CHECK(problem(family_text, "## means\nleft_out:\n") ==
        "mistakes.md:2: expected the reason, found \"left_out:\"");
  CHECK(problem(family_text, "## own\nleft_out: why\nMine.\n\n record(\"sum\", s);\n+s = 0;\n") ==
        "mistakes.md:1: own: left_out: expected no lines that begin with - and +");
}
