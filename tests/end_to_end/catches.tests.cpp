// Exercises that ask for inputs which catch mistakes of another one.

#include "end_to_end/support.hpp"

#include "golden.hpp"

#include <regex>

using namespace e2e;

namespace {

/// A submission of 41 that returns `list`.
std::string scores(const std::string& list) {
  return "#include \"catch_softmax_faults.hpp\"\nnamespace softmark {\n"
         "std::vector<SoftmaxInput> catch_softmax_faults() {\n  return " +
         list + ";\n}\n}  // namespace softmark\n";
}

/// A submission of 42 whose only input this is.
std::string attention(const std::string& Q, const std::string& K, const std::string& V) {
  return "#include \"catch_masks.hpp\"\nnamespace softmark {\n"
         "std::vector<CausalInput> catch_masks() {\n  return {{" +
         Q + ", " + K + ", " + V + "}};\n}\n}  // namespace softmark\n";
}

/// What the report says of a submission of one exercise, with further words of the command.
json told(const std::string& name, const std::string& text,
          const std::vector<std::string>& words = {}, const fs::path& course = source) {
  Folder submission;
  write(submission / (name + ".cpp"), text);
  return report(joined({name, "--submission", submission.path().string()}, words),
                course)["exercises"][0];
}

json told_of_scores(const std::string& list, const std::vector<std::string>& words = {}) {
  return told("catch_softmax_faults", scores(list), words);
}

const std::string all_caught = "{{Matrix{{0, 1, 2000}, {-2000, -2001, -2002}}}}";
const std::string weak_scores = "{{Matrix{{0, 1, 2000}}}, {Matrix{{-2000, -2001, -2002}}}}";

}  // namespace

TEST_CASE("what is caught earns its share, and what survives is named with what no input has") {
  for (const char* marks : {"verdict", "cases", "steps"}) {
    const json one = told_of_scores(weak_scores, {"--marks", marks});
    INFO(one.dump(1));
    CHECK(one["verdict"] == "wrong_value");
    CHECK(one["score"].get<double>() == Approx(7.0 / 9));
    CHECK(one["mistake"] == "one_maximum_for_all");
    CHECK(one["message"] ==
          "caught 7 of 9 mistakes with 2 inputs; not caught: one_maximum_for_all, "
          "maximum_not_reset");
    REQUIRE(one["further"].size() == 2);
    CHECK(contains(one["further"][1], "maximum_not_reset: No row of yours"));
  }
  const json all = told_of_scores(all_caught);
  CHECK(all["verdict"] == "passed");
  CHECK(all["score"] == 1);
  CHECK(all["notes"] == json::array());
}

TEST_CASE("a program that catches all is told when fewer inputs are enough") {
  const std::string good = "{0, 1, 2000}, {-2000, -2001, -2002}";
  const json one = told_of_scores("{{Matrix{{1, 2}}}, {Matrix{" + good + "}}}");
  CHECK(one["verdict"] == "passed");
  CHECK(one["score"] == 1);
  CHECK(one["notes"] == json{"1 of your 2 inputs would do: it catches every mistake."});
  const json two = told_of_scores("{{Matrix{{1, 2}}}, {Matrix{{0, 1, 2000}}}, " +
                                  std::string("{Matrix{{0, 1}, {-2000, -2001}}}}"));
  CHECK(two["notes"] == json{"2 of your 3 inputs would do: together they catch every mistake."});
}

TEST_CASE("what is no input is refused, with the array and what was expected of it", "[all]") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"{}", "it gives 0 inputs, expected from 1 to 3"},
      {"std::vector<SoftmaxInput>(4, {Matrix{{1, 2}}})", "it gives 4 inputs, expected from 1 to 3"},
      {"std::vector<SoftmaxInput>(100000, {Matrix{{1, 2}}})",
       "it gives 100000 inputs, expected from 1 to 3"},
      {"{SoftmaxInput{}}", "input 1: scores is (0, 0), expected sizes from 1 to 6"},
      {"{{xt::zeros<double>({0, 3})}}", "input 1: scores is (0, 3), expected sizes from 1 to 6"},
      {"{{Matrix{{1, 2}}}, {xt::zeros<double>({2, 7})}}",
       "input 2: scores is (2, 7), expected sizes from 1 to 6"},
      {"{{xt::zeros<double>({1000, 1000})}}",
       "input 1: scores is (1000, 1000), expected sizes from 1 to 6"},
      {"{{Matrix{{1, NAN}}}}", "input 1: scores has nan, expected numbers from -10000 to 10000"},
      {"{{Matrix{{1, -INFINITY}}}}", "input 1: scores has -inf, expected numbers"},
      {"{{Matrix{{1e300, 1}}}}", "input 1: scores has 1e+300, expected numbers from -10000"},
  };
  for (const auto& [list, says] : rows) {
    const json one = told_of_scores(list);
    INFO(list << one.dump(1));
    CHECK(one["verdict"] != "passed");
    CHECK(one["score"] == 0);
    CHECK(one["mistake"] == "accepted");
    CHECK(contains(one["finding"], says));
  }
  const std::string three = "Matrix{{1, 2}, {3, 4}, {5, 6}}";
  const std::vector<std::pair<std::string, std::string>> shapes = {
      {attention(three, "Matrix{{1, 2, 3}}", three),
       "K is (1, 3), expected (Nk, d) with Nq = 3, d = 2"},
      {attention(three, three, "Matrix{{1}, {2}}"),
       "V is (2, 1), expected (Nk, Dv) with Nk = 3, Nq = 3, d = 2"},
      {attention(three, "Matrix{{1, 2}}", "Matrix{{1}}"),
       "input 1: on it the reference version gives values that are not finite"},
  };
  for (const auto& [text, says] : shapes) {
    const json one = told("catch_masks", text);
    INFO(one.dump(1));
    CHECK(one["score"] == 0);
    CHECK(contains(one["finding"], says));
  }
}

