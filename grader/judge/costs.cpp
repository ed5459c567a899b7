#include "judge/costs.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// Fails a case that breaks this limit, where there is one.
void fail(const CostLimit* limit, double ratio, const std::string& why, const Case& one,
          CaseResult& result) {
  result.verdict = Verdict::too_costly;
  result.message = fmt::format("{}: {}", sizes_text(one.sizes), why);
  if (limit == nullptr) return;
  result.missed.push_back({limit->name, measure_of(limit->cost), ratio, {}, limit->at_most});
}

}  // namespace

std::vector<Counted> judge_costs(const Exercise& exercise, const Case& one, const Costs& counted,
                                 CaseResult& result) {
  std::vector<Counted> costs;
  for (const CostLimit& limit : exercise.costs->limits) {
    const Counted& its =
        costs.emplace_back(Counted{limit.name, limit.cost, amount_of(limit.cost, counted),
                                   amount_of(limit.cost, *one.costs), limit.at_most});
    if (its.ratio() > limit.at_most && result.verdict == Verdict::passed)
      fail(&limit, its.ratio(),
           fmt::format("{}: {}, where {} are enough", name_of(its.cost),
                       cost_text(its.cost, its.program), cost_text(its.cost, its.reference)),
           one, result);
  }
  return costs;
}

void judge_stopped(const Exercise& exercise, const Case& one, CaseResult& result) {
  const auto& limits = exercise.costs->limits;
  const auto limit = std::ranges::find(limits, Cost::reads, &CostLimit::cost);
  fail(limit == limits.end() ? nullptr : &*limit, most_reads,
       fmt::format("it was stopped when it had read {} times as many numbers as are enough",
                   most_reads),
       one, result);
}

const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result) {
  if (!exercise.costs || result.missed.empty()) return nullptr;
  const auto& limits = exercise.costs->limits;
  const auto found = std::ranges::find(limits, result.missed.front().requirement, &CostLimit::name);
  return found == limits.end() ? nullptr : &*found;
}

}  // namespace grader
