#pragma once
// Which of a submission's files is meant for an exercise, by their names alone. Pure.

#include "core/exercise.hpp"

#include <string>
#include <vector>

namespace grader {

/// What lies in a folder, by paths below it with '/' between folders; each sorted.
struct Listing {
  std::vector<std::string> files;     ///< all that is no folder, links to files included
  std::vector<std::string> links;     ///< links that may lead to folders: nobody goes there
  std::vector<std::string> archives;  ///< of the files, those at the top or in a folder there
};

/// Folders above a file that count at most: two of any name, exercises/, NN_name/.
inline constexpr std::size_t most_folders = 4;

/// Whether nobody handed in what has this name: hidden files and what macOS adds to archives.
bool is_left_behind(const std::string& name);

/// Whether a file of this name is an archive that can be opened, and one that cannot.
bool is_archive(const std::string& name);
bool is_unknown_archive(const std::string& name);

/// The name of an archive without what tells its kind.
std::string without_archive_ending(const std::string& name);

/// Whether a file of this name is meant for the exercise: its own, or one that is a little wrong
/// (another ending, case, '-' for '_', a number or "copy" at the end, a number in front).
bool is_meant(const std::string& name, const Exercise& exercise);

/// The files meant for an exercise, those with the right name first: flat, in the exercise's folder
/// or in exercises/, also below two more folders. In a checkout of the course only these places
/// count. Where there is none, a link in the place of a folder that could hold it.
std::vector<std::string> files_for(const Listing& listing, const Exercise& exercise);

/// What to tell of a file whose name is not exactly the exercise's; empty for others.
std::string name_note(const std::string& file, const Exercise& exercise);

}  // namespace grader
