// What a student meets between two edits: what is next, short words for exercises, a course that is
// partly broken.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// Puts the solution of an exercise in the place of its stub.
void solve(const CourseCopy& course, const std::string& folder) {
  const std::string file = folder + "/" + folder.substr(3) + ".cpp";
  fs::copy_file(course / "solutions" / file, course / "exercises" / file,
                fs::copy_options::overwrite_existing);
}

/// The numbers of the exercises that `grade run WORDS` graded.
std::vector<int> graded(const std::vector<std::string>& words, const fs::path& root) {
  std::vector<int> numbers;
  const json all = report(words, root);
  for (const json& exercise : all["exercises"]) numbers.push_back(exercise["number"]);
  return numbers;
}

}  // namespace

TEST_CASE("a pass says what is next, and where another solution is") {
  const CourseCopy course;
  solve(course, "01_self_attention");
  const Result closed = grade({"solution", "01"}, course.path());
  CHECK(closed.exit_code == 2);
  CHECK(contains(closed.err, "its solution is shown once yours passes\nfix: ./grade run 01\n"));
  const Result passed = grade({"run", "01"}, course.path());
  CHECK(passed.exit_code == 0);
  CHECK(contains(passed.out,
                 "\n8 of 8 public cases; your instructor may grade on others\n"
                 "next: ./grade solution 01   another way to do it\n"
                 "      ./grade show 02   the statement of \"Self-attention in matrix form\"\n"));
  CHECK(contains(passed.out, "      ./grade submit 01   packs it to be handed in\n"));
  CHECK(!contains(grade({"run", "01", "--fresh"}, course.path()).out, "public cases"));
  CHECK(grade({"solution", "01"}, course.path()).out ==
        read(course / "solutions/01_self_attention/self_attention.cpp"));
  fs::remove_all(course / "solutions/01_self_attention");
  CHECK(contains(grade({"solution", "01"}, course.path()).err, "has no solution of it"));
  CHECK(!contains(grade({"run", "01"}, course.path()).out, "./grade solution"));
}

TEST_CASE("what a tutoring assistant reads is the verdict, the first wrong step and one hint") {
  const CourseCopy course;
  const fs::path stub = course / "exercises/02_matrix_attention/matrix_attention.cpp";
  const std::string solution = read(course / "solutions/02_matrix_attention/matrix_attention.cpp");
  const auto asked = [&] { return grade({"hint", "02", "--for-agent"}, course.path()).out; };
  CHECK(asked().starts_with("verdict: not started\nhint: "));
  write(stub, replaced(solution, "K), Q);", "K), Q) / std::sqrt(K.shape(0));"));
  const std::string first = asked();  // graded by it, and kept as progress
  const std::string start = "verdict: wrong value\nfirst wrong step: scores\nhint: ";
  CHECK(first.starts_with(start));
  CHECK(std::ranges::count(first, '\n') == 3);
  CHECK(contains(grade({"list"}, course.path()).out, "wrong value"));
  // Progress knows this text: a verdict that is no longer true there is told as it stands.
  const fs::path progress = course / ".softmark/progress.json";
  write(progress, replaced(read(progress), "\"scores\"", "\"keys\""));
  const std::string second = asked();
  CHECK(second.starts_with("verdict: wrong value\nfirst wrong step: keys\nhint: "));
  CHECK(second.substr(second.find("hint:")) != first.substr(first.find("hint:")));
  // Another text is graded anew; in the end no hint is left.
  write(stub, read(stub) + "\n");
  std::string last;
  for (std::size_t i = 0; i < 10; ++i) last = asked();
  CHECK(last == "verdict: wrong value\nfirst wrong step: scores\n");
  write(stub, solution);
  CHECK(asked() == "verdict: passed\n");
  CHECK(contains(grade({"hint", "--for-agent"}, course.path()).out,
                 "01 self_attention\nverdict: not started\nhint: "));
}

TEST_CASE("without a number the current exercise is meant") {
  const CourseCopy course;
  CHECK(contains(grade({"hint"}, course.path()).out, "01 self_attention\n1. "));
  CHECK(grade({"show"}, course.path()).out ==
        read(course / "exercises/01_self_attention/README.md"));
  // The one that was graded alone is, but not one among others.
  grade({"run", "05", "06"}, course.path());
  CHECK(contains(grade({"hint"}, course.path()).out, "01 self_attention\n"));
  grade({"run", "02"}, course.path());
  CHECK(contains(grade({"hint"}, course.path()).out, "02 matrix_attention\n1. "));
  CHECK(contains(grade({"case"}, course.path()).out, "02 matrix_attention, case notebook"));
  CHECK(contains(grade({"picture"}, course.path()).out, "02 matrix_attention, case notebook"));
  // What passes is done with.
  solve(course, "02_matrix_attention");
  grade({"run", "02"}, course.path());
  CHECK(contains(grade({"hint"}, course.path()).out, "01 self_attention\n"));
}

