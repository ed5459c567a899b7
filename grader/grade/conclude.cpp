#include "grade/conclude.hpp"

#include "compile/diagnostics.hpp"
#include "core/text.hpp"
#include "judge/costs.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace grader {
namespace {

/// Leaves out what the standard library says of an index that is past the end: the finding tells
/// it.
std::string without_assertions(const std::string& output) {
  std::vector<std::string> lines = split_lines(output);
  std::erase_if(lines, [](const std::string& line) {
    return line.find("/c++/") != line.npos && line.find(": Assertion '") != line.npos;
  });
  if (output.ends_with('\n') && !lines.empty()) lines.emplace_back();
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// The output to show: of the first case that printed something, those that failed first.
std::string output_to_show(const std::vector<Run>& runs, const std::vector<CaseResult>& results) {
  const Outcome* chosen = nullptr;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].outcome->output.empty()) continue;
    const bool failed = results[i].verdict != Verdict::passed;
    if (chosen == nullptr || failed) chosen = runs[i].outcome;
    if (failed) break;
  }
  if (chosen == nullptr) return "";
  constexpr std::size_t most_bytes = 16 * 1024;
  const std::string kept = chosen->output.substr(0, most_bytes);
  std::string shown = printable(without_assertions(kept));
  if (chosen->output_bytes > kept.size())
    shown += fmt::format("\n[{} more bytes left out]\n", chosen->output_bytes - kept.size());
  return shown;
}

std::string finding_of(const CaseResult& failed) {
  return failed.verdict == Verdict::not_started
             ? failed.message
             : fmt::format("case {}: {}", failed.name, failed.message);
}

/// Of each other part that is wrong, the first message. A part is wrong where its last requirement
/// is missed: an earlier one may be missed for other parts.
std::vector<std::string> messages_on_other_parts(const Exercise& exercise, const Requirement& first,
                                                 const CaseResult& failed) {
  if (first.part.empty()) return {};
  std::map<std::string, std::vector<const Requirement*>> missed_of, all_of;
  for (const Requirement& each : exercise.measures->requirements) {
    all_of[each.part].push_back(&each);
    if (std::ranges::count(failed.missed, each.name, &Missed::requirement) > 0)
      missed_of[each.part].push_back(&each);
  }
  std::vector<std::string> messages;
  for (const auto& [part, missed] : missed_of) {
    const bool other = !part.empty() && part != first.part;
    if (other && missed.back() == all_of[part].back()) messages.push_back(missed.front()->message);
  }
  return messages;
}

}  // namespace

ExerciseResult ungraded(const Exercise& exercise) {
  ExerciseResult result;
  result.number = exercise.number;
  result.name = exercise.name;
  result.title = exercise.title;
  result.max_score = exercise.points;
  return result;
}

void report_cases(std::span<const Case> cases, std::span<const CaseRun> runs,
                  ExerciseResult& result) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (i >= runs.size()) {
      CaseResult skipped;
      skipped.name = cases[i].name;
      if (!cases[i].fresh) skipped.elements = expected_elements(cases[i]);
      result.cases.push_back(std::move(skipped));
      continue;
    }
    result.cases.push_back(runs[i].result);
    result.run_seconds += runs[i].seconds;
  }
  if (!runs.empty() && runs.back().outcome.ending == Ending::run_limit &&
      runs.size() < cases.size()) {
    result.details.push_back(fmt::format("not run: {} of {}", cases.size() - runs.size(),
                                         count_text(cases.size(), "case")));
  }
}

void conclude(const Exercise& exercise, const std::vector<Run>& runs, ExerciseResult& result) {
  const CaseResult* const failed = result.first_failed();
  result.student_output = output_to_show(runs, result.cases);
  if (failed == nullptr) {
    result.verdict = Verdict::passed;
    result.score = result.max_score;
    result.follow_through = 1;
    result.finding = fmt::format("all {} pass", count_text(result.cases.size(), "case"));
    for (const CaseResult& one : result.cases)
      if (!one.note.empty()) result.notes.push_back(one.note);
    return;
  }
  result.verdict = failed->verdict;
  result.finding = finding_of(*failed);
  if (const CostLimit* broken = broken_limit(exercise, *failed)) {
    result.mistake = broken->name;
    result.explanation = broken->message;
  }
  const Requirement* missed = exercise.measures ? first_missed(exercise, *failed) : nullptr;
  if (missed == nullptr) return;
  result.mistake = missed->name;
  if (exercise.catches && missed != &exercise.measures->requirements.front()) {
    result.finding = failed->message;  // which survive
    for (const Requirement& each : exercise.measures->requirements)
      if (std::ranges::count(failed->missed, each.name, &Missed::requirement) > 0)
        result.further.push_back(each.message);
    return;
  }
  result.explanation = missed->message;
  result.further = messages_on_other_parts(exercise, *missed, *failed);
}

