#include "catch.hpp"

#include "compile/program.hpp"
#include "system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

using namespace grader;
namespace fs = std::filesystem;

namespace {

/// A folder with a program that is kept.
struct Kept {
  TemporaryFolder folder;
  Digest256 recipe = sha256("a text");

  Kept() {
    write_file(folder.path() / "made.so", "program");
    keep(recipe);
  }

  void keep(const Digest256& as, const fs::path& where) const {
    Program program;
    program.file = Descriptor(open((folder.path() / "made.so").c_str(), O_RDONLY));
    program.log = "a warning";
    keep_program(where, as, program);
  }
  void keep(const Digest256& as) const { keep(as, place()); }

  fs::path place() const { return folder.path() / "programs/02_matrix_attention-clang"; }
};

}  // namespace

TEST_CASE("a kept program comes back with its log, for its recipe alone") {
  const Kept kept;
  const auto found = kept_program(kept.place(), kept.recipe);
  REQUIRE(found);
  CHECK(found->log == "a warning");
  char text[7];
  CHECK(read(found->file.get(), text, sizeof text) == sizeof text);
  CHECK(std::string(text, sizeof text) == "program");

  CHECK(!kept_program(kept.place(), sha256("another text")));
}

TEST_CASE("the last program of a kind is kept") {
  const Kept kept;
  kept.keep(sha256("another text"));
  CHECK(kept_program(kept.place(), sha256("another text")));
  CHECK(!kept_program(kept.place(), kept.recipe));
}

TEST_CASE("a kept program that is damaged is not there, until it is kept once more") {
  const Kept kept;
  for (const char* name : {"program.so", "log", "sum"}) {
    const fs::path file = kept.place() / name;
    const std::string whole = read_file(file);
    fs::remove(file);
    CHECK(!kept_program(kept.place(), kept.recipe));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      write_file(file, whole.substr(0, size) + std::string(whole.size() - size, '\0'));
      CHECK(!kept_program(kept.place(), kept.recipe));
      write_file(file, whole.substr(0, size));
      CHECK(!kept_program(kept.place(), kept.recipe));
    }
    fs::remove(file);
    kept.keep(kept.recipe);
    CHECK(kept_program(kept.place(), kept.recipe));
  }
}

TEST_CASE("a kept program can be read by another user, whatever the umask") {
  const mode_t before = umask(0077);
  const Kept kept;
  umask(before);
  const auto found = kept_program(kept.place(), kept.recipe);
  REQUIRE(found);
  struct stat status {};
  REQUIRE(fstat(found->file.get(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0644);
}

TEST_CASE("nothing is kept where nothing can be written") {
  const Kept kept;
  const fs::path elsewhere = "/dev/null/programs";
  kept.keep(kept.recipe, elsewhere);
  CHECK(!kept_program(elsewhere, kept.recipe));
}
