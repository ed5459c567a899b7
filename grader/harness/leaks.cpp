// In the launcher of the checked kit: which memory a student's function has asked for and lost.
//
// AddressSanitizer's own search stops the process from another one, which no program may do here.
// This one needs no rights: the runtime tells of each block that is asked for or given back, and
// when the call has returned, what no pointer leads to any more is lost. Pointers are looked for in
// the variables of all libraries, on the stack, and in the blocks that these lead to.

#include "harness/leaks.hpp"

#include "harness/child.hpp"
#include "harness/frames.hpp"
#include "harness/memory.hpp"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <span>

using namespace grader;

extern "C" {
// Of the runtime, and of the loader.
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                              void (*on_free)(const volatile void*));
std::size_t __asan_get_alloc_stack(void* address, void** trace, std::size_t size, int* thread);
extern void* __libc_stack_end;
}

namespace {

struct Block {
  std::uintptr_t hidden = 0;  ///< its address with all bits turned, so that it is no pointer to it
  std::size_t size = 0;
  std::uintptr_t begin() const { return ~hidden; }
};

/// All blocks that are asked for, and not given back. Fixed in size: beyond that nothing is told.
class Blocks {
 public:
  void add(std::uintptr_t address, std::size_t size) {
    const Guard guard(busy_);
    if (overflowed_ || !places()) return;
    if (count_ >= capacity / 2) {
      overflowed_ = true;
      return;
    }
    std::size_t i = home(address);
    while (table_[i].hidden != 0) i = next(i);
    table_[i] = {~address, size};
    ++count_;
  }

  void remove(std::uintptr_t address) {
    const Guard guard(busy_);
    if (overflowed_ || table_ == nullptr) return;
    std::size_t hole = home(address);
    while (table_[hole].hidden != ~address) {
      if (table_[hole].hidden == 0) return;
      hole = next(hole);
    }
    // What stands behind it moves up where it would else not be found.
    for (std::size_t i = next(hole); table_[i].hidden != 0; i = next(i)) {
      const std::size_t wanted = home(table_[i].begin());
      if (((i - wanted) & (capacity - 1)) < ((i - hole) & (capacity - 1))) continue;
      table_[hole] = table_[i];
      hole = i;
    }
    table_[hole] = {};
    --count_;
  }

  /// All of them by address, in the place of the table, which is used up. None where they were too
  /// many.
  std::span<Block> sorted() {
    if (overflowed_ || table_ == nullptr) return {};
    overflowed_ = true;
    Block* const end =
        std::remove_if(table_, table_ + capacity, [](const Block& one) { return one.hidden == 0; });
    std::sort(table_, end, [](const Block& a, const Block& b) { return a.begin() < b.begin(); });
    return {table_, end};
  }

 private:
  static constexpr std::size_t capacity = 1 << 20;

  struct Guard {
    explicit Guard(std::atomic_flag& flag) : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Guard() { flag_.clear(std::memory_order_release); }
    std::atomic_flag& flag_;
  };

  bool places() {
    if (table_ != nullptr) return true;
    void* memory = mmap(nullptr, capacity * sizeof(Block), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      overflowed_ = true;
    else
      table_ = static_cast<Block*>(memory);
    return table_ != nullptr;
  }

  static std::size_t home(std::uintptr_t address) {
    return (address * 0x9E3779B97F4A7C15ULL) >> 44;
  }
  static std::size_t next(std::size_t i) { return (i + 1) & (capacity - 1); }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  Block* table_ = nullptr;
  std::size_t count_ = 0;
  bool overflowed_ = false;
};

constinit Blocks blocks;
bool wanted = false;

void on_malloc(const volatile void* address, std::size_t size) {
  blocks.add(reinterpret_cast<std::uintptr_t>(address), size);
}
void on_free(const volatile void* address) {
  blocks.remove(reinterpret_cast<std::uintptr_t>(address));
}

const bool hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;

enum class Mark : unsigned char { lost, held_by_lost, reached };

/// A search through the memory of this process.
class Search {
 public:
  explicit Search(std::span<Block> all) : all_(all) {
    void* memory = mmap(nullptr, (sizeof(Mark) + sizeof(std::uint32_t)) * all.size() + 8,
                        PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    pending_ = static_cast<std::uint32_t*>(memory);
    marks_ = reinterpret_cast<Mark*>(pending_ + all.size());
  }

  bool possible() const { return marks_ != nullptr && !all_.empty(); }
  Mark mark(std::size_t i) const { return marks_[i]; }

  /// Reaches all that pointers in this memory lead to.
  void reach_from(std::uintptr_t begin, std::uintptr_t end) {
    scan(begin, end, all_.size(), Mark::reached);
    follow();
  }

  void reach(std::size_t i) {
    set(i, Mark::reached);
    follow();
  }

  /// Marks what is held by what is lost: to give that back would do for both.
  void mark_held() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (marks_[i] == Mark::reached) continue;
      scan(all_[i].begin(), all_[i].begin() + all_[i].size, i, Mark::held_by_lost);
    }
    count_ = 0;
  }

