#include "batch/exports.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/layout.hpp"

#include <fmt/format.h>

#include <utf8proc.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <regex>
#include <memory>

namespace grader {
namespace {

using Entries = std::vector<ClassEntry>;

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

class Collected {
 public:
  Submitter& of(const std::string& spelt) {
    const std::string id = composed(spelt);
    const auto [place, is_new] = places_.try_emplace(id, submitters_.size());
    if (is_new) submitters_.push_back({id, {}, {}});
    return submitters_[place->second];
  }

  /// Adds a folder or archive whose name says no more than an id. Any other file is nobody's.
  void add_plain(const ClassEntry& entry) {
    const bool archive = is_archive(entry.name), unknown = is_unknown_archive(entry.name);
    if (!entry.is_folder && !archive && !unknown) {
      others_.push_back(entry.name);
      return;
    }
    Submitter& one = of(entry.is_folder ? entry.name : without_archive_ending(entry.name));
    one.parts.push_back({entry.name, unknown && !entry.is_folder ? entry.name : ""});
  }

  /// Gives a folder and an archive of the same id their own names within the submission.
  Roster finish(std::string platform) {
    for (Submitter& one : submitters_) {
      const auto bare = std::ranges::count(one.parts, "", &SubmittedPart::as);
      for (SubmittedPart& item : one.parts) {
        if (bare > 1 && item.as.empty()) item.as = item.path.string();
      }
    }
    return {std::move(platform), std::move(submitters_), std::move(others_)};
  }

