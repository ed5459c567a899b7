#pragma once
// Work shared among threads.

#include <cstddef>
#include <functional>

namespace grader {

/// Calls `work(i)` for i from 0 to count - 1, `jobs` at a time. The first exception stops the rest
/// and is thrown on.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

}  // namespace grader