TEST_CASE("exercises are named by ranges, lists, first letters, and the folder one stands in") {
  const CourseCopy course;
  CHECK(graded({"1-3"}, course.path()) == std::vector<int>{1, 2, 3});
  CHECK(graded({"01,02", "5"}, course.path()) == std::vector<int>{1, 2, 5});
  CHECK(graded({"matrix"}, course.path()) == std::vector<int>{2});
  CHECK(graded({"05_s"}, course.path()) == std::vector<int>{5});
  CHECK(graded({"all"}, course.path()).size() == 50);
  const Result here = run({"/usr/bin/env", "-C", (course / "exercises/04_embedding").string(),
                           program.string(), "run", "."},
                          course.path());
  CHECK(contains(here.out, "TODO  04 embedding"));
  const Result several = grade({"run", "self", "s"}, course.path());
  CHECK(several.exit_code == 2);
  CHECK(contains(several.err, "\"s\" may be 01_self_attention or 05_similarity or 15_"));
  CHECK(contains(grade({"run", "30-60"}, course.path()).err, "no exercise has the number 51\n"));
  CHECK(contains(grade({"run", "3-1"}, course.path()).err, "3-1: expected the smaller"));
}

TEST_CASE("a broken exercise.json stops its own exercise and those that use it, and no other") {
  const CourseCopy course;
  write(course / "exercises/04_embedding/exercise.json", "{\"format_version\": 1,");
  const Result all = grade({"run"}, course.path());
  CHECK(all.exit_code == 3);
  CHECK(contains(all.out, "TODO  03 two_head_attention"));
  CHECK(contains(all.out, "ERR   04 embedding"));
  CHECK(contains(all.out, "04_embedding/exercise.json"));
  CHECK(contains(all.out, "TODO  05 similarity"));
  CHECK(contains(all.out, "ERR   18 counting_model"));
  CHECK(contains(all.out, "it uses 04 embedding"));
  const Result list = grade({"list"}, course.path());
  CHECK(list.exit_code == 2);
  CHECK(contains(list.out, "05  similarity"));
  CHECK(contains(list.err, "grade: error: 04 embedding: "));
  CHECK(contains(grade({"hint"}, course.path()).out, "01 self_attention"));
  CHECK(grade({"run", "04"}, course.path()).exit_code == 2);
}

TEST_CASE("list marks the fast track and says how far one is; a course without one has none") {
  const CourseCopy course;
  const std::string without = grade({"list"}, course.path()).out;
  CHECK(!contains(without, "fast track"));
  CHECK(!contains(without, "*"));
  write(course / "course.json",
        R"({"format_version": 1, "fast_track": ["similarity", "row_softmax", "not_handed_out"],
            "parts": [{"from": 1, "title": "One"}, {"from": 3, "title": "Two"}]})");
  solve(course, "05_similarity");
  grade({"run", "05"}, course.path());
  const std::string list = grade({"list"}, course.path()).out;
  INFO(list);
  CHECK(std::ranges::count(list, '*') == 3);  // two exercises, and what the mark means
  CHECK(contains(list, "* Similarity of"));
  CHECK(list.starts_with("One\n01 "));
  CHECK(contains(list, "\n\nTwo\n03 "));
  CHECK(contains(list,
                 "\n1 of 50 exercises passed; next: ./grade show 01\n"
                 "1 of 2 on the fast track (*) passed; next: ./grade show 06\n"));
}

TEST_CASE("a number of fresh cases that cannot be is refused") {
  for (const char* word : {"0", "-1", "1001", "x"}) {
    const Result result = grade({"run", "05", std::string("--fresh=") + word});
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "--fresh: "));
  }
}

TEST_CASE("a fix is never the command that has just failed") {
  const Folder full;
  const fs::path file = full / "no_folder";
  write(file, "");
  const Result doctor = grade({"doctor"}, source, {{"TMPDIR", (file / "below").string()}});
  CHECK(doctor.exit_code != 0);
  CHECK(!contains(doctor.err, "fix: ./grade doctor\n"));
}

TEST_CASE("who reads the first lines alone is not told of an error") {
  const CourseCopy course;
  for (const char* command : {"run", "show 01", "case 01"}) {
    INFO(command);
    const Result result =
        run({"/bin/sh", "-c", program.string() + " " + command + " | true"}, course.path(), {});
    CHECK(result.err == "");
  }
}

