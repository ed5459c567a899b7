// A class of any size, with a function in the place of the grader.

#include "catch.hpp"

#include "batch/batch.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "version.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace grader;

namespace {

namespace fs = std::filesystem;

Exercise exercise(unsigned number) {
  Exercise one;
  one.number = number;
  one.name = "e" + std::to_string(number);
  one.folder = "0" + std::to_string(number) + "_" + one.name;
  one.points = number;
  return one;
}

std::vector<Submitter> people(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("s" + std::to_string(i));
  const std::vector<std::string> names = safe_names(ids);
  std::vector<Submitter> submitters;
  for (std::size_t i = 0; i < count; ++i) submitters.push_back({ids[i], names[i], ids[i]});
  return submitters;
}

/// As `take_one` takes in each exercise's file.
TakeIn each(std::function<Intake(const Submitter&, const Exercise&)> take_one) {
  return [take_one](const Submitter& submitter, const std::vector<Exercise>& exercises) {
    std::vector<Intake> intakes;
    for (const Exercise& one : exercises) intakes.push_back(take_one(submitter, one));
    return FoundFiles{intakes};
  };
}

/// Everybody hands in "right" or, every third one, "wrong"; of exercise 2 nobody but s0 anything.
Intake handed_in(const Submitter& submitter, const Exercise& exercise) {
  const fs::path file = submitter.path / (exercise.name + ".cpp");
  if (exercise.number == 2 && submitter.id != "s0")
    return {file, Verdict::missing_file, "the file is not there", ""};
  const int number = std::stoi(submitter.id.substr(1));
  return {file, std::nullopt, "", number % 3 == 1 ? "wrong" : "right"};
}

StoredResult graded(const Exercise& exercise, const std::string& text) {
  StoredResult file;
  file.result.number = exercise.number;
  file.result.max_score = exercise.points;
  const bool right = text == "right";
  file.result.verdict = right ? Verdict::passed : Verdict::wrong_value;
  file.result.score = right ? exercise.points : 0;
  file.result.finding = right ? "all pass" : "it is wrong";
  file.result.compile_seconds = 0.5;
  if (!right) file.log = "a warning\n";
  return file;
}

/// All that a batch leaves for people, by path.
std::map<std::string, std::string> written(const fs::path& out) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(out)) {
    const std::string path = entry.path().lexically_relative(out).generic_string();
    if (entry.is_regular_file() && !path.starts_with(".") && path != "run.jsonl")
      files[path] = read_file(entry.path());
  }
  return files;
}

BatchSummary batch_of(std::size_t people_in_all, const fs::path& out, const GradeFile& grade,
                      unsigned jobs = 2) {
  Store store(out, "0123");
  const Frozen frozen =
      freeze({exercise(1), exercise(2)}, {"", people(people_in_all), {}}, each(handed_in), store);
  return run_batch(frozen, store, {.grading = {.jobs = jobs}}, grade);
}

}  // namespace

TEST_CASE("each distinct file is graded once, in each exercise, and everybody has a result") {
  const TemporaryFolder folder;
  std::atomic<int> calls = 0;
  const auto count = [&](const Exercise& one, const std::string& text) {
    ++calls;
    return graded(one, text);
  };
  const BatchSummary summary = batch_of(10, folder.path() / "out", count);
  CHECK(calls == 3);  // right and wrong in 1, right in 2
  CHECK(summary.submissions == 10);
  CHECK(summary.distinct == 3);
  const auto files = written(folder.path() / "out");
  for (int i = 0; i < 10; ++i) CHECK(files.contains("results/s" + std::to_string(i) + ".json"));
  const auto one = nlohmann::json::parse(files.at("results/s1.json"));
  CHECK(one["submission"] == "s1");
  CHECK(one["exercises"][0]["verdict"] == "wrong_value");
  CHECK(one["exercises"][0]["file"] == "e1.cpp");
  CHECK(one["exercises"][1]["verdict"] == "missing_file");
  CHECK(files.at("logs/s1/01.log") == "a warning\n");
  CHECK(!files.contains("logs/s0/01.log"));
}

