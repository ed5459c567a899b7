// verify --mutants: small changes of a solution that the cases must tell from it.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

Result tried(const CourseCopy& course) {
  return grade({"verify", "--mutants", "06"}, course.path());
}

}  // namespace

TEST_CASE("the cases of the softmax tell all small changes of it") {
  const CourseCopy course;
  const Result all = tried(course);
  INFO(all.out + all.err);
  CHECK(all.exit_code == 0);
  CHECK(all.out.find(" mutants, 0 survived\n") != std::string::npos);
}

TEST_CASE("a change that the cases let pass is shown, unless its author says why it may", "[all]") {
  const CourseCopy course;
  const fs::path data = course / "reference_data/06_row_softmax.json";
  json kept = json::parse(read(data));
  for (std::size_t i = kept["cases"].size(); i-- > 0;) {
    if (kept["cases"][i]["sizes"]["N"] != 1) kept["cases"].erase(i);
  }
  REQUIRE(!kept["cases"].empty());
  write(data, kept.dump(1));
  const fs::path solution = course / "solutions/06_row_softmax/row_softmax.cpp";
  const Result few = tried(course);
  INFO(few.out + few.err);
  REQUIRE(few.exit_code == 1);
  const std::size_t first = few.out.find("FAIL  " + solution.string() + ":");
  REQUIRE(first != std::string::npos);
  const std::size_t lines = few.out.find("      -", first);
  const std::string change =
      few.out.substr(lines, few.out.find('\n', few.out.find("      +", lines)) - lines);
  const auto survivors = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(": survives: ", at)) != std::string::npos; ++at)
      ++count;
    return count;
  };
  const fs::path excuses = course / "solutions/06_row_softmax/equivalent.md";
  write(excuses, "There is one row alone.\n" + change + "\n");
  const Result excused = tried(course);
  INFO(excused.out);
  CHECK(survivors(excused.out) + 1 == survivors(few.out));
  write(excuses, "-a line without a reason\n+another one\n");
  const Result wrong = tried(course);
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("equivalent.md:1: expected a reason, then") != std::string::npos);
}
