// Who handed in late, by platforms, commits and tables of times.

#include "end_to_end/handed_in.hpp"

#include <sys/stat.h>
#include <unistd.h>

using namespace e2e;

namespace {

const std::vector<std::string> due_at_noon{"--due", "2026-11-20T12:00Z", "--late-per-day", "25%"};

Result graded_late(const fs::path& folder, const fs::path& out, std::vector<std::string> more) {
  std::vector<std::string> words{"batch", folder.string(), "02", "--out", out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return grade(words);
}

/// A checkout with one commit of that time, packed as a clone has it where `packed`.
void make_checkout(const fs::path& folder, const std::string& time, bool packed) {
  put(folder / "matrix_attention.cpp", read(right_file));
  const Environment who{{"GIT_AUTHOR_NAME", "a"},     {"GIT_AUTHOR_EMAIL", "a@b"},
                        {"GIT_COMMITTER_NAME", "a"},  {"GIT_COMMITTER_EMAIL", "a@b"},
                        {"GIT_COMMITTER_DATE", time}, {"GIT_AUTHOR_DATE", "2001-01-01T00:00Z"},
                        {"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_CONFIG_GLOBAL", "/dev/null"}};
  std::vector<std::vector<std::string>> steps{
      {"init", "--quiet"},
      {"add", "--all"},
      {"commit", "--quiet", "-m", "> 1 +0000\n\ncommitter x"}};
  if (packed) steps.push_back({"gc", "--quiet"});
  for (const std::vector<std::string>& step : steps) {
    std::vector<std::string> words{"/usr/bin/git", "-C", folder.string()};
    words.insert(words.end(), step.begin(), step.end());
    const Result result = run(words, source, who);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
  }
}

}  // namespace

TEST_CASE("a Gradescope export says when, and late days cost what was asked for") {
  Folder folder;
  const fs::path all = folder / "class";
  for (const char* name : {"submission_1", "submission_2", "submission_3"})
    put(all / name / "matrix_attention.cpp", read(right_file));
  put(all / "submission_metadata.yml",
      "submission_1:\n  :submitters:\n  - :sid: '1'\n  :created_at: 2026-11-20 11:59:59.9 Z\n"
      "submission_2:\n  :submitters:\n  - :sid: '2'\n  - :sid: '3'\n"
      "  :created_at: 2026-11-21 13:01:00 +01:00\n"
      "submission_3:\n  :submitters:\n  - :name: Dan\n    :sid: '4'\n");
  const Result result = graded_late(all, folder / "out", due_at_noon);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(contains(result.out,
                 "due 2026-11-20T12:00:00Z: 1 of 3 submissions late; the time of 1 is "
                 "not known: --times FILE says it"));
  const std::string book = read(folder / "out/gradebook.csv");
  CHECK(contains(book, "\r\n1,1,passed,1,100.00,no,0,0,1,"));
  CHECK(contains(book, "\r\n2,1,passed,1,100.00,yes,1441,0.5,0.5,"));  // a group: each of them
  CHECK(contains(book, "\r\n3,1,passed,1,100.00,yes,1441,0.5,0.5,"));
  CHECK(contains(book, "\r\n4,1,passed,1,100.00,,,0,1,"));
  CHECK(submissions(folder / "out")[1]["time"] == "2026-11-21T12:01:00Z");
  const std::string late =
      "It was due 2026-11-20T12:00:00Z and handed in 2026-11-21T12:01:00Z: 24 h 1 min late. 2 "
      "days begun: 0.50 of the 1.00 points are taken off, 0.50 are left.";
  const std::string group = submissions(folder / "out")[1]["files_named"];
  for (const char* ending : {".md", ".html"}) {
    CHECK(contains(read(folder / "out/feedback" / (group + ending)), late));
    CHECK(!contains(read(folder / "out/feedback" / (std::string("1") + ending)), " late"));
  }
  // Another due time costs no grading; a table knows better than the platform.
  write(folder / "times.csv",
        "id,time\n3,2026-11-20T10:00Z\n4,2026-11-20T12:30Z\nx,2026-11-20T12:30Z\n");
  std::vector<std::string> more = due_at_noon;
  more.insert(more.end(), {"--times", (folder / "times.csv").string()});
  const Result again = graded_late(all, folder / "out", more);
  CHECK(contains(again.out, "1 different files, of which 1 were kept"));
  CHECK(contains(again.err, "1 id without a submission: x"));
  const std::string other = read(folder / "out/gradebook.csv");
  CHECK(!contains(read(folder / "out/feedback" / (group + ".md")), " late"));
  CHECK(contains(read(folder / "out/feedback/4.html"),
                 "30 min late. 1 day begun: 0.25 of the 1.00 points"));
  CHECK(contains(other, "\r\n2,1,passed,1,100.00,no,0,0,1,"));
  CHECK(contains(other, "\r\n4,1,passed,1,100.00,yes,30,0.25,0.75,"));
  CHECK(contains(read(folder / "out/feedback/4.html"), "<h1>Feedback for Dan (4)</h1>"));
  // The first line is no head where somebody has its id.
  write(folder / "times.csv", "3,2026-13-45 18:00\n");
  const Result wrong = graded_late(all, folder / "out", more);
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "times.csv:1: expected ID,TIME, found 3,2026-13-45 18:00"));
  CHECK(contains(wrong.err, "fix: a row such as "));
  CHECK(graded_late(all, folder / "new", {"--late-per-day", "1"}).exit_code == 2);
  CHECK(graded_late(all, folder / "new", {"--due", "soon"}).exit_code == 2);
  CHECK(!fs::exists(folder / "new"));
  std::vector<std::string> nowhere = due_at_noon;
  nowhere.insert(nowhere.end(), {"--times", "/nope.csv"});
  CHECK(contains(graded_late(all, folder / "new", nowhere).err,
                 "/nope.csv: cannot be read: No such file or directory\n"));
}

