#pragma once
// Replays: reference versions run on cases' inputs, and go on with what the student recorded.
//
// In their sources record() is replay_record(). The object that has them all defines
// softmark_replay.

#include "core/outcome.hpp"
#include "harness/call.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace grader::harness {

/// Whether a replay is under way: else a version is called by itself.
bool replaying();

/// Takes what the running version computed as a step. Returns the student's values where they have
/// the same shape, else null.
const double* replay_step(std::string_view name, std::size_t rank, const std::size_t* shape,
                          const double* values);

/// The running version went on with the values that the last replay_step returned.
void went_on();

/// The result of a replay of one case.
struct Replayed {
  /// The solution's steps, as it computed them. Those beyond the limits of a reply have their name
  /// and an array of shape (0).
  std::vector<NamedTensor> steps;
  /// First the ReplayMarks, a row for each version, then for each pair, and a column for each place
  /// of the solution. Then a row for each pair with the numbers of its two versions. Then the
  /// solution's results, none where it throws.
  std::vector<Tensor> results;
  std::string text;  ///< what the solution threw
};

/// Runs the versions one after the other, as Given says; each case has as many of the inputs. Where
/// a version throws it ends there. A pair is a program with two mistakes, of which neither alone has
/// what is wrong at some step.
std::vector<Replayed> replay(void (*version)(unsigned, Call&), std::span<const Tensor> inputs,
                             const Given& given);

/// Puts the values into `array`, where it can be written to and hold them.
template <class E>
void put(const double* values, E& array) {
  using T = std::remove_cvref_t<decltype(*array.begin())>;
  if constexpr (requires { *array.begin() = T(); }) {
    if (!std::all_of(values, values + array.size(), can_hold<T>)) return;
    for (auto&& each : array) each = static_cast<T>(*values++);
    went_on();
  }
}

}  // namespace grader::harness

namespace softmark {

/// What record() is in a replay.
template <class E>
void replay_record(std::string_view name, E&& value) {
  namespace gh = grader::harness;
  if (!gh::replaying()) return record(name, value);
  using Value = std::remove_reference_t<E>;
  if constexpr (std::is_arithmetic_v<std::remove_cv_t<Value>>) {
    const double computed = static_cast<double>(value);
    const double* given = gh::replay_step(name, 0, nullptr, &computed);
    if constexpr (!std::is_const_v<Value>) {
      if (given == nullptr || !gh::can_hold<Value>(*given)) return;
      value = static_cast<Value>(*given);
      gh::went_on();
    }
  } else {
    const double* given = nullptr;
    {
      const auto& array = detail::evaluated(value);
      given = gh::replay_step(name, array.dimension(), array.shape().data(), array.data());
    }
    if (given != nullptr) gh::put(given, value);
  }
}

}  // namespace softmark

/// Calls the version of this number, as softmark_call calls a student's function.
extern "C" void softmark_replay(unsigned version, grader::harness::Call& call);
