#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <utf8proc.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

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
  std::optional<Person> person = {};
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
    if (named->person) one.people = {*named->person};
    one.parts.push_back({entry.name, entry.is_folder ? "" : named->as});
  }
  if (2 * known <= entries.size()) return std::nullopt;
  return all.finish(platform);
}

/// NAME_NUMBER_assignsubmission_file_, a folder, or the start of a file's name; the id is
/// NAME_NUMBER. Moodle leaves no '_' in a NAME, so that what follows the first mark is the
/// student's. A team that has no group has no number, and is nobody's.
std::optional<Named> moodle_name(const ClassEntry& entry) {
  constexpr std::string_view mark = "_assignsubmission_";
  const std::size_t place = entry.name.find(mark);
  if (place == std::string::npos || place == 0) return std::nullopt;
  Named named{entry.name.substr(0, place), {}};
  const std::size_t before = named.id.rfind('_');
  if (before != std::string::npos && is_number(std::string_view(named.id).substr(before + 1)))
    named.person = Person{named.id.substr(0, before), named.id.substr(before + 1)};
  const std::string rest = entry.name.substr(place + mark.size());
  named.as = rest.substr(std::min(rest.find('_'), rest.size() - 1) + 1);
  return named;
}

/// NAME_[LATE_]USER_FILE_ORIGINAL, one or more for a student, or NAME_[LATE_]USER_text.html or
/// _link.html; the id is NAME_USER. Where students are anonymous, [LATE_]anon_CODE_FILE_ORIGINAL;
/// the id is anon_CODE. What a NAME ends in can be a number, too: `known` has that of the USER, or
/// else it is the first, as Canvas takes it itself.
std::optional<Named> canvas_name(const ClassEntry& entry, const std::set<std::string>& known) {
  std::vector<std::string> parts;
  std::istringstream name_parts(entry.name);
  for (std::string part; std::getline(name_parts, part, '_');) parts.push_back(part);
  const auto joined = [&](std::size_t from, std::size_t to) {
    return fmt::format("{}", fmt::join(parts.begin() + static_cast<std::ptrdiff_t>(from),
                                       parts.begin() + static_cast<std::ptrdiff_t>(to), "_"));
  };
  const auto is_user = [&](std::size_t i) {
    const bool has_file = i + 2 < parts.size() && is_number(parts[i + 1]);
    const bool is_page =
        i + 2 == parts.size() && (parts[i + 1] == "text.html" || parts[i + 1] == "link.html");
    return has_file || is_page;
  };
  const bool anonymous_late = parts.size() > 1 && parts[0] == "LATE" && parts[1] == "anon";
  const std::size_t code = anonymous_late ? 2 : 1;
  if (parts[code - 1] == "anon" && is_user(code) && parts[code] != "LATE")
    return Named{"anon_" + parts[code], joined(code + 2, parts.size()), {}, anonymous_late};
  std::optional<Named> found;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!is_number(parts[i]) || !is_user(i) || (found && !known.contains(parts[i]))) continue;
    const bool late = i > 1 && parts[i - 1] == "LATE";  // names are in small letters
    const std::string name = joined(0, late ? i - 1 : i);
    const bool listed = found && known.contains(found->person->number);
    if (!listed)
      found = {name + "_" + parts[i], joined(std::min(i + 2, parts.size() - 1), parts.size()),
               Person{name, parts[i]}, late};
  }
  return found;
}

/// A Gradescope student's number, or else the address, or else the name.
const std::string& id_of(const Person& one) {
  return !one.number.empty() ? one.number : !one.address.empty() ? one.address : one.name;
}

/// The text under a key of a map; empty where there is none.
std::string text_under(const YAML::Node& map, const char* key) {
  if (!map.IsMap()) return "";
  const YAML::Node value = map[key];
  return value && value.IsScalar() ? value.Scalar() : "";
}

