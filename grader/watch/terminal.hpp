#pragma once
// The terminal while a program owns its whole screen: another screen than the shell's, keys without
// Enter. It is given back on every way out: the end of the object, Ctrl-Z, a crash of ours,
// signals.

#include <cstddef>
#include <string>
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

  /// Throws InputError where `usable` does not hold any more.
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Of now; 24 by 80 where the terminal does not tell.
  ScreenSize size() const;

  /// Replaces what is seen by these lines from the top. They must fit.
  void draw(const std::vector<std::string>& lines);

  /// Gives the terminal to a program until that has ended, and Enter was pressed.
  void lend(const std::vector<std::string>& arguments);

  /// Readable when a signal came that the loop has to look at.
  int wakeups() const;
  /// Empties `wakeups`. Whether there was something.
  bool forget_wakeups();

  /// How often the program was stopped (Ctrl-Z) and went on.
  unsigned stops() const;
};

/// For a thread beside the one with the terminal: that one handles the signals, but a crash of this
/// one gives the terminal back as well.
void begin_helper_thread();

}  // namespace grader
