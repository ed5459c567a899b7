// Commands, options, exit codes and messages.

#include "end_to_end/support.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <sstream>

using namespace e2e;

TEST_CASE("solutions pass, exit 0") {  // one alone, with references, and trained; verify has all
  const Result result = grade({"run", "01", "16", "27", "--solutions", "--format", "json"});
  CHECK(result.exit_code == 0);
  const json root = json::parse(result.out);
  CHECK(root["score"] == root["max_score"]);
  CHECK(root["exercises"].size() == 3);
  for (const json& exercise : root["exercises"]) CHECK(exercise["verdict"] == "passed");
  std::istringstream lines(result.err);
  for (std::string line; std::getline(lines, line);)
    CHECK((contains(line, ": preparing ") || contains(line, ": case ")));  // where it takes long
}

TEST_CASE("an untouched course is not started, exit 1, and the next action is named") {
  const CourseCopy course;
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"run"}}) {
    const Result result = grade(arguments, course.path());
    CHECK(result.exit_code == 1);
    CHECK(contains(result.out, "TODO  01 self_attention"));
    CHECK(contains(result.out, "next: ./grade show 01"));
    CHECK(contains(result.out, "edit "));
    CHECK(contains(result.out, "01_self_attention/self_attention.cpp:39\n      ./grade run 01\n"));
    CHECK(!contains(result.out, "FAIL"));
  }
}

TEST_CASE("what is named next can be done as it is typed") {
  const CourseCopy course;
  const fs::path stub = course / "exercises/01_self_attention/self_attention.cpp";
  fs::remove(stub);
  const Result missing = grade({"run", "01"}, course.path());
  CHECK(contains(missing.out, "next: ./grade reset 01   puts the stub there again\n"));
  CHECK(contains(grade({"debug", "01", "--print"}, course.path()).err, "fix: ./grade reset 01\n"));
  CHECK(grade({"reset", "01"}, course.path()).exit_code == 0);
  // No file of an archive can be edited where it is.
  write(course / "karl.zip", "damaged");
  const Result packed = grade({"run", "1", "--submission", (course / "karl.zip").string()});
  CHECK(contains(packed.out, "next: edit self_attention.cpp, and pack " +
                                 (course / "karl.zip").string() + " anew\n"));
}

TEST_CASE("a folder may be called as a command is") {
  const CourseCopy course;
  const Folder folder;
  fs::create_directory_symlink(course.path(), folder / "demo");
  const fs::path here = fs::current_path();
  fs::current_path(folder.path());
  CHECK(contains(grade({"--course", "demo"}).out, "TODO  01 self_attention"));
  fs::current_path(here);
}

TEST_CASE("stubs that are compiled all the same throw and count as not started") {
  const CourseCopy course;
  for (const auto& file : fs::recursive_directory_iterator(course / "exercises")) {
    const fs::path stub = fs::path(file.path()).replace_extension();  // of NAME.cpp.original
    if (file.path().extension() == ".original") write(stub, read(stub) + "// touched\n");
  }
  const json root = report({"01", "16", "27"}, course.path());  // verify has all
  REQUIRE(root["exercises"].size() == 3);
  for (const json& exercise : root["exercises"]) {
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] == "not_started");
    CHECK(contains(exercise["message"], "TODO "));
  }
}

