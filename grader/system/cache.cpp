#include "system/cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <vector>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A file, or a folder of files.
struct Cached {
  fs::path path;
  fs::file_time_type used;
  std::uintmax_t bytes = 0;
};

/// What a cache has, that which was used last first.
std::vector<Cached> contents_of(const fs::path& cache) {
  std::vector<Cached> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(cache, error)) {
    std::error_code missing, ignored;
    Cached one{entry.path(), entry.last_write_time(missing)};
    if (entry.is_regular_file(ignored)) one.bytes = entry.file_size(missing);
    for (const auto& file : fs::directory_iterator(entry.path(), ignored))
      one.bytes += file.file_size(missing);
    if (!missing) all.push_back(std::move(one));
  }
  std::ranges::sort(all, std::ranges::greater(), &Cached::used);
  return all;
}

/// When it was last looked through, by its time of change.
constexpr const char* looked_through = ".looked_through";

/// To look through some thousand files takes longer than to build a program.
constexpr std::chrono::minutes between_two_looks{10};

/// Whether something can have come beyond the limits since the cache was looked through: a file has
/// been added, or a day has gone by.
bool needs_pruning(const fs::path& cache) {
  std::error_code error;
  const auto looked = fs::last_write_time(cache / looked_through, error);
  if (error) return true;
  const auto since = fs::file_time_type::clock::now() - looked;
  const auto changed = fs::last_write_time(cache, error);
  return error || (changed > looked && since > between_two_looks) || since > std::chrono::hours(24);
}

void prune(const fs::path& cache, const CacheLimits& limits) {
  if (!needs_pruning(cache)) return;
  const auto oldest = fs::file_time_type::clock::now() - limits.unused;
  std::error_code ignored;
  std::uintmax_t bytes = 0;
  for (const Cached& one : contents_of(cache)) {
    bytes += one.bytes;
    if (one.used < oldest || bytes > limits.bytes) fs::remove_all(one.path, ignored);
  }
  const fs::path file = cache / looked_through;
  if (!fs::exists(file)) std::ofstream{file};
  fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
}

bool lock(int folder, int how) {
  while (flock(folder, how) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

Descriptor hold_cache(const fs::path& cache, const CacheLimits& limits) {
  Descriptor folder(open(cache.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return folder;
  if (lock(folder.get(), LOCK_EX | LOCK_NB)) prune(cache, limits);
  // Between the two locks another process may prune, but here nothing is in use yet.
  lock(folder.get(), LOCK_SH);
  return folder;
}

void note_use(const fs::path& file) {
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  const auto used = fs::last_write_time(file, error);
  if (!error && now - used > std::chrono::hours(24)) fs::last_write_time(file, now, error);
}

}  // namespace grader
