#include "catch.hpp"

#include "system/parallel.hpp"

using namespace grader;

TEST_CASE("the first line of /proc/stat gives idle and total ticks of all cores") {
  const CpuTimes times = cpu_times("cpu  100 20 30 4000 500 6 7 8 900 0\ncpu0 1 1 1 1");
  CHECK(times.idle == 4500);
  CHECK(times.total == 4671);
  CHECK(cpu_times("").total == 0);
  CHECK(cpu_times("intr 1 2 3").total == 0);
}

TEST_CASE("a machine was busy when less than a tenth of its time was idle, or nothing is known") {
  CHECK(was_busy({100, 1000}, {105, 1600}));
  CHECK_FALSE(was_busy({100, 1000}, {200, 1600}));
  CHECK_FALSE(was_busy({0, 0}, {600, 600}));
  CHECK(was_busy({}, {}));
}

TEST_CASE("limits of the course's own code grow where the machine is slow, and never shrink") {
  CHECK(seconds_where(0.002, 300) == 300);
  CHECK(seconds_where(0.0001, 300) == 300);
  CHECK(seconds_where(0.030, 300) == 4500);
  CHECK(seconds_where(0.0021, 2) == 3);
  CHECK(seconds_here(300) >= 300);
  CHECK(seconds_here(600) == Approx(2 * seconds_here(300)).margin(1));
}

TEST_CASE("the machine's own times go on") {
  const CpuTimes now = cpu_times_now();
  CHECK(now.total > 0);
  CHECK(now.idle <= now.total);
}
