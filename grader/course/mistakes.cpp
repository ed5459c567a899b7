#include "course/mistakes.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "course/families.hpp"
#include "course/sealed.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>

namespace grader {
namespace {

namespace fs = std::filesystem;
using LineChange = Mistake::PatchLine::Change;

/// Reads the file line by line. A heading begins a mistake, fields and message follow, then
/// patches. `given` are the mistakes of families, nullptr where the file is that of a family, whose
/// head is passed over.
class Parser {
 public:
  Parser(const fs::path& file, const Exercise& exercise, const std::vector<Mistake>* given)
      : file_(file), exercise_(exercise), given_(given) {}

  std::vector<Mistake> parse(std::string_view text) {
    for (const std::string& line : split_lines(text)) {
      ++line_;
      read(std::string_view(line).substr(0, line.find_last_not_of(" \t\r") + 1));
    }
    finish();
    if (given_ == nullptr) return std::move(mistakes_);
    std::set<std::string> made;
    for (const Mistake& mistake : *given_) {
      if (!made.insert(mistake.name).second)
        throw InputError(
            fmt::format("{}:{}: {}: two places of a solution have its lines; put a "
                        "placeholder into its name",
                        mistake.file, mistake.line, mistake.name));
      if (!names_.contains(mistake.family) && names_.insert(mistake.name).second)
        mistakes_.push_back(mistake);
    }
    std::erase_if(mistakes_, [](const Mistake& mistake) { return !mistake.left_out.empty(); });
    share_messages();
    return std::move(mistakes_);
  }

 private:
  void read(std::string_view line) {
    if (line.starts_with("## ")) return begin(trimmed(line.substr(3)));
    if (line.empty()) {
      in_patch_ = false;
      return;
    }
    if (mistakes_.empty()) {
      Bindings ignored;
      if (given_ == nullptr || line.starts_with("# ") || read_word(line, ignored)) return;
      fail(line, "expected a heading such as \"## no_scaling\"");
    }
    if (line[0] == '-' || line[0] == '+' || line[0] == ' ') return read_patch(line);
    if (line[0] == '#') fail(line, "expected \"## \" before the name of a mistake");
    if (!mistakes_.back().patches.empty())
      fail(line, "after the first change, expected a line that begins with -, + or a space");
    if (!read_field(line)) read_message(line);
  }

  void begin(std::string_view name) {
    finish();
    std::string letters(name);
    if (given_ == nullptr) std::erase(letters, '$');
    if (letters.empty() || !std::ranges::all_of(letters, in_name))
      fail(name, "expected a name of letters, digits and _");
    if (!names_.insert(std::string(name)).second) fail(name, "another mistake has this name");
    Mistake& mistake = mistakes_.emplace_back();
    mistake.name = name;
    mistake.file = file_.string();
    mistake.line = line_;
    if (given_ == nullptr) mistake.family = file_.stem().string();
    in_patch_ = false;
  }

  /// A mistake's own rules, once all of its lines are read.
  void finish() {
    if (mistakes_.empty()) return;
    Mistake& mistake = mistakes_.back();
    if (mistake.patches.empty() && given_ != nullptr) {
      take_from_family(mistake);
      const bool is_family =
          std::ranges::find(*given_, mistake.name, &Mistake::family) != given_->end();
      if (mistake.patches.empty() && is_family && !mistake.left_out.empty()) return;
    }
    const auto wrong = [&](const char* what) { fail_at(mistake.line, mistake.name + ": " + what); };
    if (mistake.message.empty() && mistake.shares.empty())
      wrong("expected a message, or else \"fails: \" or \"message_of: \" with a name");
    if (mistake.patches.empty())
      wrong("expected lines that begin with - and +, or the name of a mistake of a family");
    if (!mistake.left_out.empty() && mistake.family.empty())
      wrong("left_out: expected no lines that begin with - and +");
    for (const Mistake::Patch& patch : mistake.patches) {
      const auto all = [&](LineChange change) {
        return std::ranges::count(patch.lines, change, &Mistake::PatchLine::change) ==
               std::ssize(patch.lines);
      };
      if (all(LineChange::kept))
        fail_at(patch.line, "expected a line that begins with - or + beside these");
      if (all(LineChange::added))
        fail_at(patch.line, "expected, beside lines with +, one of the solution that says where");
    }
  }

  /// A mistake without patches has those of the family's mistake with its name, and the message
  /// where it has none of its own.
  void take_from_family(Mistake& mistake) const {
    const auto given = std::ranges::find(*given_, mistake.name, &Mistake::name);
    if (given == given_->end()) return;
    mistake.family = given->family;
    mistake.patches = given->patches;
    for (Mistake::Patch& patch : mistake.patches) patch.line = mistake.line;
    if (!mistake.message.empty() || !mistake.shares.empty()) return;
    mistake.message = given->message;
    mistake.shares = given->shares;
  }

