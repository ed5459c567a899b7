// What a run finds around it: odd paths, links that were handed in, other locales, no environment,
// company, signals at any moment, a compiler or library that is gone.

#include "end_to_end/support.hpp"

#include <fnmatch.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <regex>
#include <set>
#include <thread>

using namespace e2e;

namespace {

/// Makes the binding of exercise 02 one that no run has prepared.
void change_contract(const CourseCopy& course) {
  const fs::path contract = course / "exercises/02_matrix_attention/matrix_attention.hpp.original";
  write(contract, read(contract) + "// of " + course.path().string() + "\n");
}

/// A report without its times.
json without_times(json root) {
  for (json& exercise : root["exercises"]) {
    exercise.erase("compile_seconds");
    exercise.erase("run_seconds");
  }
  return root;
}

/// `grade ARGUMENTS...` where the folder `hidden` seems empty; nothing where mounts are refused.
Result grade_without(const fs::path& hidden, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"/usr/bin/env", "unshare", geteuid() == 0 ? "-m" : "-rm", "sh",
                                 "-c"};
  words.insert(words.end(), {"mount -t tmpfs tmpfs \"$1\" || exit 99; shift; exec \"$@\"", "sh",
                             hidden.string(), program.string()});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words);
}

/// The names in backticks on docs/files.md and the folders in them, as patterns: HASH is 16 digits,
/// other capitals any name.
std::vector<std::string> named_files() {
  const std::string page = read(source / "docs/files.md");
  const std::regex name("`([^`]+)`");
  std::string digits;
  for (int i = 0; i < 16; ++i) digits += "[0-9a-f]";
  std::vector<std::string> patterns;
  for (std::sregex_iterator found(page.begin(), page.end(), name), end; found != end; ++found) {
    std::string one = std::regex_replace((*found)[1].str(), std::regex("HASH"), digits);
    one = std::regex_replace(one, std::regex("NN_name|[A-Z]{4,}"), "*") + '/';
    for (std::size_t at = one.find('/'); at != one.npos; at = one.find('/', at + 1))
      if (at > 0 && one.substr(0, at) != "*") patterns.push_back(one.substr(0, at));
  }
  return patterns;
}

/// The entries of `folder`, with its name before them, that no pattern fits.
std::string not_named(const fs::path& folder, const std::string& name,
                      const std::vector<std::string>& patterns) {
  std::string missing;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string path = name + entry.path().filename().string();
    if (std::ranges::none_of(patterns, [&](const std::string& pattern) {
          return fnmatch(pattern.c_str(), path.c_str(), FNM_PERIOD) == 0;
        }))
      missing += path + '\n';
  }
  return missing;
}

}  // namespace

TEST_CASE("docs/files.md names what the build, a student's commands and a class leave on disk") {
  const std::vector<std::string> patterns = named_files();
  CHECK(not_named(program.parent_path(), "", patterns) == "");
  CourseCopy course;
  write(course / "exercises/02_matrix_attention/matrix_attention.cpp", "// mine\n");
  grade({"run", "02"}, course.path());
  grade({"reset", "02", "--yes"}, course.path());
  CHECK(not_named(course / ".softmark", ".softmark/", patterns) == "");
  CHECK(not_named(course / ".softmark/backups", ".softmark/backups/", patterns) == "");
  Folder folder;
  fs::create_directories(folder / "class/one");
  write(folder / "class/one/matrix_attention.cpp", "int main() {}\n");
  const fs::path out = folder / "out";
  CHECK(grade({"batch", (folder / "class").string(), "02", "--out", out.string(), "--fresh"})
            .exit_code == 0);
  CHECK(not_named(out, "", patterns) == "");
  CHECK(not_named(out / ".softmark-batch", ".softmark-batch/", patterns) == "");
}

