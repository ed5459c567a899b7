// Who is late, and what it costs.

#include "batch/gradebook.hpp"
#include "catch.hpp"
#include "core/error.hpp"

using namespace grader;

namespace {

const char* const noon = "2026-11-20T12:00Z";

std::optional<std::int64_t> minutes(const char* time) {
  return lateness(due_in(noon, ""), moment_in(time), false).minutes;
}

/// Taken off 8 points of 10, where `time` is that of handing in.
double off(const char* per_day, const char* time) {
  const Due due = due_in(noon, per_day);
  return taken_off(due, lateness(due, moment_in(time), false), 8, 10);
}

}  // namespace

TEST_CASE("a minute that has begun is one of delay") {
  CHECK(minutes("2026-11-20T11:00Z") == 0);
  CHECK(minutes("2026-11-20T12:00:00Z") == 0);
  CHECK(minutes("2026-11-20T12:00:01Z") == 1);
  CHECK(minutes("2026-11-20T12:01:00Z") == 1);
  CHECK(minutes("2026-11-21T12:00:00Z") == 1440);
  CHECK(!lateness(due_in(noon, ""), std::nullopt, true).minutes);
  CHECK(lateness(due_in(noon, ""), std::nullopt, true).said);
  CHECK(!lateness(due_in(noon, ""), moment_in(noon), true).said);  // the time says more
}

TEST_CASE("each day that has begun costs points or a share of all, and no more than there are") {
  CHECK(off("0.5", "2026-11-20T12:00Z") == 0);
  CHECK(off("0.5", "2026-11-20T12:01Z") == 0.5);
  CHECK(off("0.5", "2026-11-21T12:00Z") == 0.5);
  CHECK(off("0.5", "2026-11-21T12:01Z") == 1);
  CHECK(off("10%", "2026-11-22T11:00Z") == Approx(2));
  CHECK(off("10%", "2027-11-22T11:00Z") == 8);
  CHECK(off("", "2027-11-22T11:00Z") == 0);
  CHECK(lateness(due_in(noon, ""), std::nullopt, true).is_late() == true);
  CHECK(lateness(due_in(noon, ""), moment_in(noon), false).is_late() == false);
  CHECK(!lateness(due_in(noon, ""), std::nullopt, false).is_late());
  for (const char* wrong : {"0", "-1", "x", "%", "101%", "1e99", "nan", "inf", "1 %"})
    CHECK_THROWS_AS(due_in(noon, wrong), InputError);
  CHECK_THROWS_AS(due_in("tomorrow", ""), InputError);
}

TEST_CASE("what came within the grace is not late; after it, days count from the due time") {
  const auto late = [](const std::string& grace, const std::string& time) {
    return lateness(due_in(noon, "", grace), moment_in(time), false);
  };
  CHECK(late("15m", "2026-11-20T12:15Z").is_late() == false);
  CHECK(late("15m", "2026-11-20T12:15Z").days == 0);
  CHECK(late("15m", "2026-11-20T12:15:01Z").minutes == 16);
  CHECK(late("15m", "2026-11-20T12:15:01Z").days == 1);
  CHECK(late("1.5h", "2026-11-20T13:30Z").minutes == 0);
  CHECK(late("30h", "2026-11-21T18:01Z").days == 2);
  for (const char* wrong : {"15", "m", "0m", "-1m", "1d", "1 h", "15min"})
    CHECK_THROWS_AS(due_in(noon, "", wrong), InputError);
}

TEST_CASE("a table of times has an id and a time in each line, and may have a head") {
  const auto is_anna = [](const std::string& id) { return id == "anna"; };
  const auto read = [&](const std::string& text) { return times_in(table_in(text, "t"), is_anna); };
  using Times = std::map<std::string, Moment>;
  CHECK(read("\xef\xbb\xbfid,time\r\nanna,2026-11-20T12:00Z\r\n\r\n"
             "\"Özil, \"\"Mesut\"\"\",\"2026-11-20 13:00 +01:00\"\r\n") ==
        Times{{"anna", *moment_in(noon)}, {"Özil, \"Mesut\"", *moment_in(noon)}});
  CHECK(read("anna;20.11.2026 18:00\n") == Times{{"anna", *moment_in("2026-11-20 18:00")}});
  CHECK(read("Name,Time,Login\nAnna M,2026-11-20T12:00Z,anna\nBen,-,ben\n") ==
        Times{{"anna", *moment_in(noon)}});  // Moodle's sign of no time
  for (const char* line : {"anna,soon", "anna,2026-13-45 18:00", "ana,2026-13-45 18:00",
                           "anna,11/20/2026 6:00 PM", "anna,2026-11-20T12:00Z,x", "anna"})
    CHECK_THROWS_WITH(read(line), std::string("t:1: expected ID,TIME, found ") + line);
  CHECK_THROWS_WITH(read("a,2026-11-20T12:00Z\nb,soon\n"), "t:2: expected ID,TIME, found b,soon");
  CHECK_THROWS_AS(read("\"anna\n"), InputError);
  CHECK(read("Student,Handed in\n").empty());
  CHECK(read("Wer,Wann\n").empty());
}

TEST_CASE("points given by hand come from a table with commas, semicolons or tabs") {
  const auto is_ada = [](const std::string& id) { return id == "ada"; };
  for (const char* text : {"ada,02,\"0,5\",agreed\n", "ada;02;0,5;agreed\r\n",
                           "Name\tExercise\tReason\tPoints\tid\nAda\t02\tagreed\t0.5\tada\n"}) {
    INFO(text);
    const std::vector<Override> lines = overrides_in(table_in(text, "t"), is_ada);
    REQUIRE(lines.size() == 1);
    CHECK(std::tie(lines[0].id, lines[0].exercise, lines[0].points, lines[0].reason) ==
          std::tuple("ada", "02", 0.5, "agreed"));
  }
  for (const char* wrong : {"ada,02,-1,agreed", "ada,02,1", "ada,02,1,", ",02,1,agreed",
                            "ada,02,0,5,agreed", "ada;02;1.000,5;agreed"})
    CHECK_THROWS_AS(overrides_in(table_in(wrong, "t"), is_ada), InputError);
}
