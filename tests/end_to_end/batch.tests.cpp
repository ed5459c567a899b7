// A class graded by the real program: ended at any moment, it goes on to the same files.

#include "end_to_end/handed_in.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace e2e;

namespace {

/// Submissions that differ in a comment, so that each is graded; every second one is wrong in 02.
void make_class(const fs::path& folder, int size) {
  const std::string first = read(source / "solutions/01_self_attention/self_attention.cpp");
  const std::string second = read(source / "solutions/02_matrix_attention/matrix_attention.cpp");
  for (int i = 0; i < size; ++i) {
    const std::string id = "s" + std::to_string(i);
    fs::create_directories(folder / id);
    const std::string mark = "// " + id + "\n";
    write(folder / id / "self_attention.cpp", first + mark);
    write(folder / id / "matrix_attention.cpp",
          mark + (i % 2 == 0 ? second : replaced(second, "softmax_columns(scores)", "scores")));
  }
}

std::vector<std::string> batch_words(const fs::path& folder, const fs::path& out) {
  return {"batch", folder.string(), "01", "02", "--out", out.string()};
}

/// The lines of the log of times: one for each file that was graded.
std::size_t graded(const fs::path& out) {
  const std::string log = fs::exists(out / "run.jsonl") ? read(out / "run.jsonl") : "";
  return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
}

}  // namespace

TEST_CASE("a class gets a result for each submission, and a gradebook") {
  Folder folder;
  make_class(folder / "class", 2);
  fs::create_directories(folder / "class/empty");
  write(folder / "class/=1+1/matrix_attention.cpp", "int broken\n");
  const Result result = grade(batch_words(folder / "class", folder / "out"));
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  const std::string book = read(folder / "out/gradebook.csv");
  CHECK(contains(book, "\r\nmaximum,1,,1,,2,100.00,,"));
  CHECK(contains(book, "\r\n'=1+1,0,missing_file,0,build_failed,0,0.00,,"));
  CHECK(contains(book, "\r\nempty,0,missing_file,0,missing_file,0,0.00,,"));
  // The file of another exercise is no misspelt one.
  CHECK(!contains(read(folder / "out/feedback/_1_1-bac90eef.md"), "found matrix_attention"));
  CHECK(contains(book, "\r\ns0,1,passed,1,passed,2,100.00,,"));
  CHECK(contains(book, "\r\ns1,1,passed,0,wrong_value,1,50.00,,"));
  const json one = json::parse(read(folder / "out/results/s1.json"));
  CHECK(one["submission"] == "s1");
  CHECK(one["exercises"][1]["mistake"].is_string());
  CHECK(one["exercises"][1]["file"] == "matrix_attention.cpp");
  CHECK(!fs::exists(folder / "out/logs/s1"));
  CHECK(one["isolation"].is_null());  // it is the same on every machine; the log has the tier
  const std::string log = read(folder / "out/run.jsonl");
  const std::string machine = json::parse(log.substr(0, log.find('\n')))["machine"];
  CHECK(std::set<std::string>{"namespaces", "container", "landlock"}.contains(
      machine.substr(machine.rfind(' ') + 1)));
  const std::string all = read(folder / "out/submissions.json");
  CHECK(contains(all, "\"id\": \"=1+1\""));
}

TEST_CASE("a class without names has the same marks") {
  Folder folder;
  make_class(folder / "class", 4);
  fs::create_directories(folder / "class/empty");
  grade(batch_words(folder / "class", folder / "out"));
  const std::string script = (source / "integrations/without_names").string();
  const fs::path nameless = folder / "nameless", key = folder / "nameless.key.csv";
  const Result made = run({script, (folder / "out").string(), nameless.string()}, folder.path());
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  grade(batch_words(nameless, folder / "again"));
  const auto sorted_marks = [](const fs::path& out) {
    std::multiset<std::string> marks;
    for (const json& row : json::parse(read(out / "gradebook.json"))["submissions"])
      marks.insert(row["exercises"].dump());
    return marks;
  };
  CHECK(sorted_marks(folder / "out") == sorted_marks(folder / "again"));
  std::string text = read(key);
  CHECK(std::ranges::count(text, '\n') == 6);
  CHECK(contains(text, ",\"empty\"\n"));
  CHECK(fs::status(key).permissions() == fs::perms(0600));
  CHECK(fs::is_empty(nameless / text.substr(text.find(",\"empty\"") - 4, 4)));
  CHECK(run({script, (folder / "out").string(), nameless.string()}).exit_code == 2);
}

