#include "catch.hpp"

#include "compile/program.hpp"
#include "system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

using namespace grader;
namespace fs = std::filesystem;

namespace {

/// A kit in a build folder of its own, and a program to keep.
struct Kept {
  TemporaryFolder folder;
  Kit kit;
  Digest256 recipe = sha256("a text");

  Kept() {
    kit.name = "clang";
    kit.folder = folder.path() / "kit/clang";
    write_file(folder.path() / "program.so", "program");
    keep(recipe);
  }

  void keep(const Digest256& as) {
    Program program;
    program.file = Descriptor(open((folder.path() / "program.so").c_str(), O_RDONLY));
    program.log = "a warning";
    keep_program(kit, as, program);
  }

  fs::path programs() const { return folder.path() / "prepared/programs"; }
  fs::path place() const { return programs() / hex(recipe); }
};

}  // namespace

TEST_CASE("a kept program comes back with its log, for its recipe alone") {
  const Kept kept;
  const auto found = kept_program(kept.kit, kept.recipe);
  REQUIRE(found);
  CHECK(found->log == "a warning");
  char text[7];
  CHECK(read(found->file.get(), text, sizeof text) == sizeof text);
  CHECK(std::string(text, sizeof text) == "program");

  CHECK(!kept_program(kept.kit, sha256("another text")));
}

TEST_CASE("a program of more than 1 MiB is not kept") {
  Kept kept;
  fs::resize_file(kept.folder.path() / "program.so", (1 << 20) + 1);
  kept.keep(sha256("a long text"));
  CHECK(!kept_program(kept.kit, sha256("a long text")));
  CHECK(!fs::exists(kept.programs() / hex(sha256("a long text"))));
}

TEST_CASE("kept programs beyond 256 MiB go, and old pieces, when another is kept later") {
  Kept kept;
  const auto aged = [&](const std::string& name, std::uintmax_t bytes, std::chrono::hours age) {
    write_file(kept.programs() / name, "");
    fs::resize_file(kept.programs() / name, bytes);  // without blocks on the disk
    fs::last_write_time(kept.programs() / name, fs::file_time_type::clock::now() - age);
  };
  using std::chrono::hours;
  aged("first", 128 << 20, hours(3));
  aged("second", 128 << 20, hours(2));
  aged("of_a_killed_grader.tmp", 1, hours(31 * 24));
  fs::create_directories(kept.programs() / "old");
  write_file(kept.programs() / "old/program.so", "old");
  fs::last_write_time(kept.programs() / "old", fs::file_time_type::clock::now() - hours(31 * 24));
  fs::last_write_time(kept.programs() / ".looked_through",
                      fs::file_time_type::clock::now() - hours(1));
  kept.keep(sha256("another text"));
  CHECK(!fs::exists(kept.programs() / "first"));
  CHECK(fs::exists(kept.programs() / "second"));
  CHECK(!fs::exists(kept.programs() / "of_a_killed_grader.tmp"));
  CHECK(!fs::exists(kept.programs() / "old"));
  CHECK(kept_program(kept.kit, kept.recipe));
  CHECK(kept_program(kept.kit, sha256("another text")));
}

TEST_CASE("a kept program that is damaged is not there, until it is kept once more") {
  Kept kept;
  for (const char* name : {"program.so", "log", "sum"}) {
    const fs::path file = kept.place() / name;
    const std::string whole = read_file(file);
    fs::remove(file);
    CHECK(!kept_program(kept.kit, kept.recipe));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      write_file(file, whole.substr(0, size) + std::string(whole.size() - size, '\0'));
      CHECK(!kept_program(kept.kit, kept.recipe));
      write_file(file, whole.substr(0, size));
      CHECK(!kept_program(kept.kit, kept.recipe));
    }
    fs::remove(file);
    REQUIRE(mkfifo(file.c_str(), 0666) == 0);  // nobody waits for who might write there
    CHECK(!kept_program(kept.kit, kept.recipe));
    fs::remove(file);
    kept.keep(kept.recipe);
    CHECK(kept_program(kept.kit, kept.recipe));
  }
}

TEST_CASE("a kept program can be read by another user, whatever the umask") {
  const mode_t before = umask(0077);
  const Kept kept;
  umask(before);
  const auto found = kept_program(kept.kit, kept.recipe);
  REQUIRE(found);
  struct stat status {};
  REQUIRE(fstat(found->file.get(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0644);
}

TEST_CASE("nothing is kept where nothing can be written") {
  const Kept kept;
  Kit elsewhere = kept.kit;
  elsewhere.folder = "/dev/null/kit/clang";
  Program program;
  program.file = Descriptor(open((kept.place() / "program.so").c_str(), O_RDONLY));
  keep_program(elsewhere, kept.recipe, program);
  CHECK(!kept_program(elsewhere, kept.recipe));
}
