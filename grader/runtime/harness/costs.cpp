#include "harness/costs.hpp"

#include "sandbox/layers.hpp"

#include <softmark/counted.hpp>

#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace grader::harness {
namespace {

constexpr std::size_t page = 4096;

/// The pages from `from` to `to` that have been used.
std::size_t pages_in_use(std::byte* from, const std::byte* to) {
  static unsigned char in_use[(std::size_t{128} << 20) / page];
  const auto pages = std::span(in_use).first(static_cast<std::size_t>(to - from) / page);
  if (mincore(from, pages.size() * page, in_use) != 0) return pages.size();  // some were unmapped
  return static_cast<std::size_t>(
      std::ranges::count_if(pages, [](unsigned char flags) { return (flags & 1) != 0; }));
}

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
  }
  bool is_open() const { return begin_ != nullptr; }
  bool has(const void* memory) const {
    return is_open() && memory >= begin_ && memory < begin_ + size;
  }
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(begin_); }

  /// Memory, and how many bytes count for it: those between the blocks, too, where `alignment` is
  /// large.
  std::pair<void*, std::size_t> allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes > size || alignment > page) return {};
    const std::size_t lines = 1 + (bytes + line - 1) / line;  // one for what libraries put before
    std::byte** place = &freed_[lines % buckets];
    while (*place != nullptr && (of(*place).lines != lines || !is_aligned(*place, alignment)))
      place = &of(*place).next;
    std::byte* block = *place;
    if (block != nullptr) {
      *place = of(block).next;
    } else {
      block = next_;
      while (!is_aligned(block, alignment)) block += line;
      if (static_cast<std::size_t>(begin_ + size - block) < lines * line) return {};
      bytes += static_cast<std::size_t>(block - next_);
      next_ = block + lines * line;
    }
    of(block) = {lines, bytes, nullptr};
    return {block + line, bytes};
  }

  /// Returns how many bytes counted.
  std::size_t free(void* memory) {
    std::byte* block = static_cast<std::byte*>(memory) - line;
    Block& its = of(block);
    its.next = std::exchange(freed_[its.lines % buckets], block);
    return its.bytes;
  }

  /// How much is in use of what nobody asked for: beyond the last block.
  std::size_t bytes_beyond() const {
    const std::size_t taken = (static_cast<std::size_t>(next_ - begin_) + page - 1) / page * page;
    return page * pages_in_use(begin_ + taken, begin_ + size);
  }

  static constexpr std::size_t line = 64;
  static constexpr std::size_t size = std::size_t{128} << 20;

 private:
  struct Block {
    std::size_t lines;
    std::size_t bytes;
    std::byte* next;
  };
  Block& of(const std::byte* block) const {
    return blocks_[static_cast<std::size_t>(block - begin_) / line];
  }
  static bool is_aligned(const std::byte* block, std::size_t alignment) {
    return (reinterpret_cast<std::uintptr_t>(block) + line) % alignment == 0;
  }

  static constexpr std::size_t buckets = 1024;
  std::byte* begin_ = nullptr;
  std::byte* next_ = nullptr;
  Block* blocks_ = nullptr;
  std::byte* freed_[buckets] = {};
};

/// 32 KiB: 64 sets of 8 lines, of which the one that was used longest ago makes room.
class Cache {
 public:
  void clear() { *this = {}; }
  void touch(std::uintptr_t address) {
    // Compilers differ in which operand comes first: between operations, the lower address does.
    const std::uint64_t now = softmark::meter::counted.operations;
    if (now != operation_ || waiting_ == std::size(addresses_)) flush();
    operation_ = now;
    addresses_[waiting_++] = address;
  }
  void flush() {
    std::sort(addresses_, addresses_ + waiting_);
    for (std::size_t i = 0; i < waiting_; ++i) take(addresses_[i]);
    waiting_ = 0;
  }

  std::uint64_t accesses = 0;
  std::uint64_t misses = 0;

 private:
  void take(std::uintptr_t address) {
    ++accesses;
    const std::uintptr_t line = address / Arena::line;
    auto& set = sets_[line % std::size(sets_)];
    if (set[0] == line) return;
    std::size_t way = 1;
    while (way + 1 < std::size(set) && set[way] != line) ++way;
    if (set[way] != line) ++misses;
    std::memmove(set + 1, set, way * sizeof *set);
    set[0] = line;
  }

  std::uintptr_t sets_[64][8] = {};
  std::uintptr_t addresses_[4] = {};
  std::size_t waiting_ = 0;
  std::uint64_t operation_ = 0;
};

/// Memory that is not asked for is counted in grains, within which compilers and libraries differ:
/// static memory, what is there before the call, and the stack. A grain of the stack is free.
constexpr std::size_t static_grain = page, grain = 64 << 10;
/// What a program may have of the stack.
constexpr std::size_t stack_size = 1 << 20;

