#include "harness/child.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>

namespace grader::harness {
namespace {

/// More calls than this are not looked at: a recursion can have millions, and what a program did to
/// its stack can look like any number of them.
constexpr std::size_t calls_looked_at = 512;

const char* program_name = "";

void add(Frames& frames, std::uintptr_t code) {
  dl_find_object object;
  if (frames.count == wire::frame_limit) return;
  if (_dl_find_object(reinterpret_cast<void*>(code), &object) != 0) return;
  const link_map* library = object.dlfo_link_map;
  if (library == nullptr || std::strcmp(library->l_name, program_name) != 0) return;
  frames.addresses[frames.count++] = code - library->l_addr;
}

struct Walk {
  Frames frames;
  std::size_t calls = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) {
  auto& walk = *static_cast<Walk*>(argument);
  int is_exact = 0;  // else it is where the call returns to, which can be the next line
  const std::uintptr_t code = _Unwind_GetIPInfo(context, &is_exact);
  add(walk.frames, is_exact != 0 ? code : code - 1);
  const bool enough = ++walk.calls == calls_looked_at || walk.frames.count == wire::frame_limit;
  return enough ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/// The last exceptions that were thrown, with where: one that is caught while another is on its way
/// must not be taken for that.
struct Throw {
  const void* object = nullptr;
  Frames frames;
};
Throw throws[8];
std::size_t throws_seen = 0;

}  // namespace

void program_is(const char* name) { program_name = name; }

Frames frames_here() {
  Walk walk;
  _Unwind_Backtrace(visit, &walk);
  return walk.frames;
}

Frames frames_among(void* const* calls, std::size_t count) {
  Frames frames;
  for (std::size_t i = 0; i < count; ++i)
    add(frames, reinterpret_cast<std::uintptr_t>(calls[i]) - 1);
  return frames;
}

Frames joined(std::initializer_list<Frames> stacks) {
  constexpr std::size_t of_each = 20;
  static_assert(3 * (of_each + 1) <= wire::frame_limit);
  Frames all;
  for (const Frames& stack : stacks) {
    if (&stack != stacks.begin()) ++all.count;
    const std::size_t count = std::min(stack.count, of_each);
    std::copy_n(stack.addresses, count, all.addresses + all.count);
    all.count += count;
  }
  return all;
}

Frames function_around(void* code) {
  Frames frames;
  add(frames, reinterpret_cast<std::uintptr_t>(_Unwind_FindEnclosingFunction(code)));
  return frames;
}

Frames frames_of_throw() {
  const std::exception_ptr current = std::current_exception();
  const void* object = nullptr;
  static_assert(sizeof current == sizeof object);  // all that libstdc++ keeps in it
  std::memcpy(&object, &current, sizeof object);
  for (std::size_t back = 1; back <= std::size(throws) && back <= throws_seen; ++back) {
    const Throw& one = throws[(throws_seen - back) % std::size(throws)];
    if (one.object == object) return one.frames;
  }
  return {};
}

}  // namespace grader::harness

namespace {

using Thrower = void (*)(void*, void*, void (*)(void*));

/// The C++ library's own.
const auto library_throw = reinterpret_cast<Thrower>(dlsym(RTLD_NEXT, "__cxa_throw"));

}  // namespace

/// What every `throw` calls, also those in the C++ library: it is found here first.
extern "C" [[noreturn]] void softmark_throw(void* object, void* type,
                                            void (*destroy)(void*)) __asm__("__cxa_throw");

void softmark_throw(void* object, void* type, void (*destroy)(void*)) {
  using namespace grader::harness;
  throws[throws_seen++ % std::size(throws)] = {object, frames_here()};
  library_throw(object, type, destroy);
  __builtin_unreachable();
}
