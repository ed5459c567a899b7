#include "course/patch.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;
using LineChange = Mistake::PatchLine::Change;

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// `line` moved to the right by as many spaces, or to the left, up to its start.
std::string moved(const std::string& line, std::ptrdiff_t by) {
  if (line.empty()) return line;
  if (by >= 0) return std::string(static_cast<std::size_t>(by), ' ') + line;
  return line.substr(std::min(indentation(line), static_cast<std::size_t>(-by)));
}

/// A solution's text, in lines, and where a mistake wants what changed in it.
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
