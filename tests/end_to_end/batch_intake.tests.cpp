// What people hand in: archives, layouts, copies, odd names, platforms' exports.

#include "end_to_end/handed_in.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <set>

using namespace e2e;

TEST_CASE("each kind of archive is graded, and of identical files in them one") {
  Folder folder;
  make_archives("good", folder / "class");
  const std::string out = graded_class(folder / "class", folder / "out");
  const auto said = said_by(folder / "out");
  REQUIRE(said.size() == 11);
  for (const auto& [id, words] : said) {
    INFO(id << ": " << words);
    CHECK(words.starts_with("passed: "));
  }
  CHECK(contains(out, "11 submissions: 2 different files"));  // one has other line ends
  const json windows = json::parse(read(folder / "out/results/windows.json"))["exercises"][0];
  CHECK(windows["file"] == "Abgabe/Matrix-Attention (1).CPP");
  CHECK(contains(windows["notes"][0], "was taken for matrix_attention.cpp"));
  const json checkout = json::parse(read(folder / "out/results/checkout.json"))["exercises"][0];
  CHECK(checkout["file"] == "softmark-main/exercises/02_matrix_attention/matrix_attention.cpp");
  CHECK(checkout["notes"].empty());
}

TEST_CASE("run grades an archive, and one in a submission's folder") {
  Folder folder;
  make_archives("good", folder / "class");
  const fs::path archive = folder / "class/checkout.zip";
  CHECK(report({"02", "--submission", archive.string()})["exercises"][0]["verdict"] == "passed");
  const json inside = report({"02", "--submission", (folder / "class").string()});
  CHECK(inside["exercises"][0]["verdict"] == "rejected");  // nine archives
  CHECK(contains(inside["exercises"][0]["message"], "more than 4 archives"));
  CHECK(grade({"run", "02", "--submission", right_file.string()}).exit_code == 2);
}

TEST_CASE("stubs lose against changed copies, copies that differ are refused until one is gone") {
  Folder folder;
  const std::string right = read(right_file), place = "exercises/02_matrix_attention/";
  const std::string stub = read(source / place / "matrix_attention.cpp.original");
  std::string windows_stub = "\xef\xbb\xbf";
  for (const char c : stub) windows_stub += c == '\n' ? "\r\n" : std::string(1, c);
  const fs::path all = folder / "class";
  put(all / "stub/matrix_attention.cpp", windows_stub);
  put(all / "changed/repository" / place / "matrix_attention.cpp", windows_stub);
  put(all / "changed/matrix_attention.cpp", right);
  put(all / "two" / place / "matrix_attention.cpp", right + "// 2\n");
  put(all / "two/matrix_attention.cc", right);
  put(all / "macos/__MACOSX/matrix_attention.cpp", "no");
  put(all / "macos/._matrix_attention.cpp", "no");
  put(all / "macos/matrix_attention.cpp", right);
  graded_class(all, folder / "out");
  auto said = said_by(folder / "out");
  CHECK(said["stub"].starts_with("not_started: "));
  CHECK(said["changed"].starts_with("passed: "));
  CHECK(said["macos"].starts_with("passed: "));
  CHECK(said["two"] == "rejected: two copies that differ: " + place +
                           "matrix_attention.cpp and matrix_attention.cc; remove the one that does "
                           "not count, then grade again");
  fs::remove(all / "two" / place / "matrix_attention.cpp");
  graded_class(all, folder / "out");
  CHECK(said_by(folder / "out")["two"].starts_with("passed: "));
}

TEST_CASE("a group of a Gradescope export has one result and a row for each of its students") {
  Folder folder;
  const fs::path all = folder / "assignment_7_export";
  put(all / "submission_1/matrix_attention.cpp", read(right_file));
  put(all / "submission_2/matrix_attention.cpp", "int broken\n");
  put(all / "submission_metadata.yml",
      "---\nsubmission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '11'\n"
      "  - :name: Alan\n    :sid: '22'\n  :score: 1.0\n"
      "submission_2:\n  :submitters:\n  - :name: Grace\n    :sid: '33'\n");
  CHECK(graded_class(all, folder / "out").starts_with("Gradescope export: 2 submissions\n"));
  const std::string book = read(folder / "out/gradebook.csv");
  for (const char* row : {"\r\n11,1,passed,1,", "\r\n22,1,passed,1,", "\r\n33,0,build_failed,0,"})
    CHECK(contains(book, row));
  const json list = submissions(folder / "out");
  REQUIRE(list.size() == 2);
  CHECK(list[0]["members"] == json{"11", "22"});
  CHECK(list[0]["handed_in"] == json{"submission_1"});
  CHECK(fs::exists(folder / "out/results" / (list[0]["files_named"].get<std::string>() + ".json")));
  const Result only =
      grade({"batch", all.string(), "02", "--out", (folder / "out").string(), "--only", "22"});
  INFO(only.err);
  CHECK(contains(only.out, "2 different files, of which 1 were kept"));
}