TEST_CASE("a batch that goes on grades only what is not kept, and changed files") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  batch_of(9, out, graded);
  const auto before = written(out);
  std::atomic<int> calls = 0;
  const auto count = [&](const Exercise& one, const std::string& text) {
    ++calls;
    return graded(one, text);
  };
  CHECK(batch_of(9, out, count).reused == 3);
  CHECK(calls == 0);
  CHECK(written(out) == before);
  Store store(out, "0123");
  const auto changed = [](const Submitter& submitter, const Exercise& one) {
    Intake intake = handed_in(submitter, one);
    if (submitter.id == "s4") intake.text = "wrong ";
    return intake;
  };
  const Frozen frozen = freeze({exercise(1)}, {"", people(9), {}}, each(changed), store);
  run_batch(frozen, store, {.grading = {.jobs = 1}}, count);
  CHECK(calls == 1);
}

TEST_CASE("a batch interrupted after any piece of work ends as if it had not been") {
  const TemporaryFolder folder;
  batch_of(9, folder.path() / "whole", graded);
  const auto whole = written(folder.path() / "whole");
  for (int stop = 0; stop < 3; ++stop) {
    const fs::path out = folder.path() / std::to_string(stop);
    int calls = 0;
    const auto interrupted = [&](const Exercise& one, const std::string& text) {
      if (calls++ == stop) throw TryAgain("no room");
      return graded(one, text);
    };
    CHECK_THROWS_AS(batch_of(9, out, interrupted, 1), TryAgain);
    batch_of(9, out, graded);
    CHECK(written(out) == whole);
  }
}

TEST_CASE("our own fault is tried again, then told, and gives no points and no zero") {
  const TemporaryFolder folder;
  int calls = 0;
  const auto faulty = [&](const Exercise& one, const std::string& text) {
    StoredResult file = graded(one, text);
    if (text == "wrong") return file;
    ++calls;
    file.result.verdict = Verdict::internal_error;
    file.result.finding = "no launcher";
    return file;
  };
  const fs::path out = folder.path() / "out";
  const BatchSummary summary = batch_of(3, out, faulty);
  CHECK(calls == 4);  // s0's two files, twice; s2 handed in the same
  REQUIRE(summary.failures.size() == 3);
  CHECK(summary.failures[0] == "s0 01_e1: no launcher");
  CHECK(written(out).at("gradebook.csv") ==
        "id,01_e1,01_e1 verdict,02_e2,02_e2 verdict,total,percent,late,seed,version\r\n"
        "maximum,1,,2,,3,100.00,,," SOFTMARK_VERSION
        "\r\n"
        "s0,,internal_error,,internal_error,0,,,," SOFTMARK_VERSION
        "\r\n"
        "s1,0,wrong_value,0,missing_file,0,0.00,,," SOFTMARK_VERSION
        "\r\n"
        "s2,,internal_error,0,missing_file,0,0.00,,," SOFTMARK_VERSION "\r\n");
  batch_of(3, out, graded);  // nothing of it was kept
  CHECK(written(out).at("gradebook.csv").find("internal_error") == std::string::npos);
}

TEST_CASE("a name that breaks the line is told in one") {
  const TemporaryFolder folder;
  const auto faulty = [](const Exercise& one, const std::string& text) {
    StoredResult file = graded(one, text);
    file.result.verdict = Verdict::internal_error;
    file.result.finding = "no launcher";
    return file;
  };
  Store store(folder.path() / "out", "0123");
  const Frozen frozen =
      freeze({exercise(1)}, {"", {{"s0\nfix: rm", "s0", "s0"}}, {}}, each(handed_in), store);
  const BatchSummary summary = run_batch(frozen, store, {.grading = {.jobs = 1}}, faulty);
  REQUIRE(summary.failures.size() == 1);
  CHECK(summary.failures[0] == "s0\\x0afix: rm 01_e1: no launcher");
}

TEST_CASE("several workers of a shard do not lock each other out, nor remove what one is writing") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const Store first(out, "0123", Workers::several);
  fs::create_directory(out / "results");
  write_file(out / "results/s1.json.77.tmp", "half");
  const Store second(out, "0123", Workers::several);
  CHECK(fs::exists(out / "results/s1.json.77.tmp"));
  const Store alone(out, "0123");
  CHECK(!fs::exists(out / "results/s1.json.77.tmp"));
}

