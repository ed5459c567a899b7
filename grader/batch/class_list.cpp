#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "batch/exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace grader {
namespace {

bool is_list_head(const std::string& cell) {
  constexpr std::array heads = {"id",      "user", "username", "login",
                                "student", "name", "email",    "sid"};
  return std::ranges::find(heads, lower_case(cell)) != heads.end();
}

/// The ids of a submission: those of a group's students, or its own.
std::vector<std::string> ids_of(const Submitter& submitter) {
  return submitter.members.empty() ? std::vector{submitter.id} : submitter.members;
}

}  // namespace

std::vector<std::string> class_list_in(std::string_view text, const std::string& file) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  std::vector<std::string> ids;
  std::map<std::string, std::size_t> lines;
  std::size_t number = 0;
  bool first = true;
  for (const std::string& line : split_lines(text)) {
    ++number;
    const std::string words(trimmed(line));
    if (words.empty() || words.starts_with('#')) continue;
    const std::optional<TableLine> cells = first_cell(words + ",");  // also where there is but one
    if (!cells || cells->cell.empty()) {
      throw InputError(fmt::format("{}:{}: expected an id, found {}", file, number,
                                   printable_name(cut(line, 100))),
                       "an id in each line, or a CSV whose first column has the ids");
    }
    const bool head = std::exchange(first, false) && is_list_head(cells->cell);
    if (head) continue;
    const std::string id = composed(cells->cell);
    const auto [before, is_new] = lines.try_emplace(id, number);
    if (!is_new) {
      throw InputError(fmt::format("{}:{}: {} is there twice, first in line {}", file, number,
                                   printable_name(id), before->second),
                       "remove one of the two lines");
    }
    ids.push_back(id);
  }
  if (ids.empty())
    throw InputError(fmt::format("{}: expected an id in each line, found none", file));
  return ids;
}

Enrolment enrolment_of(const std::vector<std::string>& list,
                       const std::vector<const Submitter*>& submitters) {
  const std::set<std::string> listed(list.begin(), list.end());
  std::set<std::string> absent = listed;
  Enrolment enrolment;
  for (const Submitter* one : submitters) {
    for (const std::string& id : ids_of(*one)) {
      absent.erase(id);
      if (!listed.contains(id)) enrolment.strangers.push_back(id);
    }
  }
  enrolment.absent.assign(absent.begin(), absent.end());
  return enrolment;
}

std::optional<TableLine> first_cell(std::string_view text) {
  TableLine line;
  if (!text.starts_with('"')) {
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return std::nullopt;
    line.cell = trimmed(text.substr(0, comma));
    line.rest = text.substr(comma + 1);
    return line;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') {
      line.cell += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '"') {
      line.cell += text[++i];
    } else {
      if (i + 1 >= text.size() || text[i + 1] != ',') return std::nullopt;
      line.rest = text.substr(i + 2);
      return line;
    }
  }
  return std::nullopt;
}

namespace {

namespace fs = std::filesystem;

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

/// With so many digits of the id's SHA-256, none for 0.
std::string with_digits(const std::string& id, std::size_t digits) {
  const std::string name = replaced(id);
  return digits == 0
             ? name
             : name.substr(0, longest_name - 1 - digits) + '-' + hex(sha256(id)).substr(0, digits);
}

/// How often each name is there, in lower case: some systems know no other.
std::map<std::string, int> counted(const std::vector<std::string>& names) {
  std::map<std::string, int> counts;
  for (const std::string& name : names) ++counts[lower_case(name)];
  return counts;
}

}  // namespace

std::vector<std::string> safe_names(const std::vector<std::string>& ids) {
  constexpr std::size_t first_digits = 8, most_digits = 64;
  std::vector<std::string> names;
  for (const std::string& id : ids) names.push_back(replaced(id));
  std::vector<std::size_t> digits(ids.size());
  // Again, since an id may be what the name of another one has become: both get more digits.
  for (bool clash = true; clash;) {
    clash = false;
    const auto taken = counted(names);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool alone = taken.at(lower_case(names[i])) == 1;
      if ((alone && (digits[i] > 0 || names[i] == ids[i])) || digits[i] == most_digits) continue;
      clash = true;
      digits[i] = std::max(first_digits, 2 * digits[i]);
      names[i] = with_digits(ids[i], digits[i]);
    }
  }
  return names;
}

namespace {

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

bool is_called(const Submitter& submitter, const std::string& id) {
  return submitter.id == id || std::ranges::find(submitter.members, id) != submitter.members.end();
}

Roster roster_of(const fs::path& folder) {
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
  Roster found =
      read_export(entries, fs::absolute(folder / ".").lexically_normal().parent_path().filename(),
                  fs::is_regular_file(fs::symlink_status(metadata)) ? read_file(metadata) : "");
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

}  // namespace grader