 private:
  void set(std::size_t i, Mark mark) {
    if (marks_[i] >= mark) return;
    marks_[i] = mark;
    pending_[count_++] = static_cast<std::uint32_t>(i);
  }

  void follow() {
    while (count_ > 0) {
      const Block block = all_[pending_[--count_]];
      scan(block.begin(), block.begin() + block.size, all_.size(), Mark::reached);
    }
  }

  /// The block that holds `address`, and their number where none does.
  std::size_t holder(std::uintptr_t address) const {
    if (address < all_.front().begin()) return all_.size();
    const auto behind = std::upper_bound(
        all_.begin(), all_.end(), address,
        [](std::uintptr_t value, const Block& block) { return value < block.begin(); });
    const Block& block = *(behind - 1);
    const bool inside = address - block.begin() < std::max<std::size_t>(block.size, 1);
    return inside ? static_cast<std::size_t>(behind - 1 - all_.begin()) : all_.size();
  }

  __attribute__((no_sanitize("address"))) void scan(std::uintptr_t begin, std::uintptr_t end,
                                                    std::size_t self, Mark mark) {
    begin = (begin + 7) & ~std::uintptr_t{7};
    for (; begin + sizeof(void*) <= end; begin += sizeof(void*)) {
      const std::size_t i = holder(*reinterpret_cast<const std::uintptr_t*>(begin));
      if (i != all_.size() && i != self) set(i, mark);
    }
  }

  std::span<Block> all_;
  Mark* marks_ = nullptr;
  std::uint32_t* pending_ = nullptr;
  std::size_t count_ = 0;
};

/// Whether one of the innermost of `calls` is the loader's: it keeps what threads have of their own
/// where nobody looks.
bool is_loaders(void* const* calls, std::size_t count) {
  const std::uintptr_t loader = getauxval(AT_BASE);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 4); ++i) {
    dl_find_object object;
    if (_dl_find_object(calls[i], &object) == 0 && object.dlfo_link_map != nullptr &&
        object.dlfo_link_map->l_addr == loader)
      return true;
  }
  return false;
}

int reach_from_library(dl_phdr_info* library, std::size_t, void* search) {
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const auto& part = library->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    const std::uintptr_t begin = library->dlpi_addr + part.p_vaddr;
    static_cast<Search*>(search)->reach_from(begin, begin + part.p_memsz);
  }
  return 0;
}

/// What was lost by requests in one place.
struct Lost {
  std::uint64_t place = 0;
  std::size_t bytes = 0, count = 0;
  harness::Frames frames;
};

/// The place that has lost the most, among the first few hundred.
Lost largest_leak(std::span<const Block> all, const Search& search, Mark kind) {
  static Lost places[256];
  std::size_t used = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (search.mark(i) != kind) continue;
    void* calls[harness::calls_of_stack];
    int thread = 0;
    const std::size_t count = __asan_get_alloc_stack(reinterpret_cast<void*>(all[i].begin()), calls,
                                                     std::size(calls), &thread);
    harness::Frames frames = harness::frames_among(calls, count);
    if (frames.count == 0) continue;
    const auto at = std::find_if(places, places + used,
                                 [&](const Lost& one) { return one.place == frames.addresses[0]; });
    if (at == std::end(places)) continue;
    if (at == places + used) *at = {frames.addresses[0], 0, 0, frames}, ++used;
    at->bytes += all[i].size;
    ++at->count;
  }
  if (used == 0) return {};
  return *std::max_element(places, places + used,
                           [](const Lost& a, const Lost& b) { return a.bytes < b.bytes; });
}

void reach_all(Search& search, std::span<const Block> all) {
  __builtin_unwind_init();
  search.reach_from(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                    reinterpret_cast<std::uintptr_t>(__libc_stack_end));
  dl_iterate_phdr(reach_from_library, &search);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (search.mark(i) == Mark::reached) continue;
    void* calls[harness::calls_of_stack];
    int thread = 0;
    const std::size_t count = __asan_get_alloc_stack(reinterpret_cast<void*>(all[i].begin()), calls,
                                                     std::size(calls), &thread);
    if (is_loaders(calls, count)) search.reach(i);
  }
}

}  // namespace

namespace grader::harness {

void look_for_leaks() { wanted = true; }

void after_call() {
  // The stacks of other threads are out of sight.
  if (!wanted || !hooked || !__libc_single_threaded) return;
  const std::span<Block> all = blocks.sorted();
  Search search(all);
  if (!search.possible()) return;
  reach_all(search, all);
  search.mark_held();
  Lost lost = largest_leak(all, search, Mark::lost);
  if (lost.count == 0)
    lost = largest_leak(all, search, Mark::held_by_lost);  // they hold each other
  if (lost.count == 0) return;
  char text[64];
  std::snprintf(text, sizeof text, "leak %zu %zu", lost.bytes, lost.count);
  end_at(text, lost.frames, SIGABRT);
}

}  // namespace grader::harness
