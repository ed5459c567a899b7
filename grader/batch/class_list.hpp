#pragma once
// Who is in the class: those who handed in, from the names that platforms give to files in their
// exports, and those whom a list of the class has.

#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <initializer_list>

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
  bool anew = false;                            ///< what is kept of it does not count
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

/// What `Roster::platform` says.
inline constexpr const char *moodle = "Moodle export", *canvas = "Canvas export";

/// Where Gradescope says whose the submissions are.
inline constexpr const char* gradescope_file = "submission_metadata.yml";

/// The submissions in a class's folder of that name, as the platform says whose names most of its
/// entries have. Any other folder or archive is a submission; its id is the name without an
/// archive's ending. `metadata` is the text of `gradescope_file`, or empty. `known` has ids and
/// numbers of students: of two ways to read a name that with one of these is right.
/// Throws InputError where the metadata are not YAML.
Roster read_export(const std::vector<ClassEntry>& entries, const std::string& folder,
                   const std::string& metadata, const std::set<std::string>& known = {});

/// `text` in Unicode's composed form (NFC); as it is where it is not UTF-8, or longer than any
/// name.
std::string composed(std::string_view text);

// Tables as people have them: of platforms, of spreadsheets, or typed by hand.

struct TableRow {
  std::size_t line = 0;  ///< of the file, counted from 1
  std::vector<std::string> cells;
};

struct Table {
  std::string file;
  char separator = ',';
  std::vector<std::string> head;  ///< in small letters; empty where the table has none
  std::vector<TableRow> rows;

  /// The first column whose head is one of these.
  std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;
};

/// Reads cells between commas, semicolons or tabs, whichever the first line has, or a line "sep=;"
/// before it names; in quotes as in RFC 4180. The text is UTF-8, UTF-16 with a byte order mark, or
/// else Windows-1252. The first row is a head where it has a word that heads of lists have, such as
/// "id" or "Email address". Rows without text and those that begin with '#' are not there. Throws
/// InputError, with file and line, where a quote does not end.
Table table_in(std::string_view bytes, const std::string& file);

/// The column of which most cells, and one at least, are as `is_meant` says.
std::optional<std::size_t> column_of_most(const Table& table,
                                          const std::function<bool(const std::string&)>& is_meant);

/// The cell of that row; empty where the row is shorter.
std::string cell_of(const TableRow& row, std::size_t column);

/// The row as a message shows it.
std::string row_text(const Table& table, const TableRow& row);

struct ListedStudent {
  std::string id;  ///< as that of a submission would be
  Person person;   ///< of a platform's list
};

struct ClassList {
  Table table;
  std::string platform;  ///< whose own list it is, as in Roster; may be empty
  std::vector<ListedStudent> students;
};

/// Moodle's grading worksheet, the table of Canvas' gradebook, or any table with a column of ids,
/// which `find_ids` looks for. Throws InputError where it is empty.
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

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// Links and loose files are no submissions; what systems leave behind (.git, __MACOSX, ._x) is not
/// even named among these. Both are sorted. Throws InputError where there are no submissions.
Roster roster_of(const std::filesystem::path& folder, const std::set<std::string>& known = {});

/// File names for these ids, each another one: at most 80 letters, digits, '-', '_' and '.'. Other
/// ids, and those that differ in case only, get a piece of their SHA-256; a longer one where
/// somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

/// One of `count` parts of a class, counted from 0. Several machines grade a part each into the
/// same output folder, or into copies that are laid over each other. The command without a part
/// finds their results, grades what is missing, and writes the gradebook.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// The shard that "3/20" means. Throws InputError.
Shard shard_in(const std::string& text);

/// Which of `count` shards a submission belongs to. Only its id decides, so that it stays there
/// whoever else hands in.
std::size_t shard_of(const std::string& id, std::size_t count);

}  // namespace grader
