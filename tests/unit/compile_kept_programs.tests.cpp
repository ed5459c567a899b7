#include "catch.hpp"

#include "compile/kept_programs.hpp"
#include "system/files.hpp"

#include <fcntl.h>
#include <unistd.h>

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
    const Descriptor program(open((folder.path() / "program.so").c_str(), O_RDONLY));
    keep_program(kit, as, program.get(), "a warning");
  }

  fs::path file() const {
    return fs::directory_iterator(folder.path() / "prepared/programs/clang")->path();
  }
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

  Digest256 of_the_same_place = kept.recipe;
  of_the_same_place.back() ^= 1;
  CHECK(!kept_program(kept.kit, of_the_same_place));
  Kit other = kept.kit;
  other.name = "gcc";
  CHECK(!kept_program(other, kept.recipe));
}

TEST_CASE("a kept program takes the place of another, and leaves nothing beside it") {
  Kept kept;
  Digest256 next = kept.recipe;
  next.back() ^= 1;
  kept.keep(next);
  CHECK(kept_program(kept.kit, next));
  CHECK(!kept_program(kept.kit, kept.recipe));
  const fs::directory_iterator files(kept.file().parent_path());
  CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("a kept program that is damaged is not there") {
  const Kept kept;
  const std::string whole = read_file(kept.file());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(kept.file(), whole.substr(0, size));
    CHECK(!kept_program(kept.kit, kept.recipe));
    write_file(kept.file(), whole.substr(whole.size() - size));
    CHECK(!kept_program(kept.kit, kept.recipe));
  }
  write_file(kept.file(), whole);
  CHECK(kept_program(kept.kit, kept.recipe));
}

TEST_CASE("nothing is kept where nothing can be written") {
  const Kept kept;
  Kit elsewhere = kept.kit;
  elsewhere.folder = "/dev/null/kit/clang";
  const Descriptor program(open(kept.file().c_str(), O_RDONLY));
  keep_program(elsewhere, kept.recipe, program.get(), "");
  CHECK(!kept_program(elsewhere, kept.recipe));
}
