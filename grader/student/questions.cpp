#include "student/questions.hpp"

#include "compile/program.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"
#include "run/runner.hpp"
#include "student/mutants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace grader {
namespace {

constexpr std::size_t option_count = 4, case_count = 6;

/// What a call gave: steps that are recorded once, then results; nothing where it threw.
using Arrays = std::vector<NamedTensor>;

/// A change, what the function takes in each case, and what it then gives.
struct Trial {
  std::string words;
  std::vector<std::vector<Tensor>> calls = {};
  std::vector<Arrays> given = {};
};

/// Changes, each with its effect; an empty one is not told.
using Effects = std::vector<std::pair<std::string, std::string>>;

/// "rows 0 and 1".
std::string part_text(std::size_t rank, std::size_t axis, const std::set<std::size_t>& indices) {
  std::string list = fmt::format("{}", fmt::join(indices, ", "));
  if (indices.size() > 1) list.replace(list.rfind(", "), 2, " and ");
  const char* noun = rank == 1 ? "element" : rank > 2 ? "position" : axis == 0 ? "row" : "column";
  return fmt::format("{}{} {}{}", noun, indices.size() > 1 ? "s" : "", list,
                     rank > 2 ? fmt::format(" of axis {}", axis) : "");
}

/// Which elements of an array change.
std::string changed_elements(const Shape& shape, const std::vector<bool>& changed) {
  std::size_t inner = changed.size();
  if (std::ranges::count(changed, true) == 0) return "nothing changes";
  if (std::ranges::count(changed, false) == 0) return "all of it changes";
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    inner /= shape[axis];
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < changed.size(); ++i)
      if (changed[i]) found.insert(i / inner % shape[axis]);
    if (found.size() < shape[axis]) parts.push_back(part_text(shape.size(), axis, found));
  }
  return parts.empty() ? "part of it changes, in each row and column"
                       : fmt::format("what changes is in {}", fmt::join(parts, ", "));
}

/// What becomes of an array in each case; empty where that depends on the numbers, where rounding
/// decides what is taken for a change, and where `own` throws.
std::string effect_on(const std::string& name, const Trial& own, const Trial& trial) {
  std::set<std::string> effects;
  for (std::size_t k = 0; k < case_count; ++k) {
    const auto before = std::ranges::find(own.given[k], name, &NamedTensor::name);
    const auto then = std::ranges::find(trial.given[k], name, &NamedTensor::name);
    if (before == own.given[k].end()) return "";
    if (then == trial.given[k].end()) {
      effects.insert(trial.given[k].empty() ? "an exception is thrown" : "");
      continue;
    }
    const Tensor &was = before->tensor, &is = then->tensor;
    std::vector<bool> changes;
    for (std::size_t i = 0; is.shape == was.shape && i < was.values.size(); ++i) {
      const double a = was.values[i], b = is.values[i];
      const double far = a == b ? 0 : std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
      if (far > 1e-11 && far < 1e-5) return "";
      changes.push_back(!(far < 1e-5));  // also to and from NaN
    }
    effects.insert(is.shape != was.shape              ? "its shape is " + shape_text(is.shape)
                   : is_finite(was) && !is_finite(is) ? "not all of it is finite"
                                                      : changed_elements(is.shape, changes));
  }
  return effects.size() == 1 ? *effects.begin() : "";
}

/// Asks about one program.
class Examiner {
 public:
  Examiner(const Grader& grader, const Exercise& exercise, const std::string& text,
           std::uint64_t seed)
      : bench_(grader.bench), exercise_(exercise), text_(text), random_(seed), runner_(bench_) {
    bench_.keeps_programs = false;
  }

  std::vector<Question> questions(std::size_t count) {
    constexpr std::size_t longest = 110;  // of a line that is shown
    if (exercise_.catches) return {};
    choose_cases();
    choose_changes();
    for (std::size_t most = changes_.size(); own_.empty() && most > 0; most /= 4)
      own_ = run(text_, most);  // fewer of what takes long
    if (own_.empty() || std::ranges::any_of(own_[0].given, &Arrays::empty)) return {};
    std::vector<Bug> bugs = bugs_of(text_, random_());
    std::erase_if(bugs, [&](const Bug& bug) { return bug.lines.after.size() > longest; });
    bugs.resize(std::min(bugs.size(), 5 + count));
    for (const Bug& bug : bugs) {
      std::vector<Trial> line = run(bug.text, std::min<std::size_t>(12, own_.size()));
      if (line.empty()) continue;
      const std::string& after = bug.lines.after;
      line[0].words =
          fmt::format("line {}{}", bug.lines.first, after.empty() ? " is left out" : ": " + after);
      of_lines_.push_back(std::move(line));
    }
    for (const NamedTensor& array : own_[0].given[0]) ask_about(array.name);
    for (auto& [kind, all] : found_) std::ranges::shuffle(all, random_);
    std::vector<Question> questions;
    for (std::size_t turn = 0; turn < count; ++turn)
      for (const auto& [kind, all] : found_)
        if (turn < all.size() && questions.size() < count) questions.push_back(all[turn]);
    return questions;
  }

