// The overview of a class: what was counted, and how it is shown.

#include "catch.hpp"
#include "golden.hpp"

#include "batch/batch.hpp"
#include "system/files.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

using namespace grader;

namespace {

using nlohmann::json;

Exercise class_exercise(unsigned number, double points) {
  Exercise one;
  one.number = number;
  one.name = "e" + std::to_string(number);
  one.title = "Exercise " + std::to_string(number);
  one.folder = "0" + std::to_string(number) + "_" + one.name;
  one.points = points;
  return one;
}

/// What each hands in for each exercise; nothing for a file that is missing.
using HandedIn = std::map<std::string, std::vector<std::string>>;

Intake taken(const HandedIn& all, const Submitter& submitter, const Exercise& exercise) {
  const std::string text = all.at(submitter.id)[exercise.number - 1];
  const std::filesystem::path file = submitter.path / (exercise.name + ".cpp");
  if (text.empty()) return {file, Verdict::missing_file, "the file is not there", ""};
  return {file, std::nullopt, "", text};
}

/// Grades by the first word of a text.
StoredResult graded_by_word(const Exercise& exercise, const std::string& text) {
  StoredResult file;
  ExerciseResult& result = file.result;
  result.number = exercise.number;
  result.max_score = exercise.points;
  result.verdict = Verdict::wrong_value;
  result.cases.resize(1);
  if (text.starts_with("right")) {
    result.verdict = Verdict::passed;
    result.score = exercise.points;
  } else if (text.starts_with("broken")) {
    result.verdict = Verdict::build_failed;
    result.finding = "it does not compile: e1.cpp:" + std::to_string(text.size()) +
                     ":4: expected ';' after a < b";
    file.log = "the whole output";
  } else if (text.starts_with("stub")) {
    result.verdict = Verdict::not_started;
    result.cases.clear();
  } else {
    result.mistake = "over_rows";
    result.explanation = "The softmax ran along the <rows>.";
    result.first_wrong_step = "weights";
  }
  return file;
}

const HandedIn sample_class{{"anna", {"right = 1; // mine", "right"}},
                            {"ben", {"right = 1;", "wrong = 2;"}},
                            {"cara", {"right = 1;", "wrong = 2;"}},
                            {"dan", {"broken", ""}},
                            {"eve", {"broken more", "wrong too"}},
                            {"fay <b>", {"stub", ""}},
                            {"gus", {"", ""}}};

/// What a batch of `handed_in` writes, by path.
std::map<std::string, std::string> class_of(const HandedIn& handed_in,
                                            const std::filesystem::path& out,
                                            std::vector<Exercise> exercises = {
                                                class_exercise(1, 1), class_exercise(2, 3)}) {
  std::vector<std::string> ids;
  for (const auto& [id, texts] : handed_in) ids.push_back(id);
  const std::vector<std::string> names = safe_names(ids);
  std::vector<Submitter> submitters;
  for (std::size_t i = 0; i < ids.size(); ++i) submitters.push_back({ids[i], names[i], ids[i]});
  Store store(out, "0123");
  const auto take_all = [&](const Submitter& who, const std::vector<Exercise>& all) {
    std::vector<Intake> intakes;
    for (const Exercise& one : all) intakes.push_back(taken(handed_in, who, one));
    return FoundFiles{intakes};
  };
  const Frozen frozen = freeze(exercises, {"", submitters, {}}, take_all, store);
  run_batch(frozen, store, {.grading = {.jobs = 2}}, graded_by_word);
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out)) {
    const std::string path = entry.path().lexically_relative(out).generic_string();
    if (entry.is_regular_file() && !path.starts_with(".") && path != "run.jsonl")
      files[path] = read_file(entry.path());
  }
  return files;
}

}  // namespace

TEST_CASE("the overview of a class is as approved") {
  const TemporaryFolder folder;
  auto files = class_of(sample_class, folder.path() / "out");
  check_golden_file("class.html", without_style(files.at("class.html")));
  check_golden_file("class.json", files.at("class.json"));
}

TEST_CASE("nobody's page names anybody else") {
  const TemporaryFolder folder;
  const HandedIn strange{{"anna_a", {"right", "wrong"}},
                         {"ben_b", {"right", "wrong"}},
                         {"cara_c", {"broken", "wrong"}}};
  const auto files = class_of(strange, folder.path() / "out");
  for (const auto& [own, texts] : strange) {
    for (const auto& [path, text] : files) {
      const bool is_own = path == "results/" + own + ".json" || path.starts_with("logs/" + own) ||
                          path.starts_with("feedback/" + own) || contains(path, own + ".cpp");
      if (!is_own) continue;
      for (const auto& [other, ignored] : strange) {
        INFO(path << " and " << other);
        CHECK((other == own || !contains(text, other)));
      }
    }
    CHECK(contains(files.at("feedback/" + own + ".html"), own));
  }
}

