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

TEST_CASE("what is no moment is none") {
  for (const char* text :
       {"", "2026", "2026-11-20", "2026-11-20T", "2026-13-01T00:00Z", "2026-02-30T00:00Z",
        "2026-11-20T24:00Z", "2026-11-20T17:60Z", "2026-11-20T17:00X", "2026-11-20T17:00Z.",
        "2026-11-20T17:00+1", "2026-11-20T17:00+19:00", "20.11.2026 17:00", "2026-11-2 017:00Z",
        "99999-01-01T00:00Z", "-001-01-01T00:00Z"}) {
    INFO(text);
    CHECK(!moment_in(text));
  }
}
