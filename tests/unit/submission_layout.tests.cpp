// Which file is meant for an exercise, by names alone.

#include "catch.hpp"

#include "submission/contents.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

using Names = std::vector<std::string>;

Exercise attend() {
  Exercise exercise;
  exercise.name = "matrix_attention";
  exercise.folder = "02_matrix_attention";
  return exercise;
}

Names found(const Names& files) {
  Listing listing{files, {}, {}, {}};
  finish(listing);
  return files_for(listing, attend());
}

}  // namespace

TEST_CASE("names that are a little wrong are meant for the exercise, and no others are") {
  for (const char* name :
       {"matrix_attention.cpp", "matrix_attention.cc", "matrix_attention.cxx",
        "matrix_attention.CPP", "Matrix_Attention.cpp", "matrix-attention.cpp",
        "matrix attention.cpp", "matrix_attention (1).cpp", "matrix_attention(12).cpp",
        "matrix_attention-1.cpp", "matrix_attention copy.cpp", "matrix_attention - Copy (2).cpp",
        "02_matrix_attention.cpp", "matrix_attention.cpp.txt", "matrix_attention.cpp.cpp",
        "matrix_attention.cpp (1)", "matrix_attention.cpp(12)", "matrix_attention.cpp.txt (2)",
        "matrix_attention.cpp "}) {
    INFO(name);
    CHECK(is_meant(name, attend()));
  }
  for (const char* name :
       {"matrix_attention", "matrix_attention.hpp", "matrix_attention.py", "matrix_attention.txt",
        "attention.cpp", "my_matrix_attention.cpp", "matrix_attention2.cpp", "1.cpp", ".cpp", "",
        "matrix_attention.cpp.original", "matrix_attention.cpp~", "(1).cpp", "_1.cpp"}) {
    INFO(name);
    CHECK(!is_meant(name, attend()));
  }
}

TEST_CASE("a file counts flat, in its folder, in exercises, and below two more folders") {
  const std::string name = "matrix_attention.cpp", own = "02_matrix_attention/" + name;
  for (const std::string& file :
       {name, own, "exercises/" + name, "exercises/" + own, "repository/exercises/" + own,
        "a/b/exercises/" + own, "a/b/" + own, "a/b/" + name,
        "Exercises/02-Matrix-Attention/" + name}) {
    INFO(file);
    CHECK(found({file, "README.md"}) == Names{file});
  }
  CHECK(found({"a/b/c/" + name}).empty());
  CHECK(found({"a/b/c/exercises/" + own}).empty());
  CHECK(found({}).empty());
}

TEST_CASE("in a checkout of the course its other folders do not count") {
  const std::string name = "matrix_attention.cpp", own = "exercises/02_matrix_attention/" + name;
  for (const std::string& top : {std::string(), std::string("repository/")}) {
    CHECK(found({top + own, top + "solutions/02_matrix_attention/" + name,
                 top + "tests/exercises/02_matrix_attention/" + name, top + "build/" + name}) ==
          Names{top + own});
    CHECK(found({top + own, top + name}) == Names{top + name, top + own});
  }
}

TEST_CASE("exact names come first, then what lies higher") {
  CHECK(found({"a/matrix_attention.cpp", "matrix-attention.cpp", "matrix_attention.cpp"}) ==
        Names{"matrix_attention.cpp", "a/matrix_attention.cpp", "matrix-attention.cpp"});
}

TEST_CASE("a link in the place of a folder is found where no file is") {
  const Listing listing{{"exercises"}, {"exercises"}, {}, {}};
  CHECK(files_for(listing, attend()) == Names{"exercises"});
  CHECK(files_for({{"02_matrix_attention"}, {"02_matrix_attention"}, {}, {}}, attend()).size() ==
        1);
  CHECK(files_for({{"other"}, {"other"}, {}, {}}, attend()).empty());
}

TEST_CASE("a name that is not exact is told") {
  CHECK(name_note("a/matrix_attention.cpp", attend()).empty());
  CHECK(name_note("", attend()).empty());
  CHECK(name_note("a/matrix_attention (1).cpp", attend()) ==
        "The file is called matrix_attention (1).cpp, and was taken for matrix_attention.cpp.");
}

TEST_CASE("archives are known by their endings") {
  for (const char* name : {"a.zip", "a.ZIP", "a.tar", "a.tar.gz", "a.tgz", "a.tar.xz"})
    CHECK(without_archive_ending(name) == "a");
  CHECK(is_archive("a.b.zip"));
  CHECK(!is_archive("zip"));
  CHECK(without_archive_ending(".zip") == ".zip");
  CHECK(without_archive_ending("a.cpp") == "a.cpp");
  for (const char* name : {"a.rar", "a.7z", "a.gz"}) CHECK(is_unknown_archive(name));
  CHECK(!is_unknown_archive("a.tar.gz"));
  for (const char* name : {".git", "._matrix_attention.cpp", "__MACOSX"})
    CHECK(is_left_behind(name));
}
