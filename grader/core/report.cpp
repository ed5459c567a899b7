#include "core/report.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

// In the order of the enumerators.
constexpr auto verdict_names = std::to_array<std::string_view>(
    {"passed", "not_started", "wrong_value", "wrong_shape", "not_finite", "exception", "crashed",
     "no_answer", "bad_reply", "forbidden", "time_limit", "memory_limit", "build_failed",
     "build_limit", "missing_file", "rejected", "skipped", "too_costly", "internal_error"});
constexpr auto step_verdict_names =
    std::to_array<std::string_view>({"right", "wrong", "follows", "not_recorded", "not_judged"});

template <class Enum>
std::optional<Enum> named(std::string_view name, const auto& names) {
  const auto place = std::ranges::find(names, name);
  return place == names.end() ? std::nullopt : std::optional(Enum(place - names.begin()));
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  return verdict_names.at(static_cast<std::size_t>(verdict));
}

std::optional<Verdict> verdict_named(std::string_view name) {
  return named<Verdict>(name, verdict_names);
}

std::string_view name_of(StepVerdict verdict) {
  return step_verdict_names.at(static_cast<std::size_t>(verdict));
}

std::optional<StepVerdict> step_verdict_named(std::string_view name) {
  return named<StepVerdict>(name, step_verdict_names);
}

std::string words_of(Verdict verdict) {
  std::string words(name_of(verdict));
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string words_of_run(Verdict verdict) {
  return verdict == Verdict::not_started ? "a TODO is open" : words_of(verdict);
}

std::string cost_text(Cost cost, double amount) {
  const bool bytes = cost == Cost::peak_bytes || cost == Cost::all_bytes;
  if (amount >= 999.5e6)
    return fmt::format("{:.3g} {}", amount / 1e9, bytes ? "GB" : "thousand million");
  if (amount >= 999.5e3) return fmt::format("{:.3g} {}", amount / 1e6, bytes ? "MB" : "million");
  if (amount >= (bytes ? 1e3 : 1e4))
    return fmt::format("{:.3g} {}", amount / 1e3, bytes ? "kB" : "thousand");
  return fmt::format("{}{}", amount, bytes ? " bytes" : "");
}

}  // namespace grader
