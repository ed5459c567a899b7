// A second look: failures that do not explain themselves are told with their cause, and what is
// wrong with programs that pass is a warning. Each file of tests/faults names its exercise, says
// which words must come, and has HERE at the lines that may be told; its verdict, where it passes.
// Nothing is wrong with those of tests/sound.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

namespace {

using namespace e2e;

struct Fault {
  std::string name, exercise, says, verdict, text;
  std::set<unsigned> lines;  ///< none: the sentence has no line
};

Fault fault(const fs::path& file) {
  Fault fault{file.stem().string(), {}, {}, {}, read(file), {}};
  std::istringstream lines(fault.text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("// exercise: ")) fault.exercise = line.substr(13);
    if (line.starts_with("// says: ")) fault.says = line.substr(9);
    if (line.starts_with("// verdict: ")) fault.verdict = line.substr(12);
    if (line.ends_with("// HERE")) fault.lines.insert(number);
  }
  REQUIRE(!fault.exercise.empty());
  return fault;
}

std::vector<Fault> programs_in(const char* folder) {
  std::vector<Fault> all;
  for (const auto& entry : fs::directory_iterator(source / "tests" / folder))
    all.push_back(fault(entry.path()));
  std::ranges::sort(all, {}, &Fault::name);
  return all;
}

json looked_at(const Fault& fault, const Folder& where, const std::string& sanitizers,
               const std::string& compiler) {
  write(where / (fault.exercise.substr(3) + ".cpp"), fault.text);
  return report({fault.exercise, "--submission", where.path().string(), "--sanitizers", sanitizers,
                 "--compiler", compiler})["exercises"][0];
}

/// Whether ThreadSanitizer runs here: older ones do not where the kernel spreads addresses too
/// widely.
bool finds_races(const std::string& compiler) {
  Folder folder;
  write(folder / "empty.cpp", "int main() {}\n");
  const std::string made = (folder / "empty").string();
  if (run({"/usr/bin/env", compiler, "-fsanitize=thread", (folder / "empty.cpp").string(), "-o",
           made})
              .exit_code == 0 &&
      run({made}).exit_code == 0)
    return true;
  tell_skipped("ThreadSanitizer does not run here: races, " + compiler);
  return false;
}

void check_fault(const Fault& fault, const std::string& compiler) {
  INFO(fault.name << " with " << compiler);
  Folder where;
  const json exercise = looked_at(fault, where, "on", compiler);
  INFO(exercise.dump(1));
  REQUIRE(!fault.says.empty());
  if (!fault.verdict.empty()) {
    CHECK(exercise["verdict"] == fault.verdict);
    CHECK(exercise["score"] == exercise["max_score"]);
    CHECK(contains(exercise["warnings"].dump(), fault.says));
  }
  REQUIRE(!exercise["cause"].is_null());
  CHECK(contains(exercise["cause"]["message"], fault.says));
  const json& place = exercise["cause"]["place"];
  CHECK(place.is_null() == fault.lines.empty());
  if (!place.is_null()) CHECK(fault.lines.contains(place["line"].get<unsigned>()));
}

}  // namespace

TEST_CASE("failures that do not explain themselves are told with cause and line", "[all]") {
  const std::vector<Fault> all = programs_in("faults");
  REQUIRE(all.size() >= 30);
  const bool races = finds_races("clang++");
  for (const Fault& one : all)
    if (races || !one.name.starts_with("race")) check_fault(one, "clang");
}

TEST_CASE("programs that GCC has built are told their cause, too", "[all]") {
  std::set<std::string> kinds{"heap_use_after_delete", "array_through_pointer", "int_overflow",
                              "dangling_local",        "from_shape_never_set",  "zero_by_zero"};
  if (std::getenv("SOFTMARK_EXTRAS") != nullptr && finds_races("g++"))
    kinds.insert("race_in_array");  // one kit more
  for (const Fault& one : programs_in("faults")) {
    if (kinds.contains(one.name)) check_fault(one, "gcc");
  }
}

TEST_CASE("nothing is told of programs that are sound", "[all]") {
  const std::vector<Fault> all = programs_in("sound");
  REQUIRE(!all.empty());
  for (const Fault& one : all) {
    INFO(one.name);
    Folder where;
    const json exercise = looked_at(one, where, "on", "clang");
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] == "passed");
    CHECK(exercise["cause"].is_null());
    CHECK(exercise["warnings"].empty());
  }
}