TEST_CASE("workers that start a shard at once all find its folder to be theirs") {
  const TemporaryFolder folder;
  for (int round = 0; round < 100; ++round) {
    const fs::path out = folder.path() / std::to_string(round);
    std::atomic<int> started = 0, refused = 0;
    std::vector<std::thread> workers;
    for (int i = 0; i < 4; ++i) {
      workers.emplace_back([&] {
        for (++started; started < 4;) std::this_thread::yield();
        try {
          const Store store(out, "0123", Workers::several);
        } catch (const InputError&) {
          ++refused;
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    REQUIRE(refused == 0);
  }
}

TEST_CASE("a result that is half-written is not there") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  Store store(out, "0123");
  const Digest256 digest = sha256("text");
  store.keep("01_e1", digest, graded(exercise(1), "right"));
  for (const auto& entry : fs::recursive_directory_iterator(out)) {
    if (entry.path().extension() != ".json") continue;
    const std::string whole = read_file(entry.path());
    write_file(entry.path(), whole.substr(0, whole.size() / 2));
  }
  CHECK(!store.find("01_e1", digest));
}

TEST_CASE("a result is kept for the grader, course and options that gave it alone") {
  const TemporaryFolder folder;
  const Digest256 digest = sha256("text");
  {
    Store store(folder.path() / "out", "0123");
    store.keep("01_e1", digest, graded(exercise(1), "right"));
    CHECK(store.find("01_e1", digest));
    CHECK(!store.find("02_e2", digest));
    CHECK(!store.find("01_e1", sha256("text ")));
  }
  CHECK(!Store(folder.path() / "out", "4567").find("01_e1", digest));
}

TEST_CASE("ids of every kind get file names that are safe, short and distinct") {
  const std::vector<std::string> ids{"anna",
                                     "Anna",
                                     "a/b",
                                     "a\nb",
                                     "..",
                                     "",
                                     "=1+1",
                                     "ünal",
                                     "ben.txt",
                                     ".hidden",
                                     "no spaces",
                                     "no_spaces",
                                     "-rf",
                                     "CON",
                                     "nul.txt",
                                     "a.",
                                     std::string(300, 'x')};
  const std::vector<std::string> names = safe_names(ids);
  std::set<std::string> lower;
  for (const std::string& name : names) {
    INFO(name);
    CHECK(!name.empty());
    CHECK(name.size() <= 80);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_.-") == std::string::npos);
    CHECK(name.front() != '.');
    CHECK(name.front() != '-');
    CHECK(name.back() != '.');
    CHECK((lower_case(name).starts_with("con") || lower_case(name).starts_with("nul")) == false);
    std::string small = name;
    for (char& c : small) c = static_cast<char>(std::tolower(c));
    CHECK(lower.insert(small).second);
  }
  CHECK(names[8] == "ben.txt");
  CHECK(safe_names({"anna", "ben"}) == std::vector<std::string>{"anna", "ben"});
}

TEST_CASE("nobody can be called as another one's file") {
  std::vector<std::string> ids{"ada b"};
  for (int i = 0; i < 3; ++i) {
    std::string name = safe_names(ids).front();
    if (i == 1) name[0] = 'A';  // some systems know no capitals
    ids.push_back(name);
    const std::vector<std::string> names = safe_names(ids);
    std::set<std::string> lower;
    for (const std::string& one : names) {
      INFO(one);
      CHECK(one.size() <= 80);
      CHECK(lower.insert(lower_case(one)).second);
    }
  }
  CHECK(safe_names({"group-20261122", "ada b"})[0] == "group-20261122");
}

TEST_CASE("hundreds of submissions take no time where files are alike") {
  const TemporaryFolder folder;
  const BatchSummary summary = batch_of(500, folder.path() / "out", graded);
  CHECK(summary.submissions == 500);
  CHECK(summary.distinct == 3);
  CHECK(fs::exists(folder.path() / "out/results/s499.json"));
}