TEST_CASE("paths with spaces, umlauts and quotes, behind links, from another folder") {
  const Folder parent;
  const CourseCopy copy;
  const fs::path course = parent / "Übung 1 – \"a'b\"", link = parent / "ein Verweis";
  fs::rename(copy.path(), course);
  fs::create_directory_symlink(course, link);
  const fs::path temporary = parent / "für kurze Zeit", answers = parent / "Lösung & Co $(1)";
  fs::create_directory(temporary);
  write(answers / "matrix_attention.cpp",
        read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  for (const fs::path& place : {course, link}) {
    const auto there = [&](std::vector<std::string> words) {
      words.insert(words.begin(), {"/usr/bin/env", "-C", answers.string(), program.string()});
      return run(words, place, {{"TMPDIR", temporary.string()}});
    };
    const Result solved = there({"run", "02", "--solutions"});
    INFO(solved.out << solved.err);
    CHECK(solved.exit_code == 0);
    const Result failed = there({"run", "--submission", ".", "02", "--output", "Bericht ä.txt"});
    INFO(failed.err);
    CHECK(failed.exit_code == 1);
    CHECK(contains(read(answers / "Bericht ä.txt"), "The softmax ran along the rows"));
    const std::string stub =
        (place / "exercises/02_matrix_attention/matrix_attention.cpp").string();
    CHECK(contains(there({"run", stub}).out, "TODO  02 matrix_attention"));
  }
  CHECK(fs::is_empty(temporary));
}

TEST_CASE("no link that was handed in says where a report goes") {
  Folder place;
  const fs::path submission = place / "submission";
  fs::create_directories(place / "elsewhere");
  fs::create_directories(submission);
  write(place / "elsewhere/report.json", "precious");
  fs::copy_file(source / "tests/submissions/wrong_empty.cpp", submission / "matrix_attention.cpp");
  fs::create_symlink("../elsewhere/report.json", submission / "report.json");
  fs::create_symlink("../elsewhere/report.json", submission / "body.md");
  REQUIRE(mkfifo((submission / "page.html").c_str(), 0600) == 0);
  fs::create_symlink("../elsewhere", submission / "folder");
  const std::vector<std::string> run{"run", "02", "--submission", submission.string()};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), run.begin(), run.end());
    return grade(words);
  };
  const Result graded = with({"--format", "json", "--output", submission / "report.json",
                              "--format", "markdown", "--output", submission / "body.md",
                              "--format", "html", "--output", submission / "page.html"});
  INFO(graded.err);
  CHECK(graded.exit_code == 1);
  for (const char* name : {"report.json", "body.md", "page.html"})
    CHECK(fs::symlink_status(submission / name).type() == fs::file_type::regular);
  CHECK(json::parse(read(submission / "report.json"))["exercises"].size() == 1);
  const Result behind = with({"--format", "json", "--output", submission / "folder/report.json"});
  CHECK(behind.exit_code == 2);
  CHECK(contains(behind.err, "a link that was handed in"));
  CHECK(read(place / "elsewhere/report.json") == "precious");
}

TEST_CASE("a report is the same in every locale") {
  const Folder answers;
  write(answers / "matrix_attention.cpp",
        read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  json first;
  for (const char* locale : {"C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.ISO-8859-9"}) {
    const Result result =
        grade({"run", "02", "--submission", answers.path().string(), "--format", "json"}, source,
              {{"LC_ALL", locale}, {"LANG", locale}});
    INFO(locale << result.err);
    REQUIRE(json::accept(result.out));
    const json root = without_times(json::parse(result.out));
    if (first.is_null()) first = root;
    CHECK(root == first);
  }
}

TEST_CASE("no environment at all is enough") {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "02", "--solutions"}, {"list"}, {"hint", "01"}, {"demo"}}) {
    const CourseCopy course;
    std::vector<std::string> words{"/usr/bin/env", "-i", program.string(), "--course",
                                   course.path().string()};
    words.insert(words.end(), command.begin(), command.end());
    const Result result = run(words);
    INFO(command[0] << result.err);
    CHECK(result.exit_code == 0);
    CHECK(!result.out.empty());
  }
}

TEST_CASE("runs at once, on one course and on two, take nothing from each other") {
  const CourseCopy one, other;
  change_contract(one);  // all of its runs prepare the same binding
  const Folder temporary;
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    for (const CourseCopy* course : {&one, &other}) {
      children.push_back(start({"run", "02", "--solutions"}, course->path(),
                               {{"TMPDIR", temporary.path().string()}}, -1, -1));
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
  CHECK(fs::is_empty(temporary.path()));
}

TEST_CASE("an interrupt at any moment ends a command, with 130 or what it had found", "[all]") {
  const CourseCopy course;
  const Folder temporary;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "02", "--solutions"},
        {"picture", "02", "--solutions"},
        {"verify", "08"},
        {"demo", "columns"},
        {"doctor"}}) {
    change_contract(course);  // so that the first is stopped while it prepares
    for (const int milliseconds : {60, 10, 160, 400}) {
      const pid_t child =
          start(command, course.path(), {{"TMPDIR", temporary.path().string()}}, -1, -1);
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      kill(child, SIGINT);
      const auto before = std::chrono::steady_clock::now();
      int status = 0;
      waitpid(child, &status, 0);
      INFO(command[0] << " after " << milliseconds << " ms: status " << status);
      CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(50));
      // On a busy machine it may not have begun.
      const bool at_once = milliseconds < 400 && WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
      CHECK((at_once ||
             (WIFEXITED(status) && (WEXITSTATUS(status) == 130 || WEXITSTATUS(status) == 0))));
      CHECK(fs::is_empty(temporary.path()));
    }
  }
}

