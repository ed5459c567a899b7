// Ctrl-C: the program ends at once with 130, and leaves nothing behind.

#include "end_to_end/support.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <thread>

using namespace e2e;

TEST_CASE("an interrupted run exits 130, leaves no temporary folder, and says so in the report") {
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
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(5));
    CHECK(fs::is_empty(temporary.path()));
    const json report = json::parse(read(report_file));
    CHECK(report["error"] == "interrupted");
    CHECK(report["exercises"] == json::array());
  }
}
