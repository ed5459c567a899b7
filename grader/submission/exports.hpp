#pragma once
// Who handed in what, by the names in a class's folder, as platforms write them. Pure.

#include "core/moment.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// An entry of the folder; none of those that systems leave behind.
struct ClassEntry {
  std::string name;
  bool is_folder = false;
  bool is_checkout = false;  ///< a folder with .git
};

/// What one student or one group handed in.
struct HandedIn {
  struct Item {
    std::string name;  ///< of the entry
    std::string as;    ///< its path within the submission; empty where it is all of it
  };
  std::string id;
  std::vector<std::string> members;  ///< the students of a group; empty where the id is the student
  bool late = false;                 ///< as the platform says
  std::optional<Moment> time;        ///< of handing in, where the platform says it
  std::vector<Item> items;
};

struct ClassExport {
  std::string platform;  ///< "Moodle export"; empty where it is none that is known
  std::vector<HandedIn> submissions;
};

// Each of these is empty where most of the entries are not called as the platform does. What it did
// not name itself is a submission as in `plain_class`.

/// NAME_NUMBER_assignsubmission_file_, a folder, or the start of a file's name; the id is
/// NAME_NUMBER.
std::optional<ClassExport> moodle_export(const std::vector<ClassEntry>& entries);

/// NAME_[LATE_]USER_FILE_ORIGINAL, several of a student; the id is NAME_USER.
std::optional<ClassExport> canvas_export(const std::vector<ClassEntry>& entries);

/// Folders submission_N, and `metadata`, the text of submission_metadata.yml, which says whose they
/// are. The ids are the numbers of students, or their addresses, or their names.
std::optional<ClassExport> gradescope_export(const std::vector<ClassEntry>& entries,
                                             std::string_view metadata);

/// Checkouts called ASSIGNMENT-USER; the id is USER. `folder`, the name of the class's folder, may
/// be ASSIGNMENT, or that and "-submissions".
std::optional<ClassExport> github_export(const std::vector<ClassEntry>& entries,
                                         const std::string& folder);

/// Each folder and archive is a submission; the id is its name without the archive's ending.
ClassExport plain_class(const std::vector<ClassEntry>& entries);

}  // namespace grader
