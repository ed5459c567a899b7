#include "submission/contents.hpp"

#include "compile/compile.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/archive_limits.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>

namespace grader {
namespace {

namespace fs = std::filesystem;
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

bool is_exercises(const std::string& folder) { return lower_case(folder) == "exercises"; }

/// Whether a folder is named like one of an exercise: NN_name.
bool is_exercise_folder(const std::string& folder) {
  const std::string name = plain(folder);
  return without_number(name) != name;
}

constexpr std::size_t most_archives = 4;
constexpr std::size_t most_copies = 32;  ///< of one exercise's file

struct Listed {
  Listing listing;
  bool too_many = false;
  std::string unreadable;  ///< which folder or file, and why; empty: none
};

Listed listed(const fs::path& folder) {
  Listed found;
  std::size_t seen = 0;
  std::string entered = "it";  // the folder that is read next
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (++seen > most_entries) {
      found.too_many = true;
      return found;
    }
    const std::string name = entry->path().filename().string();
    const std::string path = entry->path().lexically_relative(folder).string();
    const fs::file_type type = entry->symlink_status(error).type();
    if (type == fs::file_type::not_found) error.clear();
    entered = path;
    if (error) break;
    const auto depth = static_cast<std::size_t>(entry.depth());
    const bool too_deep = depth >= most_folders;
    if (is_left_behind(name) || too_deep) entry.disable_recursion_pending();
    if (is_left_behind(name)) continue;
    if (type == fs::file_type::directory) {
      entered += "/";
      if (too_deep) found.listing.deep.push_back(entered);
      if (entry->path().extension().empty()) continue;  // else called as a file: refused as one
    }
    found.listing.files.push_back(path);
    if (type == fs::file_type::symlink) found.listing.links.push_back(path);
    if (type == fs::file_type::regular && depth <= 1 &&
        (is_archive(name) || is_unknown_archive(name)))
      found.listing.archives.push_back(path);
  }
  if (error) found.unreadable = printable_name(entered) + " cannot be read: " + error.message();
  return found;
}

std::string within(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

class Collection {
 public:
  Collection(Contents& contents, const fs::path& trusted, const Unpack& unpack)
      : contents_(contents), trusted_(trusted), unpack_(unpack) {}

  void add(const SubmittedPart& part) {
    std::error_code ignored;
    const fs::file_type type = fs::symlink_status(part.path, ignored).type();
    const std::string name = part.path.filename().string();
    if (type == fs::file_type::directory) {
      add_folder(part.path, part.as, InArchive::no);
    } else if (is_archive(name)) {
      add_archive(part.path, part.as);
    } else {
      add_file(part);
    }
  }

 private:
  enum class InArchive { no, yes };

  void refuse(const std::string& as, const std::string& reason, bool our_fault = false) {
    if (!contents_.refused.empty()) return;
    contents_.our_fault = our_fault;
    contents_.refused = as.empty() ? reason : printable_name(as) + ": " + reason;
  }

  void add_folder(const fs::path& folder, const std::string& as, InArchive in_archive) {
    Listed found = listed(folder);
    if (found.too_many) {
      contents_.too_many = true;
      refuse(as, fmt::format("more than {} files and folders", most_entries));
    } else if (!found.unreadable.empty()) {
      refuse(as, found.unreadable, in_archive == InArchive::no);
    }
    if (!contents_.refused.empty()) return;
    const bool unpacked = in_archive == InArchive::yes;
    Contents::Place place{folder, as, std::move(found.listing), unpacked ? folder : trusted_,
                          unpacked};
    finish(place.listing);
    const std::vector<std::string> archives = place.listing.archives;
    std::erase_if(place.listing.archives,
                  [&](const std::string& name) { return !unpacked && is_archive(name); });
    contents_.places.push_back(std::move(place));
    if (unpacked) return;
    for (const std::string& name : archives) {
      if (is_archive(name)) add_archive(folder / name, within(as, name));
    }
  }

  /// Adds a file that lies among those of others, where it has another name.
  void add_file(const SubmittedPart& part) {
    Contents::Place place{part.path, "", {}, trusted_};
    place.listing.files.push_back(part.as);
    if (is_unknown_archive(part.as)) place.listing.archives.push_back(part.as);
    contents_.places.push_back(std::move(place));
  }

  void add_archive(const fs::path& file, const std::string& as) {
    const std::string name = as.empty() ? file.filename().string() : as;
    archives_.push_back(name);
    if (archives_.size() > most_archives) {
      refuse("", fmt::format("more than {} archives: {}", most_archives,
                             names_text(archives_, archives_.size())));
      return;
    }
    const Opened opened = open_untrusted(file, trusted_);
    if (opened.problem) {
      refuse(name, opened.reason, opened.problem == Verdict::internal_error);
      return;
    }
    contents_.unpacked.push_back(std::make_unique<TemporaryFolder>());
    const fs::path& folder = contents_.unpacked.back()->path();
    const std::string reason = unpack_(opened.file.get(), folder);
    if (reason.empty()) {
      add_folder(folder, as, InArchive::yes);
    } else {
      refuse(name, reason);
    }
  }

  Contents& contents_;
  const fs::path& trusted_;
  const Unpack& unpack_;
  std::vector<std::string> archives_;  ///< those met so far
};

struct Copy {
  Intake intake;
  std::string name;  ///< its path within the submission
};

std::vector<Copy> copies_of(const Contents& contents, const Exercise& exercise) {
  std::vector<Copy> copies;
  for (const Contents::Place& place : contents.places) {
    std::error_code ignored;
    const bool single = fs::symlink_status(place.root, ignored).type() == fs::file_type::regular;
    for (const std::string& file : files_for(place.listing, exercise)) {
      if (copies.size() == most_copies) return copies;
      const fs::path path = single ? place.root : place.root / file;
      Intake intake = take_in(path, place.trusted);
      // What comes out of an archive is ours: it is hostile where we cannot read it.
      if (place.unpacked && intake.problem == Verdict::internal_error)
        intake.problem = Verdict::rejected;
      copies.push_back({std::move(intake), within(place.as, file)});
    }
  }
  return copies;
}

Intake problem(Verdict verdict, std::string reason) { return {{}, verdict, std::move(reason), {}}; }

/// The exercises in a folder exercises/, with no more than their names and places.
std::vector<Exercise> exercises_in(const fs::path& folder) {
  std::vector<Exercise> exercises;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    Exercise exercise;
    exercise.folder = entry.path().filename().string();
    exercise.directory = entry.path();
    if (exercise.folder.size() <= 3 || exercise.folder[2] != '_') continue;
    exercise.name = exercise.folder.substr(3);
    exercises.push_back(std::move(exercise));
  }
  return exercises;
}

/// Whether the course itself hands out a file of this name in such a place.
bool is_handed_out(const std::string& file, const Exercise& exercise) {
  const std::string name = file_name_of(file);
  if (name == exercise.name + ".hpp" || name == exercise.name + ".cpp.original") return true;
  std::error_code ignored;
  return ("/" + file).ends_with("/" + exercise.folder + "/" + name) &&
         fs::exists(exercise.directory / name, ignored);
}

/// Whether a file is not recognised as one of an exercise, and is to be told.
bool is_unrecognised(const Listing& listing, const std::string& file,
                     const std::vector<Exercise>& exercises) {
  const std::string name = file_name_of(file);
  if (is_archive(name) || is_unknown_archive(name)) return false;
  const bool in_place = is_in_place(listing, file), in_course = is_in_course(listing, file);
  if (std::ranges::any_of(exercises, [&](const auto& one) { return is_meant(name, one); }))
    return !in_place && !in_course;
  if (std::ranges::any_of(exercises, [&](const auto& one) { return is_handed_out(file, one); }))
    return false;
  return !in_course || (in_place && is_source_name(name));
}

std::vector<std::string> unrecognised_in(const Contents& contents, const fs::path& folder) {
  const std::vector<Exercise> exercises = exercises_in(folder);
  std::vector<std::string> found;
  for (const Contents::Place& place : contents.places) {
    for (const std::string& file : place.listing.files) {
      if (is_unrecognised(place.listing, file, exercises)) found.push_back(within(place.as, file));
    }
    for (const std::string& deep : place.listing.deep) {
      if (!is_in_course(place.listing, deep)) found.push_back(within(place.as, deep));
    }
  }
  std::stable_partition(found.begin(), found.end(), is_source_name);
  return found;
}

constexpr std::size_t most_found = 5;       // files that a message names
constexpr std::size_t longest_found = 200;  // bytes of their names

/// A file that is called as the exercise's, and lies where none counts: its path, and why.
std::string found_elsewhere(const Contents& contents, const Exercise& exercise) {
  for (const Contents::Place& place : contents.places) {
    for (const std::string& file : place.listing.files) {
      if (!is_meant(file_name_of(file), exercise)) continue;
      return printable_name(cut(within(place.as, file), longest_found)) +
             (is_in_course(place.listing, file)
                  ? ", which is no place for it in a checkout of the course"
                  : ", which lies too deep: at most two folders may lie above it, or above "
                    "exercises/" +
                        exercise.folder + "/");
    }
  }
  return "";
}

Intake missing(const Contents& contents, const Exercise& exercise) {
  std::string archive;
  for (const Contents::Place& place : contents.places) {
    if (archive.empty() && !place.listing.archives.empty())
      archive = within(place.as, place.listing.archives.front());
  }
  std::string wanted = fmt::format("expected {}.cpp", exercise.name);
  if (!contents.called.empty()) wanted += " in " + printable_name(contents.called);
  if (!archive.empty()) {
    const bool known = is_archive(archive);
    return problem(
        Verdict::rejected,
        fmt::format("{}, found {}: {}", wanted, printable_name(archive),
                    known ? "archives in archives are not opened" : archive_limits::opened_kinds));
  }
  std::string found = found_elsewhere(contents, exercise);
  if (found.empty()) {
    std::vector<std::string> names;
    for (const std::string& file : contents.unrecognised) names.push_back(cut(file, longest_found));
    found = names_text(names, most_found);
  }
  return problem(Verdict::missing_file,
                 "the file is not there: " + wanted + (found.empty() ? found : ", found " + found));
}

constexpr int refused = 120;  // of confine: its command failed
constexpr double wall_seconds = 60;
constexpr std::size_t longest_reason = 300;

/// Walls behind which a program writes to one folder alone.
Confinement walls_around(const Toolchain& bench, std::vector<fs::path> readable,
                         const fs::path& folder) {
  Confinement walls;
  walls.isolation = with_libraries_alone(bench.isolation);
  walls.access = {std::move(readable), {folder, "/dev/null"}};
  walls.folder = folder;
  walls.cpu_seconds = archive_limits::cpu_seconds;
  walls.memory_mib = archive_limits::memory_mib;
  walls.file_mib = archive_limits::file_mib;
  return walls;
}

constexpr const char* git = "/usr/bin/git";
constexpr const char* env = "/usr/bin/env";
constexpr double git_seconds = 20;

/// Whether there is a pipe, a socket or a device, or a link to one: git would wait for what never
/// comes. So it may be where not all can be seen.
bool may_hold_special_files(const fs::path& repository) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(repository, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code broken;
    const fs::file_type type = entry->status(broken).type();
    if (type != fs::file_type::regular && type != fs::file_type::directory &&
        type != fs::file_type::not_found)
      return true;
  }
  return static_cast<bool>(error);
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
    const std::vector<std::string> inside = split(file.substr(course.size()), '/');
    if (inside.size() > 1 && !is_exercises(inside[0]) && !is_exercise_folder(inside[0]))
      return false;
  }
  std::vector<std::string> parts = split(file, '/');
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
    const std::vector<std::string> parts = split(file, '/');
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