TEST_CASE(
    "what is left of submissions and exercises that are gone is removed, others' files stay") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder.path() / "out";
  const auto first = class_of(sample_class, out);
  for (const char* file : {"results/dan.json", "feedback/dan.html", "logs/dan/01.log",
                           "sources/01_e1/dan.cpp", "sources/02_e2/anna.cpp"}) {
    INFO(file);
    CHECK(first.contains(file));
  }
  write_file(out / "feedback/dan.txt", "a note of the instructor's");
  HandedIn fewer = sample_class;
  fewer.erase("dan");
  const auto second = class_of(fewer, out, {class_exercise(1, 1)});
  for (const auto& [path, text] : second) {
    INFO(path);
    CHECK((path == "feedback/dan.txt" || !contains(path, "dan")));
    CHECK(!contains(path, "02_e2"));
  }
  CHECK(!std::filesystem::exists(out / "logs/dan"));
  CHECK(second.contains("feedback/dan.txt"));
  CHECK(second.contains("logs/eve/01.log"));
  CHECK(class_of(fewer, out, {class_exercise(1, 1)}) == second);
}

TEST_CASE("files to compare are those that were handed in, without untouched stubs") {
  const TemporaryFolder folder;
  const auto files = class_of(sample_class, folder.path() / "out");
  CHECK(files.at("sources/01_e1/ben.cpp") == "right = 1;");
  for (const char* file : {"sources/01_e1/gus.cpp", "sources/02_e2/dan.cpp"})
    CHECK(!files.contains(file));
  for (const auto& [path, text] : files)
    CHECK((!path.starts_with("sources") || !contains(path, "fay")));
}

TEST_CASE("a class of which nothing could be graded has an overview") {
  const ClassSummary nobody{{{1, "e1", "", {}, {}, {}, {}, {}}},
                            {{"anna", "anna", "anna", 0, 0, false}}};
  CHECK(!median_percent(nobody));
  CHECK(json::parse(class_json(nobody))["median_percent"].is_null());
  CHECK(contains(class_html(nobody), "Everybody handed in something."));
  CHECK(!contains(class_html({}), "nan"));
}

TEST_CASE("mistakes that are told the same are counted together") {
  Frozen frozen;
  frozen.exercises = {class_exercise(1, 1)};
  Remarks remarks;
  std::vector<ResultSummary> noted;
  for (const char* name : {"second", "first", "other", "second"}) {
    const auto who = static_cast<std::uint32_t>(noted.size());
    Frozen::Entry entry;
    entry.submitter.id = name;
    entry.works = {who};
    frozen.entries.push_back(entry);
    Work work;
    work.digest[0] = static_cast<unsigned char>(who);
    work.likeness = work.digest;
    work.submissions = {who};
    frozen.works.push_back(work);
    ResultSummary one;
    one.verdict = Verdict::wrong_value;
    one.mistake = &*remarks.insert(name).first;
    one.explanation =
        &*remarks.insert(std::string(name) == "other" ? "Something else." : "Equal.").first;
    noted.push_back(one);
  }
  const std::vector<Finding> mistakes = summarise(frozen, noted).exercises[0].mistakes;
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].name == "first, second");
  CHECK(mistakes[0].text == "Equal.");
  CHECK(mistakes[0].who == std::vector<std::uint32_t>{0, 1, 3});
}

TEST_CASE("a mistake of thousands is counted whole and named in part") {
  ClassSummary summary;
  Finding one{"m", "They all did.", {}};
  for (std::uint32_t i = 0; i < 5000; ++i) {
    summary.members.push_back(
        {"s" + std::to_string(i), "s" + std::to_string(i), "s" + std::to_string(i), 0, 1, false});
    one.who.push_back(i);
  }
  summary.exercises = {{1, "e1", "", {}, {one}, {}, {}, {}}};
  const std::string page = class_html(summary);
  CHECK(contains(page, "<td class=\"n\">5000</td>"));
  CHECK(contains(page, "and 4794 in class.json"));
  CHECK(page.size() < 60000);
  CHECK(json::parse(class_json(summary))["exercises"][0]["mistakes"][0]["submissions"].size() ==
        5000);
}

TEST_CASE("the page of a large class stays below two megabytes") {
  ClassSummary summary;
  std::vector<std::uint32_t> tenth;
  SimilarFiles alike;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    const std::string id = "student-of-the-open-course-" + std::to_string(i);
    summary.members.push_back({id, id, id, 0, 1, true});
    if (i % 10 > 0) continue;  // told in full, a tenth of them would be too many as well
    tenth.push_back(i);
    alike.files.push_back({i});
  }
  std::vector<Finding> happenings;
  for (int i = 0; i < 60; ++i) {
    const std::string number = std::to_string(i);
    happenings.push_back({"mistake_" + number, std::string(250, 'x') + number, tenth});
  }
  for (unsigned number = 1; number <= 29; ++number) {
    const std::string name = "e" + std::to_string(number);
    summary.exercises.push_back({number,
                                 name,
                                 "",
                                 {},
                                 happenings,
                                 happenings,
                                 happenings,
                                 std::vector<SimilarFiles>(2, alike)});
  }
  const std::string page = class_html(summary);
  CHECK(page.size() < 2'000'000);
  CHECK(contains(page, "and 994 more in class.json"));
  CHECK(contains(page, "and 994 more files in class.json"));
  CHECK(contains(page, "id=\"e29\""));
}