 private:
  /// Cases of the same small sizes, which tell axes apart, with other numbers each: what holds in
  /// all of them is due to the program.
  void choose_cases() {
    std::size_t most = 0;
    for (unsigned i = 0; i < 40; ++i) {
      Case one = fresh_case(exercise_, random_(), i);
      std::set<std::size_t> sizes;
      for (const auto& [symbol, size] : one.sizes)
        if (size > 2 && size < 8) sizes.insert(size);
      if (i == 0 || sizes.size() > most) cases_ = {std::move(one)};
      most = std::max(most, sizes.size());
    }
    while (cases_.size() < case_count) {
      Case one = cases_[0];
      for (auto& [stream, drawn] : one.seeds) drawn = static_cast<std::uint32_t>(random_());
      for (const Draw& draw : exercise_.recipe.draws)
        if (draw.shape.empty())
          one.given.insert(draw.name);  // it is shown
        else if (draw.distribution != Distribution::integers)
          one.scale[draw.name] = static_cast<double>(1 + cases_.size() % 3);
      one.inputs = draw_inputs(exercise_.recipe, one);
      cases_.push_back(std::move(one));
    }
  }

  /// No change, then those of whole inputs and of parts: one index serves all, and tells nothing.
  void choose_changes() {
    changes_.push_back({""});
    for (const Case& one : cases_) changes_[0].calls.push_back(arguments_of(exercise_, one.inputs));
    const std::size_t index = random_() % 2;
    for (const Draw& draw : exercise_.recipe.draws) {
      if (std::ranges::count(exercise_.arguments, draw.name) == 0) continue;  // of measures alone
      const Shape& shape = cases_[0].inputs.at(draw.name).shape;
      std::size_t inner = element_count(shape);
      if (!shape.empty()) change(draw, "", 1, inner, 0);
      for (std::size_t axis = 0; axis < shape.size(); ++axis)
        change(draw, part_text(shape.size(), axis, {index}) + " of ", shape[axis],
               inner /= shape[axis], index);
    }
    std::ranges::shuffle(std::span(changes_).subspan(1), random_);
  }

  /// All changes of an index of an axis of an input, which has this length, and as many numbers
  /// behind each index.
  void change(const Draw& draw, const std::string& part, std::size_t length, std::size_t inner,
              std::size_t index) {
    for (const auto& [words, factor, term, next] : {std::tuple("is doubled", 2, 0, 0),
                                                    {"grows by 1", 1, 1, 0},
                                                    {"changes its sign", -1, 0, 0},
                                                    {"is set to 0", 0, 0, 0},
                                                    {"is 1000 times as large", 1000, 0, 0},
                                                    {"is made equal to the next one", 0, 0, 1}}) {
      const bool whole_numbers = draw.distribution == Distribution::integers;
      if (index + std::size_t(next) >= length || (whole_numbers && next == 0)) continue;
      Trial& made = changes_.emplace_back(Trial{fmt::format("{}`{}` {}", part, draw.name, words)});
      for (Case one : cases_) {
        std::vector<double>& values = one.inputs.at(draw.name).values;
        for (std::size_t i = 0; i < values.size(); ++i)
          if (i / inner % length == index)
            values[i] = next == 0 ? factor * values[i] + term : values[i + inner];
        made.calls.push_back(arguments_of(exercise_, one.inputs));
      }
    }
  }

  /// What a program gives with each of the first changes. None where it does not compile, or ends
  /// otherwise than by a result or an exception.
  std::vector<Trial> run(const std::string& text, std::size_t count) {
    const Program program = ProgramBuild(bench_, exercise_, text).finish();
    if (program.problem) return {};
    std::vector<Trial> trials;
    std::vector<std::vector<Tensor>> calls;
    for (const Trial& one : std::span(changes_).first(count)) {
      trials.push_back({one.words});
      calls.insert(calls.end(), one.calls.begin(), one.calls.end());
    }
    Limits limits = own_limits(exercise_);
    limits.cpu_seconds = 1;
    const std::vector<Outcome> outcomes = runner_.run_each(program.file.get(), calls, limits);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      trials[i / case_count].given.push_back(arrays_of(outcomes[i]));
    return outcomes.empty() ? std::vector<Trial>() : trials;
  }

