#include "student/questions.hpp"

#include "compile/program.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"
#include "report/writers.hpp"
#include "run/runner.hpp"
#include "student/mutants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace grader {
namespace {

constexpr std::size_t option_count = 4;
constexpr std::size_t most_numbers = 1000;  // of a case
constexpr const char *thrown = "an exception is thrown", *unchanged = "nothing changes";

/// Each number of an input, or of one index of an axis of it, times a factor, plus a term.
struct InputChange {
  std::string input;
  double factor, term;
  std::optional<std::size_t> axis = {};
  std::size_t index = 0;
};

/// What a call gave: steps, each turn of one by itself, then results; nothing where it threw.
using Arrays = std::vector<NamedTensor>;

/// What was changed, and what came out on each case.
struct Trial {
  std::string words;
  std::vector<Arrays> given;
};

/// "rows 0 and 1".
std::string part_text(std::size_t rank, std::size_t axis, const std::set<std::size_t>& indices) {
  std::string list = fmt::format("{}", fmt::join(indices, ", "));
  if (indices.size() > 1) list.replace(list.rfind(", "), 2, " and ");
  const char* noun = rank == 1 ? "element" : rank > 2 ? "position" : axis == 0 ? "row" : "column";
  return fmt::format("{}{} {}{}", noun, indices.size() > 1 ? "s" : "", list,
                     rank > 2 ? fmt::format(" of axis {}", axis) : "");
}

std::string words_of(const InputChange& change, std::size_t rank) {
  std::string part = fmt::format("`{}`", change.input);
  if (change.axis) part = part_text(rank, *change.axis, {change.index}) + " of " + part;
  if (change.factor == 0) return fmt::format("{} is set to {}", part, change.term);
  if (change.factor == 1) return fmt::format("{} grows by {}", part, change.term);
  return fmt::format("{} is multiplied by {}", part, change.factor);
}

Tensor changed(const InputChange& change, Tensor tensor) {
  std::size_t inner = 1;
  for (std::size_t k = change.axis.value_or(0) + 1; k < tensor.shape.size(); ++k)
    inner *= tensor.shape[k];
  for (std::size_t i = 0; i < tensor.values.size(); ++i)
    if (!change.axis || i / inner % tensor.shape[*change.axis] == change.index)
      tensor.values[i] = change.factor * tensor.values[i] + change.term;
  return tensor;
}

/// What becomes of an array; empty where rounding decides what a reader takes for a change.
std::string effect_on(const std::string& name, const Arrays& before, const Arrays& then) {
  if (then.empty()) return thrown;
  const Tensor& was = std::ranges::find(before, name, &NamedTensor::name)->tensor;
  const auto found = std::ranges::find(then, name, &NamedTensor::name);
  if (found == then.end()) return "it is not computed";
  if (!is_finite(was)) return "";
  if (found->tensor.shape != was.shape) return "its shape is " + shape_text(found->tensor.shape);
  if (!is_finite(found->tensor)) return "not all of it is finite";
  std::vector<bool> changes;
  for (std::size_t i = 0; i < was.values.size(); ++i) {
    const double a = was.values[i], b = found->tensor.values[i];
    const double distance = std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
    if (distance > 1e-11 && distance < 1e-5) return "";
    changes.push_back(distance > 1e-5);
  }
  if (changes == std::vector{true} && was.shape.empty())
    return found->tensor.values[0] > was.values[0] ? "it grows" : "it becomes smaller";
  return changed_elements(was.shape, changes);
}

/// The name of a step without the number of a turn.
std::string step_of(const std::string& array) { return array.substr(0, array.find(", turn ")); }

/// The arrays that change, by the names that they were recorded with.
std::string effect_on_all(const Arrays& before, const Arrays& then) {
  if (then.empty()) return thrown;
  std::vector<std::string> names;
  for (const NamedTensor& array : before) {
    const std::string effect = effect_on(array.name, before, then), name = step_of(array.name);
    if (effect.empty()) return "";
    if (effect != unchanged && std::ranges::count(names, name) == 0) names.push_back(name);
  }
  return names.empty() ? unchanged : fmt::format("what changes: {}", fmt::join(names, ", "));
}

/// An array's lines, to three digits behind the point; none where it is large.
std::vector<std::string> lines_of(const std::string& name, Tensor tensor) {
  constexpr std::size_t most_shown = 24;
  if (tensor.shape.empty()) return {fmt::format(" {} = {}", name, number_text(tensor.values[0]))};
  for (double& value : tensor.values) value = std::round(1000 * value) / 1000 + 0.0;  // not -0
  if (!tensor.complete() || tensor.values.size() > most_shown) return {};
  std::vector<std::string> lines = {fmt::format(" {} {}", name, shape_text(tensor.shape))};
  for (const std::string& line : split_lines(numpy_text(tensor))) lines.push_back("   " + line);
  return lines;
}

/// Asks about one program.
class Examiner {
 public:
  Examiner(const Grader& grader, const Exercise& exercise, const std::string& text,
           std::uint64_t seed)
      : bench_(grader.bench), exercise_(exercise), text_(text), random_(seed), runner_(bench_) {
    bench_.keeps_programs = false;
    choose_cases();
    choose_changes();
  }

