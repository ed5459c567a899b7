#include "batch/class_list.hpp"
#include "catch.hpp"
#include "core/error.hpp"

#include <map>

using namespace grader;

namespace {

/// The shard, as "I/N".
std::string meant(const std::string& text) {
  const Shard shard = shard_in(text);
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

}  // namespace

TEST_CASE("a shard is one of N, counted from 0") {
  CHECK(meant("0/1") == "0/1");
  CHECK(meant("3/20") == "3/20");
  for (const char* text : {"20/20", "1", "/", "1/", "/2", "-1/2", "1/2/3", "a/b", "", "0/0",
                           "autos/3", "1/99999999999999999999"})
    CHECK_THROWS_AS(meant(text), InputError);
}

TEST_CASE("the shards of a class have each submission once, whatever their number") {
  for (const std::size_t count : {1U, 3U, 7U}) {
    std::map<std::string, int> seen;
    for (std::size_t index = 0; index < count; ++index) {
      for (const char* id : {"a", "b", "c", "d", "e"})
        if (shard_of(id, count) == index) ++seen[id];
    }
    CHECK(seen == std::map<std::string, int>{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}});
  }
}

TEST_CASE("the shard of an id is the same on every machine, and shards are about as large") {
  // By the first eight bytes of the SHA-256, the first one the highest.
  CHECK(shard_of("a", 3) == 1);
  CHECK(shard_of("c", 7) == 3);
  CHECK(shard_of("\u00e4da", 7) == 2);
  std::vector<int> sizes(10);
  for (int i = 0; i < 1000; ++i) ++sizes[shard_of("student-" + std::to_string(i), sizes.size())];
  for (const int size : sizes) CHECK((size > 60 && size < 140));
}
