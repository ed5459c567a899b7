#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <regex>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The ids of a submission: those of a group's students, or its own.
std::vector<std::string> ids_of(const Submitter& submitter) {
  return submitter.members.empty() ? std::vector{submitter.id} : submitter.members;
}

/// The letters and digits of a name, in small letters and composed: Canvas drops all else.
std::string plain_name(const std::string& name) {
  std::string plain;
  const std::string whole = composed(name);
  for (std::string_view rest = whole; !rest.empty();) {
    const Letter letter = first_letter(rest).value_or(Letter{0xFFFD, 1});
    rest.remove_prefix(letter.bytes);
    const auto code = static_cast<utf8proc_int32_t>(letter.code);
    const utf8proc_category_t kind = utf8proc_category(code);
    if (kind > UTF8PROC_CATEGORY_NO || kind == UTF8PROC_CATEGORY_CN) continue;
    utf8proc_uint8_t bytes[4];
    const auto count = utf8proc_encode_char(utf8proc_tolower(code), bytes);
    plain.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  }
  return plain;
}

/// "10000" of "Participant 10000", in any language; empty where there is no number at its end.
std::string number_at_end(const std::string& text) {
  return text.substr(text.find_last_not_of("0123456789") + 1);
}

/// Takes the ids in a column, which must differ.
void take_ids(ClassList& list, std::size_t column) {
  std::map<std::string, std::size_t> lines;
  for (const TableRow& row : list.table.rows) {
    const std::string id = composed(cell_of(row, column));
    if (id.empty()) continue;  // nobody's row, such as a sum
    const auto [before, is_new] = lines.try_emplace(id, row.line);
    if (!is_new) {
      throw InputError(fmt::format("{}:{}: {} is there twice, first in line {}", list.table.file,
                                   row.line, printable_name(id), before->second),
                       "remove one of the two lines, or name a list with a column of ids");
    }
    list.students.push_back({id, {}});
  }
}

constexpr std::size_t longest_name = 80;

/// Whether Windows keeps the name for a device, whatever its ending.
bool is_device(const std::string& name) {
  const std::string stem = lower_case(name.substr(0, name.find('.')));
  if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul") return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
         std::isdigit(static_cast<unsigned char>(stem[3])) != 0;
}

/// `id` with '_' for what a file name should not have.
std::string replaced(const std::string& id) {
  std::string name = id.substr(0, longest_name - 9);
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    if (!plain && c != '.') c = '_';
  }
  if (name.empty()) return "_";
  if (name.starts_with('.') || name.starts_with('-')) name[0] = '_';
  if (name.ends_with('.')) name.back() = '_';
  return is_device(name) ? "_" + name : name;
}

/// The folders and files of the class. The names of all else go to `others`.
std::vector<ClassEntry> class_entries(const fs::path& folder, std::vector<std::string>& others) {
  std::vector<ClassEntry> entries;
  std::error_code error;  // of a folder that nobody may enter: told when it is taken in
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (is_left_behind(name) || name == gradescope_file) continue;
    const bool is_folder = entry.is_directory(error);
    if (entry.is_symlink(error) || (!is_folder && !entry.is_regular_file(error))) {
      others.push_back(name);
      continue;
    }
    const bool checkout = is_folder && fs::exists(fs::symlink_status(entry.path() / ".git", error));
    entries.push_back({name, is_folder, checkout});
  }
  std::ranges::sort(entries, {}, &ClassEntry::name);
  return entries;
}

}  // namespace

ClassList class_list_in(const Table& table) {
  ClassList list{table, "", {}};
  if (table.rows.empty())
    throw InputError(fmt::format("{}: expected an id in each line, found none", table.file));
  const auto identifier = table.column({"identifier"}), student = table.column({"student"});
  const auto first = table.column({"firstname"}), last = table.column({"lastname"});
  if (identifier && table.column({"status", "grade", "last modified (submission)"})) {
    list.platform = moodle;
    const auto name = table.column({"full name"});
    for (const TableRow& row : table.rows) {
      const std::string number = number_at_end(cell_of(row, *identifier));
      const std::string called = name ? cell_of(row, *name) : "Participant";  // of blind marking
      list.students.push_back({composed(called) + "_" + number, {called, number}});
    }
  } else if ((student || (first && last)) &&
             table.column({"sis user id", "sis login id", "section"})) {
    list.platform = canvas;
    for (const TableRow& row : table.rows) {
      const std::string number = cell_of(row, table.column({"id"}).value_or(1));
      const std::string name =
          student ? cell_of(row, *student) : cell_of(row, *last) + ", " + cell_of(row, *first);
      list.students.push_back({plain_name(name) + "_" + number, {name, number}});
    }
  }
  // Such as those of the most points, of how grades are posted, or of a sum.
  if (!list.platform.empty())
    std::erase_if(list.students,
                  [](const ListedStudent& one) { return one.person.number.empty(); });
  return list;
}

