#include "course/cases.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "course/json_node.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>

namespace grader {
namespace {

namespace fs = std::filesystem;
using LineChange = Mistake::PatchLine::Change;

/// Reads a file of mistakes. "# " begins a title, with lines of the solution below it: a patch that
/// only adds lines takes their place. "## " begins a mistake: fields and message, then patches.
class Parser {
 public:
  Parser(std::string_view text, const fs::path& file, const Exercise& exercise)
      : file_(file), exercise_(exercise), lines_(split_lines(text)) {
    for (std::string& line : lines_) line.erase(line.find_last_not_of(" \t\r") + 1);
  }

  std::vector<Mistake> mistakes() {
    std::vector<Mistake> found;
    for (std::size_t at = 0; at < lines_.size();) {
      const std::string& line = lines_[at];
      if (line.starts_with("## ")) {
        found.push_back(mistake(at));
        continue;
      }
      if (line.starts_with("# ")) {
        place_.clear();
      } else if (const auto change = change_of(line); change && *change != LineChange::added) {
        place_.push_back({*change, line.substr(1)});
      } else if (!line.empty()) {
        fail(at, line, "expected a heading such as \"## no_scaling\"");
      }
      ++at;
    }
    share_messages(found);
    return found;
  }

 private:
  /// What becomes of a line of a patch; nothing of other lines.
  static std::optional<LineChange> change_of(std::string_view line) {
    if (line.starts_with('-')) return LineChange::removed;
    if (line.starts_with('+')) return LineChange::added;
    if (line.starts_with(' ')) return LineChange::kept;
    return std::nullopt;
  }

  /// The mistake whose heading is line `at`; moves on to the next heading.
  Mistake mistake(std::size_t& at) {
    Mistake mistake;
    mistake.name = trimmed(lines_[at].substr(3));
    mistake.file = file_.string();
    mistake.line = at + 1;
    if (mistake.name.empty() || !std::ranges::all_of(mistake.name, in_name))
      fail(at, mistake.name, "expected a name of letters, digits and _");
    if (!names_.insert(mistake.name).second)
      fail(at, mistake.name, "another mistake has this name");
    bool in_patch = false;
    for (++at; at < lines_.size(); ++at) {
      const std::string& line = lines_[at];
      if (line.starts_with("# ") || line.starts_with("## ")) break;
      const bool was_in_patch = std::exchange(in_patch, false);
      if (line.empty()) continue;
      if (const auto change = change_of(line)) {
        if (!was_in_patch) mistake.patches.push_back({at + 1, {}});
        in_patch = true;
        mistake.patches.back().lines.push_back({*change, line.substr(1)});
        continue;
      }
      if (line[0] == '#') fail(at, line, "expected \"## \" before the name of a mistake");
      if (!mistake.patches.empty())
        fail(at, line, "after the first change, expected a line that begins with -, + or a space");
      if (read_field(at, mistake)) continue;
      if (!mistake.shares.empty()) fail(at, line, "expected no message beside a shared one");
      mistake.message += (mistake.message.empty() ? "" : " ") + line;
    }
    for (Mistake::Patch& patch : mistake.patches) {
      if (all(patch, LineChange::added))
        patch.lines.insert(patch.lines.begin(), place_.begin(), place_.end());
    }
    check(mistake);
    return mistake;
  }

  static bool all(const Mistake::Patch& patch, LineChange change) {
    return std::ranges::count(patch.lines, change, &Mistake::PatchLine::change) ==
           std::ssize(patch.lines);
  }

  /// A mistake's own rules, once all of its lines are read.
  void check(const Mistake& mistake) const {
    const auto wrong = [&](const char* what) { fail(mistake.line, mistake.name + ": " + what); };
    if (mistake.message.empty() && mistake.shares.empty())
      wrong("expected a message, or else \"fails: \" or \"message_of: \" with a name");
    if (mistake.patches.empty()) wrong("expected lines that begin with - and +");
    for (const Mistake::Patch& patch : mistake.patches) {
      if (all(patch, LineChange::kept))
        fail(patch.line, "expected a line that begins with - or + beside these");
      if (all(patch, LineChange::added))
        fail(patch.line, "expected, beside lines with +, one of the solution that says where");
    }
  }

