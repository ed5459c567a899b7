#include "catch.hpp"
#include "system/cache.hpp"
#include "system/files.hpp"

#include <chrono>
#include <filesystem>
#include <string>

using namespace grader;

namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

/// An empty cache. (A temporary folder itself is held by its owner.)
class Cache {
 public:
  Cache() { fs::create_directory(path()); }
  fs::path path() const { return folder_.path() / "cache"; }

 private:
  TemporaryFolder folder_;
};

/// A file of a cache, last used so long ago.
fs::path used(const fs::path& cache, const std::string& name, hours ago, std::size_t bytes = 1) {
  write_file(cache / name, std::string(bytes, 'x'));
  fs::last_write_time(cache / name, fs::file_time_type::clock::now() - ago);
  return cache / name;
}

}  // namespace

TEST_CASE("a cache keeps what was used within its time") {
  const Cache cache;
  const fs::path old = used(cache.path(), "old.o", hours(31 * 24));
  const fs::path recent = used(cache.path(), "recent.o", hours(29 * 24));
  const Descriptor held = hold_cache(cache.path());
  CHECK(held.open());
  CHECK(!fs::exists(old));
  CHECK(fs::exists(recent));
}

TEST_CASE("a cache that is too large loses what was used the longest ago") {
  const Cache cache;
  const fs::path first = used(cache.path(), "first.o", hours(3), 400);
  const fs::path second = used(cache.path(), "second.o", hours(2), 400);
  const fs::path third = used(cache.path(), "third.o", hours(1), 400);
  hold_cache(cache.path(), {hours(100), 1000});
  CHECK(!fs::exists(first));
  CHECK(fs::exists(second));
  CHECK(fs::exists(third));
}

TEST_CASE("nothing is removed from a cache that somebody holds") {
  const Cache cache;
  const fs::path old = used(cache.path(), "old.o", hours(31 * 24));
  {
    const Descriptor first = hold_cache(cache.path(), {hours(32 * 24), 1000});
    const Descriptor second = hold_cache(cache.path());
    CHECK(fs::exists(old));
  }
  fs::remove(cache.path() / ".looked_through");
  hold_cache(cache.path());
  CHECK(!fs::exists(old));
}

TEST_CASE("a cache is looked through when a file was added, or after a day") {
  const Cache cache;
  const fs::path marker = cache.path() / ".looked_through";
  hold_cache(cache.path());
  const fs::path old = used(cache.path(), "old.o", hours(31 * 24));
  const auto unchanged_since = [&](hours ago) {
    fs::last_write_time(marker, fs::file_time_type::clock::now() - ago);
    fs::last_write_time(cache.path(), fs::file_time_type::clock::now() - hours(48));
  };
  unchanged_since(hours(1));
  hold_cache(cache.path());
  CHECK(fs::exists(old));
  unchanged_since(hours(25));
  hold_cache(cache.path());
  CHECK(!fs::exists(old));
  // Not at once: each save adds a program.
  const fs::path added = used(cache.path(), "added.o", hours(31 * 24));
  hold_cache(cache.path());
  CHECK(fs::exists(added));
  fs::last_write_time(marker, fs::file_time_type::clock::now() - std::chrono::minutes(11));
  hold_cache(cache.path());
  CHECK(!fs::exists(added));
}

TEST_CASE("what is used is not old") {
  const Cache cache;
  const fs::path old = used(cache.path(), "old.o", hours(31 * 24));
  note_use(old);
  hold_cache(cache.path());
  CHECK(fs::exists(old));
  const auto time = fs::last_write_time(old);
  note_use(old);  // once a day is enough
  CHECK(fs::last_write_time(old) == time);
}

TEST_CASE("a cache that is not there is held by nobody") {
  CHECK(!hold_cache("/nonexistent/cache").open());
}