  std::vector<Question> questions(std::size_t count) {
    if (exercise_.catches || !run_all(5 + count)) return {};
    for (const NamedTensor& array : before_[0]) {
      const auto effect = [&](const Arrays& before, const Arrays& then) {
        return effect_on(array.name, before, then);
      };
      ask_of_effects(place_text(array.name), effect);
      ask_for_numbers(array);
    }
    ask_of_effects("your arrays", effect_on_all);
    for (std::size_t line = 0; line < of_lines_.size(); ++line)
      for (const bool harm : {false, true}) ask_for_reason(line, harm);
    std::size_t most = 0;
    for (auto& [kind, all] : found_) {
      std::ranges::shuffle(all, random_);
      most = std::max(most, all.size());
    }
    std::vector<Question> questions;
    for (std::size_t turn = 0; turn < most; ++turn)
      for (auto& [kind, all] : found_)
        if (turn < all.size() && questions.size() < count) questions.push_back(all[turn]);
    return questions;
  }

 private:
  /// Two cases of the same shapes, the easiest to read: few numbers, and sizes that tell axes
  /// apart. Where sizes are not all that a program may be called with, twice one case.
  void choose_cases() {
    cases_.assign(2, fresh_case(exercise_, random_(), 0));
    if (exercise_.measures) return;
    const std::vector<Case> all[] = {shape_cases(exercise_, random_(), {}),
                                     shape_cases(exercise_, random_(), {})};
    std::size_t fewest = most_numbers;
    for (std::size_t i = 0; i < all[0].size(); ++i) {
      std::size_t numbers = all[0][i].name.starts_with("shape") ? 0 : most_numbers;
      for (const auto& [symbol, size] : all[0][i].sizes) {
        numbers += size < 3 ? 50 / size / size : 0;
        for (const auto& [other, length] : all[0][i].sizes) numbers += size == length ? 4 : 0;
      }
      for (const auto& [name, tensor] : all[0][i].inputs) numbers += tensor.values.size();
      if (numbers < fewest) cases_ = {all[0][i], all[1][i]};
      fewest = std::min(fewest, numbers);
    }
  }

