#pragma once
// The terminal while a program owns its whole screen. It has another screen than the shell's, and
// gives keys without Enter. Every way out gives it back: the end of the object, Ctrl-Z, signals, a
// crash of ours.

#include <cstddef>
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

  /// Gives the terminal to a program until it has ended and Enter was pressed.
  void lend(const std::vector<std::string>& arguments);

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

/// Letters and digits are their own character; the others have these numbers.
enum Key : int {
  key_enter = '\n',
  key_escape = 27,
  key_up = 1000,
  key_down,
  key_page_up,
  key_page_down,
  key_home,
  key_end,
  key_left,
  key_right,
};

/// The keys in bytes that were read at once. Function keys, letters beyond ASCII and the mouse are
/// left out.
std::vector<int> keys_in(std::string_view bytes);

}  // namespace grader
