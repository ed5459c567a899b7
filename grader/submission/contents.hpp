#pragma once
// The files of a submission, wherever they lie: in folders, in archives, or by themselves, and
// which of them is meant for an exercise. Archives and repositories are read by other programs, in
// processes behind the walls of a compiler.

#include "compile/kit.hpp"
#include "core/moment.hpp"
#include "grade/intake.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

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

inline constexpr std::size_t most_entries = 20000;  ///< of a folder, with all below it

/// A folder, an archive or a file that somebody handed in.
struct SubmittedPart {
  std::filesystem::path path;
  std::string as;  ///< its path within the submission; empty where it is the whole submission
};

/// What can be taken in of a submission. Archives are unpacked for as long as this lives.
struct Contents {
  struct Place {
    std::filesystem::path root;  ///< the folder in which the files lie
    std::string as;              ///< its path within the submission
    Listing listing;
    std::filesystem::path trusted;  ///< at or above `root`: no link below it is followed
    bool unpacked = false;          ///< out of an archive
  };
  std::filesystem::path path;  ///< of the submission
  std::string called;          ///< its name in messages on missing files; may be empty
  std::vector<Place> places;
  std::string refused;  ///< why nothing of it is taken in, in a line; empty where something may be
  bool too_many = false;   ///< refused for its number of files
  bool our_fault = false;  ///< refused since we cannot read it
  /// Files that are not meant for an exercise, or lie where none counts: paths within the
  /// submission, source text first. A '/' ends folders that lie too deep. Without archives, and
  /// without what the course itself hands out.
  std::vector<std::string> unrecognised;
  std::vector<std::unique_ptr<TemporaryFolder>> unpacked;
};

/// Unpacks an open archive into a folder. Returns why it was refused; empty: it was not.
using Unpack = std::function<std::string(int archive, const std::filesystem::path& folder)>;

/// Looks at all parts of the submission at `path`, and unpacks the archives among them and in their
/// folders. Follows no link below `trusted`, a folder above all parts: not then, nor in `take_in`.
/// `exercises` is the folder exercises/ of the course.
Contents contents_of(const std::filesystem::path& path, const std::vector<SubmittedPart>& parts,
                     const std::filesystem::path& trusted, const std::filesystem::path& exercises,
                     const Unpack& unpack);

/// Takes in the exercise's file. Where there are several copies, untouched stubs do not count;
/// copies that still differ are refused, by name. The intake's `file` is a path within the
/// submission.
Intake take_in(const Contents& contents, const Exercise& exercise);

/// What unpacks an open archive into a folder, behind the walls of `bench`, which must outlive it.
/// It writes the files that could be source text, and empty files in place of archives and a few
/// others. Throws GraderFault where `unpack` cannot be started, or `course` would be in its sight.
Unpack unpacking(const Toolchain& bench, const std::filesystem::path& course);

struct CommitTime {
  std::optional<Moment> moment;
  std::string problem = {};  ///< why there is none though the folder has a .git; in a line
};

/// The time of the commit that is checked out in `folder`, by the clock of the machine that made
/// it. git reads it behind the walls of a compiler. Neither a time nor a problem where the folder
/// is no checkout.
CommitTime commit_time(const Toolchain& bench, const std::filesystem::path& course,
                       const std::filesystem::path& folder);

}  // namespace grader
