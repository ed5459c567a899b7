#include "diagnose/misrecorded.hpp"

#include "core/given.hpp"
#include "diagnose/naming.hpp"
#include "diagnose/property.hpp"
#include "diagnose/record_advice.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace grader {
namespace {

using Places = std::vector<JudgedPlace>;

/// Whether the place is right, and would not be, given what was recorded before it.
bool contradicts(const JudgedPlace& place, const Tolerance& tolerance) {
  return place.verdict == StepVerdict::right && place.student != nullptr &&
         place.given != nullptr && !compare(*place.student, *place.given, tolerance).matches();
}

std::optional<Contradiction> first_in(const Exercise& exercise, const Places& places,
                                      std::size_t run) {
  Contradiction found{run, {}, {}};
  for (const JudgedPlace& place : places) {
    const bool step = exercise.has_step(place.name);
    const bool known = std::ranges::find(found.suspects, place.name) != found.suspects.end();
    if (step && place.verdict == StepVerdict::wrong && !known && found.right.empty()) {
      found.suspects.push_back(place.name);
    } else if (!known && !found.suspects.empty() && contradicts(place, exercise.tolerance)) {
      found.right.push_back(place);
    }
  }
  if (found.right.empty()) return std::nullopt;
  return found;
}

/// Whether a mistake that was made at one of the suspects makes the right places, too.
bool explained(const Contradiction& found, const std::vector<ReplayedRun>& replays,
               const std::vector<Places>& places, const std::vector<Mistake>& mistakes,
               const Tolerance& tolerance) {
  const Naming naming = name_mistakes(replays, places, mistakes, tolerance);
  return std::ranges::any_of(naming.named, [&](const NamedSteps& each) {
    const auto version = static_cast<std::size_t>(each.mistake - mistakes.data()) + 1;
    const auto suspect = [&](const std::string& step) {
      return std::ranges::find(found.suspects, step) != found.suspects.end();
    };
    const auto made = [&](const JudgedPlace& right) {
      return (marks_of(replays[found.run].replay, version, right) & gave_the_students) != 0;
    };
    return std::ranges::any_of(each.steps, suspect) && std::ranges::all_of(found.right, made);
  });
}

/// Whether the array has the other's elements, but for some that are minus infinity.
bool right_but_for_masked(const Tensor& student, const Tensor& reference,
                          const Tolerance& tolerance) {
  if (student.shape != reference.shape || !student.complete() || !is_finite(reference))
    return false;
  std::size_t masked = 0;
  for (std::size_t i = 0; i < student.values.size(); ++i) {
    if (student.values[i] == -std::numeric_limits<double>::infinity())
      ++masked;
    else if (!element_matches(student.values[i], reference.values[i], tolerance))
      return false;
  }
  return masked > 0 && masked < student.values.size();
}

/// Whether the solution makes zeros of some of a step's finite numbers later: it masks them.
bool masks(const Case& one, const std::string& step) {
  const auto scores = std::ranges::find(one.steps, step, &NamedTensor::name);
  if (scores == one.steps.end()) return false;
  return std::any_of(scores, one.steps.end(), [&](const NamedTensor& later) {
    return later.tensor.shape == scores->tensor.shape &&
           std::ranges::count(later.tensor.values, 0.0) >
               std::ranges::count(scores->tensor.values, 0.0);
  });
}

/// Whether `holds(indices)` of all lines of an array along its axis number `axis`.
template <class Holds>
bool all_lines(const Shape& shape, std::size_t axis, Holds holds) {
  std::size_t stride = 1;
  for (std::size_t i = axis + 1; i < shape.size(); ++i) stride *= shape[i];
  const std::size_t block = stride * shape[axis], count = element_count(shape);
  std::vector<std::size_t> line(shape[axis]);
  for (std::size_t start = 0; start < count; start += block) {
    for (std::size_t inner = 0; inner < stride; ++inner) {
      for (std::size_t i = 0; i < line.size(); ++i) line[i] = start + inner + i * stride;
      if (!holds(line)) return false;
    }
  }
  return true;
}

/// Whether `shifted` are `scores` but for a number for each line along the axis.
bool are_shifted(const Tensor& scores, const Tensor& shifted, std::size_t axis,
                 const Tolerance& tolerance) {
  return all_lines(scores.shape, axis, [&](const std::vector<std::size_t>& line) {
    const auto largest =
        std::ranges::max_element(line, {}, [&](std::size_t i) { return scores.values[i]; });
    const double shift = shifted.values[*largest] - scores.values[*largest];
    return std::ranges::all_of(line, [&](std::size_t i) {
      return element_matches(shifted.values[i], scores.values[i] + shift, tolerance);
    });
  });
}

/// Whether `results` are the softmax of `scores` along the axis, or its logarithm.
bool is_softmax(const Tensor& scores, const Tensor& results, std::size_t axis, bool logarithm,
                const Tolerance& tolerance) {
  return all_lines(scores.shape, axis, [&](const std::vector<std::size_t>& line) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const std::size_t i : line) largest = std::max(largest, scores.values[i]);
    for (const std::size_t i : line) sum += std::exp(scores.values[i] - largest);
    return std::ranges::all_of(line, [&](std::size_t i) {
      const double above = scores.values[i] - largest;
      const double result = logarithm ? above - std::log(sum) : std::exp(above) / sum;
      return element_matches(results.values[i], result, tolerance);
    });
  });
}

