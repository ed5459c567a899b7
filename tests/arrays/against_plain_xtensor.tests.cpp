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

/// What plain_arrays once printed: a key, then the results.
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

/// Label, type, shape, values.
std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == '\t') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Sums may be taken in another order.
bool near(const std::string& type, const std::string& first, const std::string& second) {
  if (type != "double" && type != "float") return first == second;
  std::istringstream a(first), b(second);
  std::string x, y;
  while (a >> x) {
    if (!(b >> y)) return false;
    if (x == y) continue;
    const double left = std::strtod(x.c_str(), nullptr), right = std::strtod(y.c_str(), nullptr);
    const double most =
        (type == "double" ? 1e-12 : 1e-5) * std::max(std::abs(left), std::abs(right));
    if (!std::isfinite(left) || !std::isfinite(right) || std::abs(left - right) > most)
      return false;
  }
  return !(b >> y);
}

}  // namespace

TEST_CASE("every operation gives what plain xtensor gives") {
  std::vector<std::string> expected = lines_of(computed());
  REQUIRE(!expected.empty());
  REQUIRE(expected.front() == SOFTMARK_PLAIN_KEY);
  expected.erase(expected.begin());
  const plain::Results results = plain::every_result();
  REQUIRE(expected.size() > 7000);
  REQUIRE(results.lines().size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::vector<std::string> ours = parts_of(results.lines()[i]),
                                   theirs = parts_of(expected[i]);
    REQUIRE(ours.size() == 4);
    REQUIRE(theirs.size() == 4);
    const bool same = ours[0] == theirs[0] && ours[1] == theirs[1] && ours[2] == theirs[2] &&
                      near(ours[1], ours[3], theirs[3]);
    INFO("here:  " << results.lines()[i] << "\nplain: " << expected[i]);
    if (!same) CHECK(same);
  }
}

#ifdef SOFTMARK_RECORDED_HERE
TEST_CASE("the record of what plain xtensor gives is that of today's text") {
  INFO("tests/arrays/record writes it anew");
  const bool same = record() == computed();  // a million characters
  CHECK(same);
}
#endif
