#pragma once
// Work shared among threads, and how fast the machine is.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace grader {

/// Calls `work(i)` for i from 0 to count - 1, `jobs` at a time. The first exception stops the rest
/// and is thrown on.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

/// How many jobs a machine can take: `wanted`, or one for each of its cores where that is 0; but no
/// more than one for each 4 GiB of its memory, of which up to 1 GiB may be missing, and at least
/// one.
unsigned jobs_for(unsigned wanted, unsigned cores, std::uint64_t memory);

/// The same for this machine, and the container that it may be.
unsigned job_count(unsigned wanted);

/// How many times longer this machine takes for a sample of work than the one on which limits
/// were chosen; at least 1. Limits of processor time are seconds there. The sample is computed
/// once.
double slowness();

/// A limit of so many seconds, on this machine.
unsigned scaled_timeout(unsigned seconds);

}  // namespace grader