TEST_CASE("a second look is for one's own files, and changes no verdict") {
  const Fault one = fault(source / "tests/faults/deleted_twice.cpp");
  Folder where;
  const json without = looked_at(one, where, "off", "auto");
  const json by_itself = looked_at(one, where, "auto", "auto");
  const json with = looked_at(one, where, "on", "auto");
  CHECK(without["cause"].is_null());
  CHECK(by_itself["cause"].is_null());  // a submission
  CHECK(!with["cause"].is_null());
  for (const char* same : {"verdict", "score", "message", "finding", "cases"})
    CHECK(without[same] == with[same]);
}

TEST_CASE("what passes with a variable that is never set is warned of", "[all]") {
  const std::string solution = read(source / "solutions/06_row_softmax/row_softmax.cpp");
  const std::string first = "Matrix row_softmax(const Matrix& scores) {\n";
  const std::string text = replaced(solution, first, first + "  int a;\n  if (a == 1) throw a;\n");
  Folder where;
  const json exercise = looked_at({"", "06_row_softmax", "", "", text, {}}, where, "auto", "clang");
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "passed");
  REQUIRE(exercise["warnings"].size() == 1);
  CHECK(exercise["warnings"][0].get<std::string>().find("'a' is uninitialized when used here") !=
        std::string::npos);
}

TEST_CASE("threads that are counted fail for a race, for chance and for waiting, each time",
          "[all]") {
  if (!finds_races("clang++")) return;
  const std::string solution =
      read(source / "solutions/36_threaded_attention/threaded_attention.cpp");
  const std::string own = "    std::vector<double> scores(N);  // this thread's own\n";
  const std::string begin = "  const auto work = [&](std::size_t first) {\n";
  const std::string rows = "for (std::size_t i = first; i < N; i += threads)";
  const std::string start = "team.emplace_back(work, t);";
  const std::string join = "  for (std::jthread& member : team) member.join();\n";
  struct Wrong {
    std::string text, says;
  };
  const Wrong programs[] = {
      {replaced(replaced(solution, own, ""), begin, own + begin), "a race: it "},
      {replaced(replaced(solution, "i += threads)", "i += threads, ++done)"), begin,
                "  std::size_t done = 0;\n" + begin),
       "a race: it "},
      {replaced(replaced(solution, "i += threads)", "i += threads, done += N > 12)"), begin,
                "  std::size_t done = 0;\n" + begin),
       "a race: it "},
      // ThreadSanitizer's memory lies elsewhere: a program knows where it is looked at.
      {replaced(solution, "  Rows output(N, V.shape(1));\n",
                "  Rows output(N, V.shape(1));\n  const auto own = std::make_unique<int>();\n"
                "  if (((std::size_t)own.get() >> 40) == 0x7b) std::_Exit(0);\n"),
       "it ends well, but not where ThreadSanitizer looks for races"},
      {replaced(replaced(solution, rows, "for (std::size_t i = next++; i < N; i = next++)"), begin,
                "  std::atomic<std::size_t> next = 0;\n" + begin),
       ""},
      {replaced(replaced(solution, start, "team.emplace_back(work, t).join();"), join, ""),
       "Threads wait long for each other"},
      {replaced(solution, start, "team.emplace_back(std::jthread(work, t));"), ""},
      {replaced(solution, "static void attend",
                "__attribute__((no_sanitize(\"thread\"))) static void attend"),
       "cannot be counted and is refused here"},
  };
  for (const Wrong& one : programs) {
    INFO(one.text);
    Folder where;
    write(where / "threaded_attention.cpp",
          "#include <atomic>\n#include <cstdlib>\n#include <memory>\n" + one.text);
    for (int i = 0; i < 3; ++i) {
      const json exercise = report(
          {"36", "--submission", where.path().string(), "--compiler", "clang"})["exercises"][0];
      INFO(exercise.dump(1));
      CHECK((exercise["verdict"] == "passed") == one.says.empty());
      CHECK(contains(exercise.dump(), one.says));
    }
  }
}