TEST_CASE("fresh cases are added, their seed is printed and repeats the run") {
  const json first = report({"02", "--solutions", "--fresh=4", "--seed", "77"});
  CHECK(first["seed"] == 77);
  const json& cases = first["exercises"][0]["cases"];
  std::size_t fresh = 0;
  for (const json& one : cases)
    fresh += one["name"].get<std::string>().starts_with("fresh") ? 1 : 0;
  CHECK(fresh == 4);
  CHECK(first["exercises"][0]["verdict"] == "passed");
  // Of a fresh case the verdict is all that shows: here it depends on the inputs.
  Folder submission;
  const std::string project = "  const auto project =";
  write(submission / "matrix_attention.cpp",
        replaced(read(source / "tests/submissions/right_loops.cpp"), project,
                 "  if (X(0, 0) < 0) throw X.size();\n" + project));
  const auto verdicts = [&](const std::string& seed) {
    const json root =
        report({"02", "--submission", submission.path().string(), "--fresh=24", "--seed", seed});
    json values;
    for (const json& one : root["exercises"][0]["cases"]) values.push_back(one["verdict"]);
    return values;
  };
  const json of_77 = verdicts("77");
  CHECK(of_77 == verdicts("77"));
  CHECK(of_77 != verdicts("78"));
  const Result text = grade({"run", "02", "--solutions", "--fresh"});
  CHECK(contains(text.out, "seed: "));
  CHECK(text.exit_code == 0);
}

TEST_CASE("exercises are named by number, name, folder or file") {
  for (const char* word :
       {"2", "02", "matrix_attention", "02_matrix_attention", "matrix_attention.cpp",
        "exercises/02_matrix_attention/matrix_attention.cpp"}) {
    INFO(word);
    const std::string name =
        std::string(word).find('/') == std::string::npos ? word : (source / word).string();
    const json root = report({name, "--solutions"});
    REQUIRE(root["exercises"].size() == 1);
    CHECK(root["exercises"][0]["number"] == 2);
  }
}

TEST_CASE("wrong usage exits 2 with what was meant") {
  struct Row {
    std::vector<std::string> arguments;
    std::string says;
  };
  const Row rows[] = {
      {{"run", "matrix_atention"}, "did you mean matrix_attention?"},
      {{"run", "99"}, "no exercise has the number 99\n"},
      {{"run", "0-3"}, "no exercise has the number 0"},
      {{"batch", "/tmp", "--out", "/tmp/out", "28-99"}, "no exercise has the number 51"},
      {{"rnu"}, "fix: ./grade run"},
      {{"02"}, "./grade run 02"},
      {{"run", "--frmat", "json"}, "--frmat"},
      {{"run", "--format", "xml"}, "xml"},
      {{"run", "--format", "pdf"}, "fix: ./grade run --help"},
      {{"case", "02", "--case", "x"}, "fix: ./grade case --help"},
      {{"--frmat"}, "fix: ./grade --help"},
      {{"run", "--time-limit", "zero"}, "--time-limit"},
      {{"run", "--jobs", "0"}, "--jobs"},
      {{"run", "--seed", "1"}, "--fresh"},
      {{"run", "--submission", "/nowhere"}, "/nowhere: it is not there\nfix: "},
      {{"run", "--submission", "/dev/null"}, "/dev/null: it is neither a folder nor an archive"},
      {{"run", "--submission", (source / "README.md").string()}, "put it into a folder"},
      {{"batch", "/tmp", "--out", "/tmp/out", "--times", "/tmp/t.csv"},
       "--times requires --due\nfix: "},
      {{"run", "--solutions", "--submission", "/tmp"}, "--submission excludes --solutions"},
      {{"run", "--compiler", "msvc"}, "msvc"},
      {{"show", "01", "02"}, "02"},
      {{"reset", "01", "02"}, "02"},
  };
  for (const Row& row : rows) {
    const Result result = grade(row.arguments);
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("grade: error: "));
    CHECK(contains(result.err, row.says));
    CHECK(result.out.empty());
  }
}

TEST_CASE("--help names every command and the exit codes, --version the version") {
  const Result help = grade({"--help"});
  CHECK(help.exit_code == 0);
  for (const char* word :
       {"run", "list", "show", "hint", "reset", "verify", "reference", "doctor", "Exit codes"}) {
    CHECK(contains(help.out, word));
  }
  const Result run = grade({"run", "--help"});
  for (const char* word : {"--submission", "--solutions", "--fresh", "--seed", "--format",
                           "--output", "--jobs", "--time-limit", "--memory-limit", "--run-limit"}) {
    CHECK(contains(run.out, word));
  }
  CHECK(grade({"--version"}).out.starts_with("softmark "));
  CHECK(contains(grade({"help"}).err, "or ./grade --help"));
  for (const char* command : {"run", "batch", "release", "verify"}) {
    const std::string text = grade({command, "--help"}).out;
    INFO(text);
    for (const char* notation : {"{false}", "{3}", "UINT", "EXERCISE TEXT"})
      CHECK(!contains(text, notation));
  }
  CHECK(contains(run.out, "--jobs N:1 to 1024"));
  CHECK(contains(run.out, "--fresh [=N]"));
}

