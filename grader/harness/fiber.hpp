#pragma once
// Work that runs in turns with its caller, on a stack of its own.

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <memory>

namespace grader::harness {

/// One at a time runs, on the caller's thread.
class Fiber {
 public:
  Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Takes work that begins when it is resumed; what it had before must have ended. It lets no
  /// exception out.
  void start(std::function<void()> work);

  /// Lets the work run until it waits or ends. Nothing happens where it has ended.
  void resume();
  bool ended() const { return ended_; }

  /// Called by the work: gives the turn back to whoever resumed it.
  void wait();

 private:
  static void enter();

  std::function<void()> work_;
  std::unique_ptr<std::byte[]> stack_;
  // Entered as a context; from then on by jumps, which need no system calls.
  ucontext_t entry_{};
  jmp_buf own_, caller_;
  bool entered_ = false, ended_ = true;
};

}  // namespace grader::harness