TEST_CASE("an id that is too long for a file's name ends the batch for nobody") {
  Folder folder;
  const fs::path all = folder / "class";
  const std::string long_name(200, 'a'), path = "/" + std::string(300, 'b') + "/../c";
  std::string metadata = "---\n";
  const std::string students[] = {"Ada", long_name + "'\n  - :name: '" + long_name, path};
  for (int i = 0; i < 3; ++i) {
    const std::string name = "submission_" + std::to_string(i);
    put(all / name / "matrix_attention.cpp", read(right_file));
    metadata += name + ":\n  :submitters:\n  - :name: '" + students[i] + "'\n";
  }
  put(all / "submission_metadata.yml", metadata);
  graded_class(all, folder / "out");
  const json list = submissions(folder / "out");
  REQUIRE(list.size() == 3);
  for (const json& one : list) {
    const std::string name = one["files_named"];
    CHECK(name.size() <= 80);
    CHECK(fs::exists(folder / "out/feedback" / (name + ".html")));
  }
  CHECK(list[2]["id"] == long_name + "+" + long_name);
  CHECK(contains(read(folder / "out/gradebook.csv"), "\r\n" + path + ",1,passed,1,"));
}

TEST_CASE("Moodle's folders and Canvas' files are the students they name") {
  Folder folder;
  const fs::path moodle = folder / "moodle", canvas = folder / "canvas";
  make_archives("good", folder / "good");
  fs::create_directories(moodle / "Ada Lovelace_11_assignsubmission_file_");
  fs::copy(folder / "good/flat.zip", moodle / "Ada Lovelace_11_assignsubmission_file_/mine.zip");
  put(moodle / "Alan_22_assignsubmission_file_/matrix_attention.cpp", read(right_file));
  CHECK(graded_class(moodle, folder / "out").starts_with("Moodle export: 2 submissions\n"));
  auto said = said_by(folder / "out");
  CHECK(said["Ada Lovelace_11"].starts_with("passed: "));
  CHECK(said["Alan_22"].starts_with("passed: "));
  fs::create_directories(canvas);
  fs::copy(folder / "good/packed_tgz.tgz", canvas / "lovelaceada_1_2_hand_in.tgz");
  put(canvas / "turingalan_LATE_2_3_matrix_attention-1.cpp", read(right_file));
  CHECK(graded_class(canvas, folder / "out2").starts_with("Canvas export: 2 submissions\n"));
  said = said_by(folder / "out2");
  CHECK(said["lovelaceada_1"].starts_with("passed: "));
  CHECK(said["turingalan_2"].starts_with("passed: "));
  CHECK(submissions(folder / "out2")[1]["late"] == true);
}