TEST_CASE("who has more time is late by that, and a grace is for all") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  for (const char* id : {"ada", "ben", "cem", "dan"})
    put(all / id / "matrix_attention.cpp", read(right_file));
  write(folder / "times.csv",
        "ada,2026-11-20T12:10Z\nben,2026-11-20T12:11Z\ncem,2026-11-22T12:10Z\n"
        "dan,2026-11-22T12:30Z\n");
  write(folder / "due.csv",
        "id,due\ncem,2026-11-22T13:00+01:00\ndan,2026-11-22T12:00Z\neva,2026-11-22T12:00Z\n");
  const std::vector<std::string> more =
      joined(due_at_noon, {"--times", (folder / "times.csv").string(), "--due-of",
                           (folder / "due.csv").string(), "--grace", "10m"});
  const Result result = graded_late(all, out, more);
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  CHECK(contains(result.out, "due 2026-11-20T12:00:00Z: 2 of 4 submissions late\n"));
  CHECK(contains(result.err, "due.csv: 1 id without a submission: eva\n"));
  const std::string book = read(out / "gradebook.csv");
  CHECK(contains(book, "\r\nada,1,passed,1,100.00,no,0,0,1,"));
  CHECK(contains(book, "\r\nben,1,passed,1,100.00,yes,11,0.25,0.75,"));
  CHECK(contains(book, "\r\ncem,1,passed,1,100.00,no,0,0,1,"));
  CHECK(contains(book, "\r\ndan,1,passed,1,100.00,yes,30,0.25,0.75,"));
  CHECK(contains(read(out / "feedback/dan.md"),
                 "It was due 2026-11-22T12:00:00Z and handed in 2026-11-22T12:30:00Z: 30 min late. "
                 "1 day begun: 0.25 of the 1.00 points"));
  CHECK(submissions(out)[2]["due"] == "2026-11-22T12:00:00Z");
  CHECK(!submissions(out)[0].contains("due"));
  for (const char* option : {"--due-of", "--grace"}) {
    const Result alone = graded_late(all, folder / "new", {option, "1h"});
    CHECK(alone.exit_code == 2);
    CHECK(contains(alone.err, " requires --due\n"));
  }
  const Result nowhere = graded_late(
      all, folder / "new", joined(due_at_noon, {"--due-of", (folder / "none.csv").string()}));
  CHECK(contains(nowhere.err, "none.csv: cannot be read: "));
}

