// Reading and writing whole files.

#include "catch.hpp"
#include "unit/thrown.hpp"

#include "core/error.hpp"
#include "system/files.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace grader;

namespace {

namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

}  // namespace

TEST_CASE("what is written is read, byte for byte") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  for (const std::string& content :
       {std::string(), std::string("a\r\nb"), all_bytes, std::string(200000, 'x')}) {
    write_file(file, content);
    CHECK(read_file(file) == content);
  }
}

TEST_CASE("writing replaces a file and leaves nothing else behind") {
  const TemporaryFolder folder;
  write_file(folder.path() / "file", "long old content");
  write_file(folder.path() / "file", "new");
  CHECK(read_file(folder.path() / "file") == "new");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("writing goes through a symbolic link and leaves the link there") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "elsewhere");
  write_file(folder.path() / "elsewhere" / "target", "old");
  fs::create_symlink("elsewhere/target", folder.path() / "link");
  write_file(folder.path() / "link", "new");
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(read_file(folder.path() / "elsewhere" / "target") == "new");
  CHECK(files_in(folder.path() / "elsewhere") == 1);
}

TEST_CASE("writing to a pipe goes into it and does not replace it by a file") {
  // Not to a device: where this fails, and runs as root, the machine would lose it.
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  fs::create_symlink("pipe", folder.path() / "link");
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  for (const char* name : {"pipe", "link"}) {
    INFO(name);
    write_file(folder.path() / name, "abc");
    char buffer[8] = {};
    CHECK(read(reader, buffer, sizeof buffer) == 3);
    CHECK(std::string(buffer) == "abc");
    CHECK(fs::is_fifo(pipe));
    CHECK(files_in(folder.path()) == 2);
  }
  close(reader);
}

TEST_CASE("writing that fails says why, and leaves nothing behind") {
  const TemporaryFolder folder;
  const std::string missing = (folder.path() / "none" / "file").string();
  CHECK(message_of([&] { write_file(missing, "x"); }) ==
        missing + ": cannot be written: No such file or directory");
  const fs::path occupied = folder.path() / "occupied";
  fs::create_directories(occupied / "inside");
  CHECK(message_of([&] {
          write_file(occupied, "x");
        }).find(occupied.string() + ": cannot be written: ") == 0);
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a write that fails half way leaves the old file, and nothing beside it") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  write_file(file, "old");
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{1000, before.rlim_max};
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string message = message_of([&] { write_file(file, std::string(100000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  CHECK(message == file.string() + ": cannot be written: File too large");
  CHECK(read_file(file) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("reading what is no file says what it is") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  CHECK(message_of([&] { read_file(path); }) == path + ": expected a file, found a folder");
  CHECK(message_of([&] { read_file(path + "/none"); }) ==
        path + "/none: cannot be read: No such file or directory");
}

TEST_CASE("a temporary folder is one's own, closed to others, and goes with all it holds") {
  fs::path path;
  {
    const TemporaryFolder one, other;
    path = one.path();
    CHECK(one.path() != other.path());
    struct stat status {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
    fs::create_directories(path / "deep" / "deeper");
    write_file(path / "deep" / "file", "x");
  }
  CHECK(!fs::exists(path));
}

TEST_CASE("a temporary folder goes whatever is left in it, and what a link names stays") {
  // What closed folders stop is not root: as another user, where this is root.
  const auto leave_and_remove = [](const fs::path& outside) {
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "closed" / "in closed");
    write_file(folder.path() / "closed" / "in closed" / "file", "x");
    fs::create_symlink(outside, folder.path() / "closed" / "link");
    fs::create_directory(folder.path() / "softmark-moved-0");
    write_file(folder.path() / "softmark-moved-0" / "file", "x");
    const int start = open(".", O_RDONLY | O_DIRECTORY);
    for (int depth = 0; depth < 3000; ++depth) {  // deeper than descriptors and paths reach
      if (depth == 0 && chdir(folder.path().c_str()) != 0) return fs::path();
      if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) return fs::path();
    }
    if (fchdir(start) != 0) return fs::path();
    close(start);
    for (const char* name : {"closed/in closed", "closed", ""})
      chmod((folder.path() / name).c_str(), 0);
    return folder.path();
  };
  const TemporaryFolder outside;
  write_file(outside.path() / "file", "kept");
  fs::permissions(outside.path(), fs::perms::all);
  const pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", outside.path().c_str(), 1);  // where the other user may write
    const bool other = geteuid() != 0 || (setgid(12345) == 0 && setuid(12345) == 0);
    try {
      const fs::path path = leave_and_remove(outside.path());
      _exit(other && !path.empty() && !fs::exists(path) ? 0 : 1);
    } catch (...) {
      _exit(2);
    }
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(read_file(outside.path() / "file") == "kept");
}
