// Which isolation is used and insisted on, what the reports and messages say of it, and keyed fresh
// inputs. Whether it holds is what tests/attacks shows.

#include "end_to_end/support.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

using namespace e2e;

namespace {

/// A machine on which a submission could read the solutions.
const std::vector<std::string> weak{"--no-namespaces", "--no-landlock"};

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

/// A submission folder for exercise 02 that others may read, too.
class Submission : public Folder {
 public:
  explicit Submission(const std::string& text) {
    fs::permissions(path(), fs::perms(0755));
    write(path() / "matrix_attention.cpp", text);
  }
  std::vector<std::string> run(const std::vector<std::string>& options) const {
    std::vector<std::string> words{"run", "02", "--submission", path().string()};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
};

std::string submission_text(const std::string& name) {
  return read(source / "tests/submissions" / name);
}

/// The cases of the JSON report.
json cases(const Submission& submission, std::vector<std::string> options) {
  options.insert(options.end(), {"--format", "json"});
  const Result result = grade(submission.run(options));
  INFO(result.err);
  REQUIRE(json::accept(result.out));
  return json::parse(result.out)["exercises"][0]["cases"];
}

}  // namespace

TEST_CASE("isolation switched off is said on standard error and in the report") {
  const Submission right(submission_text("right_loops.cpp"));
  const Result result = grade(right.run({"--isolation", "off"}));
  CHECK(result.exit_code == 0);
  CHECK(says(result.out, "isolation: none"));
  CHECK(says(result.err, "grade: warning: isolation is off"));
  CHECK(grade(right.run({"--isolation", "on"})).exit_code == 2);
}

TEST_CASE("where nothing walls compilers in, auto warns and grades, required refuses") {
  const Submission right(submission_text("right_loops.cpp"));
  const Result best = grade_on(weak, right.run({"--isolation", "auto"}));
  INFO(best.out << best.err);
  CHECK(best.exit_code == 0);
  CHECK(says(best.out, "isolation: weak"));
  CHECK(says(best.err, "a submission could read the solutions"));
  const Result required = grade_on(weak, right.run({"--isolation", "required"}));
  INFO(required.err);
  CHECK(required.exit_code == 3);
  CHECK(required.out.empty());
  CHECK(says(required.err, "grade: error: not graded: this machine cannot isolate student code"));
  for (const char* words :
       {"namespaces: ", "container: ", "landlock: ", "fix: ", "--isolation auto"}) {
    INFO(words);
    CHECK(says(required.err, words));
  }
}

TEST_CASE("in CI, isolation is required of submissions unless something else is asked for") {
  const Submission right(submission_text("right_loops.cpp"));
  const Environment ci{{"CI", "true"}};
  CHECK(grade_on(weak, right.run({}), ci).exit_code == 3);
  CHECK(grade_on(weak, right.run({"--isolation", "auto"}), ci).exit_code == 0);
  CHECK(grade_on(weak, right.run({}), {{"CI", "false"}}).exit_code == 0);
  CHECK(grade_on(weak, {"run", "02", "--solutions"}, ci).exit_code == 0);
}

TEST_CASE("doctor says why a tier does not hold, and what would mend it") {
  const Result result = grade_on(weak, {"doctor"});
  INFO(result.out);
  CHECK(result.exit_code == 3);
  for (const char* words :
       {"isolation namespaces does not hold: ", "isolation container does not hold: ",
        "isolation landlock does not hold: ", "fix: ", "isolation: weak"}) {
    INFO(words);
    CHECK(says(result.out, words));
  }
  const bool container = fs::exists("/run/.containerenv") || fs::exists("/.dockerenv");
  CHECK(says(result.out, container ? "start the container with --user 1000"
                                   : "SECURITY.md of the whole course says"));
}

TEST_CASE("a build that cannot be isolated is the grader's fault, not the student's") {
  const Submission right(submission_text("right_loops.cpp"));
  Folder kits;
  const fs::path kit = program.parent_path() / "kit/clang";
  if (!fs::exists(kit)) return tell_skipped("no kit of clang");
  // A kit whose confine does what bubblewrap does when it fails: it ends with 1 and a message.
  fs::create_directories(kits / "kit/clang");
  for (const auto& entry : fs::directory_iterator(kit)) {
    if (entry.path().filename() != "kit.json") {
      fs::create_symlink(entry.path(), kits / "kit/clang" / entry.path().filename());
    }
  }
  const std::string confine = (program.parent_path() / "sandbox/confine").string();
  write(kits / "fails", "#!/bin/sh\necho 'fails: no space left'; exit 1\n");
  fs::permissions(kits / "fails", fs::perms(0755));
  write(kits / "kit/clang/kit.json",
        replaced(read(kit / "kit.json"), confine, (kits / "fails").string()));
  fs::copy_file(program, kits / "grade");  // finds its kits beside itself
  fs::permissions(kits.path(), fs::perms(0755));
  const Result result = grade_with(kits / "grade", right.run({"--isolation", "off"}));
  INFO(result.out << result.err);
  CHECK(result.exit_code == 3);
  CHECK(says(result.out, "internal error"));
  CHECK(says(result.out, "fails: no space left"));
}

TEST_CASE("a secret gives each submission inputs of its own, and the same ones again") {
  Folder folder;
  const fs::path secret = folder / "secret", other = folder / "other";
  write(secret, "an instructor's secret\n");
  write(other, "another instructor's\n");
  // Of a fresh case the verdict is all that shows: here it depends on the inputs.
  const std::string project = "  const auto project =";
  const std::string text = replaced(submission_text("right_loops.cpp"), project,
                                    "  if (X(0, 0) < 0) throw X.size();\n" + project);
  const Submission wrong(text), changed(text + "// changed\n");
  const auto fresh = [&](const Submission& submission, const fs::path& key) {
    json all = cases(submission, {"--secret", key.string(), "--fresh=24"});
    REQUIRE(all.size() == 33);
    all.erase(all.begin(), all.begin() + 9);
    return all;
  };
  const json first = fresh(wrong, secret);
  CHECK(first[0]["name"] == "fresh 1");
  CHECK(fresh(wrong, secret) == first);
  CHECK(fresh(wrong, other) != first);
  CHECK(fresh(changed, secret) != first);
  CHECK(cases(wrong, {"--secret", secret.string()}).size() == 9 + 8);
  const Submission right(submission_text("right_loops.cpp"));
  CHECK(grade(right.run({"--secret", secret.string()})).exit_code == 0);
}

TEST_CASE("a secret that is none is refused") {
  Folder folder;
  write(folder / "short", "abc\n");
  const Submission right(submission_text("right_loops.cpp"));
  const Result result = grade(right.run({"--secret", (folder / "short").string()}));
  CHECK(result.exit_code == 2);
  CHECK(says(result.err, "expected a secret of at least 16 characters, found 3"));
  CHECK(says(result.err, "fix: head -c 32 /dev/urandom"));
  CHECK(grade(right.run({"--secret", (folder / "none").string()})).exit_code == 2);
  write(folder / "good", "long enough for a secret");
  CHECK(grade(right.run({"--secret", (folder / "good").string(), "--fresh", "--seed", "1"}))
            .exit_code == 2);
}

TEST_CASE("no link below the submission's folder is followed, whatever it stands for") {
  const fs::path solutions = source / "solutions/02_matrix_attention";
  for (const char* place : {"02_matrix_attention", "exercises/02_matrix_attention"}) {
    INFO(place);
    Folder submission;
    fs::create_directories((submission / place).parent_path());
    fs::create_directory_symlink(solutions, submission / place);
    CHECK(report({"02", "--submission", submission.path().string()})["exercises"][0]["verdict"] ==
          "rejected");
  }
  Folder submission;
  fs::create_directories(submission / "exercises");
  fs::remove(submission / "exercises");
  fs::create_directory_symlink(source / "solutions", submission / "exercises");
  CHECK(report({"02", "--submission", submission.path().string()})["exercises"][0]["verdict"] ==
        "rejected");
}

TEST_CASE("names of folders and files are shown as one line, and quoted in the command to copy") {
  Folder parent;
  const fs::path folder = parent / "a\n::error::forged '$(touch x)' \x1b[2J";
  write(folder / "matrix_attention.cpp", submission_text("wrong_softmax_over_rows.cpp"));
  write(folder / "self_attention.c\n::x::\x1b", "");
  const Result result = grade({"run", "01", "02", "--submission", folder.string()});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 1);
  CHECK(result.out.find('\x1b') == std::string::npos);
  std::istringstream lines(result.out + result.err);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(" \t");
    CHECK((start == std::string::npos || line.compare(start, 2, "::") != 0));
  }
  CHECK(says(result.out, R"(a\x0a::error::forged '\''$(touch x)'\'' \x1b[2J')"));
}

TEST_CASE("streams that are closed take nothing from the grading") {
  const Submission right(submission_text("right_loops.cpp"));
  const fs::path report_file = right / "report.json";
  for (const std::string closed : {"<&- >&-", "<&- >&- 2>&-", ">&- 2>&-"}) {
    INFO(closed);
    fs::remove(report_file);
    const std::string command = program.string() + " --course " + source.string() +
                                " run 02 --submission " + right.path().string() +
                                " --format json --output " + report_file.string() + " " + closed;
    CHECK(std::system(command.c_str()) == 0);
    CHECK(json::parse(read(report_file))["score"] == 1);
  }
}

TEST_CASE("a shortage is no reason to grade without isolation") {
  const Submission right(submission_text("right_loops.cpp"));
  const Result result = grade(right.run({}), source, {{"TMPDIR", "/nonexistent"}});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 75);
  CHECK(result.out.empty());
}

TEST_CASE("an exercise whose header others may not read is graded all the same") {
  CourseCopy course;
  fs::permissions(course / "exercises/02_matrix_attention/matrix_attention.hpp", fs::perms(0600));
  CHECK(report({"02", "--solutions"}, course.path())["score"] == 1);
}
