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

namespace grader {
namespace {

namespace fs = std::filesystem;
using LineChange = Mistake::PatchLine::Change;

const char* const small_letters = "abcdefghijklmnopqrstuvwxyz_";

/// `text` without white space at its end, a carriage return among it.
std::string_view without_trailing_space(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool is_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), in_name);
}

/// Reads the file line by line. A heading begins a mistake, fields and message follow, then
/// patches. `given` are the mistakes of families, nullptr where the file is that of a family.
class Parser {
 public:
  Parser(const fs::path& file, const Exercise& exercise, const std::vector<Mistake>* given)
      : file_(file), exercise_(exercise), given_(given) {}

  std::vector<Mistake> parse(std::string_view text) {
    for (const std::string& line : split_lines(text)) {
      ++line_;
      read(without_trailing_space(line));
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
      if (line.starts_with("# ") || (given_ != nullptr && read_word(line, ignored))) return;
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
    if (!is_name(letters)) fail(name, "expected a name of letters, digits and _");
    if (!names_.insert(std::string(name)).second) fail(name, "another mistake has this name");
    mistakes_.emplace_back().name = name;
    mistakes_.back().file = file_.string();
    mistakes_.back().line = line_;
    if (given_ == nullptr) mistakes_.back().family = file_.stem().string();
    in_patch_ = false;
  }

  /// A mistake's own rules, once all of its lines are read.
  void finish() {
    if (mistakes_.empty()) return;
    Mistake& mistake = mistakes_.back();
    if (mistake.patches.empty()) take_from_family(mistake);
    if (is_whole_family(mistake)) return;
    const auto wrong = [&](const char* what) { fail_at(mistake.line, mistake.name + ": " + what); };
    if (mistake.message.empty() && mistake.shares.empty())
      wrong("expected a message, or else \"fails: \" or \"message_of: \" with a name");
    if (mistake.patches.empty())
      wrong("expected lines that begin with - and +, or the name of a mistake of a family");
    if (!mistake.left_out.empty() && mistake.family.empty())
      wrong("left_out: expected no lines that begin with - and +");
    for (const Mistake::Patch& patch : mistake.patches) {
      const auto& lines = patch.lines;
      const auto is = [](LineChange change) {
        return [change](const Mistake::PatchLine& line) { return line.change == change; };
      };
      if (std::all_of(lines.begin(), lines.end(), is(LineChange::kept)))
        fail_at(patch.line, "expected a line that begins with - or + beside these");
      if (std::all_of(lines.begin(), lines.end(), is(LineChange::added)))
        fail_at(patch.line, "expected, beside lines with +, one of the solution that says where");
    }
  }

  /// Whether all mistakes of the family with this name are left out.
  bool is_whole_family(const Mistake& mistake) const {
    return given_ != nullptr && !mistake.left_out.empty() && mistake.patches.empty() &&
           std::ranges::find(*given_, mistake.name, &Mistake::family) != given_->end();
  }

  /// A mistake without patches has those of the family's mistake with its name, and the message
  /// where it has none of its own.
  void take_from_family(Mistake& mistake) const {
    if (given_ == nullptr) return;
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
    const std::size_t end = std::min(line.find(':'), line.size());
    const std::string_view key = line.substr(0, end);
    const std::string_view value = trimmed(line.substr(std::min(end + 1, line.size())));
    const bool field =
        line == "equivalent" || (end < line.size() && (key == "fails" || key == "message_of" ||
                                                       key == "lacks" || key == "left_out"));
    const bool like_one = end < line.size() && key.find_first_not_of(small_letters) == key.npos;
    if (!mistake.message.empty() && mistake.shares.empty()) {
      if (field) fail(line, "expected this line before the message");
      return false;
    }
    if (!field && like_one)
      fail(line, "expected fails:, message_of:, lacks:, left_out: or equivalent");
    if (!field) return false;
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
    std::vector<std::string> names;
    if (list == "nothing") return names;
    while (true) {
      const std::size_t comma = list.find(',');
      names.emplace_back(trimmed(list.substr(0, comma)));
      if (std::ranges::find(exercise_.properties, names.back(), &Property::name) ==
          exercise_.properties.end())
        fail(names.back(), "expected the name of a property of exercise.json");
      if (comma == std::string_view::npos) return names;
      list.remove_prefix(comma + 1);
    }
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

/// `line` moved to the right by as many spaces, or to the left, up to its start.
std::string moved(const std::string& line, std::ptrdiff_t by) {
  if (line.empty()) return line;
  if (by >= 0) return std::string(static_cast<std::size_t>(by), ' ') + line;
  return line.substr(std::min(indentation(line), static_cast<std::size_t>(-by)));
}

class Patched {
 public:
  explicit Patched(const fs::path& solution)
      : solution_(solution), lines_(split_lines(read_file(solution))) {}

  std::string text(const Mistake& mistake) {
    // From the last to the first, so that each is found where the text is still the solution's.
    std::vector<std::pair<std::size_t, const Mistake::Patch*>> places;
    for (const Mistake::Patch& patch : mistake.patches)
      places.emplace_back(place_of(mistake, patch), &patch);
    std::sort(places.rbegin(), places.rend());
    std::size_t end = lines_.size();
    for (const auto& [place, patch] : places) {
      if (place + old_lines(*patch).size() > end)
        fail(*patch, mistake, "two changes touch the same lines of " + solution_.string());
      end = place;
      change(place, *patch);
    }
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  static std::vector<std::string_view> old_lines(const Mistake::Patch& patch) {
    std::vector<std::string_view> lines;
    for (const Mistake::PatchLine& line : patch.lines) {
      if (line.change != LineChange::added) lines.push_back(trimmed(line.text));
    }
    return lines;
  }

  /// The one line of the solution at which the old lines of the patch begin.
  std::size_t place_of(const Mistake& mistake, const Mistake::Patch& patch) const {
    const std::vector<std::string_view> wanted = old_lines(patch);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i + wanted.size() <= lines_.size(); ++i) {
      const auto first = lines_.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::equal(wanted.begin(), wanted.end(), first,
                     [](std::string_view a, const std::string& b) { return a == trimmed(b); }))
        places.push_back(i);
    }
    if (places.size() == 1) return places.front();
    if (places.empty()) fail(patch, mistake, missing(wanted));
    fail(patch, mistake,
         fmt::format("expected lines that stand in {} once, found them at line {} and at line {}; "
                     "add a line before or after them that begins with a space",
                     solution_.string(), places[0] + 1, places[1] + 1));
  }

  /// What to say of old lines that are not there: the first that is not, or their order.
  std::string missing(const std::vector<std::string_view>& wanted) const {
    std::vector<std::string> present;
    for (const std::string& line : lines_) present.emplace_back(trimmed(line));
    for (const std::string_view line : wanted) {
      if (std::ranges::find(present, line) != present.end()) continue;
      const std::string near = nearest(line, present);
      return fmt::format("expected the line \"{}\" in {}, found {}", printable(line),
                         solution_.string(),
                         near.empty() ? "none like it" : "\"" + printable(near) + "\"");
    }
    return fmt::format("expected these lines one after the other in {}", solution_.string());
  }

  /// How far to the right of the patch's lines those of the solution stand.
  std::ptrdiff_t shift(std::size_t place, const Mistake::Patch& patch) const {
    for (const Mistake::PatchLine& line : patch.lines) {
      if (line.change == LineChange::added) continue;
      if (!line.text.empty()) {
        return static_cast<std::ptrdiff_t>(indentation(lines_[place])) -
               static_cast<std::ptrdiff_t>(indentation(line.text));
      }
      ++place;
    }
    return 0;
  }

  /// Kept lines stay as the solution has them; added ones move as far as the old ones have.
  void change(std::size_t place, const Mistake::Patch& patch) {
    const std::ptrdiff_t by = shift(place, patch);
    std::vector<std::string> changed;
    std::size_t next = place;
    for (const Mistake::PatchLine& line : patch.lines) {
      if (line.change == LineChange::added) changed.push_back(moved(line.text, by));
      if (line.change == LineChange::kept) changed.push_back(lines_[next]);
      if (line.change != LineChange::added) ++next;
    }
    const auto begin = lines_.begin();
    const auto at = lines_.erase(begin + static_cast<std::ptrdiff_t>(place),
                                 begin + static_cast<std::ptrdiff_t>(next));
    lines_.insert(at, changed.begin(), changed.end());
  }

  [[noreturn]] void fail(const Mistake::Patch& patch, const Mistake& mistake,
                         const std::string& what) const {
    throw InputError(
        fmt::format("{}:{}: mistake {}: {}", mistake.file, patch.line, mistake.name, what));
  }

  const fs::path& solution_;
  std::vector<std::string> lines_;
};

}  // namespace

std::string apply_mistake(const Course& course, const Exercise& exercise, const Mistake& mistake) {
  const fs::path solution = course.solution(exercise);
  return Patched(solution).text(mistake);
}

}  // namespace grader
