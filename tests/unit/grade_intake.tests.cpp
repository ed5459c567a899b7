// Taking in a submitted file without trusting its kind, its size or its links.

#include "catch.hpp"

#include "grade/intake.hpp"
#include "system/files.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <string>

using namespace grader;

namespace {

namespace fs = std::filesystem;

Exercise sample_exercise() {
  Exercise exercise;
  exercise.name = "attend";
  exercise.folder = "02_attend";
  return exercise;
}

void check_refused(const Intake& intake, Verdict verdict, const std::string& reason) {
  REQUIRE(intake.problem);
  CHECK(*intake.problem == verdict);
  CHECK(intake.reason == reason);
  CHECK(intake.text.empty());
}

}  // namespace

TEST_CASE("a regular file is taken in byte for byte") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "attend.cpp";
  for (const std::string& text :
       {std::string(), std::string("int x;\r\n\0\xff", 10), std::string(200000, 'x')}) {
    write_file(file, text);
    const Intake intake = take_in(file);
    CHECK(!intake.problem);
    CHECK(intake.reason.empty());
    CHECK(intake.file == file);
    CHECK(intake.text == text);
  }
}

TEST_CASE("a file of just the limit is taken in, and one of a byte more is not") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "attend.cpp";
  write_file(file, std::string(submission_limit, 'x'));
  CHECK(!take_in(file).problem);
  write_file(file, std::string(submission_limit + 1, 'x'));
  check_refused(take_in(file), Verdict::rejected, "it is larger than 1024 KiB");
}

TEST_CASE("a huge file without contents is refused without reading it all") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "attend.cpp";
  write_file(file, "");
  fs::resize_file(file, std::uintmax_t{1} << 36);
  const auto start = std::chrono::steady_clock::now();
  check_refused(take_in(file), Verdict::rejected, "it is larger than 1024 KiB");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("a file that is not there is missing") {
  const TemporaryFolder folder;
  check_refused(take_in(folder.path() / "attend.cpp"), Verdict::missing_file,
                "the file is not there");
  write_file(folder.path() / "file", "");
  check_refused(take_in(folder.path() / "file" / "attend.cpp"), Verdict::missing_file,
                "the file is not there");
}

TEST_CASE("a symbolic link is refused, wherever it points") {
  const TemporaryFolder folder;
  const fs::path link = folder.path() / "attend.cpp";
  write_file(folder.path() / "target.cpp", "int x;");
  for (const char* target : {"target.cpp", "none.cpp", "/etc/passwd", ".", "attend.cpp"}) {
    fs::remove(link);
    fs::create_symlink(target, link);
    check_refused(take_in(link), Verdict::rejected, "it is a symbolic link, not a file");
  }
}

TEST_CASE("a folder, a pipe, a socket and a device are refused without waiting for them") {
  const TemporaryFolder folder;
  const auto start = std::chrono::steady_clock::now();
  check_refused(take_in(folder.path()), Verdict::rejected, "it is not a regular file");
  check_refused(take_in("/dev/zero"), Verdict::rejected, "it is not a regular file");

  const fs::path pipe = folder.path() / "pipe.cpp";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  check_refused(take_in(pipe), Verdict::rejected, "it is not a regular file");

  // Opening this one would make a terminal, or fail as if it were not there.
  const fs::path terminals = folder.path() / "terminals.cpp";
  if (mknod(terminals.c_str(), S_IFCHR | 0600, makedev(5, 2)) == 0)
    check_refused(take_in(terminals), Verdict::rejected, "it is not a regular file");

  const fs::path path = folder.path() / "socket.cpp";
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.native().size() < sizeof address.sun_path);
  std::strcpy(address.sun_path, path.c_str());
  REQUIRE(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  CHECK(take_in(path).problem == Verdict::rejected);
  close(listener);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("a stub is the original whatever ends its lines, and with a byte order mark") {
  const TemporaryFolder folder;
  Exercise exercise = sample_exercise();
  exercise.directory = folder.path();
  CHECK(!is_original_stub(exercise, ""));  // there is no original
  write_file(exercise.original(), "int x;\n");
  CHECK(is_original_stub(exercise, "int x;\n"));
  CHECK(!is_original_stub(exercise, "int x;"));
  CHECK(is_original_stub(exercise, "int x;\r\n"));
  CHECK(is_original_stub(exercise, "\xef\xbb\xbfint x;\r\n"));
  CHECK(!is_original_stub(exercise, "int y;\r\n"));
  CHECK(!is_original_stub(exercise, "int\r x;\n"));
  CHECK(!is_original_stub(exercise, ""));
}

TEST_CASE("below a trusted folder neither links to files nor to folders are followed") {
  const TemporaryFolder folder, elsewhere;
  write_file(elsewhere.path() / "attend.cpp", "solution");
  fs::create_directories(folder.path() / "exercises");
  fs::create_directory_symlink(elsewhere.path(), folder.path() / "exercises/02_attend");
  check_refused(take_in(folder.path() / "exercises/02_attend/attend.cpp", folder.path()),
                Verdict::rejected, "it is a symbolic link, not a file");
  fs::create_hard_link(elsewhere.path() / "attend.cpp", folder.path() / "attend.cpp");
  check_refused(take_in(folder.path() / "attend.cpp", folder.path()), Verdict::rejected,
                "it is a hard link: another name for a file elsewhere");
  CHECK(take_in(folder.path() / "attend.cpp").text == "solution");
  fs::remove(folder.path() / "attend.cpp");
  write_file(folder.path() / "attend.cpp", "own");
  CHECK(take_in(folder.path() / "attend.cpp", folder.path()).text == "own");
}
