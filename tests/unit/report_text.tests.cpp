// The report for people.

#include "catch.hpp"

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"
#include "version.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

using Lines = std::vector<std::string>;

ExerciseResult exercise(unsigned number, const std::string& name, Verdict verdict) {
  ExerciseResult result;
  result.number = number;
  result.name = name;
  result.title = "The title of " + name;
  result.file = "exercises/0" + std::to_string(number) + "_" + name + "/" + name + ".cpp";
  result.verdict = verdict;
  result.max_score = 1;
  result.score = verdict == Verdict::passed ? 1 : 0;
  return result;
}

CaseResult one_case(const std::string& name, Verdict verdict) {
  CaseResult result;
  result.name = name;
  result.verdict = verdict;
  return result;
}

ExerciseResult passed_exercise() {
  ExerciseResult result = exercise(1, "self_attention", Verdict::passed);
  result.finding = "all 2 cases pass";
  result.cases = {one_case("notebook", Verdict::passed), one_case("wide", Verdict::passed)};
  result.compile_seconds = 0.5;
  result.run_seconds = 0.25;
  return result;
}

ExerciseResult wrong_exercise() {
  ExerciseResult result = exercise(2, "matrix_attention", Verdict::wrong_value);
  result.explanation =
      "The softmax ran along the rows, so each key's weights sum to one. Each query, a column of "
      "the scores, needs weights that sum to one.";
  result.finding =
      "case notebook: the result: element [2,1] is 1.234567, expected 7.654321 (12 of 12 differ)";
  result.details = {
      "first wrong step: attention weights, element [0,2] is 0.25, expected 0.75 (9 of 9 differ)"};
  result.cases = {one_case("notebook", Verdict::wrong_value),
                  one_case("one token", Verdict::passed)};
  result.student_output = "K has shape 4 3\nscores computed\n";
  return result;
}

ExerciseResult failed_build() {
  ExerciseResult result = exercise(3, "two_head_attention", Verdict::build_failed);
  result.finding =
      "two_head_attention.cpp:12:7: use of undeclared identifier 'scors'; did you mean 'scores'?";
  result.details = {"    Matrix weights = scors;", "      ^~~~~",
                    "the compiler's whole output: build/logs/03.log"};
  return result;
}

ExerciseResult open_exercise() {
  ExerciseResult result = exercise(4, "masked_attention", Verdict::not_started);
  result.finding = "the stub is as it was handed out";
  return result;
}

Report report_of(std::vector<ExerciseResult> exercises) {
  Report report;
  report.again = "./grade run";
  report.exercises = std::move(exercises);
  return report;
}

Report sample_report() {
  Report report = report_of({passed_exercise(), wrong_exercise(), failed_build(), open_exercise()});
  report.isolation = "namespaces";
  report.seed = 18446744073709551615u;
  return report;
}

Lines lines_of(const Report& report) { return split_lines(text_report(report, Colour::no)); }

}  // namespace

TEST_CASE("code that is wider than the terminal is cut around its caret") {
  ExerciseResult result = exercise(1, "self_attention", Verdict::build_failed);
  result.details = {
      "self_attention.cpp:3:71: expected ';'",
      "  Matrix first = xt::zeros<double>({N, M}); Matrix second = xt::linalg::dot(A, B)",
      std::string(72, ' ') + '^'};
  const std::string text = text_exercise(result, {.width = 50});
  INFO(text);
  for (const std::string& line : split_lines(text)) CHECK(line.size() <= 52);  // … has three bytes
  const std::size_t code = text.find("          …"), caret = text.find('^');
  REQUIRE(code != std::string::npos);
  const std::string line = text.substr(code, text.find('\n', code) - code);
  CHECK(line.substr(caret - text.rfind('\n', caret) - 1 + 2).starts_with("dot(A"));
}

