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
/// Before that, unless another process holds it, removes what is beyond the limits, beginning with
/// what was used the longest ago; it looks once a day, and when a file has been added. Where the
/// file system knows no locks, or the folder may not be written, nothing is removed, without a
/// word.
Descriptor hold_cache(const std::filesystem::path& cache, const CacheLimits& limits = {});

/// Notes that `file`, or a folder, of a cache that is held, is used. Its time of change says when,
/// to a day.
void note_use(const std::filesystem::path& file);

}  // namespace grader
