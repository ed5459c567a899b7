#pragma once
// Who handed in what, from the names that platforms give to files in their exports. Pure.

#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <filesystem>
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

/// One student or one group that handed in.
struct Submitter {
  std::string id;              ///< as the platform calls the student, in Unicode's composed form
  std::string name;            ///< of its files in the output: unique, and safe on every system
  std::filesystem::path path;  ///< the folder or archive, or the first of several
  std::vector<SubmittedPart> parts = {};  ///< all that was handed in
  std::vector<std::string> members = {};  ///< of a group: a row of the gradebook for each
  bool late = false;                      ///< as the platform says
  std::optional<Moment> time = {};        ///< when it was handed in, where that is known
  std::string no_time = {};  ///< why its commit does not tell that, though it should; may be empty
};

/// The submissions of a class. From the names of entries alone the paths are these names, and files
/// have no names yet.
struct Roster {
  std::string platform;  ///< whose export the folder is, such as "Moodle export"; may be empty
  std::vector<Submitter> submitters;
  std::vector<std::string> others;  ///< entries of the folder that are no submissions
};

// Each of these is empty unless most entries are named as the platform names them. The other
// entries are then submissions as in `plain_class`.

/// NAME_NUMBER_assignsubmission_file_, a folder, or the start of a file's name; the id is
/// NAME_NUMBER.
std::optional<Roster> moodle_export(const std::vector<ClassEntry>& entries);

/// NAME_[LATE_]USER_FILE_ORIGINAL, one or more for a student; the id is NAME_USER.
std::optional<Roster> canvas_export(const std::vector<ClassEntry>& entries);

/// Folders submission_N, and `metadata`, the text of submission_metadata.yml, which says whose they
/// are. An id is the student's number, or else the address, or else the name. Throws InputError
/// where the text is not YAML.
std::optional<Roster> gradescope_export(const std::vector<ClassEntry>& entries,
                                        const std::string& metadata);

/// Checkouts called ASSIGNMENT-USER; the id is USER. `folder`, the name of the class's folder, may
/// be ASSIGNMENT, or that and "-submissions".
std::optional<Roster> github_export(const std::vector<ClassEntry>& entries,
                                    const std::string& folder);

/// Each folder and archive is a submission; the id is its name without the archive's ending.
Roster plain_class(const std::vector<ClassEntry>& entries);

/// `text` in Unicode's composed form (NFC). What is not UTF-8, or longer than any name, stays as it
/// is.
std::string composed(std::string_view text);

}  // namespace grader