 private:
  std::vector<Submitter> submitters_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> others_;
};

struct Named {
  std::string id;
  std::string as;
  bool late = false;
};

/// The export of a platform whose names `read` takes apart; empty unless most entries have such
/// names.
template <class Read>
std::optional<Roster> read_names(const Entries& entries, const char* platform, const Read& read) {
  Collected all;
  std::size_t known = 0;
  for (const ClassEntry& entry : entries) {
    const std::optional<Named> named = read(entry);
    if (!named) {
      all.add_plain(entry);
      continue;
    }
    ++known;
    Submitter& one = all.of(named->id);
    one.late = one.late || named->late;
    one.people = {*person_in(one.id, platform)};
    one.parts.push_back({entry.name, entry.is_folder ? "" : named->as});
  }
  if (2 * known <= entries.size()) return std::nullopt;
  return all.finish(platform);
}

/// NAME_NUMBER_assignsubmission_file_, a folder, or the start of a file's name; the id is
/// NAME_NUMBER.
std::optional<Named> moodle_name(const ClassEntry& entry) {
  constexpr std::string_view mark = "_assignsubmission_";
  const std::size_t place = entry.name.rfind(mark);  // who is called like an entry is nobody else
  if (place == std::string::npos) return std::nullopt;
  Named named{entry.name.substr(0, place), {}};
  if (!person_in(named.id, moodle)) return std::nullopt;
  const std::string rest = entry.name.substr(place + mark.size());
  named.as = rest.substr(std::min(rest.find('_'), rest.size() - 1) + 1);
  return named;
}

/// NAME_[LATE_]USER_FILE_ORIGINAL, one or more for a student; the id is NAME_USER.
std::optional<Named> canvas_name(const ClassEntry& entry) {
  static const std::regex form("([^_]+)_(LATE_)?(\\d+)_\\d+_([^]+)");
  std::smatch found;
  if (!std::regex_match(entry.name, found, form)) return std::nullopt;
  return Named{found.str(1) + "_" + found.str(3), found.str(4), found[2].matched};
}

/// A Gradescope student's number, or else the address, or else the name.
const std::string& id_of(const Person& one) {
  return !one.number.empty() ? one.number : !one.address.empty() ? one.address : one.name;
}

struct Described {
  std::vector<Person> students;
  std::optional<Moment> time;
};

/// The text under a key of a map; empty where there is none.
std::string text_under(const YAML::Node& map, const char* key) {
  if (!map.IsMap()) return "";
  const YAML::Node value = map[key];
  return value && value.IsScalar() ? value.Scalar() : "";
}

/// By each folder's name: its students, and when it was handed in.
std::map<std::string, Described> described_in(const std::string& metadata) try {
  std::map<std::string, Described> found;
  const YAML::Node folders = YAML::Load(metadata);
  if (!folders.IsMap()) return found;
  for (const auto& entry : folders) {
    const YAML::Node name = entry.first, described = entry.second;
    if (!name.IsScalar() || !described.IsMap()) continue;
    Described& folder = found[name.Scalar()];
    folder.time = moment_in(text_under(described, ":created_at"));
    for (const YAML::Node& student : described[":submitters"])
      folder.students.push_back({text_under(student, ":name"), text_under(student, ":sid"),
                                 text_under(student, ":email")});
  }
  return found;
} catch (const YAML::Exception& error) {
  throw InputError(fmt::format("{}:{}:{}: {}", gradescope_file, error.mark.line + 1,
                               error.mark.column + 1, printable_name(error.msg)),
                   "export the submissions from Gradescope once more, or remove this file");
}

/// The longest prefix of all names that ends in '-'; `folder` and '-' where that is a prefix.
std::string common_start(const Entries& entries, const std::string& folder) {
  const std::string named = folder + "-";
  if (std::ranges::all_of(entries, [&](const auto& one) { return one.name.starts_with(named); }))
    return named;
  std::string start = entries.front().name;
  for (const ClassEntry& entry : entries) {
    const auto differs = std::ranges::mismatch(start, entry.name).in1;
    start.erase(differs, start.end());
  }
  return start.substr(0, start.rfind('-') + 1);
}

/// Folders submission_N, of which the metadata say whose they are.
std::optional<Roster> gradescope_export(const Entries& entries, const std::string& metadata) {
  const auto described = described_in(metadata);
  Collected all;
  bool any = false;
  for (const ClassEntry& entry : entries) {
    const auto known = described.find(entry.name);
    std::vector<std::string> ids;
    std::vector<Person> people;
    if (known != described.end()) {
      for (const Person& student : known->second.students) {
        if (id_of(student).empty()) continue;
        ids.push_back(composed(id_of(student)));
        people.push_back(student);
      }
    }
    if (ids.empty()) {
      all.add_plain(entry);
      continue;
    }
    any = true;
    // Two submissions of the same students stay two.
    std::string id = fmt::format("{}", fmt::join(ids, "+"));
    Submitter* one = &all.of(id);
    if (!one->parts.empty()) one = &all.of(id + " " + entry.name);
    if (ids.size() > 1) one->members = ids;
    one->people = std::move(people);
    one->time = known->second.time;
    one->parts.push_back({entry.name, ""});
  }
  if (!any) return std::nullopt;
  return all.finish(gradescope);
}

/// Checkouts called ASSIGNMENT-USER; the id is USER. The class's folder may be called ASSIGNMENT,
/// or that and "-submissions".
std::optional<Roster> github_export(const Entries& entries, const std::string& folder) {
  Entries checkouts;
  for (const ClassEntry& entry : entries) {
    if (entry.is_checkout) checkouts.push_back(entry);
  }
  if (checkouts.size() < 2 || 2 * checkouts.size() <= entries.size()) return std::nullopt;
  std::string assignment = folder;
  if (assignment.ends_with("-submissions")) assignment.resize(assignment.size() - 12);
  const std::string start = common_start(checkouts, assignment);
  if (start.empty()) return std::nullopt;
  Collected all;
  for (const ClassEntry& entry : entries) {
    const bool named =
        entry.is_folder && entry.name.starts_with(start) && entry.name.size() > start.size();
    if (named) {
      all.of(entry.name.substr(start.size())).parts.push_back({entry.name, ""});
    } else {
      all.add_plain(entry);
    }
  }
  return all.finish("GitHub checkouts");
}

}  // namespace

Roster read_export(const Entries& entries, const std::string& folder, const std::string& metadata) {
  std::optional<Roster> found = gradescope_export(entries, metadata);
  if (!found) found = read_names(entries, moodle, moodle_name);
  if (!found) found = read_names(entries, canvas, canvas_name);
  if (!found) found = github_export(entries, folder);
  if (found) return *std::move(found);
  Collected all;
  for (const ClassEntry& entry : entries) all.add_plain(entry);
  return all.finish("");
}

std::optional<Person> person_in(const std::string& id, const std::string& platform) {
  if (platform == gradescope)
    return id.find('@') == std::string::npos ? Person{"", id} : Person{"", "", id};
  const std::size_t place = id.rfind('_');
  if (place == std::string::npos || !is_number(std::string_view(id).substr(place + 1)))
    return std::nullopt;
  return Person{id.substr(0, place), id.substr(place + 1)};
}

std::string composed(std::string_view text) {
  constexpr std::size_t longest = 4096;  // many accents on one letter take the square of their time
  if (text.size() > longest) return std::string(text);
  utf8proc_uint8_t* made = nullptr;
  const utf8proc_ssize_t length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  if (length < 0) return std::string(text);
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(length)};
}

}  // namespace grader
