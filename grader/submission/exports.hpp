#pragma once
// Who handed in what, from the names that platforms give to files in their exports. Pure.

#include "core/moment.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// An entry of the class's folder. Files that systems leave behind are not among them.
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
  std::string id;                    ///< in Unicode's composed form, as those of `members`
  std::vector<std::string> members;  ///< the students of a group; empty where the id is the student
  bool late = false;                 ///< as the platform says
  std::optional<Moment> time;        ///< of handing in, where the platform says it
  std::vector<Item> items;
};

struct ClassExport {
  std::string platform;  ///< such as "Moodle export"; empty where it is not known
  std::vector<HandedIn> submissions;
  std::vector<std::string> others;  ///< entries that are no submissions
};

// Each of these is empty unless most entries are named as the platform names them. The other
// entries are then submissions as in `plain_class`.

/// NAME_NUMBER_assignsubmission_file_, a folder, or the start of a file's name; the id is
/// NAME_NUMBER.
std::optional<ClassExport> moodle_export(const std::vector<ClassEntry>& entries);

/// NAME_[LATE_]USER_FILE_ORIGINAL, one or more for a student; the id is NAME_USER.
std::optional<ClassExport> canvas_export(const std::vector<ClassEntry>& entries);

/// Folders submission_N, and `metadata`, the text of submission_metadata.yml, which says whose they
/// are. An id is the student's number, or else the address, or else the name.
std::optional<ClassExport> gradescope_export(const std::vector<ClassEntry>& entries,
                                             std::string_view metadata);

/// Checkouts called ASSIGNMENT-USER; the id is USER. `folder`, the name of the class's folder, may
/// be ASSIGNMENT, or that and "-submissions".
std::optional<ClassExport> github_export(const std::vector<ClassEntry>& entries,
                                         const std::string& folder);

/// Each folder and archive is a submission; the id is its name without the archive's ending.
ClassExport plain_class(const std::vector<ClassEntry>& entries);

/// `text` in Unicode's composed form (NFC). What is not UTF-8, or longer than any name, stays as it
/// is.
std::string composed(std::string_view text);

}  // namespace grader