TEST_CASE("what was skipped is no next") {
  ExerciseResult skipped = exercise(16, "decoder_layer", Verdict::skipped);
  skipped.finding = "it is graded with more than is here";
  Report report;
  report.exercises = {passed_exercise(), skipped};
  const std::string text = text_report(report, Colour::no);
  CHECK(text.find("  SKIP  16 decoder_layer ") != std::string::npos);
  CHECK(text.find("          it is graded with more than is here\n") != std::string::npos);
  CHECK(text.find("next:") == std::string::npos);
}

TEST_CASE("without colour there is no escape sequence, with colour the same text") {
  const Report report = sample_report();
  const std::string plain = text_report(report, Colour::no);
  const std::string coloured = text_report(report, Colour::yes);
  CHECK(!contains(plain, "\x1b"));
  CHECK(contains(coloured, "\x1b[32mPASS\x1b[0m"));
  CHECK(contains(coloured, "\x1b[31mFAIL\x1b[0m"));
  CHECK(contains(coloured, "\x1b[33mTODO\x1b[0m"));
  CHECK(without_escapes(coloured) == plain);
}

TEST_CASE("no line of a typical report is wider than 80 columns") {
  std::vector<Report> reports = {sample_report(), report_of({}), report_of({passed_exercise()})};
  for (int number = 0; number <= static_cast<int>(Verdict::internal_error); ++number) {
    ExerciseResult result = wrong_exercise();
    result.number = 12;
    result.verdict = static_cast<Verdict>(number);
    result.compile_seconds = 61.5;
    result.cases.resize(12, one_case("case", Verdict::skipped));
    reports.push_back(report_of({result}));
  }
  for (const Report& report : reports) {
    for (const std::string& line : lines_of(report)) {
      INFO(line);
      CHECK(line.size() <= 80);
    }
  }
}

TEST_CASE("the head names the version, the isolation and the seed of fresh cases") {
  const std::string version = std::string("softmark ") + SOFTMARK_VERSION;
  CHECK(lines_of(sample_report()).at(0) ==
        version + "   isolation: namespaces   seed: 18446744073709551615");
  CHECK(lines_of(report_of({})).at(0) == version + "   isolation: none");
}

TEST_CASE("a passed exercise is one line, and a note if there is one") {
  ExerciseResult result = passed_exercise();
  result.details = {"not for those who passed"};
  Lines lines = lines_of(report_of({result}));
  CHECK(lines.at(2) ==
        "  PASS  01 self_attention" + std::string(34, ' ') + "2 of 2 cases   0.75 s");
  CHECK(lines.at(3) == "");
  result.notes = {"The key bias cancels."};
  lines = lines_of(report_of({result}));
  CHECK(lines.at(3) == "          note: The key bias cancels.");
}

TEST_CASE("lines of code keep their columns, and the headline is not said twice") {
  const std::string text = text_report(report_of({failed_build()}), Colour::no);
  CHECK(contains(text, "\n              Matrix weights = scors;\n                ^~~~~\n"));
  CHECK(contains(text, "build failed\n"));
  const std::size_t first = text.find("undeclared identifier");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("undeclared identifier", first + 1) == std::string::npos);
}

TEST_CASE("warnings of the compiler come after the details, with their code") {
  ExerciseResult result = wrong_exercise();
  result.warnings = {"matrix_attention.cpp:5:9: unused variable 'K'", "    Matrix K;",
                     "           ^"};
  const std::string text = text_exercise(result, {.most_lines = 0});
  CHECK(contains(text,
                 "          the compiler warns:\n"
                 "          matrix_attention.cpp:5:9: unused variable 'K'\n"
                 "              Matrix K;\n"
                 "                     ^\n"
                 "          student| K has shape 4 3\n"));
  CHECK(!contains(text_report(report_of({wrong_exercise()}), Colour::no), "warns"));
}

