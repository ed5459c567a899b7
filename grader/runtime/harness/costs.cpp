#include "harness/costs.hpp"

#include "harness/child.hpp"
#include "sandbox/layers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

namespace grader::harness {
namespace {

constexpr std::size_t page = 4096, line = 64, word = 8;

/// So much address space, of which a page is there when it has been used, and no other.
std::byte* reserved(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, size, MADV_NOHUGEPAGE);
  return static_cast<std::byte*>(memory);
}

/// Memory in blocks of whole lines of the cache. A freed block is used again by the next request
/// of as many lines, so that a function that frees what it asks for meets the lines it knows. What
/// is known of blocks lies elsewhere, where no program comes by a wrong index.
class Arena {
 public:
  void open() {
    begin_ = next_ = reserved(size);
    blocks_ = reinterpret_cast<Block*>(reserved(size / line * sizeof(Block)));
    in_use_ = reinterpret_cast<unsigned char*>(reserved(size / line));
  }
  bool is_open() const { return begin_ != nullptr; }
  bool has(const void* memory) const {
    return is_open() && memory >= begin_ && memory < begin_ + size;
  }
  std::uintptr_t next() const { return reinterpret_cast<std::uintptr_t>(next_); }

  /// Whether the word at this address was asked for, and not given back.
  bool is_in_use(std::uintptr_t address) const {
    const std::uintptr_t place = address - reinterpret_cast<std::uintptr_t>(begin_);
    return place < size && ((in_use_[place / line] >> (place % line / word)) & 1) != 0;
  }

  /// Memory, and how many bytes count for it: those between the blocks, too, where `alignment` is
  /// large.
  std::pair<void*, std::size_t> allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes > size || alignment > page) return {};
    const std::size_t lines = 1 + (bytes + line - 1) / line;  // one for what libraries put before
    std::byte** place = &freed_[lines % buckets];
    while (*place != nullptr && (of(*place).lines != lines || !is_aligned(*place, alignment)))
      place = &of(*place).next;
    std::byte* block = *place;
    std::size_t counts = bytes;
    if (block != nullptr) {
      *place = of(block).next;
    } else {
      block = next_;
      while (!is_aligned(block, alignment)) block += line;
      if (static_cast<std::size_t>(begin_ + size - block) < lines * line) return {};
      counts += static_cast<std::size_t>(block - next_);
      next_ = block + lines * line;
    }
    of(block) = {lines, counts, nullptr};
    unsigned char* in_use = in_use_of(block);
    std::memset(in_use, 0xFF, bytes / line);
    if (bytes % line != 0) in_use[bytes / line] = (1u << ((bytes % line + word - 1) / word)) - 1;
    return {block + line, counts};
  }

  /// The bytes of a block that was asked for here.
  std::size_t bytes_of(const void* memory) const {
    return of(static_cast<const std::byte*>(memory) - line).bytes;
  }

  /// Returns how many bytes counted; none where the block is freed already.
  std::size_t free(void* memory) {
    if (!is_in_use(reinterpret_cast<std::uintptr_t>(memory))) return 0;
    std::byte* block = static_cast<std::byte*>(memory) - line;
    Block& its = of(block);
    its.next = std::exchange(freed_[its.lines % buckets], block);
    std::memset(in_use_of(block), 0, its.lines - 1);
    return its.bytes;
  }

 private:
  struct Block {
    std::size_t lines;
    std::size_t bytes;
    std::byte* next;
  };
  Block& of(const std::byte* block) const {
    return blocks_[static_cast<std::size_t>(block - begin_) / line];
  }
  unsigned char* in_use_of(const std::byte* block) const {
    return in_use_ + static_cast<std::size_t>(block - begin_) / line + 1;
  }
  static bool is_aligned(const std::byte* block, std::size_t alignment) {
    return (reinterpret_cast<std::uintptr_t>(block) + line) % alignment == 0;
  }

  static constexpr std::size_t size = std::size_t{128} << 20, buckets = 1024;
  std::byte* begin_ = nullptr;
  std::byte* next_ = nullptr;
  Block* blocks_ = nullptr;
  unsigned char* in_use_ = nullptr;  ///< a byte for each line, a bit for each of its words
  std::byte* freed_[buckets] = {};
};

/// Words of memory that nobody asked for: static, local, mapped, or given back.
class Touched {
 public:
  void add(std::uintptr_t address) {
    const std::uintptr_t number = address / page + 1;
    std::size_t at = number * 0x9E3779B97F4A7C15u >> 49;
    while (pages_[at].number != number && pages_[at].number != 0) at = (at + 1) % std::size(pages_);
    if (pages_[at].number == 0) {
      if (2 * page_count_ > std::size(pages_)) {  // more than any program has
        ++count_;
        return;
      }
      ++page_count_;
      pages_[at].number = number;
    }
    std::uint64_t& bits = pages_[at].words[address % page / (64 * word)];
    const std::uint64_t bit = std::uint64_t{1} << (address / word % 64);
    count_ += (bits & bit) == 0;
    bits |= bit;
  }
  /// In whole pages: compilers and libraries differ in the little that they need.
  std::size_t bytes() const { return count_ * word / page * page; }

