// The arrays of the course against plain xtensor: the same text, compiled with each.

#include "arrays/plain/results.hpp"
#include "catch.hpp"

#include <cstdlib>

namespace {

std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    lines.push_back(line);
    line.clear();
  }
  REQUIRE(pclose(pipe) == 0);
  return lines;
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
  const std::vector<std::string> expected = lines_of(SOFTMARK_PLAIN_ARRAYS);
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
