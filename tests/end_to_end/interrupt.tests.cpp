// Ctrl-C: the program ends at once with 130, and leaves nothing behind.

#include "end_to_end/support.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace e2e;

namespace {

/// The processes that `parent` has started and that still run.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& process : fs::directory_iterator("/proc")) {
    const std::string name = process.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream stat(process.path() / "stat");
    std::string text;
    std::getline(stat, text, '\0');  // of one that has just ended there is nothing
    // "1234 (name) S 1230 ..."
    const std::size_t after = text.rfind(") ");
    if (after == std::string::npos) continue;
    if (std::strtol(text.c_str() + after + 4, nullptr, 10) == parent)
      children.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return children;
}

/// How many processes below `parent` sleep for some time, as a student's program may.
int sleepers_below(pid_t parent) {
  int sleepers = 0;
  for (const pid_t child : children_of(parent)) {
    std::ifstream waits(fs::path("/proc") / std::to_string(child) / "wchan");
    std::string where;
    waits >> where;
    sleepers += where == "hrtimer_nanosleep" ? 1 : 0;
    sleepers += sleepers_below(child);
  }
  return sleepers;
}

}  // namespace

TEST_CASE("an interrupted run exits 130, leaves no temporary folder, and says so in the report",
          "[all]") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    Folder submission, temporary;
    const fs::path sleeping = source / "tests/submissions/sleep_forever.cpp";
    fs::copy_file(sleeping, submission / "matrix_attention.cpp");
    // A second one, so that two threads wait: the signal wakes one of them.
    write(submission / "two_head_attention.cpp",
          "#include \"two_head_attention.hpp\"\n#include <unistd.h>\nnamespace softmark {\nMatrix "
          "two_head_attention(const Matrix& X, const Head&, const Head&, const Matrix&) {\n"
          "  for (;;) sleep(100);\n  return X;\n}\n}\n");
    const fs::path report_file = submission / "report.json";
    const pid_t child =
        start({"run", "02", "03", "--jobs", "2", "--submission", submission.path().string(),
               "--time-limit", "60", "--format", "json", "--output", report_file.string()},
              source, {{"TMPDIR", temporary.path().string()}}, -1, -1);
    // Long enough for the stubs to compile and start sleeping; sooner the signal means the same.
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
    const auto before = std::chrono::steady_clock::now();
    kill(child, number);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(50));
    CHECK(fs::is_empty(temporary.path()));
    const json report = json::parse(read(report_file));
    CHECK(report["error"] == "interrupted");
    CHECK(report["exercises"] == json::array());
  }
}

TEST_CASE("a launcher that is killed is the grader's fault, and the report says how it ended") {
  const std::string text = read(source / "tests/submissions/sleep_forever.cpp");
  Folder submission;
  write(submission / "matrix_attention.cpp", text);
  const fs::path report_file = submission / "report.json";
  const pid_t child =
      start({"run", "02", "--submission", submission.path().string(), "--time-limit", "60",
             "--format", "json", "--output", report_file.string()},
            source, {}, -1, -1);
  for (int i = 0; i < 3000 && sleepers_below(child) < 1; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (const pid_t launcher : children_of(child)) kill(launcher, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  const json exercise = json::parse(read(report_file))["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "internal_error");
  CHECK(exercise["message"].get<std::string>().find("stopped answering (") != std::string::npos);
}