  /// Whether line `at` is a field and not a part of the message. Fields stand before the message.
  bool read_field(std::size_t at, Mistake& mistake) const {
    const std::string_view line = lines_[at];
    const std::size_t colon = line.find(':');
    const bool has_value = colon != line.npos;
    const std::string_view key = line.substr(0, colon);
    const std::string_view value = has_value ? trimmed(line.substr(colon + 1)) : "";
    const bool field =
        line == "equivalent" || (has_value && (key == "fails" || key == "message_of"));
    if (!mistake.message.empty() && mistake.shares.empty()) {
      if (field) fail(at, line, "expected this line before the message");
      return false;
    }
    if (!field) {
      const auto small = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
      if (has_value && std::ranges::all_of(key, small))
        fail(at, line, "expected fails:, message_of: or equivalent");
      return false;
    }
    if (line == "equivalent") {
      mistake.equivalent = true;
    } else {
      if (!mistake.shares.empty()) fail(at, line, "expected one shared message only");
      mistake.shares = value;
      if (key == "fails") mistake.message = message_of_requirement(at, value);
    }
    return true;
  }

  const std::string& message_of_requirement(std::size_t at, std::string_view name) const {
    if (exercise_.measures)
      for (const Requirement& one : exercise_.measures->requirements)
        if (one.name == name) return one.message;
    if (exercise_.costs)
      for (const CostLimit& one : exercise_.costs->limits)
        if (one.name == name) return one.message;
    fail(at, name, "expected the name of a requirement or a limit of exercise.json");
  }

  /// Gives those with message_of the message of its owner.
  void share_messages(std::vector<Mistake>& mistakes) const {
    for (Mistake& mistake : mistakes) {
      if (!mistake.message.empty()) continue;
      const auto owner = std::ranges::find_if(mistakes, [&](const Mistake& candidate) {
        return candidate.name == mistake.shares && candidate.shares.empty();
      });
      if (owner == mistakes.end())
        fail(mistake.line, fmt::format("{}: message_of: expected a mistake with a message of its "
                                       "own, found \"{}\"",
                                       mistake.name, printable(mistake.shares)));
      mistake.message = owner->message;
    }
  }

  /// Of line number `at`, counted from 0.
  [[noreturn]] void fail(std::size_t at, std::string_view found, const char* expected) const {
    fail(at + 1, fmt::format("{}, found \"{}\"", expected, printable(cut(found, 100))));
  }
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_.string(), line, what));
  }

  const fs::path& file_;
  const Exercise& exercise_;
  std::vector<std::string> lines_;
  std::set<std::string> names_;
  std::vector<Mistake::PatchLine> place_;  ///< of the last "# "
};

/// How many words and signs come and go.
std::size_t cost_of(const Mistake::Patch& patch) {
  std::map<std::string, int> counts;
  for (const Mistake::PatchLine& line : patch.lines) {
    if (line.change == LineChange::kept) continue;
    const int comes = line.change == LineChange::added ? 1 : -1;
    for (const Token& token : tokens_of(line.text)) counts[std::string(token.text)] += comes;
  }
  std::size_t cost = 0;
  for (const auto& [token, count] : counts) cost += static_cast<std::size_t>(std::abs(count));
  return cost;
}

}  // namespace

std::vector<Mistake> parse_mistakes(std::string_view text, const fs::path& file,
                                    const Exercise& exercise) {
  return Parser(text, file, exercise).mistakes();
}

std::string released_mistakes(const std::vector<Mistake>& mistakes,
                              const std::vector<MergedMistakes>& merged) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Mistake& mistake : mistakes) {
    list.push_back({{"name", mistake.name},
                    {"message", mistake.message},
                    {"shares", mistake.shares},
                    {"equivalent", mistake.equivalent},
                    {"cost", mistake.cost}});
  }
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (const MergedMistakes& each : merged) pairs.push_back({each.first, each.second});
  const nlohmann::ordered_json file{
      {"format_version", 1}, {"mistakes", std::move(list)}, {"merged", std::move(pairs)}};
  return file.dump(1) + "\n";
}

std::vector<Mistake> read_released_mistakes(const fs::path& file) {
  std::vector<Mistake> mistakes;
  for (const JsonNode& node :
       JsonNode::read_root(file, {"mistakes", "merged"}).at("mistakes").elements()) {
    node.only({"name", "message", "shares", "equivalent", "cost"});
    Mistake& mistake = mistakes.emplace_back();
    mistake.name = node.at("name").text();
    mistake.message = node.at("message").text();
    mistake.shares = node.at("shares").text();
    mistake.equivalent = node.at("equivalent").boolean();
    mistake.cost = node.at("cost").size();
  }
  return mistakes;
}

