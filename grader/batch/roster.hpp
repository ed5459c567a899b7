#pragma once
// Who handed in: the submissions in a folder, and a file name for each of them.

#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

struct Submitter {
  std::string id;    ///< as the folder is called, or as its platform calls the student
  std::string name;  ///< of its files in the output: safe on every system, one for each id
  std::filesystem::path path;             ///< the folder or archive, or the first of several
  std::vector<SubmittedPart> parts = {};  ///< all that was handed in
  std::vector<std::string> members = {};  ///< of a group: a row of the gradebook for each
  bool late = false;                      ///< as a platform's export says
  std::optional<Moment> time = {};        ///< of handing in, where it is known
};

struct Roster {
  std::string platform;  ///< whose export the folder is, such as "Moodle export"; may be empty
  std::vector<Submitter> submitters;  ///< by id
};

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// What systems leave behind (.git, __MACOSX, ._x) is none, nor are links. Throws InputError where
/// there are none.
Roster roster_of(const std::filesystem::path& folder);

/// Whether somebody is this submitter, or of this group.
bool is_called(const Submitter& submitter, const std::string& id);

/// File names for these ids, each another one, whatever the ids: letters, digits, '-', '_' and '.',
/// at most 80 of them. Ids that are not so, or that differ in case only, get a piece of their
/// SHA-256; a longer one where somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
