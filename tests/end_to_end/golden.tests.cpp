// The reports byte for byte, but for times and paths: tests/golden. `tests/approve` accepts a
// change.

#include "end_to_end/support.hpp"
#include "golden.hpp"

#include <algorithm>
#include <regex>

using namespace e2e;

namespace {

/// The text with what differs from run to run or place to place made alike, in as many columns.
std::string normalised(std::string text, const fs::path& submission) {
  const auto replace_all = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  };
  replace_all(submission.string(), "SUBMISSION");
  replace_all(fs::relative(submission).string(), "SUBMISSION");  // a checkout beside it
  text = std::regex_replace(text, std::regex(R"( +[0-9]+\.[0-9]{2} s\n)"), "  0.00 s\n");
  text = std::regex_replace(text, std::regex(R"(_seconds": [0-9.e-]+)"), "_seconds\": 0.0");
  // The last digits of tiny errors belong to the machine's libraries.
  text = std::regex_replace(text, std::regex(R"("max_abs_error": [0-9.]+e-1[0-9])"),
                            "\"max_abs_error\": 1e-16");
  text =
      std::regex_replace(text, std::regex(R"("max_abs_error": 0.0\b)"), "\"max_abs_error\": 1e-16");
  text = std::regex_replace(text, std::regex(R"(([0-9]\.[0-9]{9})[0-9]+)"), "$1");
  text = std::regex_replace(text, std::regex(R"((isolation(: |": "))[a-z]+)"), "$1TIER");
  text = std::regex_replace(text, std::regex(R"(softmark [0-9]+\.[0-9]+\.[0-9]+)"),
                            "softmark VERSION");
  text =
      std::regex_replace(text, std::regex(R"("version": "[0-9.]+")"), "\"version\": \"VERSION\"");
  return text;
}

/// One exercise passed with a note, one wrong, one not started.
void fill(const fs::path& submission) {
  fs::copy_file(source / "solutions/01_self_attention/self_attention.cpp",
                submission / "self_attention.cpp");
  fs::copy_file(source / "tests/submissions/wrong_softmax_over_rows.cpp",
                submission / "matrix_attention.cpp");
  fs::copy_file(source / "exercises/03_two_head_attention/two_head_attention.cpp.original",
                submission / "two_head_attention.cpp");
}

/// The lines of each exercise that did not pass, without times.
std::vector<std::vector<std::string>> blocks_of(const std::string& report) {
  std::vector<std::vector<std::string>> blocks;
  std::istringstream lines(
      std::regex_replace(report, std::regex(R"( +[0-9]+\.[0-9]{2} s\n)"), "\n"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  FAIL  ")) {
      blocks.push_back({line});
    } else if (line.starts_with("     ") && !blocks.empty() && !line.starts_with("      ./")) {
      blocks.back().push_back(line);
    }
  }
  return blocks;
}

void check_run(const std::string& name, const std::string& format,
               const std::vector<fs::path>& files = {}) {
  Folder submission("/tmp");  // a path of one length, so that lines end where they did
  if (files.empty()) fill(submission.path());
  for (const fs::path& file : files) fs::copy_file(file, submission / "matrix_attention.cpp");
  std::vector<std::string> arguments{"run", "--submission", submission.path().string(), "--format",
                                     format};
  const std::vector<std::string> all{"01", "02", "03"}, one{"02"};
  const std::vector<std::string>& graded = files.empty() ? all : one;
  arguments.insert(arguments.end(), graded.begin(), graded.end());
  check_golden_file(name, normalised(grade(arguments).out, submission.path()));
}

}  // namespace

TEST_CASE("the text report is as approved") {
  check_run("report.txt", "text");
  check_run("report_note.txt", "text", {source / "tests/submissions/right_without_key_bias.cpp"});
  check_run("report_output.txt", "text", {source / "tests/submissions/prints_escapes.cpp"});
  check_run("report_exception.txt", "text", {source / "tests/submissions/exception_dot.cpp"});
  check_run("report_unfinished.txt", "text", {source / "tests/submissions/todo_open.cpp"});
}

TEST_CASE("the text report on ten programs with two mistakes each is as approved", "[all]") {
  Folder submission("/tmp");  // a path of one length, so that lines end where they did
  const Result made = run({"/usr/bin/python3", (source / "tests/two_mistakes.py").string(),
                           submission.path().string()});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  std::vector<std::string> arguments{"run", "--submission", submission.path().string()};
  for (const auto& exercise : fs::directory_iterator(source / "exercises")) {
    for (const auto& program : fs::directory_iterator(submission.path())) {
      if (fs::exists(exercise.path() / program.path().filename()))
        arguments.push_back(exercise.path().filename().string());
    }
  }
  REQUIRE(arguments.size() == 3 + 10);
  grade(arguments);  // what is prepared at the first time is told
  const std::string text = grade(arguments).out;
  check_golden_file("report_two_mistakes.txt", normalised(text, submission.path()));
  const std::vector<std::vector<std::string>> told = blocks_of(text);
  REQUIRE(told.size() == 10);
  for (const std::vector<std::string>& block : told) {
    INFO(block.front());
    CHECK(block.size() <= 12);
  }
}

TEST_CASE("README shows a report as it is printed") {
  const std::string page = read(source / "README.md");
  std::istringstream lines(page.substr(page.find("\n    softmark ") + 1));
  std::string shown;
  for (std::string line; std::getline(lines, line) && (line.empty() || line.starts_with("    "));)
    shown += line.substr(std::min<std::size_t>(4, line.size())) + '\n';
  Folder submission("/tmp");
  run({"/usr/bin/python3", (source / "tests/two_mistakes.py").string(),
       submission.path().string()});
  const std::vector<std::string> arguments{"run", "--submission", submission.path().string(), "03"};
  grade(arguments);  // what is prepared at the first time is told
  const std::string printed = grade(arguments).out;
  const auto up_to_next = [&](const std::string& text) {
    return normalised(text.substr(0, text.find("next: ")), submission.path());
  };
  CHECK(up_to_next(shown) == up_to_next(printed));
}

TEST_CASE("the JSON report is as approved") { check_run("report.json", "json"); }

TEST_CASE("the text report has no line over 80 columns and no colour off a terminal") {
  for (const auto& entry : fs::directory_iterator(source / "tests/golden")) {
    if (entry.path().extension() != ".txt" ||
        entry.path().stem() == "report.gcc")  // for editors, which want one line each
      continue;
    const std::string text = read(entry.path());
    CHECK(text.find('\x1b') == std::string::npos);
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', start)) {
      const std::string line = text.substr(start, end - start);
      INFO(line);
      const auto begins_letter = [](unsigned char c) { return (c & 0xc0) != 0x80; };
      CHECK(std::ranges::count_if(line, begins_letter) <= 80);
      start = end + 1;
    }
  }
}