 private:
  struct Page {
    std::uintptr_t number;
    std::uint64_t words[page / word / 64];
  };
  Page pages_[1 << 15] = {};
  std::size_t page_count_ = 0, count_ = 0;
};

/// 32 KiB: 64 sets of 8 lines, of which the one that was used longest ago makes room. As far as it
/// matters here all memory begins with a page, so that each run has the same sets.
class Cache {
 public:
  void touch(std::uintptr_t address) {
    const std::uintptr_t number = address / line;
    auto& set = sets_[number % std::size(sets_)];
    if (set[0] == number) return;
    std::size_t way = 1;
    while (way + 1 < std::size(set) && set[way] != number) ++way;
    if (set[way] != number) ++misses;
    std::memmove(set + 1, set, way * sizeof *set);
    set[0] = number;
  }

  std::uint64_t misses = 0;

 private:
  std::uintptr_t sets_[64][8] = {};
};

Counting counting{};
bool counts = false;
Arena arena;
Touched touched;
Cache cache;
std::uintptr_t arguments_begin = 0, arguments_end = 0;
std::size_t bytes_in_use = 0, peak_bytes = 0, all_bytes = 0, kept_by_program = 0;
std::uint64_t work = 0, reads = 0, argument_reads = 0, exponentials = 0, threads_before = 0;
Costs costs{};

/// Whether these are the bits of a number of double precision. Those of an address or of a whole
/// number would be one that is smaller than any that programs compute with.
bool is_number(std::uint64_t bits) {
  const std::uint64_t high = bits >> 48;
  return bits == 0 || (high != 0 && high != 0xFFFF);
}

/// Likewise of single precision; a zero may be anything.
bool is_number(std::uint32_t bits) {
  const std::uint32_t high = bits >> 23;
  return high != 0 && high != 0x1FF;
}

/// Whether a number lies at this address, in an access of so many bytes.
bool has_number(std::uintptr_t address, std::size_t bytes) {
  const auto aligned = address / word * word;
  if (bytes == 4) return is_number(*reinterpret_cast<const std::uint32_t*>(address));
  return (bytes >= word || arena.is_in_use(aligned)) &&
         is_number(*reinterpret_cast<const std::uint64_t*>(aligned));
}

/// Takes a number to what is at hand; whether it was there.
bool take(Registers& registers, std::uintptr_t number) {
  auto& words = registers.words;
  std::size_t at = 0;
  while (at + 1 < std::size(words) && words[at] != number) ++at;
  const bool was_there = words[at] == number;
  for (; at > 0; --at) words[at] = words[at - 1];
  words[0] = number;
  return was_there;
}

void access_word(std::uintptr_t address, std::size_t bytes, bool loads) {
  if (++turn->clock >= turn->end) end_turn();
  if (!arena.is_in_use(address)) touched.add(address);
  if (counting.simulates_cache) cache.touch(address);
  if (address >= arguments_begin && address < arguments_end) ++argument_reads;
  ++turn->since_number;
  // What lies where a store goes may be of this run alone: whatever is stored is at hand.
  if (loads && !has_number(address, bytes)) return;
  if (take(turn->registers, address / word) || !loads) return;
  // Who looks at a flag until another thread sets it does not work, nor who counts meanwhile.
  constexpr std::uint64_t most_between = 16;
  work += std::min(std::exchange(turn->since_number, 0), most_between);
  if (++reads == counting.most_reads) end_at(reads_too_much, frames_here(), SIGABRT);
}

/// An access; where it comes from a function of the library, that of a range.
void access(std::uintptr_t address, std::size_t bytes, bool loads) {
  if (!counts) return;
  if (bytes <= word && address % word + bytes <= word) return access_word(address, bytes, loads);
  for (std::uintptr_t at = address / word * word; at < address + bytes; at += word)
    access_word(at, word, loads);
}

void access(const void* memory, std::size_t bytes, bool loads) {
  access(reinterpret_cast<std::uintptr_t>(memory), bytes, loads);
}

/// What a program may have of the stack.
constexpr std::size_t stack_size = 1 << 20;

/// Lets the stack grow no further than that.
void bound_stack() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  auto* end = reinterpret_cast<volatile std::byte*>(here / page * page - stack_size);
  *end = {};  // the kernel makes it grow up to there
  isolation::limit(RLIMIT_STACK, page, page);
}

}  // namespace

void use_arena(const Counting& wanted) {
  counting = wanted;
  arena.open();
  take_turns(counting.starts_threads);
}

void begin_arguments() {
  if (!arena.is_open()) return;
  kept_by_program = bytes_in_use;
  arguments_begin = arena.next();
}

void begin_counting() {
  if (!arena.is_open()) return;
  bound_stack();
  arguments_end = arena.next();
  bytes_in_use = peak_bytes = all_bytes = kept_by_program;
  turn->registers = {};
  turn->clock = turn->since_number = 0;
  work = reads = argument_reads = exponentials = 0;
  threads_before = threads_started();
  counts = true;
}