/// Whether `powers` are the exponentials of `scores`, which may have lost a number of each line.
bool are_exponentials(const Tensor& scores, const Tensor& powers, std::size_t axis,
                      const Tolerance& tolerance) {
  return all_lines(scores.shape, axis, [&](const std::vector<std::size_t>& line) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : line) largest = std::max(largest, scores.values[i]);
    const auto are = [&](double shift) {
      return std::ranges::all_of(line, [&](std::size_t i) {
        return element_matches(powers.values[i], std::exp(scores.values[i] - shift), tolerance);
      });
    };
    return are(largest) || are(0);
  });
}

/// What turned the right numbers of a place into those that were recorded there, before `next`,
/// the place behind it; empty where it is none of that.
std::string done_before_record(const JudgedPlace& place, const JudgedPlace* next,
                               const Tolerance& tolerance) {
  const Tensor &student = *place.student, &reference = *place.reference;
  if (student.shape != reference.shape || !student.complete() || student.shape.empty()) return "";
  const bool goes_on = next != nullptr && next->turn == place.turn && next->reference != nullptr;
  if (goes_on && place.name == "hidden" && next->given != nullptr &&
      compare(*next->given, *next->reference, tolerance).matches()) {
    Tensor positive = reference;
    for (double& value : positive.values) value = std::max(value, 0.0);
    if (compare(student, positive, tolerance).matches())
      return "all that is not 0 is right: recorded after the ReLU";
  }
  for (std::size_t axis = 0; axis < student.shape.size(); ++axis) {
    const bool shifted = goes_on && next->reference->shape == student.shape &&
                         are_shifted(reference, student, axis, tolerance);
    for (const bool logarithm : {false, true}) {
      if (shifted && is_softmax(student, *next->reference, axis, logarithm, tolerance))
        return fmt::format("right {} would follow: the softmax does not see what differs",
                           next->name);
    }
    if (place.name.ends_with("scores") && are_exponentials(reference, student, axis, tolerance))
      return "these are exponentials of the right scores: recorded too late";
  }
  return "";
}

/// The step before place number `index` whose numbers the place has; empty where it has none's.
std::string copied_at(const Places& places, std::size_t index, const Tolerance& tolerance) {
  const JudgedPlace& copy = places[index];
  for (std::size_t i = 0; i < index; ++i) {
    const JudgedPlace& place = places[i];
    if (place.student != nullptr && place.name != copy.name && place.turn == copy.turn &&
        compare(*place.student, *copy.student, tolerance).matches())
      return place.name;
  }
  return "";
}

/// Whether each of two steps has the solution's array of the other.
bool exchanged(const std::vector<std::string>& steps, const ReplayedRun& shown,
               const Tolerance& tolerance) {
  if (steps.size() != 2) return false;
  const auto in = [](const std::vector<NamedTensor>& all, const std::string& name) {
    const auto found = std::ranges::find(all, name, &NamedTensor::name);
    return found == all.end() ? nullptr : &found->tensor;
  };
  const auto has = [&](const std::string& own, const std::string& other) {
    const Tensor* const student = in(shown.run.outcome->steps, own);
    const Tensor* const reference = in(shown.run.one->steps, other);
    return student != nullptr && reference != nullptr &&
           compare(*student, *reference, tolerance).matches();
  };
  return has(steps[0], steps[1]) && has(steps[1], steps[0]);
}

}  // namespace

std::optional<Contradiction> contradiction(const Exercise& exercise,
                                           const std::vector<ReplayedRun>& replays,
                                           const std::vector<Mistake>& mistakes) {
  const std::vector<Places> places = judge_places(exercise, replays);
  for (std::size_t run = 0; run < places.size(); ++run) {
    std::optional<Contradiction> found = first_in(exercise, places[run], run);
    if (!found) continue;
    // Right in a turn or a case that tells little, but not in all, it is no witness.
    std::erase_if(found->right,
                  [&](const JudgedPlace& right) { return differs_somewhere(places, right.name); });
    if (!found->right.empty() && !explained(*found, replays, places, mistakes, exercise.tolerance))
      return found;
  }
  return std::nullopt;
}