std::mutex guard;  // several threads may ask for memory
Arena arena;
Cache cache;
Counting counting{};
std::size_t bytes_in_use = 0, peak_bytes = 0, all_bytes = 0;
std::size_t before_loading = 0, kept_by_program = 0;
unsigned times_begun = 0;
Costs costs{};

using softmark::meter::Counted;

/// Operations of other threads that this one had to wait for, beyond its own up to there.
constinit thread_local std::uint64_t waited = 0;

/// Operations behind each lock, which only one thread at a time can do. Locks are told apart by
/// their addresses, mostly.
std::atomic<std::uint64_t> behind_locks[64];
/// The locks that this thread has, and its operations when it took the first.
constinit thread_local unsigned locks = 0;
constinit thread_local std::uint64_t locked_at = 0;

/// What threads have counted in all, and the longest span.
struct Sum : Counted {
  std::uint64_t span = 0;
};

/// The span of a thread that has ended, for the one that joins it.
struct EndedThread {
  pthread_t thread;
  std::uint64_t span;
  EndedThread* next;
};
EndedThread* not_joined = nullptr;

/// A thread that the function started, from its start to its end, however it comes.
class RunningThread {
 public:
  explicit RunningThread(std::uint64_t span_before) {
    waited = span_before;
    const std::lock_guard lock(guard);
    next_ = std::exchange(first, this);
    ++started;
  }
  ~RunningThread() {
    void* place_of_ended = std::malloc(sizeof(EndedThread));  // not counted
    const std::lock_guard lock(guard);
    RunningThread** place = &first;
    while (*place != this) place = &(*place)->next_;
    *place = next_;
    add(own_, waited, ended);
    if (place_of_ended == nullptr) return;
    not_joined = new (place_of_ended) EndedThread{pthread_self(), span_here(), not_joined};
  }
  RunningThread(const RunningThread&) = delete;
  RunningThread& operator=(const RunningThread&) = delete;

  /// That of all threads, and the caller, which `guard` keeps as they are.
  static Sum all() {
    Sum sum = ended;
    add(softmark::meter::counted, waited, sum);
    for (const RunningThread* one = first; one != nullptr; one = one->next_)
      add(one->own_, one->waited_, sum);
    for (const auto& operations : behind_locks) sum.span = std::max(sum.span, operations.load());
    return sum;
  }
  inline static std::uint64_t started = 0;

 private:
  static void add(const Counted& counted, std::uint64_t waited_for, Sum& sum) {
    sum.operations += counted.operations;
    sum.reads += counted.reads;
    sum.span = std::max(sum.span, waited_for + counted.operations);
  }

  const Counted& own_ = softmark::meter::counted;
  const std::uint64_t& waited_ = waited;
  RunningThread* next_;
  inline static RunningThread* first = nullptr;
  inline static Sum ended;
};

/// What the program that has this function keeps beside its code and constants: arrays that are
/// static or global, or a thread's own.
std::size_t static_bytes(const void* function) {
  struct Search {
    std::uintptr_t address;
    std::size_t bytes = 0;
  } search{reinterpret_cast<std::uintptr_t>(function)};
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* data) {
        auto& [address, bytes] = *static_cast<Search*>(data);
        bool found = false;
        std::size_t written = 0, settled = 0;
        for (const ElfW(Phdr) & part : std::span(program->dlpi_phdr, program->dlpi_phnum)) {
          const std::uintptr_t from = program->dlpi_addr + part.p_vaddr;
          found = found || (part.p_type == PT_LOAD && address - from < part.p_memsz);
          if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) written += part.p_memsz;
          if (part.p_type == PT_TLS) written += part.p_memsz;
          if (part.p_type == PT_GNU_RELRO) settled += part.p_memsz;  // the loader's tables
        }
        if (found) bytes = written - std::min(written, settled);
        return found ? 1 : 0;
      },
      &search);
  return search.bytes / static_grain * static_grain;
}

/// What libraries' own memory holds, with what was freed between blocks: `malloc` has that to give.
std::size_t malloc_bytes() {
  malloc_trim(0);
  const struct mallinfo2 info = mallinfo2();
  return info.arena + info.hblkhd;
}

/// Takes what malloc still has to give, but for the little that libraries need: nobody would count
/// it.
void take_free_memory() {
  static void* volatile taken;
  for (std::size_t size = 16 << 20; size >= 1024; size /= 2) {
    do taken = std::malloc(size);
    while (taken != nullptr);
  }
}

std::byte* stack = nullptr;  // the end of what a program may use

/// Empties the stack below the caller's, as far as a program may use it, and lets it grow no
/// further.
__attribute__((noinline)) void empty_stack() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  stack = reinterpret_cast<std::byte*>(here / page * page - stack_size);
  *static_cast<volatile std::byte*>(stack) = {};  // the kernel makes it grow up to there
  isolation::limit(RLIMIT_STACK, page, page);
  const std::size_t size = stack_size - 4 * page;                 // not what is just below
  if (madvise(stack, size, MADV_DONTNEED) != 0) stack = nullptr;  // refused since the last count
}