Contents contents_of(const fs::path& path, const std::vector<SubmittedPart>& parts,
                     const fs::path& trusted, const fs::path& exercises, const Unpack& unpack) {
  Contents contents;
  contents.path = path;
  Collection collector(contents, trusted, unpack);
  for (const SubmittedPart& part : parts) collector.add(part);
  if (contents.refused.empty()) contents.unrecognised = unrecognised_in(contents, exercises);
  return contents;
}

Intake take_in(const Contents& contents, const Exercise& exercise) {
  if (!contents.refused.empty()) {
    return problem(contents.our_fault ? Verdict::internal_error : Verdict::rejected,
                   contents.refused);
  }
  std::vector<Copy> copies = copies_of(contents, exercise);
  if (copies.empty()) return missing(contents, exercise);
  const auto is_stub = [&](const Copy& copy) {
    return !copy.intake.problem && is_original_stub(exercise, copy.intake.text);
  };
  if (!std::ranges::all_of(copies, is_stub)) std::erase_if(copies, is_stub);
  Copy& first = copies.front();
  for (const Copy& other : copies) {
    if (other.intake.problem) {
      Intake refused = problem(*other.intake.problem, other.intake.reason);
      refused.file = contents.path / other.name;
      if (copies.size() > 1) refused.reason = printable_name(other.name) + ": " + refused.reason;
      return refused;
    }
    if (other.intake.text == first.intake.text) continue;
    return problem(Verdict::rejected,
                   fmt::format("two copies that differ: {} and {}; remove the one that does not "
                               "count, then grade again",
                               printable_name(first.name), printable_name(other.name)));
  }
  first.intake.file = contents.path / first.name;
  return std::move(first.intake);
}