bool goes_on_with(const Exercise& exercise, const std::vector<std::string>& steps,
                  const std::vector<ReplayedRun>& replays) {
  const std::vector<Places> places = judge_places(exercise, replays);
  const auto is_one = [&](const JudgedPlace& place) {
    return std::ranges::find(steps, place.name) != steps.end();
  };
  const auto rests = [&](const JudgedPlace& place) {
    return !is_one(place) && rests_on_wrong(place, exercise.tolerance);
  };
  for (std::size_t run = 0; run < places.size(); ++run) {
    const auto first = std::ranges::find_if(places[run], [&](const JudgedPlace& place) {
      return is_one(place) && place.verdict == StepVerdict::wrong;
    });
    if (std::any_of(first, places[run].end(), rests) && !first_in(exercise, places[run], run))
      return true;
  }
  return false;
}

bool solved_by(const Exercise& exercise, const Contradiction& found,
               const std::vector<ReplayedRun>& with, const std::vector<ReplayedRun>& without) {
  const std::vector<Places> before = judge_places(exercise, with);
  const std::vector<Places> after = judge_places(exercise, without);
  for (std::size_t run = 0; run < before.size() && run < after.size(); ++run) {
    for (std::size_t i = 0; i < before[run].size(); ++i) {
      const JudgedPlace& place = after[run][i];
      if (before[run][i].verdict == StepVerdict::follows && place.verdict != StepVerdict::follows)
        return false;
      const bool it = run == found.run && place.name == found.right[0].name &&
                      place.turn == found.right[0].turn;
      if (it && contradicts(place, exercise.tolerance)) return false;
    }
  }
  return true;
}

std::string recorded_after_mask(const Exercise& exercise, const std::vector<ReplayedRun>& replays) {
  for (const std::string& step : exercise.steps) {
    const auto masked_in = [&](const ReplayedRun& each) { return masks(*each.run.one, step); };
    if (!step.ends_with("scores") || std::ranges::none_of(replays, masked_in)) continue;
    bool masked = false, others = false;
    for (const Places& places : judge_places(exercise, replays)) {
      for (const JudgedPlace& place : places) {
        if (place.name != step || !place.differs()) continue;
        if (right_but_for_masked(*place.student, *place.reference, exercise.tolerance))
          masked = true;
        else
          others = true;
      }
    }
    if (masked && !others) return step;
  }
  return "";
}

std::map<std::string, std::string> recorded_later(const Exercise& exercise,
                                                  const std::vector<ReplayedRun>& replays) {
  std::map<std::string, std::string> later;
  std::set<std::string> others;
  for (const Places& places : judge_places(exercise, replays)) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const JudgedPlace& place = places[i];
      if (!place.differs() || place.reference == nullptr || !exercise.has_step(place.name))
        continue;
      const JudgedPlace* const next = i + 1 < places.size() ? &places[i + 1] : nullptr;
      std::string words = done_before_record(place, next, exercise.tolerance);
      if (words.empty()) others.insert(place.name);
      later.try_emplace(place.name, std::move(words));
    }
  }
  std::erase_if(later, [&](const auto& each) { return others.contains(each.first); });
  return later;
}

std::map<std::string, std::string> recorded_twice(const Exercise& exercise,
                                                  const std::vector<ReplayedRun>& replays) {
  std::map<std::string, std::string> twice;
  std::set<std::string> others;
  for (const Places& places : judge_places(exercise, replays)) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const JudgedPlace& place = places[i];
      if (place.student == nullptr || !exercise.has_step(place.name)) continue;
      const std::string copied = copied_at(places, i, exercise.tolerance);
      const auto known = twice.try_emplace(place.name, copied);
      if (copied.empty() || known.first->second != copied) others.insert(place.name);
    }
  }
  std::erase_if(twice, [&](const auto& each) { return others.contains(each.first); });
  return twice;
}

std::string words_on_misrecorded(const Contradiction& found, const std::vector<std::string>& steps,
                                 const ReplayedRun& shown, const Tolerance& tolerance) {
  if (exchanged(steps, shown, tolerance))
    return fmt::format("\"{}\" and \"{}\" were recorded under each other's names", steps[0],
                       steps[1]);
  return misplaced_record(found.right[0].name, steps);
}

}  // namespace grader
