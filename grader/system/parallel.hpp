#pragma once
// Work shared among threads, how busy the machine is, and how fast: a program that ran out of time
// on a busy one may have been kept waiting.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace grader {

/// Calls `work(i)` for i from 0 to count - 1, `jobs` at a time. The first exception stops the rest
/// and is thrown on.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

/// How many jobs a machine can take: `wanted`, or one for each of its cores where that is 0; but no
/// more than one for each 4 GiB of its memory, of which up to 1 GiB may be missing, and at least
/// one.
unsigned jobs_for(unsigned wanted, unsigned cores, std::uint64_t memory);

/// What all cores together did since the machine started, in ticks.
struct CpuTimes {
  std::uint64_t idle = 0;
  std::uint64_t total = 0;
};

/// From the text of /proc/stat; zeros where it is something else.
CpuTimes cpu_times(const std::string& text);
/// As of now.
CpuTimes cpu_times_now();

/// Whether the cores had hardly a moment free between the two: less than a tenth of the time. Also
/// where nothing is known: then a program gets the benefit of the doubt.
bool was_busy(const CpuTimes& before, const CpuTimes& after);

/// A limit for the course's own code, of `seconds` on an ordinary machine, on one that needs
/// `sample_seconds` for the sample of work: as many times longer as that is slower, never shorter.
unsigned seconds_where(double sample_seconds, unsigned seconds);
/// The same on this machine, which computes the sample once.
unsigned seconds_here(unsigned seconds);

}  // namespace grader
