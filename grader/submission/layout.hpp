#pragma once
// Which of a submission's files is meant for an exercise, by their names alone. Pure.

#include "core/exercise.hpp"

#include <string>
#include <vector>

namespace grader {

/// The contents of a folder, by their paths below it, with '/' between folders.
struct Listing {
  std::vector<std::string> files;      ///< all but folders; links to files, too
  std::vector<std::string> links;      ///< links that may lead to folders: none is followed
  std::vector<std::string> archives;   ///< of the files, those at the top or in a folder there
  std::vector<std::string> courses;    ///< folders that hold a checkout of the course, with a '/'
  std::vector<std::string> deep = {};  ///< folders that lie too deep to be looked into, with a '/'
};

/// Sorts the names, and finds the checkouts among them.
void finish(Listing& listing);

/// The most folders that a file may lie in: two of any name, exercises/, NN_name/.
inline constexpr std::size_t most_folders = 4;

/// The name at the end of a path of a listing.
std::string file_name_of(const std::string& path);

/// Whether a file of this name is to be left alone: hidden ones, and what macOS adds to archives.
bool is_left_behind(const std::string& name);

/// Whether a file of this name is an archive that can be opened, and one that cannot.
bool is_archive(const std::string& name);
bool is_unknown_archive(const std::string& name);

/// The name of an archive without its ending.
std::string without_archive_ending(const std::string& name);

/// Whether a file of this name is meant for the exercise: its own, or one that is a little wrong
/// (another ending, case, '-' for '_', a number or "copy" at the end, a number in front).
bool is_meant(const std::string& name, const Exercise& exercise);

/// The files meant for an exercise, those with the right name first. They lie flat, in the
/// exercise's folder or in exercises/, at most two folders deeper. In a checkout of the course no
/// other places count. Where there is no such file: a link in place of a folder that could hold it.
std::vector<std::string> files_for(const Listing& listing, const Exercise& exercise);

/// Whether a file of the listing lies in a place that counts.
bool is_in_place(const Listing& listing, const std::string& file);

/// Whether a file of the listing lies in a checkout of the course.
bool is_in_course(const Listing& listing, const std::string& file);

/// A note on a file whose name is not exactly the exercise's; empty where it is.
std::string name_note(const std::string& file, const Exercise& exercise);

}  // namespace grader
