// Drills and reviews: from a pass to a bug in a copy of the file, and to its repair.

#include "end_to_end/support.hpp"

#include <ctime>

using namespace e2e;

namespace {

const std::string name = "06_row_softmax";
const std::string file_name = name + "/row_softmax.cpp";

/// A course in which exercise 06 is solved, and has passed.
struct Solved : CourseCopy {
  std::string solution = read(path() / "solutions" / file_name);
  fs::path own = path() / "exercises" / file_name;
  fs::path drill = path() / "drills" / file_name;

  Solved() {
    write(own, solution);
    REQUIRE(grade({"run", "06"}, path()).exit_code == 0);
  }

  Result drilled(std::vector<std::string> words) const {
    return grade(joined({"drill"}, words), path());
  }

  /// Moves the time at which 06 passed back by so many days.
  void wait_days(int days) const {
    const fs::path progress = path() / ".softmark/progress.json";
    json root = json::parse(read(progress));
    json& at = root["exercises"][name]["passed_at"];
    at = at.get<std::int64_t>() - days * 24 * 3600;
    write(progress, root.dump());
  }
};

}  // namespace

TEST_CASE("a drill puts a bug into a copy of a file that passes, and grades its repair") {
  const Solved course;
  CHECK(contains(grade({"run", "06"}, course.path()).out, "./grade drill 06"));
  const Result begun = course.drilled({"06", "--seed", "1"});
  CHECK(begun.exit_code == 0);
  CHECK(begun.out.starts_with("drill 06 row_softmax, level 1 of 3: "));
  CHECK(contains(begun.out, "drills/06_row_softmax/row_softmax.cpp\n"));
  CHECK(contains(begun.out, "  In case "));
  CHECK(contains(begun.out, "First wrong step: "));
  const std::string bug = read(course.drill);
  CHECK(bug != course.solution);

  // What does not compile is told as ever; the bug is not.
  write(course.drill, bug + "int x = ;\n");
  const Result broken = course.drilled({});
  CHECK(broken.exit_code == 1);
  CHECK(contains(broken.out, "expected expression"));
  write(course.drill, course.solution);
  const Result repaired = course.drilled({});
  CHECK(repaired.exit_code == 0);
  CHECK(contains(repaired.out, "drill 06 row_softmax: repaired\n\n  line "));
  CHECK(read(course.own) == course.solution);

  const Result next = course.drilled({});
  CHECK(contains(next.out, "level 2 of 3"));
  CHECK(!contains(next.out, "First wrong step"));
  CHECK(read(course.drill) != bug);
  write(course.drill, course.solution);
  REQUIRE(course.drilled({}).exit_code == 0);
  const Result dark = course.drilled({});
  CHECK(contains(dark.out, "\n  Something is wrong.\n"));
  CHECK(!contains(dark.out, "In case "));
}

TEST_CASE("a drill that is not repaired says nothing of the mistake") {
  const Solved course;
  course.drilled({"06", "--seed", "1"});
  write(course.drill, read(course.drill) + "\n");
  const std::string out = course.drilled({}).out;
  CHECK(contains(out, "one line of your program is still wrong"));
  CHECK(!contains(out, "FAIL"));
}

TEST_CASE("no two drills of a file are the same while there are others", "[all]") {
  const Solved course;
  std::vector<std::string> bugs;
  for (int i = 0; i < 6; ++i) {
    REQUIRE(course.drilled({"06", "--new", "--seed", "4"}).exit_code == 0);
    CHECK(std::ranges::count(bugs, read(course.drill)) == 0);
    bugs.push_back(read(course.drill));
  }
}

TEST_CASE("a drill needs a file that passes, a course that has drills, and a file of its own") {
  const Solved course;
  const Result open = course.drilled({"01"});
  CHECK(open.exit_code == 2);
  CHECK(contains(open.err, "a drill is made of your file once that passes\nfix: ./grade run 01\n"));
  REQUIRE(course.drilled({"06"}).exit_code == 0);
  fs::remove(course.drill);
  fs::create_symlink(course.own, course.drill);
  const Result linked = course.drilled({"06"});
  CHECK(linked.exit_code == 1);
  CHECK(contains(linked.out, "rejected"));
  fs::remove(course.drill);
  write(course.path() / "drills/drills.json", "[]");
  CHECK(contains(course.drilled({"06"}).out, "one line of your program is wrong"));
  write(course.path() / "course.json",
        R"({"format_version": 1, "drills": false, "review": false})");
  CHECK(contains(course.drilled({"06"}).err, "this course has no drills"));
  CHECK(contains(grade({"review"}, course.path()).err, "this course has no reviews"));
  CHECK(!contains(grade({"run", "06"}, course.path()).out, "drill"));
}

TEST_CASE("nothing but drills of its own is overwritten by a drill, and edits are kept") {
  const Solved course;
  const fs::path drills = course.path() / "drills";
  const auto refused = [&](const fs::path& target, const fs::path& link) {
    fs::remove_all(drills);
    fs::create_directories(link.parent_path());
    fs::create_symlink(target, link);
    const Result result = course.drilled({"06"});
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "it is a symbolic link, not a file"));
    CHECK(read(course.own) == course.solution);
  };
  const Folder elsewhere;
  refused(course.own, course.drill);
  refused(course.own.parent_path(), course.drill.parent_path());
  refused(course.path() / "exercises", drills);
  refused(elsewhere / "new.json", drills / "drills.json");
  CHECK(fs::is_empty(elsewhere.path()));
  fs::remove_all(drills);
  fs::create_directories(drills);
  REQUIRE(run({"/usr/bin/mkfifo", (drills / "drills.json").string()}).exit_code == 0);
  CHECK(contains(course.drilled({"06"}).err, "it is not a regular file"));

  fs::remove_all(drills);
  REQUIRE(course.drilled({"06"}).exit_code == 0);
  CHECK(!contains(course.drilled({"06", "--new"}).out, "is kept as"));
  write(course.drill, "// mine\n");
  const Result another = course.drilled({"06", "--new"});
  CHECK(another.out.starts_with("your version of the last drill is kept as "));
  CHECK(contains(another.out, ".softmark/backups/06_row_softmax-"));
}

TEST_CASE("a drill that is handed in beside the exercise's file is not taken for it") {
  const Solved course;
  const Folder hand_in;
  REQUIRE(course.drilled({"06"}).exit_code == 0);
  fs::copy(course.path() / "drills", hand_in / "drills", fs::copy_options::recursive);
  write(hand_in / "row_softmax.cpp", course.solution);
  CHECK(grade({"run", "06", "--submission", hand_in.path().string()}).exit_code == 0);
}

TEST_CASE("what has passed comes back after 1, 3, 7 and 21 days, the third time as its stub") {
  const Solved course;
  const auto due = [&] {
    return contains(grade({"list"}, course.path()).out, "due for review: 06;");
  };
  CHECK(!due());
  CHECK(contains(grade({"review"}, course.path()).out, "nothing is due"));
  for (const int days : {1, 3, 7, 21}) {
    course.wait_days(days - 1);
    CHECK(!due());
    course.wait_days(1);
    CHECK(due());
    const Result begun = grade({"review"}, course.path());
    CHECK(begun.exit_code == 0);
    CHECK(begun.out.starts_with("1 due for review\n\ndrill 06 row_softmax"));
    CHECK(contains(begun.out, "once more from the stub") == (days == 7));
    write(course.drill, course.solution);
    CHECK(course.drilled({"06"}).exit_code == 0);
    CHECK(!due());
  }
  course.wait_days(100);
  CHECK(!due());
}
