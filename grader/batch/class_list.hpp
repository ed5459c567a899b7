#pragma once
// Who is in the class: those who handed in, and those whom a list of the class has.

#include "batch/exports.hpp"
#include "batch/table.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace grader {

struct ListedStudent {
  std::string id;  ///< as that of a submission would be
  Person person;   ///< of a platform's list
};

struct ClassList {
  Table table;
  std::string platform;  ///< whose own list it is, as in Roster; may be empty
  std::vector<ListedStudent> students;
  std::vector<std::size_t> without_id;  ///< lines of rows of nobody, such as a sum
};

/// A list of the class: Moodle's grading worksheet, the table of Canvas' gradebook, or any table
/// with a column of ids, which `find_ids` looks for. Throws InputError where it is empty.
ClassList class_list_in(const Table& table);

/// What read_export may take for an id or number.
std::set<std::string> known_in(const ClassList& list);

/// Takes for the ids of a list that is no platform's the column that has most of those who handed
/// in; ids of Moodle's and Canvas' exports say name and number, too. Throws InputError, which names
/// the file and the line, where it has none of them, or an id twice.
void find_ids(ClassList& list, const Roster& roster);

/// Leaves the people of Moodle's and Canvas' submissions that are alone with their number, and that
/// the platform's own list, if it is given, has by name and number: an entry can be a group's, or
/// called as it should not be. The others are unclear. Throws InputError where these are all.
void check_people(Roster& roster, const ClassList& list);

/// How a list of the class differs from those who handed in.
struct Enrolment {
  std::vector<Submitter> absent;       ///< on the list, and handed in nothing; by id
  std::vector<std::string> strangers;  ///< handed in, and not on the list
  bool complete = true;  ///< no submission is unclear: that of a group may be of who is absent
  std::vector<std::string> loose;  ///< on the list, and an entry that is no submission has the id
};
Enrolment enrolment_of(const ClassList& list, const Roster& roster);

/// The ids of the absent.
std::vector<std::string> absent_in(const Enrolment& enrolment);

/// What is said of Enrolment::loose.
inline constexpr const char* loose_text =
    "On it, with an entry that is neither a folder nor an archive, and without a row";

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// Links and loose files are no submissions; what systems leave behind (.git, __MACOSX, ._x) is not
/// even named among these. Both are sorted. Throws InputError where there are no submissions.
Roster roster_of(const std::filesystem::path& folder, const std::set<std::string>& known = {});

/// Whether somebody is this submitter, or of this group.
bool is_called(const Submitter& submitter, const std::string& id);

/// File names for these ids, each another one: at most 80 letters, digits, '-', '_' and '.'. Other
/// ids, and those that differ in case only, get a piece of their SHA-256; a longer one where
/// somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