TEST_CASE("points that are given by hand count everywhere, with their reason, over regrades") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  put(all / "ada/matrix_attention.cpp", "int broken\n");
  for (const char* id : {"ben", "cem"}) put(all / id / "matrix_attention.cpp", read(right_file));
  write(folder / "points.csv",
        "\xef\xbb\xbfid,exercise,points,reason\nada,02,0.75,\"right, but <for> a \"\"typo\"\"\"\n"
        "ben,matrix_attention,0,=copied\ncem,99,1,x\neva,2,1,y\n");
  write(folder / "times.csv", "ada,2026-11-20T13:00Z\n");
  const std::vector<std::string> more =
      joined(due_at_noon, {"--times", (folder / "times.csv").string(), "--overrides",
                           (folder / "points.csv").string()});
  std::string first;
  for (const char* again : {"--resume", "--no-resume"}) {
    const Result result = graded_late(all, out, joined(more, {again}));
    INFO(result.out << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(
        result.err,
        "points.csv: 2 lines without anybody of the class, or an exercise that is graded: cem "
        "99, eva 2\n"));
    const std::string book = read(out / "gradebook.csv");
    CHECK(contains(book,
                   "\r\nada,0.75,\"build_failed; by hand: right, but <for> a "
                   "\"\"typo\"\"\",0.75,75.00,yes,60,0.25,0.5,"));
    CHECK(contains(book, "\r\nben,0,\"passed; by hand: =copied\",0,0.00,,,0,0,"));
    CHECK(contains(book, "\r\ncem,1,passed,1,100.00,,,0,1,"));
    if (!first.empty()) CHECK(book == first);
    first = book;
  }
  const json row = json::parse(read(out / "gradebook.json"))["submissions"][1];
  CHECK(row["exercises"][0] == json{{"verdict", "passed"}, {"score", 0.0}, {"by_hand", "=copied"}});
  CHECK(json::parse(read(out / "results/ada.json"))["score"] == 0.75);
  const std::string page = read(out / "feedback/ada.html");
  CHECK(contains(page, "the points were given by hand: right, but &lt;for&gt; a "));
  CHECK(contains(page, "0.25 of the 0.75 points are taken off"));
  CHECK(contains(read(out / "feedback/ben.md"), "the points were given by hand: "));
  CHECK(json::parse(read(out / "class.json"))["median_percent"] == 75);
  // Without the table, the points are the grader's again, and nothing is graded anew.
  CHECK(contains(graded_late(all, out, due_at_noon).out, "of which 2 were kept"));
  CHECK(contains(read(out / "gradebook.csv"), "\r\nben,1,passed,1,100.00,,,0,1,"));
  CHECK(!contains(read(out / "feedback/ben.md"), "by hand"));
  for (const char* line : {"ada,02,1\n", "ada,02,1,\n", "ada,02,-1,x\n", "ada,02,1,a,b\n",
                           "ada,02,one,x\n", "ada\n"}) {
    write(folder / "points.csv", line);
    const Result wrong = graded_late(all, out, more);
    CHECK(wrong.exit_code == 2);
    CHECK(contains(wrong.err, "points.csv:1: expected ID,EXERCISE,POINTS,REASON, found "));
  }
}

TEST_CASE("a day is one of the calendar where the batch is graded, on which clocks may change") {
  Folder folder;
  put(folder / "class/ada/matrix_attention.cpp", read(right_file));
  write(folder / "times.csv", "ada,2026-10-25T16:30Z\n");
  const auto told = [&](const std::string& due) {
    const Result result =
        grade({"batch", (folder / "class").string(), "02", "--out", (folder / "out").string(),
               "--times", (folder / "times.csv").string(), "--late-per-day", "0.1", "--due", due},
              source, {{"TZ", "CET-1CEST,M3.5.0,M10.5.0/3"}});
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.out, "due 2026-10-24T18:00:00+02:00: 1 of 1 submission late"));
    return read(folder / "out/feedback/ada.md");
  };
  CHECK(contains(told("2026-10-24 18:00"),
                 "handed in 2026-10-25T17:30:00+01:00: 24 h 30 min late. "
                 "1 day begun: 0.10 of the 1.00 points"));
  CHECK(contains(told("2026-10-24T18:00+02:00"),
                 "handed in 2026-10-25T18:30:00+02:00: 24 h 30 min "
                 "late. 2 days begun: 0.20 of the"));
}

TEST_CASE("a name that a disk spells in another way than lists is the same student's") {
  Folder folder;
  const std::string on_disk = "Zoe\u0308", in_lists = "Zo\u00eb";
  put(folder / "class" / on_disk / "matrix_attention.cpp", read(right_file));
  put(folder / "class/ben/matrix_attention.cpp", read(right_file));
  write(folder / "times.csv", in_lists + ",2026-11-20T13:00Z\nben,2026-11-20T11:00Z\n");
  write(folder / "roster.txt", in_lists + "\nben\n");
  std::vector<std::string> more = due_at_noon;
  for (const auto& [option, file] :
       {std::pair("--times", "times.csv"), std::pair("--roster", "roster.txt")})
    more.insert(more.end(), {option, (folder / file).string()});
  const Result result = graded_late(folder / "class", folder / "out", more);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(!contains(result.err, "note:"));
  const std::string book = read(folder / "out/gradebook.csv");
  CHECK(std::ranges::count(book, '\n') == 4);
  CHECK(contains(book, "\r\n" + in_lists + ",1,passed,1,100.00,yes,60,0.25,0.75,"));
  for (const std::string& id : {on_disk, in_lists}) {
    const std::vector<std::string> only{"--only", id};
    CHECK(
        contains(graded_late(folder / "class", folder / "out", only).out, "of which 0 were kept"));
  }
}

