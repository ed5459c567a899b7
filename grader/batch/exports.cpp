// What comes from elsewhere: exports of platforms, and tables as people have them. Pure.

#include "batch/class_list.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <utf8proc.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <codecvt>
#include <cstdlib>
#include <locale>

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
  const std::vector<std::string> parts = split(entry.name, '_');
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

/// Text of which UTF-16 makes no sense becomes "?".
std::string utf_8(const std::u16string& text) {
  return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>("?").to_bytes(text);
}

std::string from_utf_16(std::string_view bytes, bool big_endian) {
  std::u16string units;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto high = static_cast<unsigned char>(bytes[i + (big_endian ? 0 : 1)]);
    const auto low = static_cast<unsigned char>(bytes[i + (big_endian ? 1 : 0)]);
    units += static_cast<char16_t>(high << 8 | low);
  }
  return utf_8(units);
}

/// Windows' characters from 0x80 to 0x9F; the others have their number in Unicode.
constexpr std::array<char16_t, 32> windows_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
  std::u16string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80u] : char16_t{byte};
  }
  return utf_8(text);
}

bool is_utf_8(std::string_view text) {
  return utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                            static_cast<utf8proc_ssize_t>(text.size()), nullptr, 0,
                            UTF8PROC_STABLE) >= 0;
}

std::string decoded(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return from_utf_16(bytes, false);
  if (bytes.starts_with("\xfe\xff")) return from_utf_16(bytes, true);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return is_utf_8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
}

/// Words of which heads of lists have one at least: this program's, Moodle's, Canvas',
/// Gradescope's, GitHub's, and those of spreadsheets.
constexpr std::string_view head_words[] = {
    "id",         "user",         "username",  "login",           "student",
    "name",       "email",        "sid",       "identifier",      "full name",
    "first name", "last name",    "surname",   "email address",   "sis user id",
    "section",    "sis login id", "group",     "github_username", "user id",
    "vorname",    "nachname",     "kennung",   "benutzername",    "matrikelnummer",
    "exercise",   "time",         "handed in", "points",          "reason"};

bool is_head(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) {
    return std::ranges::find(head_words, lower_case(cell)) != std::end(head_words);
  });
}

/// The separator that the first line has the most of outside of quotes.
char separator_of(std::string_view line) {
  std::string plain;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted) plain += c;
  }
  constexpr std::string_view separators = ",;\t";
  return *std::ranges::max_element(
      separators, {}, [&](char separator) { return std::ranges::count(plain, separator); });
}

/// Takes one row off the front of `text`. Nothing where a quote does not end.
std::optional<std::vector<std::string>> take_row(std::string_view& text, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false, was_quoted = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && text.substr(i + 1, 1) == "\"") {
      cells.back() += text[++i];
    } else if (quoted && c != '"') {
      cells.back() += c;
    } else if (c == '"' && (quoted || trimmed(cells.back()).empty())) {
      if (!quoted) cells.back().clear();
      quoted = !quoted;
      was_quoted = true;
    } else if (c == separator) {
      cells.emplace_back();
      was_quoted = false;
    } else if (c == '\n') {
      break;
    } else if (!was_quoted || trimmed({&c, 1}) != "") {
      cells.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  text.remove_prefix(std::min(i + 1, text.size()));
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
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

std::optional<std::size_t> Table::column(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(head, name);
    if (found != head.end()) return static_cast<std::size_t>(found - head.begin());
  }
  return std::nullopt;
}

Table table_in(std::string_view bytes, const std::string& file) {
  const std::string text = decoded(bytes);
  Table table{file, 0, {}, {}};
  std::string_view rest = text;
  std::size_t line = 1;
  while (!rest.empty()) {
    const std::string_view first = trimmed(rest.substr(0, rest.find('\n')));
    const bool names_separator = first.starts_with("sep=") && first.size() == 5;
    if (names_separator) table.separator = first.back();
    if (first.empty() || first.starts_with('#') || names_separator) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
      ++line;
      continue;
    }
    if (table.separator == 0) table.separator = separator_of(first);
    const std::string_view before = rest;
    auto cells = take_row(rest, table.separator);
    if (!cells) {
      throw InputError(fmt::format("{}:{}: a quote does not end: {}", file, line,
                                   printable_name(cut(first, 100))),
                       "end it, or write two of them for one that is meant");
    }
    const bool has_text = std::ranges::any_of(*cells, [](const auto& one) { return !one.empty(); });
    if (!has_text) {  // as Excel writes rows that were emptied
    } else if (table.head.empty() && table.rows.empty() && is_head(*cells)) {
      for (std::string& cell : *cells) table.head.push_back(lower_case(std::move(cell)));
    } else {
      table.rows.push_back({line, std::move(*cells)});
    }
    line += static_cast<std::size_t>(
        std::ranges::count(before.substr(0, before.size() - rest.size()), '\n'));
  }
  return table;
}

std::optional<std::size_t> column_of_most(const Table& table,
                                          const std::function<bool(const std::string&)>& is_meant) {
  std::vector<std::size_t> counts;
  for (const TableRow& row : table.rows) {
    counts.resize(std::max(counts.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i) counts[i] += is_meant(row.cells[i]) ? 1 : 0;
  }
  const auto most = std::ranges::max_element(counts);
  if (most == counts.end() || *most == 0) return std::nullopt;
  return static_cast<std::size_t>(most - counts.begin());
}

std::string cell_of(const TableRow& row, std::size_t column) {
  return column < row.cells.size() ? row.cells[column] : "";
}

std::string row_text(const Table& table, const TableRow& row) {
  return printable_name(
      cut(fmt::format("{}", fmt::join(row.cells, std::string(1, table.separator))), 100));
}

}  // namespace grader
