// What README and the pages of docs/ say, where a test can know it.

#include "catch.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "course/cases.hpp"
#include "system/files.hpp"
#include "version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace fs = std::filesystem;
using namespace grader;

namespace {

const fs::path root = SOFTMARK_SOURCE;

/// README and the like, the pages of docs/, and that of integrations/.
std::vector<fs::path> pages() {
  std::vector<fs::path> found{root / "integrations/README.md"};
  for (const fs::path& folder : {root, root / "docs"}) {
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  return found;
}

/// How many groups of vowels a word has, without an e at its end that is not spoken.
std::ptrdiff_t syllables(const std::string& word) {
  static const std::regex vowels("[aeiouy]+", std::regex::icase), silent(R"([^aeiouyl]e\W*$)");
  const auto groups = std::distance(std::sregex_iterator(word.begin(), word.end(), vowels), {});
  return std::max<std::ptrdiff_t>(groups - std::regex_search(word, silent), 1);
}

/// Flesch and Kincaid's grade: after how many years at school a text is read with ease.
double reading_grade(const std::string& text) {
  static const std::regex end(R"([.?!]\W*$)"), letter("\\w");
  std::istringstream all(text);
  double words = 0, spoken = 0, sentences = 0;
  for (std::string word; all >> word;) {
    sentences += std::regex_search(word, end);
    if (!std::regex_search(word, letter)) continue;
    ++words;
    spoken += double(syllables(word));
  }
  return 0.39 * words / std::max(sentences, 1.0) + 11.8 * spoken / words - 15.59;
}

}  // namespace

TEST_CASE("README is a front page of at most 110 lines, whose table has each exercise once") {
  const std::string readme = read_file(root / "README.md");
  CHECK(std::ranges::count(readme, '\n') <= 110);
  const std::regex row(R"((?:^|\n)\| (\d[^|]*) \|)"), range(R"((\d\d)(?: to (\d\d))?)");
  std::vector<unsigned> told, known;
  for (std::sregex_iterator one(readme.begin(), readme.end(), row), end; one != end; ++one) {
    const std::string cell = one->str(1);
    for (std::sregex_iterator part(cell.begin(), cell.end(), range); part != end; ++part) {
      const int first = std::stoi(part->str(1));
      const int last = part->length(2) > 0 ? std::stoi(part->str(2)) : first;
      for (int number = first; number <= last; ++number) told.push_back(unsigned(number));
    }
  }
  for (const Exercise& exercise : load_course(root).exercises) known.push_back(exercise.number);
  std::ranges::sort(told);
  CHECK(told == known);
}

TEST_CASE("who cites softmark cites the version that grades") {
  const std::string line = fmt::format("\nversion: {}\n", SOFTMARK_VERSION);
  CHECK(read_file(root / "CITATION.cff").find(line) != std::string::npos);
}

TEST_CASE("docs/adopting.md takes at most 80 lines and has hours for each exercise") {
  const std::string page = read_file(root / "docs/adopting.md");
  CHECK(std::ranges::count(page, '\n') <= 80);
  const std::size_t hours = page.find("## Hours");
  const std::string table = page.substr(hours, page.find("The **fast track**") - hours);
  for (const Exercise& exercise : load_course(root).exercises) {
    INFO(exercise.folder);
    const std::string number = exercise.folder.substr(0, 2);
    CHECK(std::regex_search(table, std::regex("\\b" + number + "(, | \\|)")));
  }
}

TEST_CASE("README's first screen says for each system what to type") {
  const std::vector<std::string> lines = split_lines(read_file(root / "README.md"));
  std::string screen;
  for (std::size_t i = 0; i < 25; ++i) screen += lines.at(i) + "\n";
  for (const char* words :
       {"**Linux**", "    ./grade\n", "**Windows**: `wsl --install -d Debian`", "**Mac**",
        "    mkdir -p build && podman build -t softmark -f integrations/Containerfile .\n    "
        "podman run ",
        "**A browser**", "Codespaces"}) {
    INFO(words);
    CHECK(screen.find(words) != screen.npos);
  }
}

TEST_CASE("all pages start containers with the flags of README, which tests/containers tries") {
  const std::string readme = read_file(root / "README.md");
  const std::regex flag("--(security-opt|userns) [a-z0-9=:,-]+");
  std::size_t flags = 0;
  for (const char* page : {"README.md", "docs/students.md", "integrations/README.md",
                           "integrations/Containerfile", ".devcontainer/devcontainer.json"}) {
    const std::string text = std::regex_replace(read_file(root / page), std::regex("\", \""), " ");
    for (std::sregex_iterator found(text.begin(), text.end(), flag), end; found != end; ++found) {
      INFO(page << ": " << found->str());
      CHECK(readme.find(found->str()) != readme.npos);
      ++flags;
    }
    for (const char* wall : {"seccomp=unconfined", "apparmor=unconfined", "label=disable"}) {
      INFO(page << ": " << wall);
      CHECK(text.find(std::string("--security-opt ") + wall) != text.npos);
    }
  }
  CHECK(flags > 15);
}

TEST_CASE("docs/course.md says of each exercise how many mistakes are known") {
  const std::string page = read_file(root / "docs/course.md");
  const Course course = load_course(root);
  for (const Exercise& exercise : course.exercises) {
    const std::string& name = exercise.folder;
    const std::size_t known = load_mistakes(course, exercise).size();
    const std::size_t row = page.find("| " + name.substr(0, 2) + " | `" + name.substr(3) + "`");
    INFO(name << ": " << known);
    REQUIRE(row != std::string::npos);
    CHECK(page.substr(row, page.find('\n', row) - row)
              .ends_with("| " + std::to_string(known) + " |"));
  }
  CHECK(course.exercises.size() == 50);
}

TEST_CASE("messages of known mistakes are easy to read") {
  CHECK(reading_grade("The scores were not divided. Take the root.") == Approx(2.195));
  std::vector<std::pair<double, std::string>> grades;
  const Course course = load_course(root);
  for (const Exercise& exercise : course.exercises) {
    for (const Mistake& mistake : load_mistakes(course, exercise)) {
      if (!mistake.shares.empty()) continue;
      grades.emplace_back(reading_grade(mistake.message),
                          fmt::format("{} {}: {}", exercise.folder, mistake.name, mistake.message));
    }
  }
  REQUIRE(grades.size() > 1000);
  std::ranges::sort(grades, std::greater<>());
  std::string worst;
  for (std::size_t i = 0; i < 10; ++i)
    worst += fmt::format("{:.1f} {}\n", grades[i].first, grades[i].second);
  INFO("the worst:\n" << worst);
  CHECK(grades[grades.size() / 2].first <= 4.5);
  CHECK(grades[grades.size() / 10].first <= 7.2);
  CHECK(grades[0].first <= 12.5);
}

TEST_CASE("the fast track has what its exercises use, and what their statements build on") {
  const Course course = load_course(root);
  CHECK(course.fast_track.size() == 8);
  CHECK(course.fast_track.front() == "similarity");
  CHECK(course.fast_track.back() == "transformer_block");
  const auto on_track = [&](const std::string& name) {
    return std::ranges::count(course.fast_track, name) == 1;
  };
  // Of 01 to 03, whose tokens are columns, statements say only what differs.
  const std::regex earlier(R"((?:exercise|exercises|and) (0[4-9]|[1-9][0-9])\b)");
  std::size_t found = 0, last = 0;
  for (const std::string& name : course.fast_track) {
    const Exercise& exercise = find_exercise(course, name);
    INFO(exercise.folder);
    CHECK(exercise.number > last);
    last = exercise.number;
    CHECK(std::ranges::all_of(exercise.uses, on_track));
    const std::string statement = read_file(exercise.statement());
    for (std::sregex_iterator one(statement.begin(), statement.end(), earlier), end; one != end;
         ++one) {
      const Exercise& meant = find_exercise(course, (*one)[1].str());
      INFO(meant.folder);
      CHECK((meant.number > exercise.number || on_track(meant.name)));
      ++found;
    }
  }
  CHECK(found > 5);
}

TEST_CASE("the links of README and docs/ lead to files") {
  const std::regex link(R"(\]\(([^)#:]+)[^):]*\))");
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = read_file(page);
    for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end; ++found) {
      const fs::path target = page.parent_path() / (*found)[1].str();
      INFO(page.string() << ": " << (*found)[1]);
      CHECK(fs::exists(target));
      ++links;
    }
  }
  CHECK(links > 20);
}
