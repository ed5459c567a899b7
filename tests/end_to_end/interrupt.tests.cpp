// Ctrl-C: the program ends at once with 130, and leaves nothing behind.

#include "end_to_end/support.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <thread>

using namespace e2e;

TEST_CASE("an interrupted run exits 130, leaves no process, no temporary folder and no report") {
  Folder submission, temporary;
  fs::copy_file(source / "tests/submissions/sleep_forever.cpp",
                submission / "matrix_attention.cpp");
  const fs::path report_file = submission / "report.json";
  std::vector<std::string> words{program.string(),           "run",          "02", "--submission",
                                 submission.path().string(), "--time-limit", "60", "--output",
                                 report_file.string()};
  std::vector<std::string> settings{"SOFTMARK_ROOT=" + source.string(),
                                    "TMPDIR=" + temporary.path().string()};
  std::vector<char*> argv, environment;
  for (std::string& word : words) argv.push_back(word.data());
  for (std::string& setting : settings) environment.push_back(setting.data());
  argv.push_back(nullptr);
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(),
                      environment.data()) == 0);
  posix_spawn_file_actions_destroy(&actions);

  // Long enough for the stub to compile and start sleeping; sooner or later the signal means the
  // same.
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  REQUIRE(fs::directory_iterator(temporary.path()) != fs::directory_iterator());
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(fs::directory_iterator(temporary.path()) == fs::directory_iterator());
  CHECK(!fs::exists(report_file));
}