  /// One index serves all inputs, so that it tells nothing; where there is one, it has two. Their
  /// numbers become halves, with which a reader can compute, and none of them zero, since that
  /// would hide an effect.
  void choose_changes() {
    std::vector<std::string> names;
    for (const Draw& draw : exercise_.recipe.draws)
      if (!draw.shape.empty() &&
          (draw.distribution == Distribution::normal || draw.distribution == Distribution::linear))
        names.push_back(draw.name);
    std::set<std::size_t> indices = {random_() % 2};
    if (names.size() == 1) indices = {0, 1};
    for (const std::string& name : names) {
      const Shape& shape = cases_[0].inputs.at(name).shape;
      for (const auto& [factor, term] :
           {std::pair(2.0, 0.0), std::pair(1.0, 1.0), std::pair(-1.0, 0.0)}) {
        parts_.push_back({name, factor, term});
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
          for (const std::size_t index : indices)
            if (index < shape[axis]) parts_.push_back({name, factor, term, axis, index});
      }
      for (const auto& [factor, term] :
           {std::pair(0.0, 0.0), std::pair(0.0, 1.0), std::pair(-1.0, 0.0), std::pair(100.0, 0.0)})
        wholes_.push_back({name, factor, term});
      for (Case& one : cases_) {
        Tensor& tensor = one.inputs.at(name);
        double most = 1e-9;
        for (const double value : tensor.values) most = std::max(most, std::abs(value));
        for (double& value : tensor.values)
          value = std::copysign(std::max(1.0, std::round(3 * std::abs(value) / most)) / 2, value);
      }
    }
  }

  /// What a program gives on the cases, and on them with each change. None where it does not
  /// compile, or ends otherwise than by a result or an exception.
  std::vector<Trial> run(const std::string& text, const std::vector<InputChange>& changes) {
    const Program program = ProgramBuild(bench_, exercise_, text).finish();
    if (program.problem) return {};
    std::vector<std::vector<Tensor>> calls;
    std::vector<Trial> trials = {{}};
    for (const Case& one : cases_) calls.push_back(arguments_of(exercise_, one.inputs));
    for (const InputChange& change : changes) {
      const std::size_t rank = cases_[0].inputs.at(change.input).shape.size();
      trials.push_back({words_of(change, rank), {}});
      for (const Case& one : cases_) {
        std::map<std::string, Tensor> inputs = one.inputs;
        inputs[change.input] = changed(change, inputs[change.input]);
        calls.push_back(arguments_of(exercise_, inputs));
      }
    }
    Limits limits = own_limits(exercise_);
    limits.cpu_seconds = 1;
    const std::vector<Outcome> outcomes = runner_.run_each(program.file.get(), calls, limits);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      trials[i / cases_.size()].given.push_back(arrays_of(outcomes[i]));
    return outcomes.empty() ? std::vector<Trial>() : trials;
  }

  Arrays arrays_of(const Outcome& outcome) const {
    Arrays arrays;
    std::map<std::string, std::size_t> turns;
    for (const auto& [name, tensor] : outcome.steps) {
      const auto count = std::ranges::count(outcome.steps, name, &NamedTensor::name);
      const std::string turn = count > 1 ? fmt::format(", turn {}", turns[name]++) : "";
      if (exercise_.has_step(name)) arrays.push_back({name + turn, tensor});
    }
    if (outcome.ending != Ending::returned) return {};
    for (std::size_t i = 0; i < outcome.results.size(); ++i)
      arrays.push_back({exercise_.result_name(i), outcome.results[i]});
    return arrays;
  }

  bool run_all(std::size_t most_bugs) {
    std::vector<InputChange> changes = parts_;
    changes.insert(changes.end(), wholes_.begin(), wholes_.end());
    const std::vector<Trial> all = run(text_, changes);
    if (all.empty() || std::ranges::any_of(all[0].given, &Arrays::empty)) return false;
    before_ = all[0].given;
    const auto end = all.begin() + 1 + static_cast<std::ptrdiff_t>(parts_.size());
    of_parts_.assign(all.begin() + 1, end);
    of_wholes_.assign(end, all.end());
    std::vector<Bug> bugs = bugs_of(text_, random_());
    bugs.resize(std::min(bugs.size(), most_bugs));
    for (const Bug& bug : bugs) {
      std::vector<Trial> trials = run(bug.text, wholes_);
      if (trials.empty()) continue;
      const std::string& after = bug.lines.after;
      trials[0].words =
          fmt::format("line {}{}", bug.lines.first, after.empty() ? " is left out" : ": " + after);
      of_lines_.push_back(trials[0]);
      with_wholes_.emplace_back(trials.begin() + 1, trials.end());
    }
    return true;
  }