std::set<std::string> known_in(const ClassList& list) {
  std::set<std::string> known;
  for (const ListedStudent& one : list.students) known.insert(one.person.number);
  if (!list.platform.empty()) return known;
  for (const TableRow& row : list.table.rows)
    for (const std::string& cell : row.cells) known.insert(composed(cell));
  return known;
}

void find_ids(ClassList& list, const Roster& roster) {
  if (!list.platform.empty() && list.platform == roster.platform) return;
  list.platform.clear();
  std::set<std::string> ids;
  for (const Submitter& one : roster.submitters) {
    const std::vector<std::string> all = ids_of(one);
    ids.insert(all.begin(), all.end());
  }
  const auto is_id = [&](const std::string& cell) { return ids.contains(composed(cell)); };
  const std::optional<std::size_t> column = column_of_most(list.table, is_id);
  list.students.clear();
  take_ids(list, column.value_or(0));
  if (roster.platform == moodle || roster.platform == canvas) {
    list.platform = roster.platform;
    for (ListedStudent& one : list.students)
      if (const std::string number = number_at_end(one.id); one.id.ends_with("_" + number))
        one.person = {one.id.substr(0, one.id.size() - number.size() - 1), number};
  }
  if (column) return;
  throw InputError(fmt::format("{}: it has none of the ids that handed in; there {}, here {}",
                               list.table.file, printable_name(list.students.front().id),
                               printable_name(roster.submitters.front().id)),
                   "name a list with the ids of gradebook.csv, or the table of the platform");
}

void check_people(Roster& roster, const ClassList& list) {
  if (roster.platform != moodle && roster.platform != canvas) return;
  const bool checked = !list.platform.empty() && list.platform == roster.platform;
  std::map<std::string, const Person*> listed;
  for (const ListedStudent& one : list.students) listed[one.person.number] = &one.person;
  // How well a claim to a number holds: better ones go before others, and equal ones fail.
  const auto strength = [&](const Person& person) {
    const auto found = listed.find(person.number);
    if (!checked) return 1;
    if (found == listed.end()) return 0;
    const std::string name = plain_name(found->second->name);
    // Moodle puts the name of a student's group in front: "Group A-Ada Lovelace".
    const std::size_t group = roster.platform == moodle ? person.name.find('-') : person.name.npos;
    const bool in_group =
        group != person.name.npos && plain_name(person.name.substr(group + 1)).ends_with(name);
    if (name.empty() || (plain_name(person.name) != name && !in_group)) return 0;
    return found->second->name == person.name ? 2 : 1;
  };
  std::map<std::pair<std::string, int>, int> claims;
  for (const Submitter& one : roster.submitters)
    for (const Person& person : one.people) ++claims[{person.number, strength(person)}];
  for (Submitter& one : roster.submitters) {
    const Person person = one.people.empty() ? Person{} : one.people.front();
    const int holds = one.people.empty() ? 0 : strength(person);
    const bool best =
        claims[{person.number, holds}] == 1 && (holds == 2 || claims[{person.number, 2}] == 0);
    if (holds > 0 && best) {
      if (checked) one.people = {*listed.at(person.number)};
      continue;
    }
    if (checked || holds > 0) roster.unclear.push_back(one.id);
    one.people.clear();
  }
  if (!checked || roster.unclear.size() < roster.submitters.size()) return;
  throw InputError(
      fmt::format(
          "{} has nobody called as a submission by name and number, such as {}: they are of "
          "groups, anonymous, or of another course",
          list.table.file, printable_name(roster.unclear.front())),
      "leave --roster and --gradebook out: gradebook.csv then has a row for each of them; or name "
      "the table of this assignment");
}

