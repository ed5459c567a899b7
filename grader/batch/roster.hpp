#pragma once
// Who handed in: the submissions in a folder, and a file name for each.

#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

struct Submitter {
  std::string id;              ///< the folder's name, or what the platform calls the student
  std::string name;            ///< of its files in the output: unique, and safe on every system
  std::filesystem::path path;  ///< the folder or archive, or the first of several
  std::vector<SubmittedPart> parts = {};  ///< all that was handed in
  std::vector<std::string> members = {};  ///< of a group: a row of the gradebook for each
  bool late = false;                      ///< as a platform's export says
  std::optional<Moment> time = {};        ///< when it was handed in, where that is known
  std::string no_time = {};  ///< why its commit does not tell that, though it should; may be empty
};

struct Roster {
  std::string platform;  ///< whose export the folder is, such as "Moodle export"; may be empty
  std::vector<Submitter> submitters;  ///< by id
  std::vector<std::string> others;    ///< entries of the folder that are no submissions, by name
};

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// Links and loose files are no submissions; what systems leave behind (.git, __MACOSX, ._x) is not
/// even named among these. Throws InputError where there are no submissions.
Roster roster_of(const std::filesystem::path& folder);

/// Whether somebody is this submitter, or of this group.
bool is_called(const Submitter& submitter, const std::string& id);

/// File names for these ids, each another one: at most 80 letters, digits, '-', '_' and '.'. Other
/// ids, and those that differ in case only, get a piece of their SHA-256; a longer one where
/// somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