TEST_CASE("a batch that is killed again and again ends with the files of one that was not",
          "[all]") {
  Folder folder;
  make_class(folder / "class", 5);
  REQUIRE(grade(batch_words(folder / "class", folder / "whole")).exit_code == 0);
  const auto whole = batch_files(folder / "whole");
  const fs::path out = folder / "out";
  for (std::size_t turn = 1; turn <= 4; ++turn) {
    const pid_t child = start(batch_words(folder / "class", out), source, {}, -1, -1);
    // Until something more is finished; then at once, or in the middle of the next.
    for (int wait = 0; wait < 3000 && graded(out) < 2 * turn; ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::this_thread::sleep_for(std::chrono::milliseconds(30 * turn));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
  }
  const std::size_t before = graded(out);
  REQUIRE(grade(batch_words(folder / "class", out)).exit_code == 0);
  CHECK(batch_files(out) == whole);  // and nothing half written beside them
  CHECK(before >= 4);                // it was not killed before it began,
  CHECK(graded(out) <= 10 + 8);      // and graded again only what was under way
}

TEST_CASE("identical bytes are graded once, and a changed byte is graded") {
  Folder folder;
  const std::string text = read(source / "solutions/01_self_attention/self_attention.cpp");
  for (const char* id : {"a", "b", "c"}) {
    fs::create_directories(folder / "class" / id);
    write(folder / "class" / id / "self_attention.cpp", text);
  }
  const std::vector<std::string> words{"batch", (folder / "class").string(), "01", "--out",
                                       (folder / "out").string()};
  REQUIRE(grade(words).exit_code == 0);
  CHECK(graded(folder / "out") == 1);
  write(folder / "class/b/self_attention.cpp", text + "\n");
  const Result again = grade(words);
  CHECK(contains(again.out, "2 different files, of which 1 were kept from before"));
  CHECK(graded(folder / "out") == 2);
  std::vector<std::string> only = words;
  only.insert(only.end(), {"--only", "b"});
  REQUIRE(grade(only).exit_code == 0);
  CHECK(graded(folder / "out") == 3);
  std::vector<std::string> anew = words;
  anew.emplace_back("--no-resume");
  REQUIRE(grade(anew).exit_code == 0);
  CHECK(graded(folder / "out") == 5);
  anew.back() = "--resume";
  REQUIRE(grade(anew).exit_code == 0);
  CHECK(graded(folder / "out") == 5);
  only.back() = "bb";
  const Result unknown = grade(only);
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "no submission has the id \"bb\"; did you mean b?"));
}

TEST_CASE("where nothing of before is kept, it is said what may have changed") {
  Folder folder;
  make_class(folder / "class", 2);
  std::vector<std::string> words = batch_words(folder / "class", folder / "out");
  const auto told = [&](const std::vector<std::string>& more) {
    const Result result = grade(joined(words, more));
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    return result.err;
  };
  CHECK(!contains(told({}), "anew"));
  CHECK(!contains(told({"--only", "s0"}), "anew"));
  const std::string all = "grade: note: all files are graded anew";
  CHECK(contains(told({"--marks", "cases"}), all + ": since the last time, the grader, "));
  CHECK(!contains(told({}), "anew"));  // those are kept, too
  CHECK(contains(told({"--time-limit", "3", "--only", "s0"}),
                 all + ", not only those of --only: since the last "));
  // A build whose bytes are others, and which does the same.
  fs::create_directory(folder / "build");
  for (const auto& entry : fs::directory_iterator(program.parent_path()))
    fs::create_symlink(entry.path(), folder / "build" / entry.path().filename());
  const fs::path staff = folder / "build/grade_staff";
  fs::remove(staff);
  fs::copy_file(program.parent_path() / "grade_staff", staff);
  std::ofstream(staff, std::ios::app | std::ios::binary) << "x";
  const Result other = grade_with(staff, joined(words, {"--only", "s0"}));
  INFO(other.out << other.err);
  CHECK(other.exit_code == 0);
  CHECK(contains(other.err, "the grader, the compiler, the options or the exercises changed\n"));
}

