// Taking in an exercise's file from all that somebody handed in.

#include "catch.hpp"

#include "submission/contents.hpp"
#include "system/files.hpp"

#include <string>

using namespace grader;

namespace {

namespace fs = std::filesystem;

/// A submission in a folder, and an exercise whose stub is "stub\n".
struct Class {
  TemporaryFolder course, folder;
  Exercise exercise;
  std::string said_of_archives;  ///< by what stands for the program that unpacks
  int unpacked = 0;

  Class() {
    exercise.name = "attend";
    exercise.folder = "02_attend";
    exercise.directory = course.path();
    write_file(exercise.original(), "stub\n");
  }

  void add(const fs::path& file, const std::string& text) {
    fs::create_directories((folder.path() / file).parent_path());
    write_file(folder.path() / file, text);
  }

  Contents contents(const std::vector<SubmittedPart>& parts) {
    return contents_of(folder.path(), parts, folder.path(), course.path(),
                       [&](int, const fs::path& to) {
                         ++unpacked;
                         if (said_of_archives.empty())
                           write_file(to / "attend.cpp", "from the archive");
                         return said_of_archives;
                       });
  }

  Intake taken() { return take_in(contents({{folder.path(), ""}}), exercise); }
};

void check_rejected(const Intake& intake, const std::string& reason) {
  CHECK(intake.problem == Verdict::rejected);
  CHECK(intake.reason == reason);
  CHECK(intake.text.empty());
}

}  // namespace

TEST_CASE("an untouched stub loses against a changed copy, and counts where it is alone") {
  Class one;
  one.add("exercises/02_attend/attend.cpp", "stub\r\n");
  CHECK(one.taken().text == "stub\r\n");
  one.add("attend (1).cpp", "mine");
  const Intake intake = one.taken();
  CHECK(intake.text == "mine");
  CHECK(intake.file == one.folder.path() / "attend (1).cpp");
}

TEST_CASE("copies that differ are refused with their names, equal ones are one") {
  Class one;
  one.add("attend.cpp", "mine");
  one.add("02_attend/attend.cpp", "mine");
  CHECK(one.taken().text == "mine");
  one.add("02_attend/attend.cpp", "mine too");
  check_rejected(one.taken(),
                 "two copies that differ: attend.cpp and 02_attend/attend.cpp; remove the one that "
                 "does not count, then grade again");
}

TEST_CASE("a file that is not there is missing, with what may have been meant") {
  Class one;
  CHECK(one.taken().problem == Verdict::missing_file);
  CHECK(one.taken().reason == "the file is not there: expected attend.cpp");
  one.add("atend.cpp", "mine");
  CHECK(one.taken().reason == "the file is not there: expected attend.cpp, found atend.cpp");
}

TEST_CASE("a submission that becomes a link to another one after it was listed is refused") {
  Class one;
  one.add("ada/attend.cpp", "hers");
  one.add("ben/attend.cpp", "his");
  const Contents listed = one.contents({{one.folder.path() / "ben", ""}});
  fs::rename(one.folder.path() / "ben", one.folder.path() / "away");
  fs::create_directory_symlink("ada", one.folder.path() / "ben");
  check_rejected(take_in(listed, one.exercise), "it is a symbolic link, not a file");
}

TEST_CASE("links are refused in the place of a file, its folder, and beside a good copy") {
  Class one;
  TemporaryFolder elsewhere;
  fs::create_directories(elsewhere.path() / "02_attend");
  write_file(elsewhere.path() / "02_attend/attend.cpp", "solution");
  const std::string link = "it is a symbolic link, not a file";
  SECTION("file") {
    fs::create_symlink(elsewhere.path() / "02_attend/attend.cpp", one.folder.path() / "attend.cpp");
    check_rejected(one.taken(), link);
    one.add("02_attend/attend.cpp", "mine");
    check_rejected(one.taken(), "attend.cpp: " + link);
  }
  SECTION("folder") {
    fs::create_directory_symlink(elsewhere.path() / "02_attend", one.folder.path() / "02_attend");
    check_rejected(one.taken(), link);
  }
  SECTION("folder of all exercises") {
    fs::create_directory_symlink(elsewhere.path(), one.folder.path() / "exercises");
    check_rejected(one.taken(), link);
  }
  SECTION("archive") {
    write_file(elsewhere.path() / "a.zip", "");
    fs::create_symlink(elsewhere.path() / "a.zip", one.folder.path() / "a.zip");
    CHECK(one.taken().problem);
    CHECK(one.unpacked == 0);
  }
  SECTION("hard link") {
    fs::create_hard_link(elsewhere.path() / "02_attend/attend.cpp",
                         one.folder.path() / "attend.cpp");
    check_rejected(one.taken(), "it is a hard link: another name for a file elsewhere");
  }
}

TEST_CASE("files of an archive are taken in by its name, and none when it was refused") {
  Class one;
  one.add("deep/hand_in.zip", "");
  const Intake intake = one.taken();
  CHECK(intake.text == "from the archive");
  CHECK(intake.file == one.folder.path() / "deep/hand_in.zip/attend.cpp");
  one.add("attend.cpp", "another");
  CHECK(one.taken().problem == Verdict::rejected);  // two copies
  one.said_of_archives = "it is a bomb";
  check_rejected(one.taken(), "deep/hand_in.zip: it is a bomb");
}

TEST_CASE("an archive that is not opened is said where the file is not elsewhere") {
  Class one;
  one.add("hand_in.rar", "");
  check_rejected(one.taken(),
                 "expected attend.cpp, found hand_in.rar: of archives, .zip, .tar, .tar.gz, .tgz, "
                 ".tar.bz2 and .tar.xz are opened");
  one.add("attend.cpp", "mine");
  CHECK(one.taken().text == "mine");
}

TEST_CASE("only so many archives are opened, and unpacked folders go away") {
  Class one;
  for (int i = 0; i < 5; ++i) one.add("a" + std::to_string(i) + ".zip", "");
  fs::path folder;
  {
    const Contents contents = one.contents({{one.folder.path(), ""}});
    check_rejected(take_in(contents, one.exercise),
                   "more than 4 archives: a0.zip, a1.zip, a2.zip, a3.zip, a4.zip");
    folder = contents.unpacked.front()->path();
    CHECK(fs::exists(folder));
  }
  CHECK(!fs::exists(folder));
  CHECK(one.unpacked == 4);
}

TEST_CASE("files by themselves are taken in by the names that they had") {
  Class one;
  one.add("ada_1_2_attend-1.cpp", "mine");
  const Contents contents =
      one.contents({{one.folder.path() / "ada_1_2_attend-1.cpp", "attend-1.cpp"}});
  const Intake intake = take_in(contents, one.exercise);
  CHECK(intake.text == "mine");
  CHECK(intake.file == one.folder.path() / "attend-1.cpp");
}

TEST_CASE("a folder with too much in it is refused") {
  Class one;
  one.add("first", "");
  for (std::size_t i = 0; i <= most_entries; ++i)
    fs::create_hard_link(one.folder.path() / "first", one.folder.path() / std::to_string(i));
  check_rejected(one.taken(), "more than 20000 files and folders");
}
