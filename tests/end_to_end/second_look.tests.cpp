// A second look: failures that do not explain themselves are told with their cause. Each file of
// tests/faults names its exercise, says which words must come, and has HERE at the lines that may
// be told.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace {

using namespace e2e;

struct Fault {
  std::string name, exercise, says, text;
  bool clang_alone = false;
  std::set<unsigned> lines;  ///< none: the sentence has no line
};

Fault fault(const fs::path& file) {
  Fault fault{file.stem().string(), {}, {}, read(file), false, {}};
  std::istringstream lines(fault.text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("// exercise: ")) fault.exercise = line.substr(13);
    if (line.starts_with("// says: ")) fault.says = line.substr(9);
    if (line == "// compilers: clang") fault.clang_alone = true;
    if (line.ends_with("// HERE")) fault.lines.insert(number);
  }
  REQUIRE(!fault.exercise.empty());
  REQUIRE(!fault.says.empty());
  return fault;
}

std::vector<Fault> faults() {
  std::vector<Fault> all;
  for (const auto& entry : fs::directory_iterator(source / "tests/faults"))
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

void check_fault(const Fault& fault, const std::string& compiler) {
  INFO(fault.name << " with " << compiler);
  Folder where;
  const json exercise = looked_at(fault, where, "on", compiler);
  INFO(exercise.dump(1));
  REQUIRE(!exercise["cause"].is_null());
  CHECK(contains(exercise["cause"]["message"], fault.says));
  const json& place = exercise["cause"]["place"];
  CHECK(place.is_null() == fault.lines.empty());
  if (!place.is_null()) CHECK(fault.lines.contains(place["line"].get<unsigned>()));
}

}  // namespace

TEST_CASE("failures that do not explain themselves are told with cause and line") {
  const std::vector<Fault> all = faults();
  REQUIRE(all.size() >= 30);
  for (const Fault& one : all) check_fault(one, "clang");
}

TEST_CASE("programs that GCC has built are told their cause, too") {
  for (const Fault& one : faults()) {
    if (!one.clang_alone) check_fault(one, "gcc");
  }
}