Enrolment enrolment_of(const ClassList& list, const Roster& roster) {
  const bool by_number = list.platform == roster.platform && !list.platform.empty();
  std::set<std::string> present, listed;
  for (const Submitter& one : roster.submitters) {
    const std::vector<std::string> ids = ids_of(one);
    present.insert(ids.begin(), ids.end());
    // Also of whom is unclear, so that nobody gets 0 points for another's name.
    present.insert(number_at_end(one.id));
  }
  Enrolment enrolment;
  enrolment.complete = roster.unclear.empty();
  for (const ListedStudent& one : list.students) {
    listed.insert(by_number ? one.person.number : one.id);
    if (present.contains(one.id) || (by_number && present.contains(one.person.number))) continue;
    const bool lies_there = std::ranges::any_of(roster.others, [&](const std::string& name) {
      return lower_case(composed(name)).starts_with(lower_case(one.id));
    });
    if (lies_there) {
      enrolment.loose.push_back(one.id);
      continue;
    }
    Submitter absent{one.id, "", {}};
    if (by_number) absent.people = {one.person};
    enrolment.absent.push_back(std::move(absent));
  }
  std::ranges::sort(enrolment.absent, {}, &Submitter::id);
  for (const Submitter& one : roster.submitters) {
    for (const std::string& id : ids_of(one))
      if (!listed.contains(by_number && !one.people.empty() ? one.people.front().number : id))
        enrolment.strangers.push_back(id);
  }
  return enrolment;
}

std::vector<std::string> safe_names(const std::vector<std::string>& ids) {
  constexpr std::size_t first_digits = 8, most_digits = 64;
  std::vector<std::string> names;
  for (const std::string& id : ids) names.push_back(replaced(id));
  std::vector<std::size_t> digits(ids.size());  // of the id's SHA-256 behind each name
  // Again, since an id may be what the name of another one has become: both get more digits.
  for (bool clash = true; clash;) {
    clash = false;
    std::map<std::string, int> taken;  // in lower case: some systems know no other
    for (const std::string& name : names) ++taken[lower_case(name)];
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool alone = taken.at(lower_case(names[i])) == 1;
      if ((alone && (digits[i] > 0 || names[i] == ids[i])) || digits[i] == most_digits) continue;
      clash = true;
      digits[i] = std::max(first_digits, 2 * digits[i]);
      names[i] = replaced(ids[i]).substr(0, longest_name - 1 - digits[i]) + '-' +
                 hex(sha256(ids[i])).substr(0, digits[i]);
    }
  }
  return names;
}

Roster roster_of(const fs::path& folder, const std::set<std::string>& known) {
  if (!fs::is_directory(folder)) {
    const bool there = fs::exists(folder);
    throw InputError(fmt::format("{}: {}expected a folder with a folder for each submission",
                                 printable_name(folder.string()), there ? "" : "it is not there; "),
                     is_archive(folder.string()) ? "unpack it, and name the folder"
                                                 : "name the folder that holds the submissions");
  }
  std::vector<std::string> others;
  const std::vector<ClassEntry> entries = class_entries(folder, others);
  const fs::path metadata = folder / gradescope_file;
  Roster found = read_export(
      entries, fs::absolute(folder / ".").lexically_normal().parent_path().filename(),
      fs::is_regular_file(fs::symlink_status(metadata)) ? read_file(metadata) : "", known);
  found.others.insert(found.others.end(), others.begin(), others.end());
  std::ranges::sort(found.others);
  if (found.submitters.empty()) {
    const std::string there = names_text(found.others, 5);
    throw InputError(
        fmt::format("{}: no submissions there: expected a folder or archive for each{}",
                    printable_name(folder.string()), there.empty() ? there : ", found " + there),
        "grade one submission with ./grade run --submission DIR");
  }
  std::ranges::sort(found.submitters, {}, &Submitter::id);
  std::vector<std::string> ids;
  for (const Submitter& one : found.submitters) ids.push_back(one.id);
  const std::vector<std::string> names = safe_names(ids);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Submitter& one = found.submitters[i];
    one.name = names[i];
    for (SubmittedPart& part : one.parts) part.path = folder / part.path;
    one.path = one.parts.front().path;
  }
  return found;
}

Shard shard_in(const std::string& text) {
  static const std::regex form("([0-9]{1,7})/([0-9]{1,7})");
  std::smatch found;
  Shard shard;
  if (std::regex_match(text, found, form)) shard = {std::stoul(found[1]), std::stoul(found[2])};
  if (!found.empty() && shard.index < shard.count) return shard;
  throw InputError(
      fmt::format("--shard {}: expected I/N with I from 0 to N-1", printable_name(text)),
      "--shard 0/4 is the first of four");
}

std::size_t shard_of(const std::string& id, std::size_t count) {
  return std::stoull(hex(sha256(id)).substr(0, 16), nullptr, 16) % count;
}

}  // namespace grader
