#pragma once
// Small changes of a solution, one at a time: what a student may write by a slip, whether or not an
// author thought of it. A course's data should tell each from the solution. Drills are made of
// them.

#include "core/report.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A change of one place of a text.
struct Mutant {
  std::size_t begin = 0, end = 0;  ///< the bytes that go
  std::string replacement;
  std::string kind;  ///< of the change, such as "axis: another number"
};

/// All mutants of a solution's text, in the order of their places; no two make the same text.
/// Left alone are calls of record, statements that throw, comments, and what declares.
std::vector<Mutant> mutants_of(std::string_view text);

/// The text with the change.
std::string changed_text(std::string_view text, const Mutant& mutant);

/// The lines that a mutant changes, before and after, with single spaces.
struct ChangedLines {
  std::size_t first = 0;  ///< from 1
  std::string before, after;
};
ChangedLines changed_lines(std::string_view text, const Mutant& mutant);

/// A change that changes nothing, as its author says.
struct Excuse {
  std::string before, after;  ///< lines, with single spaces
  std::string reason;
};

/// The excuses of a file: a reason, then lines that begin with - and + for what it excuses. Throws
/// InputError, naming `file` and the line, where a line with - lacks one with +, or a reason.
std::vector<Excuse> read_excuses(std::string_view text, const std::string& file);

// Drills: a bug in a program of a student's own that was right, to be found and mended; and their
// record, drills/drills.json of a course. It is a student's own, and no grade rests on it.

/// A right program's text, changed in one place.
struct Bug {
  std::string text;            ///< of the whole file
  ChangedLines lines;          ///< `before` is right
  std::string kind;            ///< axis, scale, order, bound, sign or other
  ExerciseResult result = {};  ///< of a bug that fails
};

/// All bugs that a small change makes of the text, in an order drawn from the seed in which each
/// kind of change comes as often as others. A statement that is left out leaves nothing behind.
std::vector<Bug> bugs_of(std::string_view right, std::uint64_t seed);

/// A drill that has begun.
struct OpenDrill {
  std::int64_t started = 0;     ///< seconds since 1970; 0: there is none
  bool fresh_stub = false;      ///< to be written anew; else a bug is to be found
  unsigned level = 1;           ///< how little is told: 1 to 3
  bool graded = false;          ///< since it began
  std::uint64_t last_file = 0;  ///< hash of what was graded last, or of what was handed out
  std::size_t line = 0;         ///< where the bug is
  std::string before, after;    ///< that line, right and wrong
  std::string kind, step;       ///< of the bug, and the first step that it makes wrong
  std::string guess;            ///< of both, as it was typed before the first look; may be empty
};

/// What became of an exercise's drills.
struct ExerciseDrills {
  unsigned done = 0;              ///< bugs that were found, and stubs that were filled in
  std::set<std::uint64_t> known;  ///< bugs that were set, by their identities
  OpenDrill open;
};

using DrillRecord = std::map<std::string, ExerciseDrills>;  ///< by exercise folder

/// The record that `text` is; an empty one where it is none.
DrillRecord drill_record_in(std::string_view text);

/// The same as text, for `drill_record_in`, without exercises of which there is nothing to keep.
std::string text_of(DrillRecord record);

}  // namespace grader
