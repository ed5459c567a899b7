#pragma once
// Fits lines into the columns of a terminal, and lays out its screen, line by line. Lines may have
// our own colours (ESC [ ... m). Pure.

#include "student/terminal.hpp"

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
  std::string question;           ///< in place of the keys, where an answer is wanted
};

/// As many lines as the terminal has rows, none wider than it. A body that is too long is cut in
/// the middle, with a line that says how to see the rest. Keys that do not fit into two lines are
/// left out, those before the last two first.
std::vector<std::string> lay_out(const VerdictScreen& screen, ScreenSize size);

}  // namespace grader