Unpack unpacking(const Toolchain& bench, const fs::path& course) {
  return [&bench, course](int archive, const fs::path& folder) -> std::string {
    const fs::path program = fs::path(bench.kit.confine).parent_path() / "unpack";
    Command command = confined(walls_around(bench, {program.parent_path()}, folder), bench.kit,
                               course, {program.string()});
    command.descriptor_3 = archive;
    lseek(archive, 0, SEEK_SET);
    const Captured end = CapturedProcess(std::move(command)).finish(wall_seconds);
    if (end.exit_code == 0) return "";
    const int signal = end.exit_code > 128 ? end.exit_code - 128 : end.signal;
    if (end.wall_limit_hit && end.cpu_seconds < archive_limits::cpu_seconds)
      throw TryAgain("the machine is too busy to unpack an archive", "grade with fewer --jobs");
    if (end.wall_limit_hit || signal == SIGXCPU) return "the archive takes too long to unpack";
    if (end.exit_code == refused && trimmed(end.output) == archive_limits::no_room) {
      throw TryAgain(fmt::format("{}: no room to unpack an archive", folder.string()),
                     "free some space there, or set TMPDIR to another folder");
    }
    if (end.exit_code == refused && !trimmed(end.output).empty())
      return printable_name(cut(trimmed(split_lines(end.output).front()), longest_reason));
    if (end.exit_code == refused || signal != 0)
      return "the archive is damaged: unpacking it crashes";
    throw GraderFault("archives cannot be unpacked: " + printable(end.output), "./grade doctor");
  };
}