  /// An array, with the line that records it, where one is seen to.
  std::string place_text(const std::string& name) const {
    const std::size_t at = text_.find(fmt::format("record(\"{}\"", step_of(name)));
    if (name == "result") return "the result";
    if (!exercise_.has_step(step_of(name)) || at == text_.npos) return fmt::format("`{}`", name);
    return fmt::format("`{}` (line {})", name, line_of(text_, at));
  }

  /// Which change has an effect, and which effect a change has, of inputs and of lines.
  template <class Effect>
  void ask_of_effects(const std::string& place, const Effect& effect_of) {
    for (const auto& [kind, trials] :
         {std::pair("cause", &of_parts_), std::pair("line", &of_lines_)}) {
      std::vector<std::string> changes, effects;
      for (const Trial& trial : *trials) {
        const std::string effect = effect_of(before_[0], trial.given[0]);
        if (effect.empty() || effect != effect_of(before_[1], trial.given[1])) continue;
        changes.push_back(trial.words);
        effects.push_back(effect);
      }
      ask(kind, inputs_text(), "Which change has this effect on " + place + "?", effects, changes,
          effects);
      ask(kind, inputs_text(), "Which effect has this change, alone, on " + place + "?", changes,
          effects, effects);
    }
  }

  /// Which number stands where. All that is recorded before is shown, and all inputs.
  void ask_for_numbers(const NamedTensor& array) {
    std::vector<std::string> text, places, numbers;
    const auto show = [&](const std::vector<std::string>& lines) {
      text.insert(text.end(), lines.begin(), lines.end());
    };
    for (const std::string& name : exercise_.arguments)
      show(lines_of(name, cases_[0].inputs.at(name)));
    for (const NamedTensor& before : before_[0]) {
      if (before.name == array.name) break;
      show(lines_of(before.name, before.tensor));
    }
    if (lines_of(array.name, array.tensor).empty()) return;
    for (std::size_t i = 0; i < array.tensor.values.size(); ++i) {
      std::vector<std::size_t> index(array.tensor.shape.size());
      std::size_t rest = i;
      for (std::size_t k = index.size(); k-- > 0; rest /= array.tensor.shape[k])
        index[k] = rest % array.tensor.shape[k];
      places.push_back(index_text(index));
      numbers.push_back(fmt::format("{:.3f}", array.tensor.values[i] + 0.0));
    }
    const std::string place = place_text(array.name);
    ask("line", text, "Which number stands here in " + place + "?", places, numbers, numbers);
    ask("line", text, "Where does this number stand in " + place + "?", numbers, places, numbers);
  }

  /// On which input alone a changed line does harm, or none.
  void ask_for_reason(std::size_t line, bool harm) {
    std::vector<std::string> rights, others;
    for (std::size_t i = 0; i < of_wholes_.size(); ++i) {
      std::set<std::string> effects;  // on what is returned, in each case
      for (std::size_t k = 0; k < cases_.size(); ++k) {
        const Arrays& own = of_wholes_[i].given[k];
        const Arrays results(own.empty() ? own.end() : own.end() - results_, own.end());
        const std::string effect = effect_on_all(results, with_wholes_[line][i].given[k]);
        effects.insert(own.empty() ? "" : effect == unchanged ? "right" : effect);
      }
      if (effects.contains("")) continue;
      const bool is_right = effects.contains("right");
      if (!is_right || effects.size() == 1)
        (is_right != harm ? rights : others).push_back(of_wholes_[i].words);
    }
    if (rights.empty() || others.size() < option_count) return;
    std::ranges::shuffle(others, random_);
    others.resize(option_count);
    Question question{inputs_text(), others, random_() % option_count, ""};
    question.options[question.right] = rights[random_() % rights.size()];
    question.text.push_back(fmt::format("On which of these inputs alone is what you return {}?",
                                        harm ? "wrong after this change" : "right all the same"));
    question.text.push_back("    " + of_lines_[line].words);
    for (std::size_t i = 0; i < option_count; ++i)
      question.proof += fmt::format("  {}: {}\n", question.options[i],
                                    (i == question.right) == harm ? "wrong" : "right");
    found_["reason"].push_back(std::move(question));
  }

