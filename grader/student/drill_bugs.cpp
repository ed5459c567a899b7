#include "student/drill_bugs.hpp"

#include "core/text.hpp"
#include "grade/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>

namespace grader {
namespace {

/// Seconds for a call: with that bug the program is in an endless loop.
constexpr unsigned call_seconds = 1;

/// How many bugs are tried: of a program that a case can fail at all, most of them fail one.
constexpr std::size_t most_tries = 40;

/// After so many one that throws will do.
constexpr std::size_t most_until_one_throws = 6;

/// Whether code that ends in `before` can lose the line behind it.
bool ends_a_statement(std::string_view before) {
  before = trimmed(before);
  if (const std::size_t comment = before.rfind("//"); comment > before.rfind('\n') + 1)
    before = trimmed(before.substr(0, comment));
  return before.empty() || std::string_view(";{}").find(before.back()) != std::string_view::npos;
}

/// The text with the change, and without what shows where something was left out: spaces, or a line
/// of which nothing else is left.
Bug seamless(std::string_view text, Mutant change) {
  ChangedLines lines = changed_lines(text, change);
  if (change.replacement.empty()) {
    const std::size_t line = text.rfind('\n', change.begin) + 1;  // 0 where there is none
    const std::size_t end = std::min(text.find('\n', change.end), text.size());
    const std::string_view rest = trimmed(text.substr(change.end, end - change.end));
    const bool alone = trimmed(text.substr(line, change.begin - line)).empty();
    const std::string_view comment = trimmed(rest.substr(std::min<std::size_t>(rest.size(), 1)));
    if (alone && rest.starts_with(";") && (comment.empty() || comment.starts_with("//")) &&
        ends_a_statement(text.substr(0, line))) {
      change.begin = line;
      change.end = std::min(end + 1, text.size());
      lines.after.clear();
    }
    while (!alone && text[change.begin - 1] == ' ') --change.begin;
    if (!alone) lines = changed_lines(text, change);
  }
  return {changed_text(text, change), std::move(lines)};
}

}  // namespace

std::uint64_t identity(const Bug& bug) {
  return content_hash(bug.lines.before + "\n" + bug.lines.after);
}

std::vector<Bug> bugs_of(std::string_view right, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::map<std::string, std::vector<Mutant>> kinds;
  for (Mutant& mutant : mutants_of(right)) kinds[mutant.kind].push_back(std::move(mutant));
  for (auto& [kind, mutants] : kinds) std::ranges::shuffle(mutants, random);
  std::vector<Bug> bugs;
  while (!kinds.empty()) {
    const auto kind =
        std::next(kinds.begin(), static_cast<std::ptrdiff_t>(random() % kinds.size()));
    bugs.push_back(seamless(right, kind->second.back()));
    kind->second.pop_back();
    if (kind->second.empty()) kinds.erase(kind);
  }
  return bugs;
}

std::optional<Bug> bug_that_fails(const Grader& grader, const Exercise& exercise,
                                  const std::string& right, std::uint64_t seed,
                                  const std::set<std::uint64_t>& known, unsigned level) {
  Grader quick = grader;
  quick.options = {.explains = level == 1, .crash_lines = CrashLines::none};
  if (!exercise.measures) quick.options.cpu_seconds = call_seconds;
  quick.bench.keeps_programs = false;
  std::vector<Bug> bugs = bugs_of(right, seed);
  std::stable_partition(bugs.begin(), bugs.end(),
                        [&](const Bug& bug) { return !known.contains(identity(bug)); });
  std::optional<Bug> thrown;
  for (std::size_t i = 0; i < std::min(bugs.size(), most_tries); ++i) {
    if (thrown && i >= most_until_one_throws) break;
    const Intake intake{exercise.stub(), std::nullopt, {}, bugs[i].text};
    Graded graded = grade_exercise(quick, exercise, intake, UnchangedStub::is_compiled);
    const Verdict verdict = graded.result.verdict;
    bugs[i].result = std::move(graded.result);
    if (is_of_results(verdict)) return std::move(bugs[i]);
    // What throws is found too easily, and what crashes may not do so each time.
    if (verdict == Verdict::exception && !thrown) thrown = std::move(bugs[i]);
  }
  return thrown;
}

std::string told_at_level(const ExerciseResult& result, unsigned level) {
  const CaseResult* failed = first_failed(result.cases);
  std::string told = "Something is wrong.";
  if (level < drill_levels && failed != nullptr)
    told = fmt::format("In case {}: {}.", failed->name, failed->message);
  if (level == 1 && result.first_wrong_step) {
    const auto remark =
        std::ranges::find(result.details, RemarkKind::first_wrong_step, &Remark::kind);
    const std::string words = remark == result.details.end() ? "" : ", " + remark->words;
    told += fmt::format(" First wrong step: {}{}.", *result.first_wrong_step, words);
  }
  return fmt::format("  {}\n", fmt::join(wrap(told, 78), "\n  "));
}

}  // namespace grader