/// A prefix of all names that ends in '-': that behind which most names are `known`; else `folder`
/// and '-', where that is one; else the longest. Nothing where there is none, or a number would be
/// left of a name: it is rather a part of it.
std::optional<std::string> common_start(const Entries& entries, const std::string& folder,
                                        const std::set<std::string>& known) {
  std::string start = entries.front().name;
  for (const ClassEntry& entry : entries) {
    const auto differs = std::ranges::mismatch(start, entry.name).in1;
    start.erase(differs, start.end());
  }
  std::optional<std::string> found;
  std::ptrdiff_t most = 0;
  for (std::size_t end = start.find('-'); end != start.npos; end = start.find('-', end + 1)) {
    const std::string prefix = start.substr(0, end + 1);
    const std::ptrdiff_t count = std::ranges::count_if(entries, [&](const ClassEntry& entry) {
      return known.contains(composed(entry.name.substr(end + 1)));
    });
    if (count < most || (count == most && found == folder + "-")) continue;
    found = prefix;
    most = count;
  }
  const bool numbers = found && std::ranges::any_of(entries, [&](const ClassEntry& entry) {
                         return is_number(entry.name.substr(found->size()));
                       });
  return numbers && most == 0 && found != folder + "-" ? std::nullopt : found;
}

/// Folders submission_N, of which the metadata say whose they are, and when they were handed in.
std::optional<Roster> gradescope_export(const Entries& entries, const std::string& metadata) try {
  const YAML::Node folders = YAML::Load(metadata);
  if (!folders.IsMap()) return std::nullopt;
  Collected all;
  bool any = false;
  for (const ClassEntry& entry : entries) {
    const YAML::Node described = folders[entry.name];
    std::vector<std::string> ids;
    std::vector<Person> people;
    if (described && described.IsMap()) {
      for (const YAML::Node& student : described[":submitters"]) {
        const Person person{text_under(student, ":name"), text_under(student, ":sid"),
                            text_under(student, ":email")};
        if (id_of(person).empty()) continue;
        ids.push_back(composed(id_of(person)));
        people.push_back(person);
      }
    }
    if (ids.empty()) {
      all.add_plain(entry);
      continue;
    }
    any = true;
    // Two submissions of the same students stay two.
    const std::string id = fmt::format("{}", fmt::join(ids, "+"));
    Submitter* one = &all.of(id);
    if (!one->parts.empty()) one = &all.of(id + " " + entry.name);
    if (ids.size() > 1) one->members = ids;
    one->people = std::move(people);
    one->time = moment_in(text_under(described, ":created_at"));
    one->parts.push_back({entry.name, ""});
  }
  if (!any) return std::nullopt;
  return all.finish("Gradescope export");
} catch (const YAML::Exception& error) {
  throw InputError(fmt::format("{}:{}:{}: {}", gradescope_file, error.mark.line + 1,
                               error.mark.column + 1, printable_name(error.msg)),
                   "export the submissions from Gradescope once more, or remove this file");
}

/// Checkouts called ASSIGNMENT-USER; the id is USER. The class's folder may be called ASSIGNMENT,
/// or that and "-submissions".
std::optional<Roster> github_export(const Entries& entries, const std::string& folder,
                                    const std::set<std::string>& known) {
  Entries checkouts;
  for (const ClassEntry& entry : entries) {
    if (entry.is_checkout) checkouts.push_back(entry);
  }
  if (checkouts.size() < 2 || 2 * checkouts.size() <= entries.size()) return std::nullopt;
  std::string assignment = folder;
  if (assignment.ends_with("-submissions")) assignment.resize(assignment.size() - 12);
  const std::optional<std::string> common = common_start(checkouts, assignment, known);
  if (!common) return std::nullopt;
  const std::string& start = *common;
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

Roster read_export(const Entries& entries, const std::string& folder, const std::string& metadata,
                   const std::set<std::string>& known) {
  std::optional<Roster> found = gradescope_export(entries, metadata);
  if (!found) found = read_names(entries, moodle, moodle_name);
  if (!found)
    found = read_names(entries, canvas,
                       [&](const ClassEntry& entry) { return canvas_name(entry, known); });
  if (!found) found = github_export(entries, folder, known);
  if (found) return *std::move(found);
  Collected all;
  for (const ClassEntry& entry : entries) all.add_plain(entry);
  return all.finish("");
}

std::string who(const Submitter& submitter) {
  std::vector<std::string> names;
  for (const Person& person : submitter.people)
    if (!person.name.empty() && submitter.id.find(person.name) == std::string::npos)
      names.push_back(person.name);
  return names.empty() ? submitter.id
                       : fmt::format("{} ({})", fmt::join(names, ", "), submitter.id);
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
