#pragma once
// The files of a submission, wherever they lie: in folders, in archives, or by themselves. Archives
// and repositories are read by other programs, in processes behind the walls of a compiler.

#include "compile/kit.hpp"
#include "core/moment.hpp"
#include "grade/intake.hpp"
#include "submission/layout.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace grader {

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