TEST_CASE(
    "a checkout is as late as its commit, in every tier; a repository that tells no time is "
    "named") {
  Folder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  const fs::path all = folder / "class";
  make_checkout(all / "loose", "2026-11-20T12:10:00Z", false);
  make_checkout(all / "packed", "2026-11-20T13:20:00+01:00", true);
  put(all / "broken/.git/HEAD", "ref: refs/heads/main\n");
  put(all / "plain/matrix_attention.cpp", read(right_file));
  // Its settings name programs, and a link leads to another repository.
  make_checkout(all / "hostile", "2026-11-20T12:30:00Z", false);
  const std::string win = "touch " + (folder / "won").string();
  write(all / "hostile/.git/config",
        "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = " + win + "\n\tpager = " + win +
            "\n\tsshCommand = " + win +
            "\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = " + win + "\n");
  fs::create_directory(all / "linked");
  fs::create_directory_symlink(all / "loose/.git", all / "linked/.git");
  // Git would wait for a pipe.
  make_checkout(all / "piped", "2026-11-20T12:30:00Z", false);
  REQUIRE(mkfifo((all / "piped/.git/pipe").c_str(), 0666) == 0);
  make_checkout(all / "zero", "2026-11-20T12:30:00Z", false);
  fs::remove(all / "zero/.git/config");
  fs::create_symlink("/dev/zero", all / "zero/.git/config");
  make_checkout(all / "hooks", "2026-11-20T12:50:00Z", false);  // a link to nothing harms nobody
  fs::create_symlink("../../nowhere", all / "hooks/.git/hook");
  put(all / "fifo/matrix_attention.cpp", read(right_file));
  REQUIRE(mkfifo((all / "fifo/.git").c_str(), 0666) == 0);
  make_checkout(all / "old", "2005-01-01T00:00:00Z", false);
  struct Played {
    std::string tier;
    std::vector<std::string> machine, options;
  };
  std::vector<Played> machines{{"best", {}, {}}, {"container", {"--no-namespaces"}, {}}};
  if (plain_user_reaches_course())
    machines.push_back({"landlock", joined(plain_user(), {"--no-namespaces"}), {}});
  std::erase_if(machines, [](const Played& one) { return !isolates(one.machine); });
  machines.push_back({"none", {}, {"--isolation", "off"}});
  for (const Played& one : machines) {
    INFO(one.tier);
    const fs::path out = folder / one.tier;
    fs::create_directory(out);
    REQUIRE(chmod(out.c_str(), 0777) == 0);
    std::vector<std::string> words{"batch", all.string(),       "02", "--out", out.string(),
                                   "--due", "2026-11-20T12:00Z"};
    words.insert(words.end(), one.options.begin(), one.options.end());
    const Result result = grade_on(one.machine, words);
    INFO(result.out << result.err);
    REQUIRE(result.exit_code == 0);
    std::map<std::string, json> times;
    const json book = json::parse(read(out / "gradebook.json"));
    for (const json& row : book["submissions"]) times[row["id"]] = row["late_minutes"];
    CHECK(times["loose"] == 10);
    CHECK(times["packed"] == 20);
    CHECK(times["hostile"] == 30);
    CHECK(times["hooks"] == 50);
    const json told = json::parse(read(out / "class.json"))["times_not_told"];
    std::map<std::string, std::string> reasons;
    for (const json& row : told) reasons[row["id"]] = row["reason"];
    const std::map<std::string, std::string> expected{
        {"broken", "git reads no commit at its HEAD"},
        {"fifo", "its .git is not a folder"},
        {"linked", "its .git is not a folder"},
        {"old", "its commit says 2005-01-01T00:00:00Z, more than a year before it was due"},
        {"piped", "its .git has a pipe, a device or the like, or cannot be read"},
        {"zero", "its .git has a pipe, a device or the like, or cannot be read"}};
    CHECK(reasons == expected);
    for (const auto& [id, reason] : expected) {
      CHECK(times[id].is_null());
      CHECK(contains(result.err, "  " + id + ": " + reason + "\n"));
    }
    CHECK(times["plain"].is_null());
  }
  CHECK(!fs::exists(folder / "won"));
}

TEST_CASE("a commit does not say that what Canvas calls late was in time; a table does") {
  Folder folder;
  const fs::path all = folder / "class";
  make_checkout(all / "ada_LATE_12_34_work", "2026-11-20T11:00:00Z", false);
  put(all / "ben_12_35_work/matrix_attention.cpp", read(right_file));
  REQUIRE(graded_late(all, folder / "out", due_at_noon).exit_code == 0);
  CHECK(contains(read(folder / "out/gradebook.csv"), "\r\nada_12,1,passed,1,100.00,yes,,0,1,"));
  write(folder / "times.csv", "ada_12,2026-11-20T11:00Z\n");
  std::vector<std::string> more = due_at_noon;
  more.insert(more.end(), {"--times", (folder / "times.csv").string()});
  REQUIRE(graded_late(all, folder / "out", more).exit_code == 0);
  CHECK(contains(read(folder / "out/gradebook.csv"), "\r\nada_12,1,passed,1,100.00,no,0,0,1,"));
}