TEST_CASE("what passes here passes when it is handed in: headers of one's own count nowhere") {
  const CourseCopy course;
  const fs::path folder = course / "exercises/02_matrix_attention";
  const std::string right = read(course / "solutions/02_matrix_attention/matrix_attention.cpp");
  const std::string contract = read(folder / "matrix_attention.hpp");
  const Folder handed_in;
  const auto verdicts = [&](const std::string& text) {
    write(folder / "matrix_attention.cpp", text);
    write(handed_in / "matrix_attention.cpp", text);
    std::vector<json> both;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"02"}, {"02", "--submission", handed_in.path().string()}})
      both.push_back(report(words, course.path())["exercises"][0]);
    CHECK(both[0]["verdict"] == both[1]["verdict"]);
    return both[0];
  };
  // One beside the file.
  write(folder / "helper.hpp", "inline int helper() { return 1; }\n");
  const json helped = verdicts("#include \"helper.hpp\"\n" + right);
  INFO(helped.dump(1));
  CHECK(helped["verdict"] == "build_failed");
  CHECK(
      contains(helped["message"],
               "Only your .cpp is handed in and built: what a header of your own has belongs into "
               "it."));
  // The one that was handed out, changed.
  write(folder / "matrix_attention.hpp",
        contract + "namespace softmark { inline int helper() { return 1; } }\n");
  const json changed = verdicts(right);
  INFO(changed.dump(1));
  CHECK(changed["verdict"] == "passed");
  CHECK(
      contains(changed["notes"].dump(),
               "matrix_attention.hpp is not as it was handed out. What is handed in is built with "
               "matrix_attention.hpp.original, and so is this."));
  CHECK(verdicts(right + "int used = softmark::helper();\n")["verdict"] == "build_failed");
}

TEST_CASE("what submit packs is what a class is graded by") {
  const CourseCopy course;
  const Folder elsewhere;
  const fs::path archive = elsewhere / "class/ada.zip";
  fs::create_directory(elsewhere / "class");
  const auto submit = [&](std::vector<std::string> words) {
    return grade(joined({"submit", "--output", archive.string()}, words), course.path());
  };
  const Result none = submit({});
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "no exercise has been begun\n"));
  solve(course, "05_similarity");
  grade({"run", "05"}, course.path());
  const fs::path wrong = course / "exercises/06_row_softmax/row_softmax.cpp";
  write(wrong, read(wrong) + "// begun\n");
  const Result packed = submit({});
  CHECK(packed.exit_code == 0);
  CHECK(packed.out == archive.string() +
                          " has\n  05 similarity.cpp           passed\n"
                          "  06 row_softmax.cpp          not graded yet\n"
                          "Hand it in as it is. No other file counts.\n");
  const json graded = report({"5-7", "--submission", archive.string()}, course.path());
  CHECK(graded["exercises"][0]["verdict"] == "passed");
  CHECK(graded["exercises"][1]["verdict"] == "not_started");
  CHECK(graded["exercises"][2]["verdict"] == "missing_file");
  const fs::path out = elsewhere / "out";
  const Result batch = grade(
      {"batch", (elsewhere / "class").string(), "--out", out.string(), "--isolation=auto", "05"},
      course.path());
  CHECK(batch.exit_code == 0);
  CHECK(contains(read(out / "gradebook.csv"), "\nada,1,passed,1,"));
  // What was not begun is not handed in by its number alone; the archive stays as it was.
  const std::string before = read(archive);
  const Result stub = submit({"7"});
  CHECK(stub.exit_code == 2);
  CHECK(contains(stub.err, "it is the stub, not begun yet\n"));
  CHECK(read(archive) == before);
  CHECK(grade({"submit", "5", "--output", (elsewhere / "none/a.zip").string()}, course.path())
            .exit_code == 2);
}

TEST_CASE("progress is the same where it was copied to") {
  const CourseCopy here, there;
  solve(here, "05_similarity");
  grade({"run", "05"}, here.path());
  grade({"hint", "06"}, here.path());
  grade({"drill", "05"}, here.path());
  for (const char* folder : {".softmark", "exercises", "drills"})
    fs::copy(here / folder, there / folder,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  CHECK(grade({"list"}, there.path()).out == grade({"list"}, here.path()).out);
  CHECK(contains(grade({"hint", "06"}, there.path()).out, "(2 hints of"));
  CHECK(contains(grade({"drill", "05"}, there.path()).out, "next: ./grade drill 05   grades"));
  // git carries the record of drills, but neither an open one nor progress.
  fs::remove_all(there / ".softmark");
  fs::remove_all(there / "drills/05_similarity");
  CHECK(contains(grade({"list"}, there.path()).out, "not graded yet"));
  grade({"run", "05"}, there.path());
  CHECK(contains(grade({"list"}, there.path()).out, "passed"));
  CHECK(contains(grade({"drill", "05"}, there.path()).out, "level 1 of 3"));
}