TEST_CASE("Ctrl-C ends a batch at once; the same command goes on") {
  Folder folder;
  make_class(folder / "class", 6);
  const fs::path out = folder / "out", errors = folder / "errors";
  const int said = open(errors.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const pid_t child = start(batch_words(folder / "class", out), source, {}, -1, said);
  close(said);
  for (int wait = 0; wait < 3000 && graded(out) < 2; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(contains(read(errors),
                 "interrupted\nfix: the same command, without --no-resume, goes on; what is"));
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  const std::size_t before = graded(out);
  CHECK(before < 12);
  const Result rest = grade(batch_words(folder / "class", out));
  CHECK(rest.exit_code == 0);
  CHECK(graded(out) <= 12 + 2);
}

TEST_CASE("the second of two batches on one folder refuses, and so does one into other files") {
  Folder folder;
  make_class(folder / "class", 6);
  const fs::path out = folder / "out";
  const pid_t child = start(batch_words(folder / "class", out), source, {}, -1, -1);
  for (int wait = 0; wait < 3000 && graded(out) < 1; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  kill(child, SIGSTOP);  // so that it does not end before the second looks
  const Result second = grade(batch_words(folder / "class", out));
  CHECK(second.exit_code == 2);
  CHECK(contains(second.err, "another batch is writing there"));
  kill(child, SIGTERM);
  kill(child, SIGCONT);
  int status = 0;
  waitpid(child, &status, 0);
  const Result over = grade(batch_words(folder / "class", folder / "class"));
  CHECK(over.exit_code == 2);
  CHECK(contains(over.err, "it holds other files"));
  const Result none = grade(batch_words(folder / "nothing", folder / "new"));
  CHECK(none.exit_code == 2);
  CHECK(!fs::exists(folder / "new"));
}

TEST_CASE("the reports of who is gone are removed aloud, those of another class not at all") {
  Folder folder;
  for (const char* id : {"class/ada", "class/ben", "other/cem"}) {
    fs::create_directories(folder / id);
    write(folder / id / "notes.txt", "nothing");
  }
  const fs::path out = folder / "out";
  REQUIRE(grade(batch_words(folder / "class", out)).exit_code == 0);
  fs::remove_all(folder / "class/ben");
  const Result fewer = grade(batch_words(folder / "class", out));
  CHECK(fewer.exit_code == 0);
  CHECK(contains(fewer.err,
                 "note: 1 submission of before is no longer there; reports that are "
                 "removed from " +
                     out.string() + ": ben\n"));
  CHECK(!fs::exists(out / "feedback/ben.md"));
  const auto before = batch_files(out);
  const Result other = grade(batch_words(folder / "other", out));
  CHECK(other.exit_code == 2);
  CHECK(contains(other.err, "it has the reports of another class, which would be removed: ada"));
  CHECK(contains(other.err, "fix: name another folder with --out, or remove "));
  CHECK(batch_files(out) == before);
}

TEST_CASE("a full disk is told, and the batch goes on when there is room") {
  Folder folder;
  if (geteuid() != 0) {
    tell_skipped("only root can mount a small disk");
    return;
  }
  make_class(folder / "class", 3);
  const fs::path out = folder / "out";
  fs::create_directories(out);
  const std::string mount = "mount -t tmpfs -o size=24k,mode=755 none " + out.string();
  if (std::system(mount.c_str()) != 0) {
    tell_skipped("no disk can be mounted here");
    return;
  }
  const Result full = grade(batch_words(folder / "class", out));
  CHECK(full.exit_code == 75);
  CHECK(contains(full.err, "repeat the command: it goes on"));
  CHECK(std::system(("mount -o remount,size=4m " + out.string()).c_str()) == 0);
  const Result rest = grade(batch_words(folder / "class", out));
  CHECK(rest.exit_code == 0);
  const auto files = batch_files(out);
  CHECK(std::system(("umount " + out.string()).c_str()) == 0);
  REQUIRE(grade(batch_words(folder / "class", folder / "whole")).exit_code == 0);
  CHECK(files == batch_files(folder / "whole"));
}

TEST_CASE("what compilers and linkers say is the same each time, walls or none", "[all]") {
  Folder folder;
  const std::string right = read(source / "tests/submissions/right_loops.cpp");
  const std::map<std::string, std::string> endings = {
      {"crash", "#pragma clang __debug crash\nint x = missing;\n"},
      {"version", R"(__asm__(".globl o\n.symver o, record@NONE\no: ret");)"}};
  for (const auto& [id, ending] : endings) {
    fs::create_directories(folder / "class" / id);
    write(folder / "class" / id / "matrix_attention.cpp", right + "\n" + ending + "\n");
  }
  for (const char* isolation : {"auto", "off"}) {
    std::map<std::string, std::string> first;
    for (const char* run : {"1", "2"}) {
      const fs::path out = folder / (std::string(isolation) + run);
      const Result result = grade({"batch", (folder / "class").string(), "02", "--isolation",
                                   isolation, "--out", out.string()});
      INFO(isolation << result.err);
      REQUIRE(result.exit_code == 0);
      const auto files = batch_files(out);
      CHECK(files.contains("logs/version/02.log"));
      for (const auto& [path, text] : files) {
        INFO(path);
        CHECK(text.find("softmark-run-") == std::string::npos);
        if (!first.empty()) CHECK(text == first[path]);
      }
      first = files;
    }
  }
}