  Arrays arrays_of(const Outcome& outcome) const {
    Arrays arrays;
    if (outcome.ending != Ending::returned) return arrays;
    for (const NamedTensor& step : outcome.steps)
      if (exercise_.has_step(step.name) &&
          std::ranges::count(outcome.steps, step.name, &NamedTensor::name) == 1)
        arrays.push_back(step);
    for (std::size_t i = 0; i < outcome.results.size(); ++i)
      arrays.push_back({exercise_.result_name(i), outcome.results[i]});
    return arrays;
  }

  /// What inputs do to an array, what lines do, and what a line does with which inputs.
  void ask_about(const std::string& name) {
    const std::string place = name == "result" ? "the result" : fmt::format("`{}`", name);
    std::map<std::string, Effects> kinds;
    for (const Trial& one : std::span(own_).subspan(1))
      kinds["cause"].emplace_back(one.words, effect_on(name, own_[0], one));
    for (const std::vector<Trial>& line : of_lines_) {
      kinds["line"].emplace_back(line[0].words, effect_on(name, own_[0], line[0]));
      Effects of_line;
      for (std::size_t i = 1; i < line.size(); ++i)
        of_line.emplace_back(own_[i].words, effect_on(name, own_[i], line[i]));
      ask("reason", of_line, false,
          fmt::format("With which of these inputs alone has the change of a line this effect on "
                      "{}: {{}}?\n    {}",
                      place, line[0].words));
    }
    for (const auto& [kind, effects] : kinds)
      for (int turn = 0; turn < 6; ++turn) {
        ask(kind, effects, false, "Which change has this effect on " + place + "?\n    {}");
        ask(kind, effects, true, "Which effect has this change, alone, on " + place + "?\n    {}");
      }
  }

  /// Asks which of four changes alone has an effect, or which effect of four one has.
  void ask(const std::string& kind, Effects effects, bool for_effect, std::string prompt) {
    std::ranges::shuffle(effects, random_);
    Effects four;                                     // the right one first
    for (const bool all_differ : {true, for_effect})  // else only from the right one
      for (const auto& one : effects) {
        const auto differs = [&](const auto& other) { return other.second != one.second; };
        if (four.size() < option_count && one.second != "" && std::ranges::count(four, one) == 0 &&
            std::ranges::all_of(std::span(four).first(all_differ ? four.size() : 1), differs))
          four.push_back(one);
      }
    if (four.size() < option_count) return;
    prompt.replace(prompt.find("{}"), 2, for_effect ? four[0].first : four[0].second);
    if (!known_.insert(prompt + (for_effect ? "" : four[0].first)).second) return;
    const std::size_t right = random_() % option_count;
    Question question{"", static_cast<char>('a' + right), ""};
    std::swap(four[0], four[right]);
    for (const std::string& line : split_lines(inputs_text() + prompt))
      question.text +=
          line[0] == ' ' ? line + "\n" : fmt::format("{}\n", fmt::join(wrap(line, 80), "\n"));
    char letter = 'a';
    for (const auto& [change, effect] : four) {
      question.text += fmt::format("\n  {}  {}", letter++, for_effect ? effect : change);
      question.proof += fmt::format("  {}: {}\n", change, effect);
    }
    question.text += "\n";
    found_[kind].push_back(std::move(question));
  }

  /// The names and shapes of the inputs.
  std::string inputs_text() const {
    std::vector<std::string> words;
    for (const std::string& name : exercise_.arguments) {
      const Tensor& input = cases_[0].inputs.at(name);
      words.push_back(name + (input.shape.empty() ? fmt::format(" = {:.10g}", input.values[0])
                                                  : " " + shape_text(input.shape)));
    }
    return fmt::format("Inputs: {}{}.\n", fmt::join(words, ", "),
                       changes_.size() == 1 ? "" : "; arrays have random numbers");
  }

  Toolchain bench_;
  const Exercise& exercise_;
  const std::string& text_;
  std::mt19937_64 random_;
  LaunchedRunner runner_;
  std::vector<Case> cases_;
  std::vector<Trial> changes_;                          ///< of inputs; the first is none
  std::vector<Trial> own_;                              ///< what the program does with each
  std::vector<std::vector<Trial>> of_lines_;            ///< and with each changed line
  std::set<std::string> known_;                         ///< what was asked, with what is right
  std::map<std::string, std::vector<Question>> found_;  ///< by kind: cause, line or reason
};

}  // namespace

std::vector<Question> questions_on(const Grader& grader, const Exercise& exercise,
                                   const std::string& text, std::uint64_t seed, std::size_t count) {
  return Examiner(grader, exercise, text, seed).questions(count);
}

}  // namespace grader