CommitTime commit_time(const Toolchain& bench, const fs::path& course, const fs::path& folder) {
  std::error_code error;
  const fs::path repository = fs::absolute(folder) / ".git";
  const fs::file_type type = fs::symlink_status(repository, error).type();
  if (type == fs::file_type::not_found) return {};
  if (type != fs::file_type::directory) return {std::nullopt, "its .git is not a folder"};
  if (!fs::exists(git, error)) return {std::nullopt, "git is not installed here"};
  if (may_hold_special_files(repository))
    return {std::nullopt, "its .git has a pipe, a device or the like, or cannot be read"};
  const TemporaryFolder scratch;
  const Confinement walls = walls_around(
      bench, {fs::path(bench.kit.confine).parent_path(), env, git, repository}, scratch.path());
  // Nothing of the user's own settings; what the repository's say has no effect on rev-list.
  const Command command =
      confined(walls, bench.kit, course,
               {env, "-i", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", git,
                "--git-dir=" + repository.string(), "rev-list", "--timestamp", "-1", "HEAD"});
  const Captured end = CapturedProcess(command).finish(git_seconds);
  if (end.exit_code != 0) return {std::nullopt, "git reads no commit at its HEAD"};
  Moment moment = 0;
  std::from_chars(end.output.data(), end.output.data() + end.output.size(), moment);
  constexpr Moment year_9999 = 253370764800;
  if (moment <= 0 || moment >= year_9999) return {std::nullopt, "its commit has no time"};
  return {moment};
}

}  // namespace grader
