#pragma once
// Folders of files, or of folders of files, that can be made again: what nobody has used for long
// is removed.

#include "system/process.hpp"

#include <chrono>
#include <filesystem>

namespace grader {

/// What a cache keeps at most.
struct CacheLimits {
  std::chrono::hours unused{30 * 24};                ///< since the last use of a file
  std::uintmax_t bytes = std::uintmax_t{256} << 20;  ///< of all files together
};

/// Holds the folder `cache` for as long as the result lives: nothing in it is removed meanwhile.
/// Before that, once a day and when a file has been added, but not twice within ten minutes,
/// removes what is beyond the limits, unless another process holds the folder or it cannot be
/// written or locked.
Descriptor hold_cache(const std::filesystem::path& cache, const CacheLimits& limits = {});

/// Notes that a file or folder of a cache that is held is used: its time of change says when, to a
/// day.
void note_use(const std::filesystem::path& file);

}  // namespace grader