TEST_CASE("what the compiler warns of comes first where it is why the program is wrong") {
  ExerciseResult result = wrong_exercise();
  result.warnings = {
      "matrix_attention.cpp:5:9: variable 'sum' is uninitialized when used here "
      "[-Wuninitialized]"};
  const std::string text = text_report(report_of({result}), Colour::no);
  CHECK(text.find("the compiler warns:") < text.find(result.message().substr(0, 20)));
  CHECK(account_of(result).front().text == "the compiler warns:");
  result.verdict = Verdict::passed;
  CHECK(!result.warnings_say_why());
}

TEST_CASE("much output is cut, and says by how much") {
  ExerciseResult result = wrong_exercise();
  result.student_output.clear();
  for (int i = 1; i <= 15; ++i) result.student_output += "line " + std::to_string(i) + "\n";
  Report report = report_of({result});
  const std::string text = text_report(report, Colour::no);
  CHECK(contains(text, "student| line 4\n          ... 11 more lines: run -v shows all ...\n"));
  report.verbose = true;
  CHECK(contains(text_report(report, Colour::no), "student| line 15\n\n"));
}

TEST_CASE("an exercise is told in 12 lines, the last of which counts those that are left out") {
  ExerciseResult full = wrong_exercise();
  full.further = {"A second mistake. " + std::string(60, 'x'), "A third mistake."};
  full.warnings = {"a.cpp:1:1: unused variable 'K'", "    Matrix K;", "           ^"};
  full.student_output.clear();
  for (int i = 0; i < 20; ++i) full.details.push_back("number " + std::to_string(i));
  for (int i = 0; i < 20; ++i) full.student_output += "printed " + std::to_string(i) + "\n";
  ExerciseResult long_cause = full, passed = passed_exercise(), floods = passed_exercise();
  for (int i = 0; i < 40; ++i) long_cause.explanation += " Far too many words are said of it.";
  for (int i = 0; i < 30; ++i) passed.notes.push_back("note " + std::to_string(i));
  floods.student_output = std::string(5000, '\n');
  for (const ExerciseResult& result : {full, long_cause, passed, floods}) {
    const Lines all = split_lines(text_exercise(result, {.most_lines = 0}));
    const Lines lines = split_lines(text_exercise(result, {.shows_all = "v"}));
    CHECK(lines.size() <= 12);
    CHECK(lines.size() >= 10);
    CHECK(lines.back() == "          ... " + std::to_string(all.size() - (lines.size() - 1)) +
                              " more lines: v shows all ...");
  }
  ExerciseResult long_word = wrong_exercise();
  long_word.explanation = std::string(5000, 'x');
  for (const std::string& line : split_lines(text_exercise(long_word, {})))
    CHECK(line.size() <= 80);
  const std::string text = text_exercise(full, {});
  CHECK(contains(text, full.further[1]));
  CHECK(contains(text, "first wrong step: attention weights"));
  CHECK(contains(text, "printed 2\n"));
  for (const char* least : {"printed 3\n", "number 0\n", "case notebook", "unused", "preparing"})
    CHECK(!contains(text, least));
  CHECK(!contains(text_exercise(wrong_exercise(), {}), "more line"));
}

TEST_CASE("the first error of the compiler is whole, whatever follows it") {
  ExerciseResult result = failed_build();
  result.finding = "it does not compile: two_head_attention.cpp:12:7:";
  for (int i = 0; i < 60; ++i) result.finding += " advice";
  for (int i = 0; i < 5; ++i) {
    result.details.push_back("two_head_attention.cpp:20:7: another error");
    result.details.push_back("    Matrix other;");
  }
  const Lines lines = split_lines(text_exercise(result, {}));
  CHECK(lines.size() <= 12);
  const std::string text = text_exercise(result, {});
  CHECK(contains(text, " advice\n              Matrix weights = scors;\n                ^~~~~\n"));
  std::size_t words = 0;
  for (std::size_t at = 0; (at = text.find("advice", at)) != std::string::npos; ++at) ++words;
  CHECK(words == 60);
  CHECK(contains(lines.back(), " more lines: run -v shows all ..."));
}