TEST_CASE("--help lists commands by who needs them, in at most 80 columns") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> groups{
      {"For students",
       {"run", "watch", "list", "show", "hint", "case", "picture", "debug", "ask", "drill",
        "review", "reset", "submit", "update", "solution", "demo", "doctor"}},
      {"For instructors", {"batch", "release"}},
      {"For authors", {"new", "reference", "verify"}}};
  const std::string help = grade({"--help"}).out;
  std::string expected, listed;
  for (const auto& [group, commands] : groups) {
    expected += group + ":\n";
    for (const std::string& command : commands) expected += command + '\n';
  }
  std::istringstream lines(help.substr(std::min(help.find("For "), help.size())));
  for (std::string line; std::getline(lines, line) && !line.starts_with("Exit codes");) {
    if (line.starts_with("For ")) listed += line + '\n';
    if (line.starts_with("  ") && line[2] != ' ')
      listed += line.substr(2, line.find(' ', 2) - 2) + '\n';
  }
  CHECK(listed == expected);
  std::string all = help;
  for (const auto& [group, commands] : groups)
    for (const std::string& command : commands) all += grade({command, "--help"}).out;
  std::istringstream every(all);
  for (std::string line; std::getline(every, line);) {
    INFO(line);
    CHECK(line.size() <= 80);
  }
}

TEST_CASE("an output file is written whole or not at all") {
  Folder folder;
  const fs::path file = folder / "report.json";
  CHECK(grade({"run", "02", "--solutions", "--format", "json", "--output", file.string()})
            .exit_code == 0);
  CHECK(json::parse(read(file))["score"] == 1);
  const Result nowhere = grade(
      {"run", "02", "--solutions", "--output", (folder / "no/such/folder/report.txt").string()});
  CHECK(nowhere.exit_code == 2);
  CHECK(contains(nowhere.err, "report.txt: cannot be written"));
  CHECK(contains(nowhere.err, "\nfix: "));
  const Result a_folder = grade({"run", "02", "--solutions", "--output", folder.path().string()});
  CHECK(a_folder.exit_code == 2);
  CHECK(contains(a_folder.err, "expected a file to write, found a folder"));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path())) ++files;
  CHECK(files == 1);
}

TEST_CASE("several reports are written in one run, each where it belongs") {
  Folder folder;
  const std::string file = (folder / "report.json").string();
  const Result result =
      grade({"run", "02", "--solutions", "--format", "json", "--output", file, "--format", "text"});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.out, "1 of 1 exercise passed"));
  CHECK(json::parse(read(file))["score"] == 1);
  const Result both = grade({"run", "02", "--solutions", "--format", "text", "--format", "github"});
  CHECK(contains(both.out, "1 of 1 exercise passed   score 1 of 1"));
  CHECK(both.out.ends_with(": 1 of 1 exercise passed, score 1 of 1\n"));
}

TEST_CASE("where one report cannot be written, the others are") {
  Folder folder;
  const fs::path good = folder / "report.json";
  CHECK(grade({"run", "02", "--solutions", "--format", "text", "--output", "/nonexistent/a",
               "--format", "json", "--output", good.string()})
            .exit_code == 2);
  CHECK(json::parse(read(good))["score"] == 1);
}