  void read_message(std::string_view line) {
    Mistake& mistake = mistakes_.back();
    if (!mistake.shares.empty()) fail(line, "expected no message beside a shared one");
    if (!mistake.message.empty()) mistake.message += ' ';
    mistake.message += line;
  }

  /// Whether the line is a field and not a part of the message. Fields stand before the message.
  bool read_field(std::string_view line) {
    Mistake& mistake = mistakes_.back();
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string_view key = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(std::min(colon + 1, line.size())));
    const auto has_key = [&](std::string_view one) { return key == one && colon < line.size(); };
    const bool field = line == "equivalent" || has_key("fails") || has_key("message_of") ||
                       has_key("lacks") || has_key("left_out");
    if (!mistake.message.empty() && mistake.shares.empty()) {
      if (field) fail(line, "expected this line before the message");
      return false;
    }
    if (!field) {
      const auto small = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
      if (colon < line.size() && std::ranges::all_of(key, small))
        fail(line, "expected fails:, message_of:, lacks:, left_out: or equivalent");
      return false;
    }
    if (line == "equivalent") {
      mistake.equivalent = true;
    } else if (key == "lacks") {
      mistake.lacks = properties(value);
    } else if (key == "left_out") {
      if (value.empty()) fail(line, "expected the reason");
      mistake.left_out = value;
    } else {
      if (!mistake.shares.empty()) fail(line, "expected one shared message only");
      mistake.shares = value;
      if (key == "fails") mistake.message = requirement(value).message;
    }
    return true;
  }

  const Requirement& requirement(std::string_view name) const {
    if (!exercise_.measures) fail(name, "the exercise has no measures that could fail");
    const auto& all = exercise_.measures->requirements;
    const auto found = std::ranges::find(all, name, &Requirement::name);
    if (found == all.end()) fail(name, "expected the name of a requirement of exercise.json");
    return *found;
  }

  std::vector<std::string> properties(std::string_view list) const {
    if (list == "nothing") return {};
    std::vector<std::string> names;
    for (std::size_t at = 0, end = 0; end < list.size() || names.empty(); at = end + 1) {
      end = std::min(list.find(',', at), list.size());
      names.emplace_back(trimmed(list.substr(at, end - at)));
      if (std::ranges::count(exercise_.properties, names.back(), &Property::name) == 0)
        fail(names.back(), "expected the name of a property of exercise.json");
    }
    return names;
  }

  void read_patch(std::string_view line) {
    Mistake& mistake = mistakes_.back();
    if (!in_patch_) mistake.patches.push_back({line_, {}});
    in_patch_ = true;
    const LineChange change = line[0] == '-'   ? LineChange::removed
                              : line[0] == '+' ? LineChange::added
                                               : LineChange::kept;
    mistake.patches.back().lines.push_back({change, std::string(line.substr(1))});
  }

  /// Gives those with message_of the message of its owner.
  void share_messages() {
    for (Mistake& mistake : mistakes_) {
      if (!mistake.message.empty()) continue;
      const auto owner = std::ranges::find_if(mistakes_, [&](const Mistake& candidate) {
        return candidate.name == mistake.shares && candidate.shares.empty();
      });
      if (owner == mistakes_.end()) {
        fail_at(mistake.line,
                fmt::format("{}: message_of: expected a mistake with a message of its "
                            "own, found \"{}\"",
                            mistake.name, printable(mistake.shares)));
      }
      mistake.message = owner->message;
    }
  }

  [[noreturn]] void fail(std::string_view found, const char* expected) const {
    fail_at(line_, fmt::format("{}, found \"{}\"", expected, printable(cut(found, 100))));
  }
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_.string(), line, what));
  }

  const fs::path& file_;
  const Exercise& exercise_;
  const std::vector<Mistake>* given_;
  std::vector<Mistake> mistakes_;
  std::set<std::string> names_;
  std::size_t line_ = 0;
  bool in_patch_ = false;
};

/// How many words and signs come and go.
std::size_t cost_of(const Mistake::Patch& patch) {
  std::map<std::string, int> counts;
  for (const Mistake::PatchLine& line : patch.lines) {
    if (line.change == Mistake::PatchLine::Change::kept) continue;
    const int comes = line.change == Mistake::PatchLine::Change::added ? 1 : -1;
    for (const Token& token : tokens_of(line.text)) counts[std::string(token.text)] += comes;
  }
  std::size_t cost = 0;
  for (const auto& [token, count] : counts) cost += static_cast<std::size_t>(std::abs(count));
  return cost;
}

}  // namespace

std::vector<Mistake> parse_mistakes(std::string_view text, const fs::path& file,
                                    const Exercise& exercise,
                                    const std::vector<Mistake>& families) {
  return Parser(file, exercise, &families).parse(text);
}

std::vector<Mistake> parse_mistakes_of_family(std::string_view text, const fs::path& file) {
  const Exercise none;
  return Parser(file, none, nullptr).parse(text);
}