void end_counting() {
  if (!counts) return;
  counts = false;
  const auto number = [](auto count) { return static_cast<double>(count); };
  const std::size_t unasked = touched.bytes();
  costs = {number(reads),
           number(argument_reads),
           number(exponentials),
           number(peak_bytes + unasked),
           number(all_bytes + unasked),
           number(cache.misses),
           100 * number(latest_clock()) / std::max(number(work), 1.0),
           number(threads_started() - threads_before)};
}

const Costs& last_costs() { return costs; }

void* arena_allocate(std::size_t bytes, std::size_t alignment) {
  if (!arena.is_open()) return nullptr;
  const auto [memory, counted] = arena.allocate(bytes, alignment);
  if (memory == nullptr) return nullptr;
  bytes_in_use += counted;
  all_bytes += counted;
  peak_bytes = std::max(peak_bytes, bytes_in_use);
  return memory;
}

bool arena_free(void* memory) {
  if (!arena.has(memory)) return false;
  // What was asked for before the call, such as an argument that is moved, was not counted.
  bytes_in_use -= std::min(bytes_in_use, arena.free(memory));
  return true;
}

}  // namespace grader::harness

using namespace grader::harness;

// What compilers call before each access. Names and numbers are theirs.
#define SOFTMARK_ACCESSES(size)                                                             \
  void __asan_load##size##_noabort(std::uintptr_t address) { access(address, size, true); } \
  void __asan_store##size##_noabort(std::uintptr_t address) { access(address, size, false); }
// What the linker puts in the place of the library's functions.
#define SOFTMARK_EXPONENTIAL(name, Number) \
  Number __wrap_##name(Number x) {         \
    exponentials += counts;                \
    return name(x);                        \
  }
#define SOFTMARK_EXPONENTIALS(name)    \
  SOFTMARK_EXPONENTIAL(name, double)   \
  SOFTMARK_EXPONENTIAL(name##f, float) \
  SOFTMARK_EXPONENTIAL(name##l, long double)
#define SOFTMARK_POWER(name, Number)         \
  Number __wrap_##name(Number x, Number y) { \
    exponentials += counts;                  \
    return name(x, y);                       \
  }
extern "C" {

SOFTMARK_ACCESSES(1)
SOFTMARK_ACCESSES(2)
SOFTMARK_ACCESSES(4)
SOFTMARK_ACCESSES(8)
SOFTMARK_ACCESSES(16)
void __asan_loadN_noabort(std::uintptr_t address, std::size_t size) { access(address, size, true); }
void __asan_storeN_noabort(std::uintptr_t address, std::size_t size) {
  access(address, size, false);
}
void __asan_handle_no_return() {}
void __asan_before_dynamic_init(const char*) {}
void __asan_after_dynamic_init() {}

SOFTMARK_EXPONENTIALS(exp)
SOFTMARK_EXPONENTIALS(exp2)
SOFTMARK_EXPONENTIALS(exp10)
SOFTMARK_EXPONENTIALS(expm1)
SOFTMARK_EXPONENTIALS(cosh)
SOFTMARK_EXPONENTIALS(sinh)
SOFTMARK_EXPONENTIALS(tanh)
SOFTMARK_EXPONENTIAL(expf32, float)
SOFTMARK_EXPONENTIAL(expf64, double)
SOFTMARK_POWER(pow, double)
SOFTMARK_POWER(powf, float)
SOFTMARK_POWER(powl, long double)

void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  access(from, size, true);
  access(to, size, false);
  return std::memcpy(to, from, size);
}
void* __wrap_mempcpy(void* to, const void* from, std::size_t size) {
  return static_cast<std::byte*>(__wrap_memcpy(to, from, size)) + size;
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  access(from, size, true);
  access(to, size, false);
  return std::memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, std::size_t size) {
  // Compilers fill variables that are never set by it, with these.
  const bool fills = value == 0xFF || value == -1 || value == 0xFE || value == 0xAA;
  if (!fills) access(to, size, false);
  return std::memset(to, value, size);
}

// Memory in the manner of C is asked for and given back as that of `new` is.
void* __wrap_malloc(std::size_t size) {
  void* memory = arena_allocate(std::max<std::size_t>(size, 1), 1);
  return memory != nullptr ? memory : std::malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* memory = __wrap_malloc(bytes);
  return memory != nullptr ? std::memset(memory, 0, bytes) : nullptr;
}
void __wrap_free(void* memory) {
  if (!arena_free(memory)) std::free(memory);
}
void* __wrap_realloc(void* memory, std::size_t size) {
  if (memory != nullptr && !arena.has(memory)) return std::realloc(memory, size);
  void* larger = __wrap_malloc(size);
  if (memory == nullptr || larger == nullptr) return larger;
  __wrap_memcpy(larger, memory, std::min(size, arena.bytes_of(memory)));
  __wrap_free(memory);
  return larger;
}
}
