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
#include <span>

namespace grader {
namespace {

constexpr std::size_t option_count = 4;
constexpr const char *thrown = "an exception is thrown", *unchanged = "nothing changes";

/// A change of an input, and what the function then takes on each case.
struct Change {
  std::string words;
  std::vector<std::vector<Tensor>> calls;
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
  std::set<std::string> changed;
  for (const NamedTensor& array : before) {
    const std::string effect = effect_on(array.name, before, then), name = step_of(array.name);
    if (effect.empty()) return "";
    if (std::ranges::count(names, name) == 0) names.push_back(name);
    if (effect != unchanged) changed.insert(name);
  }
  std::erase_if(names, [&](const std::string& name) { return !changed.contains(name); });
  return names.empty() ? unchanged : fmt::format("what changes: {}", fmt::join(names, ", "));
}

/// A number to three digits behind the point, as it is shown; never -0.
double to_digits(double value) { return std::round(1000 * value) / 1000 + 0.0; }

/// An array's lines, to three digits behind the point; none where it is large.
std::vector<std::string> lines_of(const std::string& name, Tensor tensor) {
  constexpr std::size_t most_shown = 24;
  if (tensor.shape.empty()) return {fmt::format(" {} = {}", name, number_text(tensor.values[0]))};
  for (double& value : tensor.values) value = to_digits(value);
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
    const std::size_t more = parts_.size() < 20 ? 13 : 5;  // lines where inputs give little
    if (exercise_.catches || !run_all(more + count)) return {};
    for (const NamedTensor& array : own_[0].given[0]) {
      const auto effect = [&](const Arrays& before, const Arrays& then) {
        return effect_on(array.name, before, then);
      };
      ask_of_effects(place_text(array.name), effect);
    }
    for (const NamedTensor& array : own_[0].given[2]) ask_for_numbers(array);
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
  /// Two small cases as they are drawn, of the same sizes, which tell axes apart, and the first of
  /// them for simple numbers. Where not all sizes are legal, it is the same case each time.
  void choose_cases() {
    cases_.assign(3, fresh_case(exercise_, random_(), 0));
    if (exercise_.measures) return;
    const auto cases = shape_cases(exercise_, random_(), {});
    const auto badness = [](const Case& one) {  // of equals the first is the smallest
      std::multiset<std::size_t> sizes;
      for (const auto& [symbol, size] : one.sizes) sizes.insert(size);
      std::size_t bad = 0;
      for (const std::size_t size : sizes)
        bad += sizes.count(size) - 1 + (size < 2 ? 9 : size == 2 ? 2 : size / 5);
      return bad;
    };
    const auto best = std::ranges::min_element(cases, {}, badness) - cases.begin();
    const auto others = shape_cases(exercise_, random_(), {});
    cases_ = {cases.begin()[best], others.begin()[best], cases.begin()[best]};
  }

  /// One index serves all inputs, so that it tells nothing; where there is one, it has two.
  void choose_changes() {
    std::vector<std::string> names;
    for (const Draw& draw : exercise_.recipe.draws)
      if (!draw.shape.empty() &&
          (draw.distribution == Distribution::normal || draw.distribution == Distribution::linear))
        names.push_back(draw.name);
    for (const std::string& name : names) make_simple(cases_[2].inputs.at(name));
    std::set<std::size_t> indices = {random_() % 2};
    if (names.size() == 1) indices = {0, 1};
    for (const std::string& name : names) {
      const Shape& shape = cases_[0].inputs.at(name).shape;
      for (const auto& [words, factor, term] :
           {std::tuple("is doubled", 2, 0), {"grows by 1", 1, 1}, {"changes its sign", -1, 0}}) {
        parts_.push_back(change(name, words, factor, term));
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
          for (const std::size_t index : indices)
            if (index < shape[axis])
              parts_.push_back(change(name, words, factor, term, axis, index));
      }
      for (const auto& [words, factor, term] : {std::tuple("is set to 0", 0, 0),
                                                {"is set to 1", 0, 1},
                                                {"changes its sign", -1, 0},
                                                {"is 100 times as large", 100, 0}})
        wholes_.push_back(change(name, words, factor, term));
    }
  }

  /// Halves, with which a reader can compute, and none of them zero.
  static void make_simple(Tensor& tensor) {
    double most = 1e-9;
    for (const double value : tensor.values) most = std::max(most, std::abs(value));
    for (double& value : tensor.values)
      value = std::copysign(std::max(1.0, std::round(3 * std::abs(value) / most)) / 2, value);
  }

  /// Each number of an input, or of one index of an axis of it, times a factor, plus a term.
  Change change(const std::string& name, const std::string& words, double factor, double term,
                std::optional<std::size_t> axis = {}, std::size_t index = 0) const {
    Change made{fmt::format("`{}` {}", name, words), {}};
    for (Case one : cases_) {
      Tensor& tensor = one.inputs.at(name);
      const Shape& shape = tensor.shape;
      if (axis)
        made.words =
            fmt::format("{} of `{}` {}", part_text(shape.size(), *axis, {index}), name, words);
      std::size_t inner = 1;
      for (std::size_t k = axis.value_or(0) + 1; k < shape.size(); ++k) inner *= shape[k];
      for (std::size_t i = 0; i < tensor.values.size(); ++i)
        if (!axis || i / inner % shape[*axis] == index)
          tensor.values[i] = factor * tensor.values[i] + term;
      made.calls.push_back(arguments_of(exercise_, one.inputs));
    }
    return made;
  }

  /// What a program gives without a change, first, and with each. None where it does not compile,
  /// or ends otherwise than by a result or an exception.
  std::vector<Trial> run(const std::string& text, const std::vector<Change>& changes) {
    const Program program = ProgramBuild(bench_, exercise_, text).finish();
    if (program.problem) return {};
    std::vector<std::vector<Tensor>> calls;
    std::vector<Trial> trials;
    for (const Case& one : cases_) calls.push_back(arguments_of(exercise_, one.inputs));
    for (const Change& one : changes) calls.insert(calls.end(), one.calls.begin(), one.calls.end());
    Limits limits = own_limits(exercise_);
    limits.cpu_seconds = 1;
    for (const Outcome& outcome : runner_.run_each(program.file.get(), calls, limits)) {
      if (trials.empty() || trials.back().given.size() == cases_.size())
        trials.push_back({trials.empty() ? "" : changes[trials.size() - 1].words, {}});
      trials.back().given.push_back(arrays_of(outcome));
    }
    return trials;
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
    std::vector<Change> changes = wholes_;
    changes.insert(changes.end(), parts_.begin(), parts_.end());
    own_ = run(text_, changes);
    if (own_.empty() || std::ranges::any_of(own_[0].given, &Arrays::empty)) return false;
    std::vector<Bug> bugs = bugs_of(text_, random_());
    bugs.resize(std::min(bugs.size(), most_bugs));
    for (const Bug& bug : bugs) {
      constexpr std::size_t longest = 110;  // of a line that is shown
      const ChangedLines& lines = bug.lines;
      if (lines.after.size() > longest) continue;
      std::vector<Trial> trials = run(bug.text, wholes_);
      if (trials.empty()) continue;
      trials[0].words = fmt::format("line {}{}", lines.first,
                                    lines.after.empty() ? " is left out" : ": " + lines.after);
      of_lines_.push_back(trials[0]);
      with_wholes_.push_back(std::move(trials));
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
         {std::pair("cause", std::span(own_).subspan(1 + wholes_.size())),
          std::pair("line", std::span(of_lines_))}) {
      std::vector<std::string> changes, effects;
      for (const Trial& trial : trials) {
        const std::string effect = effect_of(own_[0].given[0], trial.given[0]);
        if (effect.empty() || effect != effect_of(own_[0].given[1], trial.given[1])) continue;
        changes.push_back(trial.words);
        effects.push_back(effect);
      }
      ask(kind, inputs_text(), "Which change has this effect on " + place + "?", effects, changes,
          effects);
      ask(kind, inputs_text(), "Which effect has this change, alone, on " + place + "?", changes,
          effects, effects);
    }
  }

  /// Which number stands where, where all inputs and what is recorded before fit on a page.
  void ask_for_numbers(const NamedTensor& array) {
    constexpr std::size_t most_lines = 50;
    std::vector<std::string> text, places, numbers;
    bool fits = true;
    const auto show = [&](const std::string& name, const Tensor& tensor) {
      const std::vector<std::string> lines = lines_of(name, tensor);
      fits = fits && !lines.empty() && text.size() < most_lines;
      text.insert(text.end(), lines.begin(), lines.end());
    };
    for (const std::string& name : exercise_.arguments) show(name, cases_[2].inputs.at(name));
    for (const auto& [name, tensor] : own_[0].given[2]) {
      if (name == array.name) break;
      show(name, tensor);
    }
    if (!fits || lines_of(array.name, array.tensor).empty()) return;
    const Shape& shape = array.tensor.shape;
    for (std::size_t i = 0; i < array.tensor.values.size(); ++i) {
      std::vector<std::size_t> index(shape.size());
      for (std::size_t k = shape.size(), rest = i; k-- > 0; rest /= shape[k])
        index[k] = rest % shape[k];
      places.push_back(index_text(index));
      numbers.push_back(fmt::format("{:.3f}", to_digits(array.tensor.values[i])));
    }
    const std::string place = place_text(array.name);
    ask("line", text, "Which number stands here in " + place + "?", places, numbers, numbers);
    ask("line", text, "Where does this number stand in " + place + "?", numbers, places, numbers);
  }

  /// On which input alone a changed line does harm, or none.
  void ask_for_reason(std::size_t line, bool harm) {
    std::vector<std::string> rights, others;
    for (std::size_t i = 0; i < wholes_.size(); ++i) {
      std::set<std::string> effects;  // on what is returned, in each case
      for (std::size_t k = 0; k < 2; ++k) {
        const Arrays& own = own_[i + 1].given[k];
        const Arrays results(own.empty() ? own.end() : own.end() - results_, own.end());
        const std::string effect = effect_on_all(results, with_wholes_[line][i + 1].given[k]);
        effects.insert(own.empty() ? "" : effect == unchanged ? "right" : effect);
      }
      if (effects.contains("")) continue;
      const bool is_right = effects.contains("right");
      if (!is_right || effects.size() == 1)
        (is_right != harm ? rights : others).push_back(wholes_[i].words);
    }
    if (rights.empty() || others.size() < option_count) return;
    std::ranges::shuffle(others, random_);
    const std::string& right = rights[random_() % rights.size()];
    // What is done to an input tells nothing where it is done to others, too.
    std::stable_partition(others.begin(), others.end(), [&](const std::string& other) {
      return other.substr(other.rfind('`')) == right.substr(right.rfind('`'));
    });
    others.resize(option_count);
    Question question{inputs_text(), others, random_() % option_count, ""};
    question.options[question.right] = right;
    question.text.push_back(fmt::format("On which of these inputs alone is what you return {}?",
                                        harm ? "wrong after this change" : "right all the same"));
    question.text.push_back("    " + of_lines_[line].words);
    for (std::size_t i = 0; i < option_count; ++i)
      question.proof += fmt::format("  {}: {}\n", question.options[i],
                                    (i == question.right) == harm ? "wrong" : "right");
    found_["reason"].push_back(std::move(question));
  }

  /// Asks which of four `asked` belongs to one of `given`, where four effects are different: some
  /// such questions.
  void ask(const std::string& kind, const std::vector<std::string>& text, const std::string& prompt,
           const std::vector<std::string>& given, const std::vector<std::string>& asked,
           const std::vector<std::string>& effects) {
    for (int turn = 0; turn < 3; ++turn) {
      const std::vector<std::size_t> four = four_of(effects, random_());
      if (four.empty()) return;
      Question question{text, {}, random_() % option_count, ""};
      question.text.insert(question.text.end(), {prompt, "    " + given[four[question.right]]});
      for (const std::size_t i : four) {
        question.options.push_back(asked[i]);
        const std::string& change = &given == &effects ? asked[i] : given[i];
        question.proof += fmt::format("  {}: {}\n", change, effects[i]);
      }
      std::vector<Question>& all = found_[kind];
      if (std::ranges::count(all, question.text, &Question::text) == 0) all.push_back(question);
    }
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
  std::vector<Change> parts_, wholes_;
  std::vector<Trial> own_;  ///< without a change, then with each of `wholes_`, then of `parts_`
  std::vector<Trial> of_lines_;
  std::vector<std::vector<Trial>> with_wholes_;         ///< of each line, likewise
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