TEST_CASE("a grader that fails writes the reports that were asked for, with its error") {
  Folder folder;
  const std::string json_file = (folder / "report.json").string();
  const std::string text_file = (folder / "report.txt").string();
  const Environment no_room{{"TMPDIR", "/nonexistent"}};
  const Result failed = grade({"run", "02", "--solutions", "--format", "json", "--output",
                               json_file, "--format", "text", "--output", text_file},
                              source, no_room);
  CHECK(failed.exit_code == 75);
  CHECK(contains(failed.err, "grade: error: /nonexistent: no temporary folder"));
  CHECK(contains(failed.err, "set TMPDIR"));
  const json report = json::parse(read(json_file));
  CHECK(contains(report["error"].get<std::string>(), "/nonexistent: no temporary folder"));
  CHECK(report["exercises"] == json::array());
  CHECK(contains(read(text_file), "by the grader's own fault"));
  // People read it on standard error, programs on standard output.
  CHECK(grade({"run", "02", "--solutions"}, source, no_room).out == "");
  const Result piped = grade({"run", "02", "--solutions", "--format", "json"}, source, no_room);
  CHECK(json::parse(piped.out).contains("error"));
}

TEST_CASE("a run that is wrong but for its outputs writes them, too") {
  Folder folder;
  const std::string xml = (folder / "f.xml").string(), file = (folder / "f.json").string();
  const std::vector<std::string> outputs{"--format", "junit",      "--output", xml,
                                         "--format", "gradescope", "--output", file};
  const std::vector<std::string> wrong[] = {{"1", "--submission", "/nope"}, {"99"}};
  for (std::vector<std::string> words : wrong) {
    words.insert(words.begin(), "run");
    words.insert(words.end(), outputs.begin(), outputs.end());
    const Result result = grade(words);
    INFO(result.err);
    CHECK(result.exit_code == 2);
    const std::string error = result.err.substr(14, 12);  // behind "grade: error: "
    CHECK(contains(read(xml), error));
    CHECK(contains(json::parse(read(file))["output"].get<std::string>(), error));
    fs::remove(xml);
    fs::remove(file);
  }
}

TEST_CASE("a format is a file: who adds one has it in --help, and an error in it is told at once") {
  const CourseCopy course;
  write(course / "integrations/own.jq", "include \"account\"; [.exercises[] | short_name]");
  fs::copy(source / "integrations/shared", course / "integrations/shared");
  const Result help = grade({"run", "--help"}, course.path());
  CHECK(contains(help.out, "gcc, own"));
  CHECK(!contains(help.out, "account"));
  const Result none = grade({"run", "--format", "junit"}, course.path());
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "not in {text,json,html,markdown,gcc,own}"));
  const Result own = grade({"run", "02", "--solutions", "--format", "own"}, course.path());
  CHECK(json::parse(own.out) == json{"02 matrix_attention"});
  write(course / "integrations/own.jq", ".exercises[");
  const Result broken = grade({"run", "02", "--solutions", "--format", "own"}, course.path());
  CHECK(broken.exit_code == 3);
  CHECK(broken.out.empty());
  CHECK(contains(broken.err, "integrations/own.jq: jq: error: syntax error"));
}

TEST_CASE("the ending of an output decides where no format is given") {
  Folder folder;
  const auto written = [&](const std::string& name) {
    CHECK(grade({"run", "02", "--solutions", "--output", (folder / name).string()}).exit_code == 0);
    return read(folder / name);
  };
  CHECK(json::parse(written("a.json"))["score"] == 1);
  CHECK(written("a.html").starts_with("<!DOCTYPE html>"));
  CHECK(written("a.md").starts_with("## softmark"));
  CHECK(written("a.log").starts_with("softmark "));
}