TEST_CASE("where clang or xtensor is gone, gcc's kit grades or the way back is told") {
  const fs::path kits = program.parent_path() / "kit";
  if (!fs::exists(kits / "clang") || !fs::exists(kits / "gcc"))
    return tell_skipped("no kits of both compilers");
  const fs::path compiler =
      fs::canonical(json::parse(read(kits / "clang/kit.json"))["compiler"].get<std::string>());
  if (grade_without("/mnt", {"--version"}).exit_code != 0) {
    tell_skipped("no mounts here");
    return;
  }
  if (compiler.parent_path() != "/usr/bin") {
    const Result gcc = grade_without(compiler.parent_path(), {"run", "02", "--solutions"});
    INFO(gcc.out << gcc.err);
    CHECK(gcc.exit_code == 0);
    const Result doctor = grade_without(compiler.parent_path(), {"doctor"});
    CHECK(contains(doctor.out, "clang++ is gone\n      fix: rm -rf " +
                                   program.parent_path().string() + " && ./grade"));
  }
  if (!fs::exists("/usr/include/xtensor")) return tell_skipped("xtensor is elsewhere");
  const Folder fresh;  // of a text that nobody has built
  write(fresh / "matrix_attention.cpp",
        read(source / "solutions/02_matrix_attention/matrix_attention.cpp") + "// " +
            fresh.path().string() + "\n");
  const Result bare =
      grade_without("/usr/include/xtensor",
                    {"--compiler", "clang", "run", "02", "--submission", fresh.path().string()});
  INFO(bare.out << bare.err);
  CHECK(bare.exit_code == 3);
  CHECK(contains(bare.out, "fix: rm -rf "));
}

TEST_CASE("what was prepared of other sources goes when a day is over") {
  Folder copy;
  fs::create_directories(copy / "kit");
  for (const auto& kit : fs::directory_iterator(program.parent_path() / "kit"))
    fs::create_directory_symlink(kit.path(), copy / "kit" / kit.path().filename());
  fs::copy_file(program, copy / "grade");  // finds its kits beside itself
  const CourseCopy course;
  const auto prepared = [&] {
    CHECK(grade_with(copy / "grade", {"--course", course.path().string(), "run", "02",
                                      "--solutions", "--isolation", "off"})
              .exit_code == 0);
    std::set<fs::path> found;
    for (const auto& file : fs::recursive_directory_iterator(copy / "prepared"))
      if (!contains(file.path().string(), "/prepared/programs")) found.insert(file.path());
    return found;
  };
  const std::set<fs::path> first = prepared();
  change_contract(course);
  const std::set<fs::path> both = prepared();
  CHECK(both.size() > first.size());
  const auto now = fs::file_time_type::clock::now();
  for (const fs::path& file : both)
    if (fs::is_regular_file(file)) fs::last_write_time(file, now - std::chrono::hours(25));
  CHECK(prepared() == both);
  change_contract(course);
  CHECK(prepared().size() == first.size());
}

TEST_CASE("doctor --node tells whether this machine can grade with a build of another one") {
  const Result here = grade({"doctor", "--node"});
  INFO(here.out);
  CHECK(here.exit_code == 0);
  CHECK(contains(here.out, " at once\n"));
  CHECK(contains(here.out, "MiB free for temporary files"));
  Folder copy;  // a build whose compiler was another one, in the same place
  fs::copy_file(program, copy / "grade");
  for (const auto& kit : fs::directory_iterator(program.parent_path() / "kit")) {
    if (!fs::exists(kit.path() / "kit.json")) continue;  // another kit's, for a debugger
    json made = json::parse(read(kit.path() / "kit.json"));
    made["compiler_version"] = "a compiler of last year";
    write(copy / "kit" / kit.path().filename() / "kit.json", made.dump());
    write(copy / "kit" / kit.path().filename() / "launcher", "");
  }
  const Result other = run(
      {(copy / "grade").string(), "doctor", "--node", "--course", source.string()}, copy.path());
  INFO(other.out << other.err);
  CHECK(other.exit_code == 3);
  CHECK(contains(other.out, "the build was made with \"a compiler of last year\""));
  if (!fs::exists("/usr/include/xtensor") || grade_without("/mnt", {"--version"}).exit_code != 0)
    return;
  const Result bare = grade_without("/usr/include/xtensor", {"doctor", "--node"});
  INFO(bare.out << bare.err);
  CHECK(bare.exit_code == 3);
}
