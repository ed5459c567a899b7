#pragma once
// How busy the machine is: a program that ran out of time on a busy one may have been kept waiting.

#include <cstdint>
#include <string>

namespace grader {

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

}  // namespace grader
