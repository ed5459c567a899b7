// Which of a submission's files is meant for an exercise, by their names alone. Pure.

#include "submission/contents.hpp"

#include "core/text.hpp"
#include "submission/archive_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace grader {
namespace {

using Parts = std::vector<std::string>;

/// In lower case, with '_' for what people write in its place.
std::string plain(const std::string& name) {
  std::string text = lower_case(name);
  std::ranges::replace_if(
      text, [](char c) { return c == '-' || c == ' '; }, '_');
  return text;
}

bool cut_end(std::string& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

/// Cuts what systems add to the name of a second copy: "(1)", "_1", "_copy". False: nothing.
bool cut_copy(std::string& name) {
  for (const char* word : {"_copy", "_kopie", "_"}) {
    if (cut_end(name, word)) return true;
  }
  std::string_view inside = name;
  const bool bracket = inside.ends_with(')');
  if (bracket) inside.remove_suffix(1);
  const std::size_t last = inside.find_last_not_of("0123456789");
  if (last == inside.npos || last + 1 == inside.size()) return false;
  inside = inside.substr(0, last + 1);
  if (!inside.ends_with(bracket ? '(' : '_')) return false;
  name.resize(inside.size() - 1);
  return true;
}

std::string without_number(const std::string& name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  const bool numbered = digits > 0 && digits < name.size() && name[digits] == '_';
  return numbered ? name.substr(digits + 1) : name;
}

Parts parts_of(const std::string& path) {
  Parts parts;
  std::istringstream stream(path);
  for (std::string part; std::getline(stream, part, '/');) parts.push_back(part);
  return parts;
}

bool is_exercises(const std::string& folder) { return lower_case(folder) == "exercises"; }

/// Whether a folder is named like one of an exercise: NN_name.
bool is_exercise_folder(const std::string& folder) {
  const std::string name = plain(folder);
  return without_number(name) != name;
}

}  // namespace

std::string file_name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_left_behind(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

bool is_archive(const std::string& name) { return has_ending(name, opened_archives); }

bool is_unknown_archive(const std::string& name) {
  return !is_archive(name) && has_ending(name, other_archives);
}

std::string without_archive_ending(const std::string& name) {
  std::string small = lower_case(name);
  for (const char* ending : opened_archives) {
    if (small.size() > std::string_view(ending).size() && cut_end(small, ending)) break;
  }
  return name.substr(0, small.size());
}

bool is_meant(const std::string& name, const Exercise& exercise) {
  if (name.size() < exercise.name.size() + 3) return false;  // most, and at once
  if (name == exercise.name + ".cpp") return true;
  std::string stem = lower_case(name);
  if (!cut_source_ending(stem)) return false;
  stem = plain(stem);
  const std::string meant = plain(exercise.name);
  do {
    if (stem == meant || without_number(stem) == meant) return true;
  } while (cut_copy(stem));
  return false;
}

bool is_in_place(const Listing& listing, const std::string& file) {
  for (const std::string& course : listing.courses) {
    if (!file.starts_with(course)) continue;
    const Parts inside = parts_of(file.substr(course.size()));
    if (inside.size() > 1 && !is_exercises(inside[0]) && !is_exercise_folder(inside[0]))
      return false;
  }
  Parts parts = parts_of(file);
  if (!parts.empty()) parts.pop_back();
  if (!parts.empty() && is_exercise_folder(parts.back())) parts.pop_back();
  if (!parts.empty() && lower_case(parts.back()) == "drills") return false;  // files with bugs
  if (!parts.empty() && is_exercises(parts.back())) parts.pop_back();
  return parts.size() <= most_folders - 2;
}

bool is_in_course(const Listing& listing, const std::string& file) {
  return std::ranges::any_of(listing.courses,
                             [&](const std::string& course) { return file.starts_with(course); });
}

void finish(Listing& listing) {
  for (auto* names : {&listing.files, &listing.links, &listing.archives, &listing.deep})
    std::ranges::sort(*names);
  for (const std::string& file : listing.files) {
    const Parts parts = parts_of(file);
    std::string above;
    for (std::size_t i = 0; i + 2 < parts.size() && i <= most_folders - 2; ++i) {
      if (is_exercises(parts[i]) && is_exercise_folder(parts[i + 1]) &&
          std::ranges::find(listing.courses, above) == listing.courses.end())
        listing.courses.push_back(above);
      above += parts[i] + "/";
    }
  }
}

std::vector<std::string> files_for(const Listing& listing, const Exercise& exercise) {
  std::vector<std::string> found;
  for (const std::string& file : listing.files) {
    if (is_meant(file_name_of(file), exercise) && is_in_place(listing, file)) found.push_back(file);
  }
  std::ranges::stable_sort(found, {}, [&](const std::string& file) {
    return std::pair(file_name_of(file) != exercise.name + ".cpp", std::ranges::count(file, '/'));
  });
  if (!found.empty()) return found;
  for (const std::string& link : listing.links) {
    const std::string name = file_name_of(link);
    const bool place = is_exercises(name) || plain(name) == plain(exercise.folder);
    if (place && is_in_place(listing, link)) return {link};
  }
  return {};
}

std::string name_note(const std::string& file, const Exercise& exercise) {
  const std::string name = file_name_of(file);
  if (name.empty() || name == exercise.name + ".cpp") return "";
  return fmt::format("The file is called {}, and was taken for {}.cpp.", printable_name(name),
                     exercise.name);
}

}  // namespace grader
