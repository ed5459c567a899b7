#pragma once
// Drills: a bug in a program of a student's own that was right, to be found and mended; and their
// record, drills/drills.json of a course. It is a student's own, and no grade rests on it.

#include "core/report.hpp"
#include "student/mutants.hpp"

#include <map>

namespace grader {

/// A right program's text, changed in one place.
struct Bug {
  std::string text;            ///< of the whole file
  ChangedLines lines;          ///< `before` is right
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
