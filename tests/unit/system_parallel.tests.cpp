// Work that is shared among threads.

#include "catch.hpp"

#include "system/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace grader;

TEST_CASE("every piece of work is done once, with any number of jobs") {
  for (const unsigned jobs : {0u, 1u, 2u, 7u, 100u}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{50}}) {
      std::vector<std::atomic<int>> done(count);
      in_parallel(count, jobs, [&](std::size_t i) { ++done.at(i); });
      INFO(jobs << " jobs, " << count << " pieces");
      std::size_t once = 0;
      for (const std::atomic<int>& times : done) once += times == 1 ? 1 : 0;
      CHECK(once == count);
    }
  }
}

TEST_CASE("the first exception stops the rest and is thrown on") {
  for (const unsigned jobs : {1u, 4u}) {
    std::atomic<std::size_t> started = 0;
    std::string what = "nothing was thrown";
    try {
      in_parallel(1000000, jobs, [&](std::size_t i) {
        ++started;
        if (i == 10) throw std::runtime_error("piece 10");
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    CHECK(what == "piece 10");
    CHECK(started >= 11);
    CHECK(started < 1000000);
  }
}

TEST_CASE("jobs are as many as wanted or as cores, as far as memory goes, and never none") {
  constexpr std::uint64_t gib = std::uint64_t{1} << 30;
  CHECK(jobs_for(0, 8, 64 * gib) == 8);
  CHECK(jobs_for(3, 8, 64 * gib) == 3);
  CHECK(jobs_for(20, 8, 64 * gib) == 16);
  CHECK(jobs_for(0, 8, 16 * gib) == 4);
  CHECK(jobs_for(0, 8, 15 * gib) == 4);  // sold as 16
  CHECK(jobs_for(0, 8, 15 * gib - 1) == 3);
  CHECK(jobs_for(4, 8, 2 * gib) == 1);
  CHECK(jobs_for(4, 8, 0) == 1);
  CHECK(jobs_for(0, 0, 64 * gib) == 1);
  CHECK(jobs_for(4294967295u, 8, ~std::uint64_t{0}) == 4294967295u);
}