TEST_CASE("a very long line of output is cut between two letters, not inside one") {
  ExerciseResult result = wrong_exercise();
  result.student_output = "x";
  for (int i = 0; i < 1000; ++i) result.student_output += "\u00e4";
  for (const std::string& line : lines_of(report_of({result}))) {
    CHECK(line.size() < 500);
    CHECK(printable(line) == line);
  }
}

TEST_CASE("each verdict has its mark") {
  struct Row {
    Verdict verdict;
    const char* mark;
    const char* words;
  };
  for (const Row& row :
       {Row{Verdict::not_started, "TODO", "not started"}, Row{Verdict::skipped, "SKIP", "skipped"},
        Row{Verdict::internal_error, "ERR ", "internal error"},
        Row{Verdict::missing_file, "FAIL", "missing file"},
        Row{Verdict::time_limit, "FAIL", "time limit"}}) {
    const std::string line = lines_of(report_of({exercise(5, "name", row.verdict)})).at(2);
    CHECK(line.find(std::string("  ") + row.mark + "  05 name ") == 0);
    CHECK(contains(line, row.words));
  }
}

TEST_CASE("the sum counts exercises and points") {
  CHECK(contains(text_report(sample_report(), Colour::no),
                 "\n1 of 4 exercises passed   score 1 of 4\n"));
  CHECK(contains(text_report(report_of({passed_exercise()}), Colour::no),
                 "\n1 of 1 exercise passed   score 1 of 1\n"));
  ExerciseResult half = passed_exercise();
  half.score = half.max_score = 0.5;
  CHECK(contains(text_report(report_of({half}), Colour::no), "score 0.50 of 0.50\n"));
}

TEST_CASE("points with decimals add up to what a person would write") {
  std::vector<ExerciseResult> exercises(3, passed_exercise());
  for (ExerciseResult& one : exercises) one.score = one.max_score = 0.1;
  const std::string text = text_report(report_of(exercises), Colour::no);
  INFO(text);
  CHECK(contains(text, "score 0.30 of 0.30\n"));
}

TEST_CASE("the next step is that of the first exercise that has not passed") {
  const std::string wrong =
      text_report(report_of({passed_exercise(), wrong_exercise(), open_exercise()}), Colour::no);
  CHECK(contains(wrong, "next: edit exercises/02_matrix_attention/matrix_attention.cpp\n"));
  CHECK(contains(wrong, "\n      ./grade hint 02 "));
  ExerciseResult placed = wrong_exercise();
  placed.place = Place{12, 3};
  CHECK(contains(text_report(report_of({placed}), Colour::no),
                 "next: edit exercises/02_matrix_attention/matrix_attention.cpp:12\n"));
  CHECK(contains(wrong, "\n      ./grade run 02\n"));
  const std::string open = text_report(report_of({passed_exercise(), open_exercise()}), Colour::no);
  CHECK(contains(open, "next: ./grade show 04"));
  CHECK(contains(open, "\n      edit exercises/04_masked_attention/masked_attention.cpp\n"));
  CHECK(contains(open, "\n      ./grade run 04\n"));
  CHECK(!contains(open, "./grade hint"));
  CHECK(!contains(text_report(report_of({passed_exercise()}), Colour::no), "next:"));

  Report elsewhere = report_of({wrong_exercise()});
  elsewhere.again = "./grade run --submission anna";
  CHECK(contains(text_report(elsewhere, Colour::no), "\n      ./grade run --submission anna 02\n"));
  elsewhere.exercises[0].file = "\x1b[2J.cpp";
  elsewhere.again = "./grade run --submission \x1b[2J";
  CHECK(!contains(text_report(elsewhere, Colour::no), "\x1b"));
}

TEST_CASE("on a narrow terminal sentences are wrapped where it ends") {
  ExerciseResult result = wrong_exercise();
  result.finding = "a sentence of some words that is longer than forty columns are";
  result.explanation.clear();
  const std::string text = text_report(report_of({result}), Colour::no, 40);
  INFO(text);
  CHECK(contains(text, "          a sentence of some words that\n          is longer than forty columns\n"));
}
