// A course on something else than attention, as its author wrote it: tests/another_course has
// neither stubs nor data.

#include "end_to_end/handed_in.hpp"

using namespace e2e;

TEST_CASE("a course on something else is checked, released, and grades a class") {
  const Folder folder;
  const fs::path course = folder / "course", copy = folder / "copy", all = folder / "class";
  fs::copy(source / "tests/another_course", course, fs::copy_options::recursive);
  const Result written = grade({"reference", "--write"}, course);
  INFO(written.out + written.err);
  REQUIRE(written.exit_code == 0);
  const Result verified = grade({"verify"}, course);
  INFO(verified.out + verified.err);
  CHECK(verified.exit_code == 0);
  const Result released = grade({"release", copy.string()}, course);
  INFO(released.err);
  REQUIRE(released.exit_code == 0);
  CHECK(contains(grade({"list"}, copy).out, "0 of 5 exercises passed; next: ./grade show 01\n"));

  // Ada's are right, but for a transform that runs the other way; Ben's are stubs.
  for (const auto& exercise : fs::directory_iterator(course / "solutions")) {
    const std::string name = exercise.path().filename().string().substr(3) + ".cpp";
    const std::string right = read(exercise.path() / name);
    put(all / "ada" / name,
        name == "fft.cpp" ? replaced(right, "turn = -2 *", "turn = 2 *") : right);
    put(all / "ben" / name, read(course / "exercises" / exercise.path().filename() / name));
  }
  const fs::path out = folder / "out";
  const Result batch =
      grade({"batch", all.string(), "--out", out.string(), "--isolation=auto"}, course);
  INFO(batch.out + batch.err);
  REQUIRE(batch.exit_code == 0);
  const json book = json::parse(read(out / "gradebook.json"))["submissions"];
  CHECK(book[0]["score"] == 4);
  CHECK(book[1]["score"] == 0);
  const json here = json::parse(read(out / "results/ada.json"))["exercises"];
  CHECK(here[3]["mistake"] == "wrong_direction");
  const json there = report({"--submission", (all / "ada").string()}, copy)["exercises"];
  REQUIRE(there.size() == 5);
  for (std::size_t i = 0; i < there.size(); ++i) {
    CHECK(there[i]["verdict"] == here[i]["verdict"]);
    CHECK(there[i]["mistake"] == here[i]["mistake"]);
  }
}
