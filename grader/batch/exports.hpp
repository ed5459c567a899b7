#pragma once
// Who handed in what, from the names that platforms give to files in their exports. Pure.

#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
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

/// A student as a platform knows one. What its export does not say is empty.
struct Person {
  std::string name;
  std::string number;        ///< Moodle's participant, Canvas' ID, Gradescope's SID
  std::string address = {};  ///< of e-mail
};

/// Points that somebody gave by hand, and why.
struct Override {
  std::string id, exercise;  ///< as whoever gave them calls these
  double points = 0;
  std::string reason;
};

/// One student or one group that handed in.
struct Submitter {
  std::string id;              ///< as the platform calls the student, in Unicode's composed form
  std::string name;            ///< of its files in the output: unique, and safe on every system
  std::filesystem::path path;  ///< the folder or archive, or the first of several
  std::vector<SubmittedPart> parts = {};        ///< all that was handed in
  std::vector<std::string> members = {};        ///< of a group: a row of the gradebook for each
  std::vector<Person> people = {};              ///< whom the platform names: one, or all members
  bool late = false;                            ///< as the platform says
  std::optional<Moment> time = {};              ///< when it was handed in, where that is known
  std::optional<Moment> due = {};               ///< where it has a due time of its own
  std::map<unsigned, Override> overrides = {};  ///< by the numbers of exercises
  std::string no_time = {};  ///< why its commit does not tell that, though it should; may be empty
};

/// The id, with the names in front that the platform gives beside it: "Ada Lovelace (00123)".
std::string who(const Submitter& submitter);

/// The submissions of a class. From the names of entries alone the paths are these names, and files
/// have no names yet.
struct Roster {
  std::string platform;  ///< whose export the folder is, such as "Moodle export"; may be empty
  std::vector<Submitter> submitters;
  std::vector<std::string> others;  ///< entries of the folder that are no submissions
  /// Ids of whom a platform's list does not have by name and number, or that two claim: nobody's
  /// points are imported for them.
  std::vector<std::string> unclear = {};
};

/// Where Gradescope says whose the submissions are.
inline constexpr const char* gradescope_file = "submission_metadata.yml";

/// What `Roster::platform` says.
inline constexpr const char* moodle = "Moodle export";
inline constexpr const char* canvas = "Canvas export";
inline constexpr const char* gradescope = "Gradescope export";

/// The submissions in a class's folder of that name, as the platform says whose names most of its
/// entries have. Any other folder or archive is a submission; its id is the name without an
/// archive's ending. `metadata` is the text of `gradescope_file`, or empty. `known` has ids and
/// numbers of students: of two ways to read a name that with one of these is right.
/// Throws InputError where the metadata are not YAML.
Roster read_export(const std::vector<ClassEntry>& entries, const std::string& folder,
                   const std::string& metadata, const std::set<std::string>& known = {});

/// `text` in Unicode's composed form (NFC). What is not UTF-8, or longer than any name, stays as it
/// is.
std::string composed(std::string_view text);

}  // namespace grader