/// What has been used of the stack since.
std::size_t stack_bytes() {
  if (stack == nullptr) return 0;
  std::size_t unused = 0;
  while (unused < stack_size && pages_in_use(stack + unused, stack + unused + page) == 0)
    unused += page;
  const std::size_t used = (stack_size - unused) / grain * grain;
  return used > grain ? used : 0;
}

/// Threads have as much of a stack as the caller, so that memory suffices for one for each row, and
/// their number is what is told.
void give_small_stacks() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace

void use_arena(const Counting& wanted) {
  counting = wanted;
  arena.open();
  before_loading = malloc_bytes();
}

void count_loaded(const void* function) {
  if (!arena.is_open()) return;
  const std::size_t now = malloc_bytes(), since = now - std::min(now, before_loading);
  kept_by_program = static_bytes(function) + bytes_in_use + since / grain * grain;
}

void begin_counting() {
  if (!arena.is_open()) return;
  ++times_begun;
  empty_stack();
  malloc_trim(0);  // what is free would be memory that nobody counts
  if (counting.starts_threads) {
    give_small_stacks();
  } else {
    isolation::refuse_memory_calls();
    take_free_memory();
  }
  const std::lock_guard lock(guard);
  bytes_in_use = peak_bytes = all_bytes = kept_by_program;
  cache.clear();
  if (counting.simulates_cache) softmark::meter::watched = {arena.begin(), Arena::size};
  softmark::meter::counted = {};
  waited = 0;
  for (auto& operations : behind_locks) operations = 0;
}

void end_counting() {
  if (!arena.is_open()) return;
  softmark::meter::watched = {};
  cache.flush();
  const std::lock_guard lock(guard);
  const Sum counted = RunningThread::all();
  const std::size_t unasked = stack_bytes() + arena.bytes_beyond();
  peak_bytes += unasked;
  all_bytes += unasked;
  const auto number = [](auto count) { return static_cast<double>(count); };
  costs = {number(counted.operations), number(counted.reads),         number(peak_bytes),
           number(all_bytes),          number(cache.accesses),        number(cache.misses),
           number(counted.span),       number(RunningThread::started)};
}

const Costs& last_costs() { return costs; }

std::optional<Costs> counted_costs() {
  return times_begun == 1 ? std::optional(costs) : std::nullopt;
}

void* arena_allocate(std::size_t bytes, std::size_t alignment) {
  if (!arena.is_open()) return nullptr;
  const std::lock_guard lock(guard);
  const auto [memory, counts] = arena.allocate(bytes, alignment);
  if (memory == nullptr) return nullptr;
  bytes_in_use += counts;
  all_bytes += counts;
  peak_bytes = std::max(peak_bytes, bytes_in_use);
  return memory;
}

bool arena_free(void* memory) {
  if (!arena.has(memory)) return false;
  const std::lock_guard lock(guard);
  // What was asked for before the call, such as an argument that is moved, was not counted.
  bytes_in_use -= std::min(bytes_in_use, arena.free(memory));
  return true;
}

std::uint64_t span_here() { return waited + softmark::meter::counted.operations; }

void* run_thread(void* (*work)(void*), void* argument, std::uint64_t span_before) {
  const RunningThread running(span_before);
  return work(argument);
}

void wait_ended(pthread_t thread) {
  const std::lock_guard lock(guard);
  EndedThread** place = &not_joined;  // the latest first: a detached one may have had the same name
  while (*place != nullptr && pthread_equal((*place)->thread, thread) == 0) place = &(*place)->next;
  EndedThread* joined = *place;
  if (joined == nullptr) return;
  waited = std::max(span_here(), joined->span) - softmark::meter::counted.operations;
  *place = joined->next;
  std::free(joined);
}

void lock_taken() {
  if (locks++ == 0) locked_at = softmark::meter::counted.operations;
}

void lock_given(const void* lock) {
  if (locks == 0 || --locks > 0) return;
  const auto which = reinterpret_cast<std::uintptr_t>(lock) / sizeof(void*);
  behind_locks[which % std::size(behind_locks)] += softmark::meter::counted.operations - locked_at;
}

}  // namespace grader::harness

namespace softmark::meter {

constinit thread_local Counted counted;
Watched watched;

void touch(std::uintptr_t address) { grader::harness::cache.touch(address); }

// In the words of xtensor's own, as they are explained.
void outside(std::size_t i, std::size_t j, std::size_t rows, std::size_t columns) {
  const bool row = i >= rows;
  throw std::out_of_range("index " + std::to_string(row ? i : j) + " is out of bounds for axis " +
                          (row ? "0" : "1") + " with size " + std::to_string(row ? rows : columns));
}

}  // namespace softmark::meter