TEST_CASE("a mistake that breaks off is caught, and numbers that hide it do not catch it") {
  // No two sizes agree, so that transposed matrices do not fit.
  const std::string begin =
      "#include \"catch_axes.hpp\"\nnamespace softmark {\n"
      "std::vector<AttentionInput> catch_axes() {\n  Projection p{";
  const std::string end = "};\n  return {{X, p, p, p}};\n}\n}  // namespace softmark\n";
  const auto caught = [&](const std::string& omega, const std::string& beta, const std::string& X) {
    const std::string text = begin + omega + ", " + beta + end;
    const json one =
        told("catch_axes", replaced(text, "Projection p", "Matrix X" + X + ";\n  Projection p"));
    return one["message"].get<std::string>();
  };
  const std::string sizes =
      caught("xt::ones<double>({4, 2})", "xt::zeros<double>({4, 1})", "{{0, 0, 0}, {0, 0, 0}}");
  CHECK(contains(sizes, "caught 4 of 9 mistakes with 1 input"));
  for (const char* name :
       {"weights_on_the_left", "biases_as_rows", "query_and_key_weights_transposed"})
    CHECK(!contains(sizes, name));
  const std::string square = caught("{{1, 0}, {0, 1}}", "{{0}, {0}}", "{{1, 0}, {0, 1}}");
  CHECK(contains(square, "caught 0 of 9 mistakes with 1 input"));
}

TEST_CASE("inputs are graded like any result: an exception, the same each time, no fresh cases") {
  CHECK(
      told_of_scores("throw std::runtime_error(\"no\"), std::vector<SoftmaxInput>{}")["verdict"] ==
      "exception");
  const json changing =
      told_of_scores("[] { static int calls = 0; return std::vector<SoftmaxInput>(++calls, " +
                     all_caught.substr(1, all_caught.size() - 2) + "); }()");
  CHECK(changing["verdict"] == "wrong_value");
  CHECK(changing["score"] == 0);
  CHECK(contains(changing["finding"], "called once more"));
  const json fresh = told_of_scores(all_caught, {"--fresh"});
  CHECK(fresh["verdict"] == "passed");
  CHECK(fresh["cases"].size() == 1);
}

TEST_CASE("the report on weak inputs has 12 lines at most, and is as approved") {
  Folder submission("/tmp");  // a path of one length, so that lines end where they did
  write(submission / "catch_softmax_faults.cpp", scores(weak_scores));
  write(submission / "catch_masks.cpp",
        attention("Matrix{{1}, {1}}", "Matrix{{0}, {0}}", "Matrix{{8}, {4}}"));
  const std::vector<std::string> words{"run", "--submission", submission.path().string(), "41",
                                       "42"};
  grade(words);  // what is prepared at the first time is told
  std::string text = grade(words).out;
  text = std::regex_replace(text, std::regex(R"( +[0-9]+\.[0-9]{2} s\n)"), "  0.00 s\n");
  text = std::regex_replace(text, std::regex(R"(isolation: [a-z]+)"), "isolation: TIER");
  text = std::regex_replace(text, std::regex(R"(softmark [0-9.]+)"), "softmark VERSION");
  text = std::regex_replace(text, std::regex(submission.path().string()), "SUBMISSION");
  check_golden_file("report_catches.txt", text);
}

TEST_CASE("a course whose course.json turns catches off has none of these exercises") {
  const CourseCopy course;
  CHECK(contains(grade({"list"}, course.path()).out, "catch_axes"));
  write(course / "course.json", R"({"format_version": 1, "catches": false})");
  const std::string list = grade({"list"}, course.path()).out;
  CHECK(!contains(list, "catch_axes"));
  CHECK(contains(list, "0 of 47 exercises passed"));
  CHECK(grade({"show", "40"}, course.path()).exit_code == 2);
}

TEST_CASE("case, picture, hint, and code of inputs work where there are no inputs") {
  Folder submission;
  write(submission / "catch_softmax_faults.cpp", scores(weak_scores));
  const std::string there = submission.path().string();
  const Result shown = grade({"case", "41", "--submission", there});
  INFO(shown.out << shown.err);
  CHECK(contains(shown.out, "inputs: 2\n"));
  CHECK(contains(shown.out, "input 2: scores, (1, 3): [[-2000 -2001 -2002]]"));
  CHECK(contains(grade({"picture", "41", "--submission", there}).out, "input 2: scores"));
  write(submission / "catch_softmax_faults.cpp",
        scores("std::vector<SoftmaxInput>(4, {Matrix{{1, 2}}})"));
  CHECK(grade({"picture", "41", "--submission", there}).exit_code == 1);
  CHECK(grade({"run", "41", "--submission", there, "--format", "html"}).exit_code == 1);
  CHECK(contains(grade({"hint", "41"}, CourseCopy().path()).out, "(1 hint of 4)"));
  CHECK(grade({"case", "41", "--python"}).exit_code == 0);
  CHECK(grade({"verify", "--mutants", "41"}).exit_code == 0);
}

TEST_CASE("a mistake that the other exercise does not know is refused with the file") {
  const CourseCopy course;
  const fs::path file = course / "exercises/41_catch_softmax_faults/exercise.json";
  write(file, replaced(read(file), "\"of\": \"naive_exponent\"", "\"of\": \"naive_expnent\""));
  const Result result = grade({"verify", "41"}, course.path());
  CHECK(contains(result.out + result.err,
                 "exercise.json: catches: 06_row_softmax has no known mistake \"naive_expnent\""));
}