std::vector<std::string> steps_and_results(const Exercise& exercise, std::span<const Case> cases) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const Case& one : cases) {
    if (one.fresh) continue;
    for (const NamedTensor& step : one.steps) add(step.name);
  }
  for (std::size_t i = 0; i < exercise.results.size(); ++i) add(exercise.result_name(i));
  return names;
}

double share_without(const std::set<std::string>& missed, const std::vector<std::string>& all) {
  const auto right =
      std::ranges::count_if(all, [&](const std::string& name) { return !missed.contains(name); });
  return all.empty() ? 0 : static_cast<double>(right) / static_cast<double>(all.size());
}

void add_explanation(Explanation told, ExerciseResult& result) {
  std::ranges::move(result.details, std::back_inserter(told.details));
  static_cast<Explanation&>(result) = std::move(told);
}

std::string shape_text(const Case& failing, std::size_t passed, std::size_t all) {
  const std::string others =
      passed > 0 ? fmt::format("; {} of {} shapes pass", passed, all) : std::string();
  return fmt::format(" ({}: the smallest shape that fails{})", sizes_text(failing.sizes), others);
}

void conclude_fresh(bool open, ExerciseResult& result) {
  if (result.verdict != Verdict::passed) return;
  const CaseResult* const failed = result.first_failed();
  if (failed == nullptr) {
    result.finding = fmt::format("all {} pass", count_text(result.cases.size(), "case"));
    return;
  }
  result.verdict = failed->verdict;
  result.finding = finding_of(*failed);
  result.notes.clear();
  result.details.emplace_back(
      open ? "All public cases pass. This case was drawn for this run."
           : "All public cases pass. This case was drawn for this run, and only its verdict is "
             "shown.");
}

double points_of(const Exercise& exercise, const ExerciseResult& result, std::size_t public_cases,
                 const GradeOptions& options) {
  if (result.verdict == Verdict::passed) return result.max_score;
  if (exercise.catches) {
    const CaseResult& one = result.cases.front();
    if (one.missed.empty()) return 0;  // it failed by something else
    return result.max_score * (1 - static_cast<double>(one.mismatches) / one.elements);
  }
  if (options.marks == Marks::steps) return result.max_score * result.follow_through.value_or(0);
  if (options.marks == Marks::verdict) return 0;
  const bool fresh_alone = !options.secret.empty() && result.cases.size() > public_cases;
  const std::span counted = std::span(result.cases).subspan(fresh_alone ? public_cases : 0);
  const auto passed = std::ranges::count(counted, Verdict::passed, &CaseResult::verdict);
  return counted.empty()
             ? 0
             : result.max_score * static_cast<double>(passed) / static_cast<double>(counted.size());
}

/// A signature as the contract writes it, without softmark::.
static std::string without_namespace(std::string signature) {
  constexpr std::string_view space = "softmark::";
  for (std::size_t at; (at = signature.find(space)) != signature.npos;)
    signature.erase(at, space.size());
  return signature;
}

void report_load_problem(const Exercise& exercise, const Limits& limits, const std::string& text,
                         ExerciseResult& result) {
  const std::string symbol = missing_symbol(text);
  result.verdict = Verdict::build_failed;
  if (text.find("failed to map") != text.npos || text.find("cannot allocate memory") != text.npos) {
    result.verdict = Verdict::memory_limit;
    result.finding =
        fmt::format("its global variables need more than {} MiB of memory", limits.memory_mib);
  } else if (symbol.empty()) {
    result.finding = "it cannot be loaded: " + cut(one_line(printable(text)), 300);
  } else if (symbol.find("softmark::" + exercise.name + "(") == 0) {
    const bool whole = !symbol.ends_with("(...)");
    result.finding = fmt::format(
        "the file does not define {} with the parameters that {} declares, in namespace softmark{}",
        exercise.name, exercise.contract().filename().string(),
        whole ? ": " + without_namespace(symbol) : "");
  } else {
    result.finding = fmt::format("it uses {}, which is declared but defined nowhere", symbol);
  }
}

void cut_long_texts(ExerciseResult& result) {
  constexpr std::size_t most_bytes = 4000, most_lines = 60;
  result.finding = shortened_to(result.finding, most_bytes);
  for (CaseResult& one : result.cases) one.message = shortened_to(one.message, most_bytes);
  const auto cut_lines = [](auto& lines, const auto& words_of) {
    for (auto& line : lines) words_of(line) = shortened_to(words_of(line), most_bytes);
    if (lines.size() <= most_lines) return;
    const std::size_t more = lines.size() - most_lines;
    lines.erase(lines.begin() + most_lines, lines.end());
    lines.emplace_back(fmt::format("({} left out)", count_text(more, "more line")));
  };
  cut_lines(result.notes, std::identity());
  cut_lines(result.warnings, std::identity());
  cut_lines(result.details, [](Remark& remark) -> std::string& { return remark.words; });
}

}  // namespace grader