  /// Asks which of four `asked` belongs to one of `given`, where four effects are different.
  void ask(const char* kind, std::vector<std::string> text, const std::string& prompt,
           const std::vector<std::string>& given, const std::vector<std::string>& asked,
           const std::vector<std::string>& effects) {
    const std::vector<std::size_t> four = four_of(effects, random_());
    if (four.empty()) return;
    Question question{std::move(text), {}, random_() % option_count, ""};
    question.text.insert(question.text.end(), {prompt, "    " + given[four[question.right]]});
    for (const std::size_t i : four) {
      question.options.push_back(asked[i]);
      question.proof += fmt::format("  {}: {}\n", given[i], asked[i]);
    }
    found_[kind].push_back(std::move(question));
  }

  /// The names and shapes of the inputs.
  std::vector<std::string> inputs_text() const {
    std::vector<std::string> words;
    for (const std::string& name : exercise_.arguments) {
      const Tensor& input = cases_[0].inputs.at(name);
      words.push_back(input.shape.empty()
                          ? fmt::format("{} = {}", name, number_text(input.values[0]))
                          : name + " " + shape_text(input.shape));
    }
    return {fmt::format("Inputs: {}{}.", fmt::join(words, ", "),
                        parts_.empty() ? "" : "; arrays have any numbers")};
  }

  Toolchain bench_;
  const Exercise& exercise_;
  const std::string& text_;
  const std::ptrdiff_t results_ = std::ssize(exercise_.results);
  std::mt19937_64 random_;
  LaunchedRunner runner_;
  std::vector<Case> cases_;
  std::vector<InputChange> parts_, wholes_;
  std::vector<Arrays> before_;  ///< of each case
  std::vector<Trial> of_parts_, of_wholes_, of_lines_;
  std::vector<std::vector<Trial>> with_wholes_;         ///< of each line, with each change
  std::map<std::string, std::vector<Question>> found_;  ///< by kind: cause, line or reason
};

}  // namespace

std::string changed_elements(const Shape& shape, const std::vector<bool>& changed) {
  const auto count = static_cast<std::size_t>(std::ranges::count(changed, true));
  if (count == 0) return unchanged;
  if (count == changed.size()) return "all of it changes";
  std::size_t block = 1, inner = changed.size();
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    inner /= shape[axis];
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < changed.size(); ++i)
      if (changed[i]) found.insert(i / inner % shape[axis]);
    block *= found.size();
    if (found.size() > 3 && found.size() < shape[axis]) block = 0;
    if (found.size() < shape[axis]) parts.push_back(part_text(shape.size(), axis, found));
  }
  if (block != count) return "some of it changes, in no simple pattern";
  return fmt::format("what changes: {}", fmt::join(parts, ", "));
}

std::vector<std::size_t> four_of(const std::vector<std::string>& effects, std::uint64_t seed) {
  std::vector<std::size_t> order(effects.size()), four;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::shuffle(order, std::mt19937_64(seed));
  std::set<std::string> known;
  for (const std::size_t i : order)
    if (four.size() < option_count && known.insert(effects[i]).second) four.push_back(i);
  return four.size() == option_count ? four : std::vector<std::size_t>();
}

std::string Question::shown() const {
  std::string all;
  for (const std::string& paragraph : text) {
    const bool stays = paragraph.starts_with(' ');
    for (const std::string& line : stays ? std::vector{paragraph} : wrap(paragraph, 80))
      all += line + "\n";
  }
  for (std::size_t i = 0; i < options.size(); ++i)
    all += fmt::format("\n  {}  {}", static_cast<char>('a' + i), options[i]);
  return all + "\n";
}

std::vector<Question> questions_on(const Grader& grader, const Exercise& exercise,
                                   const std::string& text, std::uint64_t seed, std::size_t count) {
  return Examiner(grader, exercise, text, seed).questions(count);
}

}  // namespace grader
