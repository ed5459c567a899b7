#include "student/questions.hpp"

#include "catch.hpp"

#include <map>
#include <set>

using namespace grader;

TEST_CASE("changed elements are told as the rows and columns that they fill") {
  const auto told = [](const Shape& shape, const std::vector<bool>& changed) {
    return changed_elements(shape, changed);
  };
  CHECK(told({2, 2}, {false, false, false, false}) == "nothing changes");
  CHECK(told({2, 2}, {true, true, true, true}) == "all of it changes");
  CHECK(told({2, 3}, {false, false, false, true, true, true}) == "what changes: row 1");
  CHECK(told({2, 3}, {true, false, true, true, false, true}) == "what changes: columns 0 and 2");
  CHECK(told({2, 2}, {false, true, false, false}) == "what changes: row 0, column 1");
  CHECK(told({3}, {false, true, false}) == "what changes: element 1");
  CHECK(told({2, 1, 2}, {true, true, false, false}) == "what changes: position 0 of axis 0");
  CHECK(told({2, 2}, {true, false, false, true}) == "some of it changes, in no simple pattern");
  const std::vector<bool> many = {true, true, true, true, false};
  CHECK(told({5}, many) == "some of it changes, in no simple pattern");
}

TEST_CASE("four options are all different, and none stands in one place more often than another") {
  const std::vector<std::string> effects = {"p", "p", "q", "r", "s", "t"};
  std::map<std::string, std::set<std::size_t>> places;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<std::size_t> four = four_of(effects, seed);
    REQUIRE(four.size() == 4);
    std::set<std::string> found;
    for (std::size_t i = 0; i < four.size(); ++i) {
      found.insert(effects[four[i]]);
      places[effects[four[i]]].insert(i);
    }
    CHECK(found.size() == 4);
    CHECK(four == four_of(effects, seed));
  }
  CHECK(places.size() == 5);
  for (const auto& [effect, seen] : places) CHECK(seen.size() == 4);
  CHECK(four_of({"p", "q", "r", "p"}, 1).empty());
}
