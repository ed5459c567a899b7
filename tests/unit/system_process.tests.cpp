// Starting programs, with their output captured and their limits kept.

#include "catch.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace grader;

namespace {

constexpr double long_time = 20;

Command shell(const std::string& script) {
  Command command;
  command.arguments = {"/bin/sh", "-c", script};
  return command;
}

Captured run(Command command, double wall_seconds = long_time) {
  return CapturedProcess(std::move(command)).finish(wall_seconds);
}

double seconds_of(const std::chrono::steady_clock::time_point& start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Whether the process exists and is more than the entry that its parent has not collected yet.
bool lives(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(status)), std::istreambuf_iterator<char>());
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.size() > name_end + 2 && text[name_end + 2] != 'Z';
}

/// Whether the process ends within a second.
bool ends(pid_t pid) {
  for (int turn = 0; turn < 100 && lives(pid); ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !lives(pid);
}

/// The process id in the first line of `file`, once it is there.
pid_t written_pid(const std::filesystem::path& file) {
  for (int turn = 0; turn < 500; ++turn) {
    std::ifstream stream(file);
    pid_t pid = 0;
    std::string end;
    if (stream >> pid >> end && end == "end") return pid;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return 0;
}

}  // namespace

TEST_CASE("standard output and error are captured together, in order") {
  const Captured captured = run(shell("echo out; echo err >&2; printf end"));
  CHECK(captured.output == "out\nerr\nend");
  CHECK(captured.output_bytes == 11);
  CHECK(captured.exit_code == 0);
  CHECK(captured.signal == 0);
  CHECK(!captured.wall_limit_hit);
  CHECK(captured.wall_seconds > 0);
}

TEST_CASE("output is captured byte for byte") {
  CHECK(run(shell("printf 'a\\000\\377\\r\\n'")).output == std::string("a\0\xff\r\n", 5));
  CHECK(run(shell(":")).output == "");
}

TEST_CASE("an exit code is kept, and a program that is not there ends with 127") {
  CHECK(run(shell("exit 7")).exit_code == 7);
  Command command;
  command.arguments = {"/none/such/program"};
  CHECK(run(command).exit_code == 127);
  command = shell("exit 0");
  command.folder = "/none/such/folder";
  CHECK(run(command).exit_code == 127);
}

TEST_CASE("a signal is kept, and is no exit code") {
  const Captured captured = run(shell("kill -SEGV $$"));
  CHECK(captured.signal == SIGSEGV);
  CHECK(captured.exit_code == -1);
  CHECK(!captured.wall_limit_hit);
}

TEST_CASE("much output is counted in full and kept up to the limit") {
  const Captured captured = run(shell("head -c 3000000 /dev/zero"));
  CHECK(captured.output_bytes == 3000000);
  CHECK(captured.output.size() == output_limit - last_kept);  // its last line is too long
  CHECK(captured.exit_code == 0);
  const Captured whole = run(shell("head -c 1048576 /dev/zero"));
  CHECK(whole.output.size() == output_limit);
}

TEST_CASE("of much output the last lines are kept, from the start of one") {
  const std::string output =
      run(shell("echo first; yes 'a line' | head -n 400000; echo last")).output;
  CHECK(output.size() <= output_limit);
  CHECK(output.size() > output_limit - 10);
  CHECK(output.starts_with("first\na line\n"));
  CHECK(output.ends_with("\na line\nlast\n"));
  CHECK(output.substr(output_limit - last_kept).starts_with("\na line\n"));
}

TEST_CASE("a program that sleeps beyond the wall limit is killed at once") {
  const auto start = std::chrono::steady_clock::now();
  const Captured captured = run(shell("echo before; sleep 60; echo after"), 0.2);
  CHECK(captured.wall_limit_hit);
  CHECK(captured.signal == SIGKILL);
  CHECK(captured.exit_code == -1);
  CHECK(captured.output == "before\n");
  CHECK(seconds_of(start) >= 0.2);
  CHECK(seconds_of(start) < 20);
}

TEST_CASE("a program that prints without end is stopped by the wall limit") {
  const auto start = std::chrono::steady_clock::now();
  const Captured captured = run(shell("while :; do echo x; done"), 0.2);
  CHECK(captured.wall_limit_hit);
  CHECK(captured.output.size() <= output_limit);
  CHECK(seconds_of(start) < 20);
}

TEST_CASE("a program that closes its output and sleeps is stopped by the wall limit too") {
  const auto start = std::chrono::steady_clock::now();
  const Captured captured = run(shell("exec >/dev/null 2>&1; sleep 60"), 0.2);
  CHECK(captured.wall_limit_hit);
  CHECK(seconds_of(start) < 20);
}

TEST_CASE("only a program that neither computes nor waits for a processor is idle") {
  const Captured asleep = CapturedProcess(shell("sleep 60")).finish(60, 0.3);
  CHECK(asleep.idle_limit_hit);
  CHECK(asleep.wall_limit_hit);
  CHECK(asleep.wall_seconds < 50);
  // Forty of them share the cores: each gets a fortieth of the time, and waits for the rest.
  const Captured computing =
      CapturedProcess(shell("for i in $(seq 40); do while :; do :; done & done; wait"))
          .finish(2, 0.3);
  CHECK(!computing.idle_limit_hit);
  CHECK(computing.wall_limit_hit);
}

TEST_CASE("the wall limit counts from the start, not from the call that waits") {
  CapturedProcess process(shell("sleep 60"));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  const auto start = std::chrono::steady_clock::now();
  CHECK(process.finish(1.5).wall_limit_hit);
  CHECK(seconds_of(start) < 1.5);
}

TEST_CASE("a program runs in the folder it is given, with temporary files there") {
  const TemporaryFolder folder;
  Command command = shell("pwd; echo $TMPDIR");
  command.folder = folder.path();
  const std::string path = std::filesystem::canonical(folder.path()).string();
  CHECK(run(command).output == path + "\n" + folder.path().string() + "\n");
}

TEST_CASE("a program sees nothing of the grader's environment") {
  setenv("SOFTMARK_TEST_SECRET", "secret", 1);
  Command command;
  command.arguments = {"/usr/bin/env"};
  std::vector<std::string> lines = split_lines(run(command).output);
  unsetenv("SOFTMARK_TEST_SECRET");
  std::sort(lines.begin(), lines.end());
  CHECK(lines == std::vector<std::string>{"LC_ALL=C", "PATH=/usr/bin:/bin", "TMPDIR=/tmp"});
}

TEST_CASE("a program has nothing to read") {
  const Captured captured = run(shell("cat; echo end"), 5);
  CHECK(captured.output == "end\n");
  CHECK(!captured.wall_limit_hit);
}

TEST_CASE("descriptor 3 is handed over") {
  Pipe pipe = make_pipe();
  Command command = shell("echo through >&3");
  command.descriptor_3 = pipe.write_end.get();
  CHECK(run(command).exit_code == 0);
  pipe.write_end.reset();
  char buffer[64];
  const ssize_t count = read(pipe.read_end.get(), buffer, sizeof buffer);
  REQUIRE(count > 0);
  CHECK(std::string(buffer, static_cast<std::size_t>(count)) == "through\n");
  CHECK(read(pipe.read_end.get(), buffer, sizeof buffer) == 0);
}

TEST_CASE("descriptor 3 is handed over where it has that number already") {
  const int before = fcntl(3, F_DUPFD_CLOEXEC, 100);  // whatever the test program has there
  if (before < 0) REQUIRE(dup2(0, 3) == 3);           // so that the pipe gets other numbers
  Pipe pipe = make_pipe();
  REQUIRE(dup3(pipe.write_end.get(), 3, O_CLOEXEC) == 3);
  Command command = shell("echo through >&3");
  command.descriptor_3 = 3;
  CHECK(run(command).exit_code == 0);
  close(3);
  pipe.write_end.reset();
  char buffer[64];
  CHECK(read(pipe.read_end.get(), buffer, sizeof buffer) == 8);
  if (before >= 0) {
    CHECK(dup3(before, 3, O_CLOEXEC) == 3);
    close(before);
  }
}

TEST_CASE("the pipes of the grader are closed in a program") {
  const Pipe pipe = make_pipe();
  const std::string read_end = std::to_string(pipe.read_end.get());
  const std::string write_end = std::to_string(pipe.write_end.get());
  const std::string test =
      "for fd in " + read_end + " " + write_end + "; do readlink /proc/self/fd/$fd; done";
  CHECK(run(shell(test)).output.find("pipe:") == std::string::npos);
}

TEST_CASE("a program is started with its three streams and nothing else open") {
  const int inherited = dup(0);  // as one that the grader's own parent left open
  const std::vector<std::string> open = split_lines(run(shell("exec ls /proc/self/fd")).output);
  close(inherited);
  CHECK(open ==
        std::vector<std::string>{"0", "1", "2", "3"});  // ls itself opens the folder that it lists
}

TEST_CASE("a program whose output nobody wants says nothing on the grader's own") {
  const Pipe pipe = make_pipe();
  const int before = fcntl(2, F_DUPFD_CLOEXEC, 100);
  REQUIRE(dup2(pipe.write_end.get(), 2) == 2);
  {
    Process process(shell("echo out; echo err >&2"));
    process.wait();
  }
  dup2(before, 2);
  close(before);
  REQUIRE(fcntl(pipe.read_end.get(), F_SETFL, O_NONBLOCK) == 0);
  char byte = 0;
  CHECK(read(pipe.read_end.get(), &byte, 1) == -1);
}

TEST_CASE("destroying a process kills it, with all it started") {
  const TemporaryFolder folder;
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  {
    Command command = shell("sleep 60 & echo $! end > pid; wait");
    command.folder = folder.path();
    const Process process(command);
    child = written_pid(folder.path() / "pid");
    REQUIRE(child > 0);
    CHECK(lives(child));
  }
  CHECK(ends(child));
  CHECK(seconds_of(start) < 50);
}

TEST_CASE("what a program left behind is gone once it was waited for and destroyed") {
  const TemporaryFolder folder;
  Command command = shell("sleep 5 >/dev/null 2>&1 & echo $! end > pid");
  command.folder = folder.path();
  CHECK(run(command).exit_code == 0);
  const pid_t child = written_pid(folder.path() / "pid");
  REQUIRE(child > 0);
  const bool ended = ends(child);
  if (!ended) ::kill(child, SIGKILL);
  CHECK(ended);
}

TEST_CASE("the wall limit also ends what a program started") {
  const TemporaryFolder folder;
  Command command = shell("sleep 60 & echo $! end > pid; wait");
  command.folder = folder.path();
  CHECK(run(command, 0.3).wall_limit_hit);
  const pid_t child = written_pid(folder.path() / "pid");
  REQUIRE(child > 0);
  CHECK(ends(child));
}

TEST_CASE("waiting gives the status and the time that was computed") {
  Process process(shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 3"));
  const Process::End end = process.wait();
  CHECK(WIFEXITED(end.wait_status));
  CHECK(WEXITSTATUS(end.wait_status) == 3);
  CHECK(end.cpu_seconds > 0);
  CHECK(end.cpu_seconds < 10);
}

TEST_CASE("a descriptor closes itself, once, and not after it was released or moved from") {
  int raw = -1;
  {
    Pipe pipe = make_pipe();
    raw = pipe.read_end.get();
    Descriptor moved(std::move(pipe.read_end));
    CHECK(!pipe.read_end.open());
    CHECK(moved.get() == raw);
    CHECK(fcntl(raw, F_GETFD) == FD_CLOEXEC);
    Descriptor assigned;
    CHECK(!assigned.open());
    assigned = std::move(moved);
    CHECK(assigned.get() == raw);
    CHECK(!moved.open());
  }
  CHECK(fcntl(raw, F_GETFD) == -1);
  Pipe pipe = make_pipe();
  raw = pipe.write_end.release();
  pipe.write_end.reset();
  CHECK(fcntl(raw, F_GETFD) != -1);
  CHECK(close(raw) == 0);
}