TEST_CASE("an output that is a device or a link is written to, not replaced") {
  Folder folder;
  const std::vector<std::string> run{"run", "02", "--solutions", "--output"};
  const auto to = [&](const fs::path& file) {
    std::vector<std::string> arguments = run;
    arguments.push_back(file.string());
    return grade(arguments).exit_code;
  };
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const int pipe = open((folder / "pipe").c_str(), O_RDWR | O_CLOEXEC);  // keeps it from blocking
  REQUIRE(pipe >= 0);
  CHECK(to(folder / "pipe") == 0);
  CHECK(fs::is_fifo(folder / "pipe"));
  close(pipe);
  write(folder / "real.txt", "");
  fs::create_symlink(folder / "real.txt", folder / "link.txt");
  CHECK(to(folder / "link.txt") == 0);
  CHECK(fs::is_symlink(folder / "link.txt"));
  CHECK(contains(read(folder / "real.txt"), "02 matrix_attention"));
  const Result full = grade({"run", "02", "--solutions", "--output", "/dev/full"});
  CHECK(full.exit_code == 75);
  CHECK(contains(full.err, "fix: free some space there"));
}

TEST_CASE("a report that does not reach standard output is not a success") {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  int status = 0;
  waitpid(start({"run", "02", "--solutions"}, source, {}, full, -1), &status, 0);
  close(full);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 75);
}

TEST_CASE("list shows progress that follows the files") {
  const CourseCopy course;
  const fs::path stub = course / "exercises/02_matrix_attention/matrix_attention.cpp";
  const std::string count = std::to_string(
      std::distance(fs::directory_iterator(course / "solutions"), fs::directory_iterator()));
  CHECK(contains(grade({"list"}, course.path()).out,
                 "0 of " + count + " exercises passed; next: ./grade show 01"));
  fs::copy_file(course / "solutions/02_matrix_attention/matrix_attention.cpp", stub,
                fs::copy_options::overwrite_existing);
  CHECK(contains(grade({"list"}, course.path()).out, "not graded yet"));
  CHECK(grade({"run", "02"}, course.path()).exit_code == 0);
  CHECK(contains(grade({"list"}, course.path()).out, "1 of " + count + " exercises passed"));
  write(stub, read(stub) + "\n");
  CHECK(contains(grade({"list"}, course.path()).out, "changed since the last run"));
  write(course / ".softmark/progress.json", "damaged");
  CHECK(contains(grade({"list"}, course.path()).out, "not graded yet"));
}

