// The names of the verdicts: a promise to everybody who reads reports.

#include "catch.hpp"

#include "core/report.hpp"

#include <string_view>
#include <vector>

using namespace grader;

TEST_CASE("every verdict has the name that the report format promises") {
  const std::vector<std::string_view> names = {
      "passed",     "not_started",  "wrong_value",  "wrong_shape",   "not_finite",
      "exception",  "crashed",      "no_answer",    "bad_reply",     "forbidden",
      "time_limit", "memory_limit", "build_failed", "build_limit",   "missing_file",
      "rejected",   "skipped",      "too_costly",   "internal_error"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(name_of(static_cast<Verdict>(i)) == names[i]);
  }
  CHECK(static_cast<std::size_t>(Verdict::internal_error) + 1 == names.size());
}

TEST_CASE("a verdict is found by its name, and only by that") {
  for (int number = 0; number <= static_cast<int>(Verdict::internal_error); ++number) {
    const auto verdict = static_cast<Verdict>(number);
    CHECK(verdict_named(name_of(verdict)) == verdict);
  }
  for (const char* name : {"", "passed ", "Passed", "wrong value", "wrong", "none"}) {
    CHECK(!verdict_named(name));
  }
}

TEST_CASE("the words of a verdict have no underscores") {
  CHECK(words_of(Verdict::passed) == "passed");
  CHECK(words_of(Verdict::wrong_value) == "wrong value");
  CHECK(words_of(Verdict::no_answer) == "no answer");
}
