#pragma once
// Fits lines into the columns of a terminal, and lays out its screen, line by line. Lines may have
// our own colours (ESC [ ... m). Pure.

#include "watch/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// How many columns a line takes. East Asian wide characters and emoji take two, combining ones
/// none.
std::size_t styled_width(std::string_view line);

/// The part of a line that fits into so many columns. It ends with "…" where something is cut off,
/// and ends its colours.
std::string fitted(std::string_view line, std::size_t columns);

/// The whole line, broken into pieces that fit, at spaces where there are some. Each piece has its
/// indentation and colours.
std::vector<std::string> folded(std::string_view line, std::size_t columns);

/// All lines of a text, broken to fit. A line of code with a place marked below it is shortened.
std::vector<std::string> folded_lines(std::string_view text, std::size_t columns);

/// A key and what it does, for the last line of the screen.
struct KeyHelp {
  std::string key;
  std::string does;
};

/// The screen of a verdict.
struct VerdictScreen {
  std::string title;              ///< what is watched
  std::string state;              ///< on the right of the title: what goes on
  std::vector<std::string> body;  ///< verdict and hints, wrapped to the width; may have colours
  std::size_t passed = 0;         ///< exercises of the course
  std::size_t exercises = 0;
  std::string file;           ///< the one to edit
  std::vector<KeyHelp> keys;  ///< the last two are always shown
  std::string question;       ///< in place of the keys, where an answer is wanted
};

/// A text to read, in place of the verdict.
struct Reading {
  std::string title;
  std::vector<std::string> lines;  ///< words wrapped, code as it is; may have colours
  std::size_t top = 0;             ///< the first that is seen
  std::size_t chosen = none;       ///< one that is marked
  std::vector<KeyHelp> keys = {};

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// As many lines as the terminal has rows, none wider than it. A body that is too long is cut in
/// the middle, with a line that says how to see the rest. Keys that do not fit, into two lines
/// below a verdict and one below a text, are left out, those before the last two first.
std::vector<std::string> lay_out(const VerdictScreen& screen, ScreenSize size);
std::vector<std::string> lay_out(const Reading& reading, ScreenSize size);

/// How many lines of a text are on the screen at once; at least one.
std::size_t lines_seen(ScreenSize size);

/// Scrolls by a line or a page, or to an end, where the key says so; whether it does.
bool move_by_key(Reading& reading, int key, ScreenSize size);

/// Scrolls by so many lines, up to the ends. Where a line is chosen, the choice moves, and stays in
/// sight.
void scroll(Reading& reading, std::ptrdiff_t lines, ScreenSize size);

}  // namespace grader