std::vector<Mistake> load_mistakes(const Course& course, const Exercise& exercise) {
  const fs::path file = course.mistakes(exercise);
  if (!fs::exists(file)) {
    const fs::path released = course.released_mistakes(exercise);
    return fs::exists(released) ? read_released_mistakes(released) : std::vector<Mistake>{};
  }
  std::vector<Mistake> mistakes = parse_mistakes(read_file(file), file, exercise);
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

/// A change of a text: what comes in place of the bytes from `begin` to `end`.
struct Edit {
  std::size_t begin, end;
  std::string text;

  auto operator<=>(const Edit&) const = default;
};

/// The smallest change of words and signs that makes `after` of `before`, from first to last.
std::vector<Edit> edits_between(std::string_view before, std::string_view after) {
  const std::vector<Token> old = tokens_of(before), other = tokens_of(after);
  const auto same = [&](std::size_t i, std::size_t k) {
    return i < old.size() && k < other.size() && old[i].text == other[k].text;
  };
  // common[i][k] is the length of the longest row of tokens that both have behind these.
  std::vector<std::vector<unsigned>> common(old.size() + 1,
                                            std::vector<unsigned>(other.size() + 1));
  for (std::size_t i = old.size(); i-- > 0;)
    for (std::size_t k = other.size(); k-- > 0;)
      common[i][k] =
          same(i, k) ? common[i + 1][k + 1] + 1 : std::max(common[i + 1][k], common[i][k + 1]);
  std::vector<Edit> edits;
  for (std::size_t i = 0, k = 0; i < old.size() || k < other.size(); ++i, ++k) {
    if (same(i, k)) continue;
    const std::size_t first = i, first_other = k;
    while (!same(i, k) && (i < old.size() || k < other.size())) {
      const bool goes =
          k == other.size() || (i < old.size() && common[i + 1][k] >= common[i][k + 1]);
      ++(goes ? i : k);
    }
    const std::size_t begin = first < old.size() ? old[first].begin : before.size();
    edits.push_back({begin, i > first ? old[i - 1].end : begin, ""});
    if (k > first_other)
      edits.back().text = fmt::format(
          " {} ",
          after.substr(other[first_other].begin, other[k - 1].end - other[first_other].begin));
  }
  return edits;
}

/// `text` with the edits of both; empty where two of them touch and are not the same.
std::string with_both(const std::string& text, const std::vector<Edit>& one,
                      const std::vector<Edit>& other) {
  std::set<Edit> edits(one.begin(), one.end());
  edits.insert(other.begin(), other.end());
  std::string both;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    if (&edit != &*edits.begin() && edit.begin <= from) return "";
    both += text.substr(from, edit.begin - from) + edit.text;
    from = edit.end;
  }
  return both + text.substr(from);
}

}  // namespace

std::vector<MergedMistakes> merged_mistakes(const Course& course, const Exercise& exercise,
                                            const std::vector<Mistake>& mistakes) {
  constexpr std::size_t most = 250;
  if (exercise.measures) return {};
  std::vector<MergedMistakes> merged;
  if (!fs::exists(course.mistakes(exercise))) {
    for (const JsonNode& pair :
         JsonNode::read_root(course.released_mistakes(exercise), {"mistakes", "merged"})
             .at("merged")
             .elements())
      merged.push_back({pair.elements().at(0).size(), pair.elements().at(1).size(), ""});
    return merged;
  }
  const std::string solution = read_file(course.solution(exercise));
  std::vector<std::size_t> records;
  for (const Token& token : tokens_of(solution))
    if (token.is("record")) records.push_back(token.begin);
  const auto parts_of = [&](const std::vector<Edit>& edits) {
    std::set<std::ptrdiff_t> parts;
    for (const Edit& edit : edits)
      parts.insert(std::ranges::upper_bound(records, edit.begin) - records.begin());
    return parts;
  };
  std::vector<std::vector<Edit>> edits;
  std::vector<std::set<std::ptrdiff_t>> parts;
  for (const Mistake& each : mistakes) {
    edits.push_back(edits_between(solution, apply_mistake(course, exercise, each)));
    parts.push_back(parts_of(edits.back()));
  }
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    for (std::size_t k = i + 1; k < mistakes.size(); ++k) {
      const auto in_both = [&](std::ptrdiff_t part) { return parts[i].contains(part); };
      if (mistakes[i].equivalent || mistakes[k].equivalent ||
          mistakes[i].owner() == mistakes[k].owner() || std::ranges::none_of(parts[k], in_both))
        continue;
      if (std::string text = with_both(solution, edits[i], edits[k]); !text.empty())
        merged.push_back({i, k, std::move(text)});
    }
  }
  std::ranges::stable_sort(merged, {}, [&](const MergedMistakes& each) {
    return mistakes[each.first].cost + mistakes[each.second].cost;
  });
  if (merged.size() > most) merged.resize(most);
  return merged;
}

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
