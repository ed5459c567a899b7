#pragma once
// The terminal while a program owns its whole screen. It has another screen than the shell's, and
// gives keys without Enter. Every way out gives it back: the end of the object, Ctrl-Z, signals, a
// crash of ours. And the lines of its screen, which may have our own colours (ESC [ ... m).

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

/// For another thread than the one with the terminal: it gets no signals.
void begin_helper_thread();

/// The letters, digits and signs in bytes that were read at once. All other keys are left out.
std::string keys_in(std::string_view bytes);

/// How many columns a line takes. East Asian wide characters and emoji take two, combining ones
/// none.
std::size_t styled_width(std::string_view line);

/// The part of a line that fits into so many columns. It ends with "…" where something is cut off,
/// and ends its colours.
std::string fitted(std::string_view line, std::size_t columns);

/// All lines of a text, those that are too wide in several pieces.
std::vector<std::string> folded_lines(std::string_view text, std::size_t columns);

/// The screen of a verdict.
struct VerdictScreen {
  std::string title;              ///< what is watched
  std::string state;              ///< on the right of the title: what goes on
  std::vector<std::string> body;  ///< verdict and hints, wrapped to the width; may have colours
  std::size_t passed = 0;         ///< exercises of the course
  std::size_t exercises = 0;
  std::string file;               ///< the one to edit
  std::vector<std::string> keys;  ///< "q quit"; the last two are always shown
  std::string notice;             ///< in place of the keys
};

/// As many lines as the terminal has rows, none wider than it. A body that is too long is cut in
/// the middle, with a line that says how to see the rest. Keys that do not fit into two lines are
/// left out, those before the last two first.
std::vector<std::string> lay_out(const VerdictScreen& screen, ScreenSize size);

}  // namespace grader