TEST_CASE("list names every exercise and cuts no title") {
  const CourseCopy course;
  const std::string list = grade({"list"}, course.path()).out;
  INFO(list);
  for (const auto& folder : fs::directory_iterator(course / "exercises")) {
    const std::string name = folder.path().filename().string();
    if (!fs::exists(folder.path() / "exercise.json")) continue;
    CHECK(contains(list, name.substr(0, 2) + "  " + name.substr(3) + " "));
    const json described = json::parse(read(folder.path() / "exercise.json"));
    std::istringstream title(described["title"].get<std::string>());
    for (std::string word; title >> word;) CHECK(contains(list, word));
  }
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("the compiler's log of one submission is not that of another") {
  Folder one, other;
  std::string logs[2];
  for (const Folder* folder : {&one, &other}) {
    const bool first = folder == &one;
    const std::string unknown = first ? "unknown_of_one" : "unknown_of_other";
    write(*folder / "matrix_attention.cpp", "int f() { return " + unknown + "; }\n");
    const Result result = grade({"run", "02", "--submission", folder->path().string()});
    const std::string before = "the compiler's whole output:";
    std::istringstream rest(result.out.substr(result.out.find(before) + before.size()));
    INFO(result.out);
    rest >> logs[first ? 0 : 1];
  }
  CHECK(logs[0] != logs[1]);
  CHECK(contains(read(logs[0]), "unknown_of_one"));
  CHECK(contains(read(logs[1]), "unknown_of_other"));
  for (const std::string& log : logs) fs::remove_all(fs::path(log).parent_path());
}

TEST_CASE("what is prepared once is told on a terminal") {
  const CourseCopy course;
  const fs::path contract = course / "exercises/02_matrix_attention/matrix_attention.hpp.original";
  write(contract, read(contract) + "// of " + course.path().string() + "\n");
  const auto on_terminal = [&] {
    return run({"/usr/bin/env", "TERM=xterm", "script", "-qec",
                program.string() + " run 02 --solutions", "/dev/null"},
               course.path())
        .out;
  };
  const std::string first = on_terminal(), second = on_terminal();
  CHECK(contains(first, "preparing 02_matrix_attention, once"));
  CHECK(contains(first, "1 of 1 exercise passed"));
  CHECK(contains(second, "1 of 1 exercise passed"));
  CHECK(!contains(second, "preparing"));
}

TEST_CASE("hints come one by one and stay") {
  const CourseCopy course;
  const Result first = grade({"hint", "01"}, course.path());
  CHECK(first.out.starts_with("1. "));
  CHECK(!contains(first.out, "2. "));
  CHECK(contains(grade({"hint", "01"}, course.path()).out, "2. "));
  for (int i = 0; i < 5; ++i) grade({"hint", "01"}, course.path());
  const Result last = grade({"hint", "01"}, course.path());
  CHECK(last.exit_code == 0);
  CHECK(grade({"hint", "02"}, course.path()).out.find("2. ") == std::string::npos);
}

TEST_CASE("the first hint is of the mistake that was named, without a record, too") {
  const CourseCopy course;
  std::string program = read(source / "solutions/02_matrix_attention/matrix_attention.cpp");
  for (std::size_t at; (at = program.find("  record(")) != program.npos;)
    program.erase(at, program.find('\n', at) - at + 1);
  write(course / "exercises/02_matrix_attention/matrix_attention.cpp",
        replaced(program, "dot(xt::transpose(K), Q)", "dot(xt::transpose(Q), K)"));
  grade({"run", "02"}, course.path());
  const std::string hints = grade({"hint", "02"}, course.path()).out;
  INFO(hints);
  CHECK(hints.starts_with("Queries and keys changed places"));
  CHECK(contains(hints, "\n1. Row m of K^T is key m"));
}

TEST_CASE("the first hint is that of the first wrong step, and those that were shown stay") {
  const CourseCopy course;
  const fs::path stub = course / "exercises/02_matrix_attention/matrix_attention.cpp";
  const auto hint = [&] { return grade({"hint", "02"}, course.path()).out; };
  const auto wrong_at = [&](const std::string& step, const std::string& program) {
    write(stub, program);
    CHECK(contains(grade({"run", "02"}, course.path()).out, "first wrong step: " + step + ","));
  };
  wrong_at("attention weights", read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  const std::string first = hint();
  INFO(first);
  CHECK(first.starts_with("The softmax ran along the rows"));
  CHECK(contains(first, "\n1. softmax_columns turns the scores into"));
  CHECK(contains(first, "(1 hint of 4)"));
  wrong_at("scores", replaced(read(source / "solutions/02_matrix_attention/matrix_attention.cpp"),
                              "dot(xt::transpose(K), Q)", "dot(xt::transpose(Q), K)"));
  hint();
  hint();
  const std::string all = hint();
  INFO(all);
  const std::size_t from = first.find("1. ");
  CHECK(contains(all, first.substr(from, first.find("(1 hint") - from)));
  CHECK(contains(all, "\n2. Row m of K^T is key m"));
  CHECK(contains(all, "\n3. One of the three projections is"));
  CHECK(contains(all, "\n4. Write down the shape"));
}

TEST_CASE("verify refuses the hint of a step that the exercise does not have") {
  const CourseCopy course;
  const fs::path file = course / "exercises/02_matrix_attention/exercise.json";
  write(file, replaced(read(file), "{\"steps\": [\"scores\"]", "{\"steps\": [\"skores\"]"));
  const Result refused = grade({"verify", "02"}, course.path());
  INFO(refused.err);
  CHECK(refused.exit_code == 2);
  CHECK(
      contains(refused.err, "hints[1].steps[0]: unknown step or result \"skores\"; expected one"));
}

TEST_CASE("a case opens at its first wrong step, then come inputs, other steps and the result") {
  const Folder folder;
  fs::copy_file(source / "tests/submissions/wrong_softmax_over_rows.cpp",
                folder / "matrix_attention.cpp");
  const auto page = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"case", "02", "--submission", folder.path().string()};
    words.insert(words.begin() + 2, more.begin(), more.end());
    return grade(words).out;
  };
  const std::string failed = page({});
  INFO(failed);
  std::size_t at = 0;
  for (const char* next :
       {"02 matrix_attention, case notebook: wrong value\n", "  The softmax ran along the rows",
        "\n---- first wrong step; * is wrong\nattention weights: wrong\n  yours, (3, 3)",
        "expected, (3, 3)\n", "\n---- inputs\nX, (4, 3):", "\n---- other steps\nqueries",
        "scores: right", "\n---- result\nresult: follows"}) {
    INFO(next);
    at = failed.find(next, at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(failed.find("attention weights: ", failed.find("---- inputs")) == std::string::npos);
  CHECK(contains(page({"one_token"}), "case one_token: passed\n\n---- inputs\n"));
}

TEST_CASE("show prints the statement") {
  CHECK(grade({"show", "02"}).out == read(source / "exercises/02_matrix_attention/README.md"));
}

TEST_CASE("reset puts the stub back and keeps a backup") {
  const CourseCopy course;
  const fs::path stub = course / "exercises/02_matrix_attention/matrix_attention.cpp";
  const std::string original = read(stub);
  CHECK(contains(grade({"reset", "02"}, course.path()).out, "is the original stub already"));
  write(stub, "my work");
  const Result asked = grade({"reset", "02"}, course.path());
  CHECK(asked.exit_code == 2);
  CHECK(contains(asked.err, "./grade reset 02 --yes"));
  CHECK(read(stub) == "my work");
  CHECK(grade({"reset", "02", "--yes"}, course.path()).exit_code == 0);
  CHECK(read(stub) == original);
  std::vector<fs::path> backups;
  for (const auto& entry : fs::directory_iterator(course / ".softmark/backups"))
    backups.push_back(entry.path());
  REQUIRE(backups.size() == 1);
  CHECK(read(backups[0]) == "my work");
}

TEST_CASE("doctor shows the compiler that is named, and no other") {
  const std::string shown = grade({"doctor", "--compiler", "gcc"}).out;
  CHECK(contains(shown, "ok    gcc: "));
  CHECK(!contains(shown, "clang: "));
}

TEST_CASE(
    "headers of another time are the same headers: a fresh checkout takes a kit from a cache") {
  const fs::path header = source / "exercises/include/softmark/record.hpp";
  const auto written = fs::last_write_time(header);
  fs::last_write_time(header, written - std::chrono::hours(1));
  for (const char* compiler : {"clang", "gcc"})
    CHECK(grade({"run", "02", "--solutions", "--compiler", compiler}).exit_code == 0);
  fs::last_write_time(header, written);
}

TEST_CASE("authors' commands without their program say what builds it") {
  Folder elsewhere;
  fs::copy_file(program, elsewhere / "grade");
  const Result done = grade_with(elsewhere / "grade", {"verify", "06"});
  CHECK(done.exit_code == 2);
  CHECK(contains(done.err, "grade_staff: the program for authors and instructors is not built"));
  CHECK(contains(done.err, "fix: cmake --build "));
  CHECK(contains(done.err, " --target grade_staff"));
}

TEST_CASE("doctor finds a working set-up, and says what is missing in a broken one") {
  CHECK(grade({"doctor"}).exit_code == 0);
  Folder elsewhere;
  fs::copy_file(program, elsewhere / "grade");
  const std::string moved = (elsewhere / "grade").string();
  CHECK(std::system(
            (moved + " --course " + source.string() + " doctor > " + (elsewhere / "out").string())
                .c_str()) != 0);
  CHECK(contains(read(elsewhere / "out"), "no compiler kit is built"));
  CHECK(std::system((moved + " --course " + source.string() + " run 02 --solutions 2> " +
                     (elsewhere / "err").string())
                        .c_str()) /
            256 ==
        3);
  CHECK(contains(read(elsewhere / "err"), "grade: error: the kit for clang is not built"));
}
