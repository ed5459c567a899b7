// Demonstrations print what their documents print.

#include "end_to_end/support.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

using namespace e2e;

namespace {

/// Whether the lines of `out` hold those of `expected`, in this order, spaces aside.
void check_lines(const std::string& out, const std::vector<std::string>& expected) {
  const auto words = [](const std::string& line) {
    std::istringstream stream(line);
    std::string text;
    for (std::string word; stream >> word;) text += word + " ";
    return text;
  };
  std::istringstream lines(out);
  std::size_t found = 0;
  for (std::string line; found < expected.size() && std::getline(lines, line);) {
    if (words(line) == words(expected[found])) ++found;
  }
  INFO(out);
  if (found < expected.size()) FAIL("missing: " << expected[found]);
}

}  // namespace

TEST_CASE("the demonstration of long-term dependencies prints the notebook's numbers") {
  const Result result = grade({"demo", "long_term"});
  CHECK(result.exit_code == 0);
  check_lines(result.out,
              {"first sequence: 2 4 3 3 1 1 3 2 3 4 1 1 3 2 2 4 1 3 3 1",
               "0.1460 0.1890 0.3634 0.1926 0.1089", "0.0897 0.2782 0.3777 0.0855 0.1690",
               "0.1175 0.3344 0.2613 0.1146 0.1722", "0.0894 0.1968 0.5028 0.1089 0.1022",
               "0.1708 0.2192 0.2385 0.1758 0.1957", "norm of the input: 10.6661",
               "norm of the output: 9.1173", "norm of the difference: 6.1627",
               "before: mean 0.2208, standard deviation 1.8771",
               "after: mean 0.0000, standard deviation 1.0690"});
}

TEST_CASE("the demonstration in columns prints the notebooks' numbers, with a student's own code") {
  const CourseCopy course;
  write(course / "exercises/02_matrix_attention/matrix_attention.cpp",
        read(source / "solutions/02_matrix_attention/matrix_attention.cpp"));
  const Result result = grade({"demo", "columns", "--mine"}, course.path());
  CHECK(result.exit_code == 0);
  check_lines(result.out, {"your code: 02; reference: 01 03",
                           "token by token, a column for each:", "0.94744244 1.64201168 1.61949281",
                           "with matrices:", "0.94744244 1.64201168 1.61949281",
                           "-0.24348429 -0.08470004 -0.06641533",
                           "-0.91310441 4.02764044 3.96863308", "-0.44522983 2.18690791 2.15858316",
                           "-21.207 -5.373 -20.933 -9.179 -11.319 -17.812"});
}

TEST_CASE("a demonstration takes all of a student's own code, and tells where it does not fit") {
  const CourseCopy course;
  for (const std::string name : {"02_matrix_attention", "03_two_head_attention"}) {
    const std::string file = name + "/" + name.substr(3) + ".cpp";
    write(course / ("exercises/" + file), read(source / "solutions" / file));
  }
  const Result result = grade({"demo", "columns", "--mine"}, course.path());
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("your code: 02 03; reference: 01") != std::string::npos);
  for (const std::string name : {"02_matrix_attention", "03_two_head_attention"}) {
    const fs::path file = course / ("exercises/" + name + "/" + name.substr(3) + ".cpp");
    write(file, read(file) + "int helper() { return 1; }\n");
  }
  const Result clash = grade({"demo", "columns", "--mine"}, course.path());
  CHECK(clash.exit_code == 2);
  CHECK(clash.err.find("it does not link: helper() is defined twice") != std::string::npos);
}

TEST_CASE("the demonstration of a sentence shows what the article claims") {
  const Result result = grade({"demo", "sentence"});
  CHECK(result.exit_code == 0);
  check_lines(result.out, {"embedded tokens: 8 x 32",
                           "sums of the rows of weights: 1.0000 1.0000 1.0000 1.0000 1.0000 1.0000 "
                           "1.0000 1.0000",
                           "another last token moves the outputs before it by 0.0e+00",
                           "decoder layer, 5 tokens that ask 8: 5 x 32"});
}

TEST_CASE("the demonstrations of training reach what they should, and no more than can be reached",
          "[all]") {
  const Result counting = grade({"demo", "counting"});
  CHECK(counting.exit_code == 0);
  check_lines(counting.out, {"integers 20000 x 10 give probabilities 20000 x 1",
                             "accuracy on new sequences: 1.000"});
  const Result token = grade({"demo", "one_token"});
  CHECK(token.exit_code == 0);
  const std::size_t repaired = token.out.find("Repaired:");
  REQUIRE(repaired != std::string::npos);
  std::size_t learnt = 0;
  for (std::size_t at = 0; (at = token.out.find("attention ", at)) != std::string::npos; at += 10) {
    const double accuracy = std::strtod(token.out.c_str() + at + 10, nullptr);
    const bool equal = token.out.compare(at - 6, 6, "equal ") == 0;
    if (accuracy == 0 || equal) continue;  // words
    INFO(at << " " << accuracy);
    CHECK((at < repaired ? accuracy <= 0.77 : accuracy >= 0.99));
    ++learnt;
  }
  CHECK(learnt == 6);
}

TEST_CASE("the model writes what docs/course.md shows, with a student's own code as well") {
  const std::string page = read(source / "docs/course.md");
  std::istringstream lines(page.substr(page.find("    The softmax")));
  std::vector<std::string> shown;
  for (std::string line; std::getline(lines, line) && !line.starts_with("#");) {
    if (line.starts_with("    ")) shown.push_back(line);
  }
  REQUIRE(shown.size() >= 4);
  const Result written = grade({"demo", "write"});
  CHECK(written.exit_code == 0);
  check_lines(written.out, shown);

  const CourseCopy course;
  for (const std::string folder : {"43_rotary_positions", "44_rms_norm", "45_swiglu",
                                   "46_grouped_queries", "48_next_token", "49_language_model"}) {
    const std::string file = folder + "/" + folder.substr(3) + ".cpp";
    write(course / ("exercises/" + file), read(source / "solutions" / file));
  }
  const Result mine = grade({"demo", "write", "--mine"}, course.path());
  INFO(mine.err);
  CHECK(mine.out == "your code: 43 44 45 46 48 49; reference: 06\n\n" + written.out);
}

TEST_CASE("a demonstration is printed while it runs, and ends on Ctrl-C") {
  const CourseCopy course;
  write(course / "demos/write.cpp",
        "#include \"demo.hpp\"\n#include <unistd.h>\nint softmark::demo() {\n"
        "  std::printf(\"a word\");\n  std::fflush(stdout);\n  for (;;) sleep(100);\n}\n");
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = start({"demo", "write"}, course.path(), {}, ends[1], -1);
  close(ends[1]);
  char first = 0;
  CHECK(::read(ends[0], &first, 1) == 1);
  CHECK(first == 'a');
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 130));
  close(ends[0]);
}

TEST_CASE("demo lists what there is, and suggests a name") {
  CHECK(grade({"demo"}).out.find("long_term") != std::string::npos);
  const Result unknown = grade({"demo", "longterm"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find("did you mean long_term?") != std::string::npos);
}