std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise) {
  const fs::path file = course.mistakes(exercise);
  if (!fs::exists(file)) {
    const fs::path sealed = course.sealed_mistakes(exercise);
    return fs::exists(sealed) ? read_sealed_mistakes(sealed) : std::vector<Mistake>{};
  }
  const std::string text = read_file(file);
  std::vector<Mistake> given;
  if (fs::exists(course.solution(exercise))) {
    Bindings own;
    for (const std::string& line : split_lines(text.substr(0, text.find("## "))))
      read_word(line, own);
    const std::string solution = read_file(course.solution(exercise));
    for (const Family& family : load_families(course.root))
      std::ranges::move(mistakes_in(family, solution, own), std::back_inserter(given));
  }
  std::vector<Mistake> mistakes = parse_mistakes(text, file, exercise, given);
  for (Mistake& mistake : mistakes) {
    for (const Mistake::Patch& patch : mistake.patches) mistake.cost += cost_of(patch);
  }
  return mistakes;
}

namespace {

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// The lines of a patch that the solution has.
std::vector<std::string_view> old_lines(const Mistake::Patch& patch) {
  std::vector<std::string_view> lines;
  for (const Mistake::PatchLine& line : patch.lines) {
    if (line.change != LineChange::added) lines.push_back(line.text);
  }
  return lines;
}

/// What to say of lines that do not stand in the solution `file` one after the other: the first
/// that is not there, or their order.
std::string missing(const std::vector<std::string_view>& wanted,
                    const std::vector<std::string>& present, const std::string& file) {
  for (const std::string_view line : wanted) {
    if (std::ranges::find(present, trimmed(line)) != present.end()) continue;
    const std::string near = nearest(trimmed(line), present);
    return fmt::format("expected the line \"{}\" in {}, found {}", printable(trimmed(line)), file,
                       near.empty() ? "none like it" : "\"" + printable(near) + "\"");
  }
  return fmt::format("expected these lines one after the other in {}", file);
}

/// The old lines of a patch with what becomes of them, where `first` is the solution's first one.
/// Kept lines stay as the solution has them; added ones move as far as the old ones have.
std::vector<std::string> patched(const Mistake::Patch& patch,
                                 std::vector<std::string>::const_iterator first) {
  std::ptrdiff_t right = 0;
  const std::vector<std::string_view> old = old_lines(patch);
  const auto shown = std::ranges::find_if_not(old, &std::string_view::empty);
  if (shown != old.end())
    right = static_cast<std::ptrdiff_t>(indentation(first[shown - old.begin()])) -
            static_cast<std::ptrdiff_t>(indentation(*shown));
  std::vector<std::string> lines;
  for (const auto& [change, text] : patch.lines) {
    if (change == LineChange::kept) lines.push_back(*first);
    if (change != LineChange::added) {
      ++first;
    } else if (right < 0) {
      lines.push_back(text.substr(std::min(indentation(text), static_cast<std::size_t>(-right))));
    } else {
      lines.push_back(text.empty() ? text
                                   : std::string(static_cast<std::size_t>(right), ' ') + text);
    }
  }
  return lines;
}

}  // namespace

std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake) {
  const std::string file = course.solution(exercise).string();
  std::vector<std::string> lines = split_lines(read_file(file)), present;
  for (const std::string& line : lines) present.emplace_back(trimmed(line));
  const auto fail = [&](const Mistake::Patch& patch, const std::string& what) {
    throw InputError(
        fmt::format("{}:{}: mistake {}: {}", mistake.file, patch.line, mistake.name, what));
  };
  std::vector<std::pair<std::size_t, const Mistake::Patch*>> places;
  for (const Mistake::Patch& patch : mistake.patches) {
    const std::vector<std::string_view> wanted = old_lines(patch);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + wanted.size() <= lines.size(); ++i) {
      if (std::ranges::equal(wanted, std::span(present).subspan(i, wanted.size()), {}, trimmed))
        found.push_back(i);
    }
    if (found.empty()) fail(patch, missing(wanted, present, file));
    if (found.size() > 1)
      fail(patch, fmt::format("expected lines that stand in {} once, found them at line {} and at "
                              "line {}; add a line before or after them that begins with a space",
                              file, found[0] + 1, found[1] + 1));
    places.emplace_back(found[0], &patch);
  }
  // From the last to the first, so that each is found where the text is still the solution's.
  std::sort(places.rbegin(), places.rend());
  std::size_t end = lines.size();
  for (const auto& [place, patch] : places) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(place);
    const std::size_t count = old_lines(*patch).size();
    if (place + count > end) fail(*patch, "two changes touch the same lines of " + file);
    end = place;
    const std::vector<std::string> changed = patched(*patch, first);
    const auto at = lines.erase(first, first + static_cast<std::ptrdiff_t>(count));
    lines.insert(at, changed.begin(), changed.end());
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace grader
