#pragma once
// Work that runs in turns with its caller, on a stack of its own.

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace grader::harness {

/// One at a time runs, on the caller's thread.
class Fiber {
 public:
  /// Takes work that begins when it is resumed; what it had before must have ended. It lets no
  /// exception out.
  void start(std::function<void()> work) {
    work_ = std::move(work);
    entered_ = ended_ = false;
  }

  /// Lets the work run until it waits or ends. Nothing happens where it has ended.
  void resume() {
    if (ended_ || _setjmp(caller_) != 0) return;
    if (entered_) _longjmp(own_, 1);
    // Entered as a context; from then on by jumps, which need no system calls.
    entered_ = true;
    entering = this;
    ucontext_t entry;
    getcontext(&entry);
    entry.uc_stack.ss_sp = stack_.get();
    entry.uc_stack.ss_size = stack_size;
    entry.uc_link = nullptr;
    makecontext(&entry, &Fiber::enter, 0);
    setcontext(&entry);
  }

  bool ended() const { return ended_; }

  /// Called by the work: gives the turn back to whoever resumed it.
  void wait() {
    if (_setjmp(own_) == 0) _longjmp(caller_, 1);
  }

 private:
  static void enter() {
    Fiber& self = *entering;
    self.work_();
    self.ended_ = true;
    _longjmp(self.caller_, 1);
  }

  /// A new context is entered without arguments.
  static inline Fiber* entering = nullptr;
  static constexpr std::size_t stack_size = 1 << 20;

  std::function<void()> work_;
  std::unique_ptr<std::byte[]> stack_{new std::byte[stack_size]};  // no page of it is touched
  jmp_buf own_, caller_;
  bool entered_ = false, ended_ = true;
};

}  // namespace grader::harness
