// The program that confines compilers: its limits, its exit codes, and each of its layers alone.

#include "catch.hpp"
#include "core/text.hpp"
#include "sandbox/layers.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

using namespace grader;

namespace {

using Words = std::vector<std::string>;

/// Runs `confine OPTIONS... -- /bin/sh -c SCRIPT`.
Captured confine(Words options, const std::string& script) {
  Command command;
  command.arguments = {SOFTMARK_CONFINE};
  command.arguments.insert(command.arguments.end(), options.begin(), options.end());
  command.arguments.insert(command.arguments.end(), {"--", "/bin/sh", "-c", script});
  return CapturedProcess(std::move(command)).finish(20);
}

const Words system_folders{"--landlock", "--read",  "/bin",     "--read", "/lib",
                           "--read",     "/lib64",  "--read",   "/usr",   "--read",
                           "/dev",       "--write", "/dev/null"};

Words with(Words options, const Words& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

}  // namespace

TEST_CASE("confine says by its exit code what ended") {
  CHECK(confine({}, "exit 0").exit_code == 0);
  CHECK(confine({}, "exit 1").exit_code == 120);
  CHECK(confine({}, "kill -SEGV $$").exit_code == 128 + SIGSEGV);
  Command command;
  command.arguments = {SOFTMARK_CONFINE, "--", "/bin/true", "--then", "/bin/false"};
  CHECK(CapturedProcess(command).finish(20).exit_code == 121);
  command.arguments = {SOFTMARK_CONFINE, "--", "/bin/false", "--then", "/bin/true"};
  CHECK(CapturedProcess(command).finish(20).exit_code == 120);
  for (const auto& [third, code] : {std::pair{"/bin/true", 0}, std::pair{"/bin/false", 121}}) {
    command.arguments = {SOFTMARK_CONFINE, "--",     "/bin/true", "--then",
                         "/bin/true",      "--then", third};
    CHECK(CapturedProcess(command).finish(20).exit_code == code);
  }
  command.arguments = {SOFTMARK_CONFINE, "--",     "/bin/true", "--then",
                       "/bin/false",     "--then", "/bin/true"};
  CHECK(CapturedProcess(command).finish(20).exit_code == 120);
  command.arguments = {SOFTMARK_CONFINE, "--", "/nonexistent"};
  CHECK(CapturedProcess(command).finish(20).exit_code == 125);
  command.arguments = {SOFTMARK_CONFINE, "--folder", "/nonexistent", "--", "/bin/true"};
  CHECK(CapturedProcess(command).finish(20).exit_code == 125);
}

TEST_CASE("confine waits for its commands where it is told to, and they cannot read on") {
  const TemporaryFolder folder;
  const auto told = [&](const Words& words, const std::string& more = "") {
    std::string text;
    for (const std::string& word : words) text += word + '\0';
    text += more;
    Pipe input = make_pipe();
    Command command;
    command.arguments = {SOFTMARK_CONFINE, "--folder", folder.path(), "--wait"};
    command.input = input.read_end.get();
    const Descriptor late(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    command.descriptor_3 = late.get();
    CapturedProcess waiting(command);
    write_file(folder.path() / "source", "");
    REQUIRE(write(input.write_end.get(), text.data(), text.size()) == ssize_t(text.size()));
    input.write_end.reset();
    return waiting.finish(20);
  };
  const Words list{"--", "/bin/sh", "-c", "ls; cat"};
  CHECK(told(list).output == "source\n");
  write_file(folder.path() / "late", "");
  const char* elf =
      "\x7f"
      "ELF";
  CHECK(told({"late", "4", "--", "/bin/cat", "late", "--then", "/bin/cat", "late"}).output == elf);
  std::filesystem::remove(folder.path() / "late");
  // Words that are cut off run nothing.
  for (const Captured& never : {told({}), told({"--"}), told({"late", "4"}), told(list, "cut")}) {
    CHECK(never.exit_code == 125);
    CHECK(never.output == "confine: not told to begin\n");
  }
}

TEST_CASE("a confined program that computes beyond its limit is stopped, even against its will") {
  CHECK(confine({"--cpu", "1"}, "while :; do :; done").exit_code == 128 + SIGXCPU);
  CHECK(confine({"--cpu", "1"}, "trap '' XCPU; while :; do :; done").exit_code == 128 + SIGKILL);
}

TEST_CASE("a confined program's memory and file sizes are limited, and only when asked for") {
  const std::string much = "dd if=/dev/zero of=/dev/null bs=100M count=1";
  CHECK(confine({}, much).exit_code == 0);
  CHECK(confine({"--memory", "64"}, much).exit_code != 0);

  const TemporaryFolder folder;
  const Words here{"--folder", folder.path()};
  CHECK(confine(here, "dd if=/dev/zero of=file bs=1024 count=1500").exit_code == 0);
  CHECK(confine(with(here, {"--file", "1"}), "dd if=/dev/zero of=file bs=1024 count=1500")
            .exit_code != 0);
  CHECK(std::filesystem::file_size(folder.path() / "file") == 1 << 20);
}

TEST_CASE("a crash of a confined program leaves no core file") {
  CHECK(confine({}, "ulimit -c; ulimit -H -c").output == "0\n0\n");
}

TEST_CASE(
    "Landlock shows a confined program the folders it is given, and lets it write to its own") {
  if (isolation::landlock_version() == 0) return tell_skipped("no Landlock here");
  const TemporaryFolder own, other;
  write_file(other.path() / "secret", "secret");
  const Words options = with(system_folders, {"--write", own.path()});
  CHECK(confine(options, "cat " + (other.path() / "secret").string()).output.find("secret\n") ==
        std::string::npos);
  CHECK(confine(options, "cat /etc/passwd").exit_code == 120);
  CHECK(confine(options, "echo x > " + (other.path() / "file").string()).exit_code == 120);
  CHECK(confine(options, "echo x > " + (own.path() / "file").string()).exit_code == 0);
  CHECK(
      confine(with(options, {"--read", other.path()}), "cat " + (other.path() / "secret").string())
          .output == "secret");
}

TEST_CASE("the filter refuses a confined program what no compiler needs") {
  CHECK(confine({}, "kill -0 $$").exit_code == 0);
  CHECK(confine({"--filter"}, "kill -0 $$").exit_code == 120);
  CHECK(confine({"--filter"}, "unshare --user true").output.find("Operation not permitted") !=
        std::string::npos);
  CHECK(confine({"--filter"}, "echo to a file > /dev/null; sh -c 'exit 0'").exit_code == 0);
}

TEST_CASE("root confined becomes the spare user and cannot come back") {
  if (geteuid() != 0) return tell_skipped("only root has spare users");
  CHECK(confine({"--user", "60123"}, "id -u; id -g; id -G").output == "60123\n60123\n60123\n");
  CHECK(confine({"--user", "60123"}, "setpriv --reuid 0 id -u").exit_code == 120);
}
