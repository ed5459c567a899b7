#include "catch.hpp"

#include "system/parallel.hpp"

using namespace grader;

TEST_CASE("limits grow where the machine is slow, and never shrink") {
  CHECK(slowness() >= 1);
  CHECK(slowness() == slowness());
  CHECK(scaled_timeout(300) >= 300);
  CHECK(scaled_timeout(600) == Approx(2 * scaled_timeout(300)).margin(1));
}