TEST_CASE("what this account cannot read costs nobody points, and is told with its path") {
  if (!plain_user_reaches_course()) return;
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  fs::permissions(folder.path(), fs::perms(0755));
  for (const char* id : {"ada", "ben", "cem", "dan", "eva"})
    put(all / id / "matrix_attention.cpp", read(right_file));
  put(all / "cem/old/notes.txt", "nothing");
  make_archives("good", folder / "good");
  fs::remove(all / "dan/matrix_attention.cpp");
  fs::copy(folder / "good/flat.zip", all / "dan/mine.zip");
  const std::vector<fs::path> closed{all / "ada", all / "ben/matrix_attention.cpp", all / "cem/old",
                                     all / "dan/mine.zip"};
  for (const fs::path& one : closed) fs::permissions(one, fs::perms::none);
  fs::create_directory(out);
  REQUIRE(chmod(out.c_str(), 0777) == 0);
  const Result result =
      grade_on(plain_user(), {"batch", all.string(), "02", "--out", out.string()});
  for (const fs::path& one : closed) fs::permissions(one, fs::perms::owner_all);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 3);
  CHECK(contains(result.err, "4 places of the submissions cannot be read here"));
  const std::string why = "cannot be read: Permission denied\n";
  CHECK(contains(result.err, "  " + closed[0].string() + ": it " + why));
  CHECK(contains(result.err, "  " + closed[1].string() + ": it " + why));
  CHECK(contains(result.err, "  " + (all / "cem").string() + ": old/ " + why));
  CHECK(contains(result.err, "  " + (all / "dan").string() + ": mine.zip: it " + why));
  CHECK(contains(result.err, "fix: let this account read them"));
  const std::string book = read(out / "gradebook.csv");
  for (const char* id : {"ada", "ben", "cem", "dan"})
    CHECK(contains(book, std::string("\r\n") + id + ",,internal_error,0,,"));
  CHECK(contains(book, "\r\neva,1,passed,1,100.00,"));
  graded_class(all, folder / "again");
  CHECK(contains(read(folder / "again/gradebook.csv"), "\r\nada,1,passed,1,100.00,"));
}

TEST_CASE("what lies loose in a class is no submission, and is named everywhere") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  put(all / "ada/matrix_attention.cpp", read(right_file));
  put(all / "flori.cpp", read(right_file));
  put(all / "mia.docx", "words");
  put(all / ".DS_Store", "x");
  fs::create_symlink(all / "ada", all / "linked");
  std::vector<std::string> words{"batch", all.string(), "02", "--out", out.string()};
  const Result result = grade(words);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  const std::string named = "flori.cpp, linked, mia.docx";
  CHECK(contains(result.err, "3 entries are no submissions: " + named + "\n"));
  const json list = {"flori.cpp", "linked", "mia.docx"};
  CHECK(json::parse(read(out / "submissions.json"))["no_submissions"] == list);
  CHECK(json::parse(read(out / "class.json"))["no_submissions"] == list);
  const std::string page = read(out / "class.html");
  // A class that is graded in parts has them, too.
  words.back() = (folder / "parts").string();
  for (const std::vector<std::string>& part : {std::vector<std::string>{"--shard", "0/1"}, {}}) {
    std::vector<std::string> each = words;
    each.insert(each.end(), part.begin(), part.end());
    REQUIRE(grade(each).exit_code == 0);
  }
  CHECK(read(folder / "parts/class.html") == page);
  CHECK(read(folder / "parts/submissions.json") == read(out / "submissions.json"));
  fs::remove_all(all / "ada");
  const Result none = grade(words);
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err,
                 "no submissions there: expected a folder or archive for each, found " + named));
}

TEST_CASE("files that are not recognised are named, and are not nothing") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  const std::string right = read(right_file), name = "matrix_attention.cpp";
  put(all / "ada/main.cpp", right);
  put(all / "ada/Abgabe.docx", "words");
  put(all / "ben/Mueller_Hans_matrix_attention.cpp", right);
  put(all / "cem/a/b/c/02_matrix_attention" / name, right);
  put(all / "dan/a/b/c/d/e" / name, right);
  for (int i = 0; i < 7; ++i) put(all / "eva" / ("a" + std::to_string(i) + ".txt"), "words");
  put(all / "fay/self_attention.cpp", right);  // of another exercise
  fs::create_directories(all / "gus");
  const fs::path handed_out = source / "exercises/02_matrix_attention";
  for (const char* given :
       {"matrix_attention.hpp", "exercise.json", "matrix_attention.cpp.original"})
    put(all / "hal/02_matrix_attention" / given, read(handed_out / given));
  make_archives("unrecognised", all);
  const std::string page = [&] {
    graded_class(all, out);
    return read(out / "class.html");
  }();
  auto said = said_by(out);
  const std::string lack = "missing_file: the file is not there: expected " + name;
  CHECK(said["ada"] == lack + ", found main.cpp, Abgabe.docx");
  CHECK(said["ben"] == lack + ", found Mueller_Hans_matrix_attention.cpp");
  CHECK(said["cem"] == lack + ", found a/b/c/02_matrix_attention/" + name +
                           ", which lies too deep: at most two folders may lie above it, or above "
                           "exercises/02_matrix_attention/");
  CHECK(said["dan"] == lack + ", found a/b/c/d/e/");
  CHECK(said["eva"] == lack + ", found a0.txt, a1.txt, a2.txt, a3.txt, a4.txt and 2 more");
  for (const char* id : {"fay", "gus", "hal"}) CHECK(said[id] == lack);
  CHECK(said["packed"] == lack + ", found notes/main.cpp, Abgabe.docx");
  const json overview = json::parse(read(out / "class.json"));
  CHECK(overview["nothing_handed_in"] == json({"fay", "gus", "hal"}));
  REQUIRE(overview["unrecognised"].size() == 6);
  CHECK(overview["unrecognised"][0] == json{{"id", "ada"}, {"files", {"main.cpp", "Abgabe.docx"}}});
  CHECK(contains(page, "3 handed in nothing. 6 handed in files that were not recognised."));
  CHECK(contains(page, "main.cpp, Abgabe.docx</td>"));
  CHECK(submissions(out)[0]["unrecognised"] == json({"main.cpp", "Abgabe.docx"}));
}

