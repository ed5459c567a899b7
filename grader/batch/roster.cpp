#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/layout.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace grader {
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
  const auto taken = counted(names);
  std::vector<std::size_t> digits(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (names[i] != ids[i] || names[i].empty() || taken.at(lower_case(names[i])) > 1)
      digits[i] = first_digits;
    names[i] = with_digits(ids[i], digits[i]);
  }
  // An id may be what the name of another one has become: both get more digits.
  for (bool clash = true; clash;) {
    clash = false;
    const auto now = counted(names);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (now.at(lower_case(names[i])) == 1 || digits[i] == most_digits) continue;
      clash = true;
      digits[i] = std::max(first_digits, 2 * digits[i]);
      names[i] = with_digits(ids[i], digits[i]);
    }
  }
  return names;
}

namespace {

constexpr const char* gradescope_file = "submission_metadata.yml";

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

Roster read_names(const fs::path& folder, const std::vector<ClassEntry>& entries) {
  if (fs::is_regular_file(fs::symlink_status(folder / gradescope_file))) {
    if (auto found = gradescope_export(entries, read_file(folder / gradescope_file)))
      return *std::move(found);
  }
  const std::string name = fs::absolute(folder / ".").lexically_normal().parent_path().filename();
  if (auto found = moodle_export(entries)) return *std::move(found);
  if (auto found = canvas_export(entries)) return *std::move(found);
  if (auto found = github_export(entries, name)) return *std::move(found);
  return plain_class(entries);
}

Roster read_export(const fs::path& folder) {
  std::vector<std::string> others;
  const std::vector<ClassEntry> entries = class_entries(folder, others);
  Roster found = read_names(folder, entries);
  found.others.insert(found.others.end(), others.begin(), others.end());
  std::ranges::sort(found.others);
  return found;
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
  Roster found = read_export(folder);
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
