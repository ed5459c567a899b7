// The arrays of the course against plain xtensor: the same text, compiled with each.

#include "arrays/plain/results.hpp"
#include "catch.hpp"

#include <cstdlib>
#include <fstream>

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What plain_arrays once printed: a key, then summaries.
std::string record() {
  std::ifstream file(SOFTMARK_PLAIN_RECORD);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// What it prints now. It is built only where the record is not for it.
std::string computed() {
#ifdef SOFTMARK_PLAIN_ARRAYS
  FILE* pipe = popen("'" SOFTMARK_PLAIN_ARRAYS "'", "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  REQUIRE(pclose(pipe) == 0);
  return text;
#else
  return record();
#endif
}

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream stream(line);
  for (std::string part; std::getline(stream, part, '\t');) parts.push_back(part);
  return parts;
}

bool near(const std::string& first, const std::string& second, double most) {
  return std::abs(std::stod(first) - std::stod(second)) <= most;
}

}  // namespace

TEST_CASE("every operation gives what plain xtensor gives") {
  std::vector<std::string> expected = lines_of(computed());
  REQUIRE(!expected.empty());
  REQUIRE(expected.front() == SOFTMARK_PLAIN_KEY);
  expected.erase(expected.begin());
  const plain::Results results = plain::every_result();
  REQUIRE(results.lines().size() > 7000);
  const std::vector<plain::Summary> groups = summaries(results);
  REQUIRE(groups.size() == expected.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::vector<std::string> ours = parts_of(groups[i].text()),
                                   theirs = parts_of(expected[i]);
    REQUIRE(theirs.size() == 5);
    const bool same = std::equal(ours.begin(), ours.begin() + 3, theirs.begin()) &&
                      near(ours[3], theirs[3], 1e-9) && near(ours[4], theirs[4], 1e-4);
    std::string lines;
    for (const std::string& line : groups[i].lines) lines += line + '\n';
    INFO("plain: " << expected[i] << "\nhere:  " << groups[i].text() << '\n'
                   << lines << "tests/arrays/record --show '" << groups[i].words
                   << "' prints what plain xtensor gives");
    if (!same) CHECK(same);
  }
}

#ifdef SOFTMARK_RECORDED_HERE
TEST_CASE("the record of what plain xtensor gives is that of today's text") {
  INFO("tests/arrays/record writes it anew");
  CHECK(record() == computed());
}
#endif