TEST_CASE("one student's own folder is no class") {
  Folder folder;
  const fs::path flat = folder / "flat", checkout = folder / "checkout";
  put(flat / "02_matrix_attention/matrix_attention.cpp", read(right_file));
  put(flat / "01_self_attention/self_attention.cpp", "int broken\n");
  put(flat / "notes/notes.txt", "nothing");
  put(checkout / "exercises/02_matrix_attention/matrix_attention.cpp", read(right_file));
  for (const char* other : {"docs", "tests", "grader"}) put(checkout / other / "README.md", "x");
  for (const fs::path& one : {flat, checkout}) {
    const Result result = grade({"batch", one.string(), "02", "--out", (folder / "out").string()});
    INFO(result.out << result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, one == flat ? "found those of the course: 01_self_attention, 02_mat"
                                           : "found those of the course: docs, exercises, "));
    CHECK(contains(result.err, " run --submission " + one.string() + " grades one submission\n"));
  }
  CHECK(!fs::exists(folder / "out"));
}

TEST_CASE(
    "what is like an earlier year's is told; that year is not graded, nor compared in itself") {
  Folder folder;
  const auto put_in = [&](const char* year, const char* id, const std::string& text) {
    put(folder / year / id / "matrix_attention.cpp", text);
  };
  const std::string right = read(right_file), other = right + "int earlier;\n";
  put_in("class", "anna", right);
  put_in("class", "bernd", replaced(right, "project", "projected"));
  put_in("class", "carla", read(source / "tests/submissions/right_rows.cpp"));
  put_in("before", "old & one", "// a comment\n" + right);
  put_in("before", "old_two", right);
  put_in("before", "old_three", other);
  put_in("before", "old_four", other);
  const auto batch = [&](const std::vector<std::string>& more) {
    const Result result = grade(joined(
        {"batch", (folder / "class").string(), "02", "--out", (folder / "out").string()}, more));
    INFO(result.err);
    CHECK(result.exit_code == (more.size() < 2 || more[1] == (folder / "before").string() ? 0 : 2));
    return result;
  };
  const auto alike = [&] {
    return json::parse(read(folder / "out/class.json"))["exercises"][0]["alike"];
  };
  batch({});
  CHECK(alike() == json::parse(R"([{"equal": "without_comments_and_names", "count": 2,
                                    "files": [["anna"], ["bernd"]]}])"));
  batch({"--earlier", (folder / "before").string()});
  CHECK(alike() == json::parse(R"([{"equal": "without_comments_and_names", "count": 2,
                                    "files": [["anna"], ["bernd"]],
                                    "earlier": ["old & one", "old_two"]}])"));
  CHECK(contains(read(folder / "out/class.html"), "<p>earlier: old &amp; one, old_two</p>"));
  for (const std::string& path : paths_in(folder / "out")) CHECK(!contains(path, "old"));
  for (const char* file : {"gradebook.csv", "submissions.json", "run.jsonl"})
    CHECK(!contains(read(folder / "out" / file), "old"));
  fs::remove_all(folder / "class/bernd");
  batch({"--earlier", (folder / "before").string()});
  CHECK(alike()[0]["files"] == json({{"anna"}}));
  CHECK(alike()[0]["earlier"].size() == 2);
  batch({"--earlier", (folder / "none").string()});
}
