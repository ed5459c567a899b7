#include "system/parallel.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <exception>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grader {

void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto worker = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (failure == nullptr) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> threads;
  const std::size_t extra = std::min<std::size_t>(jobs, count);
  for (std::size_t i = 1; i < extra; ++i) threads.emplace_back(worker);
  worker();
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

unsigned jobs_for(unsigned wanted, unsigned cores, std::uint64_t memory) {
  constexpr std::uint64_t memory_of_a_job = std::uint64_t{4} << 30;  // a compiler's, and the rest
  // A little less than was bought is there.
  const std::uint64_t whole = memory / memory_of_a_job;
  const std::uint64_t rest = memory % memory_of_a_job;
  const std::uint64_t most = whole + (rest >= memory_of_a_job / 4 * 3 ? 1 : 0);
  const std::uint64_t asked = wanted > 0 ? wanted : cores;
  return static_cast<unsigned>(std::max<std::uint64_t>(std::min(asked, most), 1));
}

namespace {

/// Bytes of memory that this process may hope for: the machine's, or less in a container.
std::uint64_t available_memory() {
  std::uint64_t bytes = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L)) *
                        static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
  for (const char* file : {"/sys/fs/cgroup/memory.max",  // of version 2, then of version 1
                           "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(file) >> limit) bytes = std::min(bytes, limit);  // may be the word "max"
  }
  return bytes;
}

/// Seconds of the processor for some of what compilers and measures do: names in a tree, memory in
/// small pieces, floating point.
double sample_seconds() {
  timespec start{}, end{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  std::map<std::string, double> values;
  std::uint32_t random = 1;
  for (int i = 0; i < 500; ++i) {
    random = random * 1664525 + 1013904223;
    double& value = values[std::to_string(random >> 23)];
    value = std::sqrt(value + i) * 1.5;
  }
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return std::difftime(end.tv_sec, start.tv_sec) + 1e-9 * double(end.tv_nsec - start.tv_nsec);
}

}  // namespace

unsigned job_count(unsigned wanted) {
  return jobs_for(wanted, std::thread::hardware_concurrency(), available_memory());
}

double slowness() {
  constexpr double ordinary_seconds = 1e-3;
  // The first sample finds cold caches; of the others the quickest was disturbed least.
  static const double slower = [] {
    const double first = sample_seconds(), second = sample_seconds(), third = sample_seconds();
    return std::max(1.0, std::min({first, second, third}) / ordinary_seconds);
  }();
  return slower;
}

unsigned scaled_timeout(unsigned seconds) {
  return static_cast<unsigned>(std::ceil(seconds * slowness()));
}

}  // namespace grader
