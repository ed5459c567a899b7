// What people hand in: archives, good and hostile, layouts, copies, odd names, platforms' exports.

#include "end_to_end/support.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

using namespace e2e;

namespace {

const fs::path right_file = source / "tests/submissions/right_loops.cpp";

/// Has tests/archives/make.py write archives of a kind, "good" or "hostile".
void make_archives(const std::string& kind, const fs::path& folder) {
  const Result made = run({"/usr/bin/python3", (source / "tests/archives/make.py").string(), kind,
                           folder.string(), right_file.string()});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
}

void put(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  write(file, text);
}

/// All paths below a folder.
std::vector<std::string> paths_in(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

/// What a batch says of exercise 02, by id: "verdict: message".
std::map<std::string, std::string> said_by(const fs::path& out) {
  std::map<std::string, std::string> said;
  for (const auto& entry : fs::directory_iterator(out / "results")) {
    const json report = json::parse(read(entry.path()));
    for (const json& one : report["exercises"]) {
      if (one["number"] == 2)
        said[report["submission"]] =
            one["verdict"].get<std::string>() + ": " + one["message"].get<std::string>();
    }
  }
  return said;
}

/// `grade batch FOLDER 02`, which must go through. What it prints.
std::string graded_class(const fs::path& folder, const fs::path& out) {
  const Result result = grade({"batch", folder.string(), "02", "--out", out.string()});
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  return result.out;
}

json submissions(const fs::path& out) {
  return json::parse(read(out / "submissions.json"))["submissions"];
}

/// The reason for which each hostile archive has to be refused.
const std::map<std::string, std::string> reasons = {
    {"leaves", "leaves its folder: \"../outside.cpp\""},
    {"leaves_from_inside", "leaves its folder"},
    {"absolute", "absolute path"},
    {"drive", "absolute path"},
    {"backslash", "outside.cpp"},
    {"link", "symbolic link"},
    {"setuid", "changes its user"},
    {"twice", "a name twice"},
    {"case", "differ in case only"},
    {"case_of_folders", "differ in case only"},
    {"file_and_folder", "a name twice"},
    {"deep", "too deep"},
    {"long_name", "too long"},
    {"control", "characters that no name should have"},
    {"bomb", "200 times its size"},
    {"many", "more than 10000 entries"},
    {"large_sources", "32 MiB of source text"},
    {"encrypted", "encrypted"},
    {"truncated", "damaged"},
    {"empty", "is empty"},
    {"nonsense", "no archive that can be read"},
    {"nested", "archives in archives are not opened"},
    {"tar_leaves", "leaves its folder"},
    {"tar_absolute", "absolute path"},
    {"tar_link", "symbolic link"},
    {"tar_link_then_file", "symbolic link"},
    {"tar_hard_link", "hard link"},
    {"tar_device", "device"},
    {"tar_block", "device"},
    {"tar_pipe", "device"},
    {"tar_setuid", "changes its user"},
    {"tar_twice", "a name twice"},
    {"tar_case", "differ in case only"},
    {"tar_many", "more than 10000 entries"},
    {"tar_bomb", "200 times its size"},
    {"tar_truncated", "damaged"}};

struct Machine {
  std::string tier;
  std::vector<std::string> played, options;
};

std::vector<Machine> machines() {
  std::vector<Machine> all{{"namespaces", {}, {}}};
  const bool root = geteuid() == 0;
  if (root) all.push_back({"container", {"--no-namespaces"}, {}});
  std::vector<std::string> user{"--no-namespaces"};
  if (root) user.insert(user.begin(), {"--user", "12345"});
  all.push_back({"landlock", user, {}});
  all.push_back({"weak", {"--no-namespaces", "--no-landlock"}, {"--isolation", "auto"}});
  all.push_back({"none", {}, {"--isolation", "off"}});
  return all;
}

}  // namespace

TEST_CASE("hostile archives are rejected with the reason in every tier, and leave nothing") {
  Folder folder;
  make_archives("hostile", folder / "class");
  fs::permissions(folder.path(), fs::perms(0755));
  for (const Machine& machine : machines()) {
    INFO(machine.tier);
    const fs::path temporary = folder / "tmp-" += machine.tier, out = folder / machine.tier;
    for (const fs::path& one : {temporary, out}) {
      fs::create_directory(one);
      REQUIRE(chmod(one.c_str(), 01777) == 0);
    }
    const std::vector<std::string> before = paths_in(folder / "class");
    std::vector<std::string> words{"batch",     (folder / "class").string(), "01", "02", "--out",
                                   out.string()};
    words.insert(words.end(), machine.options.begin(), machine.options.end());
    const Result result = grade_on(machine.played, words, {{"TMPDIR", temporary.string()}});
    INFO(result.out << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.out, "0 different files"));
    for (const auto& [id, reason] : reasons) {
      INFO(id);
      const json report = json::parse(read(out / ("results/" + id + ".json")));
      REQUIRE(report["exercises"].size() == 2);
      for (const json& one : report["exercises"]) CHECK(one["verdict"] == "rejected");
      CHECK(contains(report["exercises"][1]["message"], reason));
    }
    CHECK(submissions(out).size() == reasons.size());
    CHECK(fs::is_empty(temporary));
    CHECK(paths_in(folder / "class") == before);
    CHECK(!fs::exists("/tmp/softmark-outside.cpp"));
  }
}

TEST_CASE("each kind of archive is graded, and of identical files in them one") {
  Folder folder;
  make_archives("good", folder / "class");
  const std::string out = graded_class(folder / "class", folder / "out");
  const auto said = said_by(folder / "out");
  REQUIRE(said.size() == 9);
  for (const auto& [id, words] : said) {
    INFO(id << ": " << words);
    CHECK(words.starts_with("passed: "));
  }
  CHECK(contains(out, "9 submissions: 2 different files"));  // one has other line ends
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

TEST_CASE("awkward names end in distinct safe file names, and the map is written") {
  Folder folder;
  const std::vector<std::string> ids{"anna",     "Anna", "=cmd()",  "a\nb", "..x",
                                     "a b",      "a_b",  "müller",  "con.", std::string(250, 'x'),
                                     "\xff\xfe", "-rf",  "ä'\"$(1)"};
  for (const std::string& id : ids) put(folder / "class" / id / "notes.txt", "nothing");
  graded_class(folder / "class", folder / "out");
  std::set<std::string> names;
  for (const json& one : submissions(folder / "out")) {
    const std::string name = one["files_named"];
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "-_.") == std::string::npos);
    CHECK(name.size() <= 80);
    CHECK(fs::exists(folder / "out/results" / (name + ".json")));
    std::string small = name;
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    names.insert(small);
  }
  CHECK(names.size() == ids.size() - 1);  // what begins with a dot was left behind
}
