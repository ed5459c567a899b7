// Sends where a program was when a signal or exit() ends it, or a fault that the compiler looks
// for.

#include "harness/child.hpp"

#include "core/outcome.hpp"
#include "protocol/control.hpp"
#include "protocol/wire.hpp"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

namespace grader::harness {
namespace {

// What to send. Nothing can be put together in a handler, so only the addresses, with which these
// end, are filled in there. It runs on a stack of its own.
wire::Bytes ended, stack_full, nan_compared, computing, waiting;
std::uintptr_t stack_top = 0;
alignas(16) std::byte handler_stack[65536];
std::atomic<bool> sent = false;
std::atomic<bool> answer_sent = false;

wire::Bytes message(std::uint64_t nonce, const char* text) {
  using Addresses = std::vector<std::uint64_t>;
  const Addresses addresses(wire::frame_limit);
  return wire::encode(wire::Reply{nonce, wire::ReplyKind::ended, text, {}, {}, addresses});
}

void send(wire::Bytes& message) {
  if (!may_send()) return;
  const Frames frames = frames_here();
  std::memcpy(message.data() + message.size() - sizeof frames.addresses, frames.addresses,
              sizeof frames.addresses);
  const ssize_t ignored = write(control::reply_fd, message.data(), message.size());
  static_cast<void>(ignored);
}

#if defined(__x86_64__)
std::uintptr_t code_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
std::uintptr_t stack_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
}

/// Where the program called what is no function, such as a null pointer, nothing says who did:
/// makes it look as if that call had just returned.
void leave_call(ucontext_t& context) {
  auto& registers = context.uc_mcontext.gregs;
  registers[REG_RIP] = *reinterpret_cast<const greg_t*>(registers[REG_RSP]);
  registers[REG_RSP] += sizeof(greg_t);
}

/// Whether the instruction there compares numbers, chooses one, or converts one to an integer:
/// these stop at a NaN without making it. SSE and AVX encode them alike, behind different prefixes.
bool only_looks_at_numbers(std::uintptr_t code) {
  const auto* byte = reinterpret_cast<const unsigned char*>(code);
  if (*byte == 0xC5) {
    byte += 2;
  } else if (*byte == 0xC4) {
    byte += 3;
  } else {
    while (*byte == 0x66 || *byte == 0xF2 || *byte == 0xF3 || (*byte & 0xF0) == 0x40) ++byte;
    if (*byte++ != 0x0F) return false;
  }
  constexpr unsigned char looking[] = {0x2C, 0x2D, 0x2E, 0x2F, 0x5D, 0x5F, 0xC2};
  return std::find(std::begin(looking), std::end(looking), *byte) != std::end(looking);
}

/// Whether the program was interrupted in a system call: the instruction before, or the one that
/// will be done again, enters the kernel.
bool in_system_call(std::uintptr_t code) {
  constexpr unsigned char enter[] = {0x0F, 0x05};
  const auto* byte = reinterpret_cast<const unsigned char*>(code);
  return std::equal(byte - 2, byte, enter) || std::equal(byte, byte + 2, enter);
}
#elif defined(__aarch64__)
std::uintptr_t code_of(const ucontext_t& context) { return context.uc_mcontext.pc; }
std::uintptr_t stack_of(const ucontext_t& context) { return context.uc_mcontext.sp; }
void leave_call(ucontext_t& context) { context.uc_mcontext.pc = context.uc_mcontext.regs[30]; }
bool only_looks_at_numbers(std::uintptr_t) { return false; }
bool in_system_call(std::uintptr_t code) {
  constexpr std::uint32_t enter = 0xD4000001;
  const auto* word = reinterpret_cast<const std::uint32_t*>(code);
  return word[-1] == enter || word[0] == enter;
}
#endif

/// Tells a full stack from other faults: the address belongs to the stack of the main thread, from
/// a little below its pointer up, where memory is missing only when the stack may not grow.
bool stack_is_full_at(const siginfo_t& fault, std::uintptr_t stack) {
  constexpr std::uintptr_t room = 65536;
  const auto address = reinterpret_cast<std::uintptr_t>(fault.si_addr);
  return fault.si_signo == SIGSEGV && gettid() == getpid() && address < stack_top &&
         address + room >= stack;
}

/// What to say of a signal that comes when the code is at `code`.
wire::Bytes& message_for(int number, std::uintptr_t code) {
  if (number == control::time_is_up) return in_system_call(code) ? waiting : computing;
  return number == SIGFPE && only_looks_at_numbers(code) ? nan_compared : ended;
}

/// Lets the program end as it would have, once it is told where: the signal comes again when this
/// returns.
void on_signal(int number, siginfo_t* info, void* argument) {
  auto& context = *static_cast<ucontext_t*>(argument);
  const std::uintptr_t code = code_of(context);
  const bool full = stack_is_full_at(*info, stack_of(context));
  const bool lost =
      number == SIGSEGV && _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(code)) == nullptr;
  if (lost && !full) leave_call(context);
  before_crash();
  send(full ? stack_full : message_for(number, code));
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

bool may_send() { return !sent.exchange(true); }

void answered() {
  answer_sent = true;
  sent = false;
}

bool has_answered() { return answer_sent; }

void watch_for_crashes(std::uint64_t nonce) {
  ended = message(nonce, "");
  stack_full = message(nonce, stack_is_full);
  nan_compared = message(nonce, nan_was_there);
  computing = message(nonce, was_computing);
  waiting = message(nonce, was_waiting);
  stack_top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  stack_t own{};
  own.ss_sp = handler_stack;
  own.ss_size = sizeof handler_stack;
  sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  for (const int number :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXCPU, control::time_is_up}) {
    sigaction(number, &action, nullptr);
  }
  std::atexit([] {
    if (!answer_sent) send(ended);
  });
}

}  // namespace grader::harness

using namespace grader;

// What the compiler calls, in a student's program, where an integer is about to be divided by 0 or
// a function ends without the value that it should return.
extern "C" {

[[noreturn]] void __ubsan_handle_divrem_overflow_abort(const void*, std::uintptr_t,
                                                       std::uintptr_t) {
  harness::end_at("", harness::frames_here(), SIGFPE);
}

/// The function's head tells more than the last line that ran.
[[noreturn]] void __ubsan_handle_missing_return(const void*) {
  harness::end_at(no_return, harness::function_around(__builtin_return_address(0)), SIGILL);
}
}
