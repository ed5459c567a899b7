#pragma once
// The terminal while a program owns its whole screen. It has another screen than the shell's, and
// gives keys without Enter. Every way out gives it back: the end of the object, Ctrl-Z, signals, a
// crash of ours.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// Owns the terminal of standard input and output as long as it lives. There is one at a time.
class Terminal {
 public:
  /// Whether standard input and output are a terminal that can be written over.
  static bool usable();

  /// Throws InputError where `usable` is false by now.
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// The size now; 24 by 80 where the terminal does not tell.
  ScreenSize size() const;

  /// Shows these lines from the top, in place of the last ones. They must fit.
  void draw(const std::vector<std::string>& lines);

  /// What happens once a program that had the terminal has ended.
  enum class Return { at_once, on_enter };
  /// Gives the terminal to a program until it has ended. Meanwhile it calls `turn` again and again,
  /// which may wait until `wakeups` is readable. Returns the exit code; 127: it could not be
  /// started.
  int lend(const std::vector<std::string>& arguments, Return way,
           const std::function<void()>& turn);

  /// A descriptor that is readable when a signal came that the loop has to handle.
  int wakeups() const;
  /// Empties `wakeups`; whether there was something.
  bool forget_wakeups();

  /// How often the program was stopped (Ctrl-Z) and went on.
  unsigned stops() const;
};

/// For another thread than the one with the terminal: it gets no signals, but its crashes give the
/// terminal back, too.
void begin_helper_thread();

/// The letters, digits and signs in bytes that were read at once. All other keys are left out.
std::string keys_in(std::string_view bytes);

}  // namespace grader
