#include "catch.hpp"
#include "core/moment.hpp"

#include <stdlib.h>
#include <time.h>

using namespace grader;

TEST_CASE("a moment has a date, a time and a zone") {
  const Moment five = 1795194000;  // 2026-11-20 17:00 in UTC
  CHECK(moment_in("2026-11-20T17:00:00Z") == five);
  CHECK(moment_in("2026-11-20T18:00:00+01:00") == five);
  CHECK(moment_in(" 2026-11-20 11:30 -0530 ") == five);
  CHECK(moment_in("2026-11-20 17:00:00.803850000 Z") == five);
  CHECK(moment_in("2026-11-20 17:00:00 UTC") == five);
  CHECK(moment_in("20.11.2026 18:00") == moment_in("2026-11-20 18:00"));
  CHECK(moment_in("3.1.2026, 9:05:07") == moment_in("2026-01-03 09:05:07"));
  CHECK(moment_in("Friday, 23 October 2026, 6:08 PM") == moment_in("2026-10-23 18:08"));
  CHECK(moment_in("Monday, 1 June 2026, 12:00 AM") == moment_in("2026-06-01 00:00"));
  for (const char* wrong :
       {"11/20/2026 6:00 PM", "31.11.2026 18:00", "20.11.2026", "20.11.2026 18:00 x",
        "Friday, 23 Oktobar 2026", "Friday, 23 Foo 2026, 6:08 PM",
        "Friday, 23 October 2026, 13:08 PM", "20.11.26 18:00"})
    CHECK(!moment_in(wrong));
  CHECK(moment_text(five) == "2026-11-20T17:00:00Z");
  CHECK(moment_in("1970-01-01T00:00Z") == 0);
  CHECK(moment_in("2024-02-29T00:00Z") == 1709164800);
}

TEST_CASE("without a zone a moment is of this machine's") {
  setenv("TZ", "XYZ-2", 1);  // two hours to the east of UTC
  tzset();
  CHECK(moment_in("2026-11-20 19:00") == 1795194000);
  unsetenv("TZ");
  tzset();
}

TEST_CASE("a moment is written in a zone") {
  const Moment five = 1795194000;
  CHECK(moment_text(five, 3600) == "2026-11-20T18:00:00+01:00");
  CHECK(moment_text(five, -5 * 3600 - 1800) == "2026-11-20T11:30:00-05:30");
  CHECK(zoned_moment_in("2026-11-20T18:00+01:00")->zone == 3600);
  CHECK(!zoned_moment_in("2026-11-20T18:00")->zone);
}

TEST_CASE("days are those of the calendar where clocks change") {
  setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
  tzset();
  const auto days = [](const char* from, const char* to) {
    const auto due = zoned_moment_in(from);
    return days_begun(due->moment, *moment_in(to), due->zone);
  };
  // 24 and a half hours, in the night in which clocks are put back.
  CHECK(days("2026-10-24 18:00", "2026-10-25 17:30") == 1);
  CHECK(days("2026-10-24 18:00", "2026-10-25 18:00") == 1);
  CHECK(days("2026-10-24 18:00", "2026-10-25 18:01") == 2);
  // With an offset it is that of a zone whose clocks never change.
  CHECK(days("2026-10-24T18:00+02:00", "2026-10-25 17:30") == 2);
  // 23 hours, where they are put forward.
  CHECK(days("2027-03-27 18:00", "2027-03-28 18:00") == 1);
  CHECK(days("2027-03-27 18:00", "2027-03-28 18:01") == 2);
  // 02:30 comes twice: it is late all the same.
  CHECK(days("2026-10-25T02:30+02:00", "2026-10-25T02:10+01:00") == 1);
  const Moment first = *moment_in("2026-10-25T02:30+02:00");
  CHECK(days_begun(first, first + 40 * 60, std::nullopt) == 1);
  CHECK(days_begun(first, first, std::nullopt) == 0);
  CHECK(days_begun(first, first - 1, std::nullopt) == 0);
  CHECK(moment_text(first, std::nullopt) == "2026-10-25T02:30:00+02:00");
  unsetenv("TZ");
  tzset();
}

TEST_CASE("what is no moment is none") {
  for (const char* text :
       {"", "2026", "2026-11-20", "2026-11-20T", "2026-13-01T00:00Z", "2026-02-30T00:00Z",
        "2026-11-20T24:00Z", "2026-11-20T17:60Z", "2026-11-20T17:00X", "2026-11-20T17:00Z.",
        "2026-11-20T17:00+1", "2026-11-20T17:00+19:00", "2026-11-2 017:00Z",
        "99999-01-01T00:00Z", "-001-01-01T00:00Z"}) {
    INFO(text);
    CHECK(!moment_in(text));
  }
  CHECK(!moment_in(std::string_view("2026-11-20T17:00Z\0Z", 19)));
}
