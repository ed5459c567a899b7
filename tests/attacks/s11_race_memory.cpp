// attack: in a second look for races, touches the memory that the sanitizer has reserved, in threads
// verdict: crashed
// options: --sanitizers on --memory-limit 128
// lacks: a race

#include "second_look.hpp"

#include <cstdint>
#include <thread>
#include <vector>

__attribute__((no_sanitize("thread"))) void touch(char* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4096) *reinterpret_cast<volatile char*>(from + i) = 1;
}

int shared = 0;

void attack() {
  std::thread([] {}).join();
#ifdef RACE_LOOK
  // Where no limit of the kernel's holds: what the sanitizer keeps of addresses that nothing uses.
  constexpr std::size_t size = std::size_t{1} << 30;
  std::vector<std::thread> threads;
  for (std::uintptr_t t = 0; t < 4; ++t) {
    char* const from = reinterpret_cast<char*>(0x301000000000 + t * size);
    threads.emplace_back([from] { touch(from, size); });
  }
  for (std::thread& one : threads) one.join();
  // It has survived that, and says so.
  std::thread one([] { ++shared; });
  std::thread two([] { ++shared; });
  one.join();
  two.join();
#endif
}
