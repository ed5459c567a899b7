#pragma once
// What is kept of drills: drills/drills.json of a course, beside the drills' own folders. It is a
// student's own, and no grade rests on it.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace grader {

/// A drill that has begun.
struct OpenDrill {
  std::int64_t started = 0;     ///< seconds since 1970; 0: there is none
  bool fresh_stub = false;      ///< to be written anew; else a bug is to be found
  unsigned level = 1;           ///< how little is told: 1 to drill_levels
  unsigned tries = 0;           ///< files that were graded
  std::uint64_t last_file = 0;  ///< hash of the last of them, or of what was handed out
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

std::filesystem::path drill_record_file(const std::filesystem::path& course);

/// The record that `text` is; nothing where it is none.
std::optional<DrillRecord> drill_record_in(std::string_view text);

/// The same as text, for `drill_record_in`, without exercises of which there is nothing to keep.
std::string text_of(DrillRecord record);

}  // namespace grader
