#include "catch.hpp"

#include "system/parallel.hpp"

using namespace grader;

TEST_CASE("limits grow where the machine is slow, and never shrink") {
  CHECK(slowness() >= 1);
  CHECK(slowness() == slowness());
  CHECK(seconds_here(300) >= 300);
  CHECK(seconds_here(600) == Approx(2 * seconds_here(300)).margin(1));
}
