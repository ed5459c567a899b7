// grade picture: what it draws, and what it says where there is nothing to run.

#include "end_to_end/support.hpp"
#include "golden.hpp"

using namespace e2e;

namespace {

/// The options that draw this text as the answer to exercise 02.
class Answer : public Folder {
 public:
  explicit Answer(const std::string& text) { write(*this / "matrix_attention.cpp", text); }
  Result draw(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"picture", "02", "--submission", path().string()});
    return grade(options);
  }
};

std::string submission(const std::string& name) {
  return read(source / "tests/submissions" / name);
}

/// An answer that records weights and then does `rest`.
std::string answer_with(const std::string& weights, const std::string& rest) {
  return "#include \"matrix_attention.hpp\"\nnamespace softmark {\n"
         "Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const "
         "Projection&) {\n  Matrix weights = " +
         weights + ";\n  record(\"attention weights\", weights);\n  " + rest + "\n}\n}\n";
}

}  // namespace

TEST_CASE("the picture of a wrong answer is as approved") {
  const Answer answer(submission("wrong_softmax_over_rows.cpp"));
  const Result result = answer.draw();
  CHECK(result.exit_code == 1);
  check_golden_file("picture_wrong.txt", result.out);
}

TEST_CASE("the picture of a solution shows no difference, exit 0") {
  for (const std::string exercise : {"01", "02", "11"}) {
    const Result result = grade({"picture", exercise, "--solutions"});
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.out, ": passed\n"));
    CHECK(contains(result.out, "no difference beyond the tolerance"));
    CHECK(contains(result.out, "query 0"));
  }
}

TEST_CASE("a wrong answer is drawn on any case") {
  const Folder answer;
  write(answer / "causal_attention.cpp",
        replaced(read(source / "solutions/09_causal_attention/causal_attention.cpp"),
                 "return xt::linalg::dot(attention, V)",
                 "return 1.5 * xt::linalg::dot(attention, V)"));
  for (const std::string name : {"document", "few_features"}) {
    const Result result =
        grade({"picture", "09", "--submission", answer.path().string(), "--case", name});
    INFO(result.out << result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "case " + name + ": wrong value"));
  }
}

TEST_CASE("where nothing runs, the reason is told and only what is expected is drawn") {
  const auto check = [](const Result& result, const std::string& verdict,
                        const std::string& reason) {
    INFO(result.out << result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "case notebook: " + verdict + '\n'));
    CHECK(contains(result.out, reason));
    CHECK(contains(result.out, "expected\n"));
    CHECK(!contains(result.out, "yours - expected"));
  };
  SECTION("the stub is as it was handed out") {
    const CourseCopy course;
    const Result result = grade({"picture", "02"}, course.path());
    check(result, "not started", "the stub is as it was handed out");
    CHECK(contains(result.out, "only what is expected is drawn"));
  }
  SECTION("it does not compile") {
    check(Answer(submission("build_semicolon.cpp")).draw(), "build failed", "expected ';'");
  }
  SECTION("it is not there") {
    const Folder empty;
    check(grade({"picture", "02", "--submission", empty.path().string()}), "missing file",
          "expected matrix_attention.cpp in");
  }
  SECTION("it crashes") {
    check(Answer(submission("crash_null.cpp")).draw(), "crashed", "your program did not record");
  }
}

TEST_CASE("what was recorded before an exception is drawn, and the exception's text is text") {
  const Answer answer(answer_with("xt::ones<double>({X.shape(1), X.shape(1)})",
                                  "throw std::runtime_error(\"</p><script>alert(1)</script> & "
                                  "\\x1b[31m \\xff\");"));
  const Result result = answer.draw();
  INFO(result.out << result.err);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.out, "yours - expected"));
  CHECK(!contains(result.out, "\x1b"));
  CHECK(!contains(result.out, "\xff"));
  CHECK(contains(result.out, "\\x1b[31m \\xff"));
}

TEST_CASE("weights of another shape are drawn without a difference, however large they are",
          "[all]") {
  const Answer answer(answer_with("xt::zeros<double>({700, 200})", "return weights;"));
  const Result result = answer.draw();
  CHECK(
      contains(result.out, "no difference is drawn: yours has shape (200, 700), expected (3, 3)"));
  CHECK(contains(result.out, "a cell stands for"));
  const Result page =
      grade({"run", "02", "--submission", answer.path().string(), "--format", "html"});
  CHECK(page.out.size() < 2'000'000);
}

TEST_CASE("without a name, the case is drawn in which run finds the first fault") {
  const std::string right = submission("right_loops.cpp");
  const Answer answer(
      replaced(right, "\n  return out;", "\n  if (X.shape(1) == 1) out *= 2;\n  return out;"));
  const json graded =
      report({"02", "--submission", answer.path().string()})["exercises"][0]["cases"];
  std::string failed;
  for (const json& one : graded) {
    if (failed.empty() && one["verdict"] != "passed") failed = one["name"];
  }
  REQUIRE(!failed.empty());
  REQUIRE(failed != graded[0]["name"].get<std::string>());
  const Result drawn = answer.draw();
  INFO(drawn.out << drawn.err);
  CHECK(contains(drawn.out, "02 matrix_attention, case " + failed + ": wrong "));
  CHECK(contains(answer.draw({"--case", graded[0]["name"]}).out, ": passed"));
}

TEST_CASE("a case is chosen by its name, and so many maps are drawn") {
  const Result four = grade({"picture", "11", "--solutions", "--case", "cross_attention"});
  CHECK(contains(four.out, "11 multi_head_attention, case cross_attention: passed"));
  CHECK(contains(four.out, "head 3 (of 4)"));
  const Result one =
      grade({"picture", "11", "--solutions", "--case", "cross_attention", "--maps", "1"});
  CHECK(contains(one.out, "head 0 (of 4)"));
  CHECK(!contains(one.out, "head 1 (of 4)"));
  CHECK(contains(one.out, "3 more left out; --maps N draws more"));
}

TEST_CASE("misspelt names and options that exclude each other are told, exit 2") {
  const std::pair<std::vector<std::string>, std::string> all[] = {
      {{"picture", "matrix_atention"}, "did you mean matrix_attention?"},
      {{"picture", "02", "--case", "notebok"}, "did you mean notebook?"},
      {{"picture", "02", "--case", "\x1b[31m"}, "unknown case \"\\x1b[31m\""},
      {{"picture", "02", "--solutions", "--submission", "."}, "--submission excludes --solutions"},
      {{"picture", "02", "--submission", "/nonexistent"}, "/nonexistent: it is not there"},
  };
  for (const auto& [arguments, message] : all) {
    const Result result = grade(arguments);
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, message));
    CHECK(result.out.empty());
  }
}

TEST_CASE("what was learnt is drawn as it is: attention, values, losses", "[all]") {
  const Result result = grade({"picture", "27", "--solutions", "--case", "twenty_steps"});
  INFO(result.out);
  CHECK(result.exit_code == 0);
  for (const char* text : {"attention weights", "values", "losses", "* yours"}) {
    CHECK(result.out.find(text) != std::string::npos);
  }
  CHECK(result.out.find("expected") == std::string::npos);
}
