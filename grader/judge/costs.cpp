#include "judge/costs.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

double of(const Costs& costs, Cost cost) { return costs[static_cast<std::size_t>(cost)]; }

/// An amount of this cost as it is told: to two digits where compilers may differ, by the order of
/// operands.
double told(Cost cost, double amount) {
  const bool exact = cost != Cost::misses && cost != Cost::span && cost != Cost::reads;
  if (exact || amount <= 0) return amount;
  const double grain = std::pow(10, std::floor(std::log10(amount)) - 1);
  return std::round(amount / grain) * grain;
}

/// "N = 372, M = 380": the sizes that grow.
std::string sizes_text(const CostSpec& spec, const Case& one) {
  std::vector<std::string> texts;
  for (const std::string& symbol : spec.grow)
    texts.push_back(fmt::format("{} = {}", symbol, one.sizes.at(symbol)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What a limit bounds.
double value_of(const CostLimit& limit, const Costs& counted, const Costs& needed) {
  return of(counted, limit.cost) / std::fmax(of(needed, limit.cost), 1);  // it may need none
}

std::string measure_text(const CostLimit& limit) {
  return std::string(name_of(limit.cost)) + " over the reference's";
}

}  // namespace

CostReport cost_report(const Exercise& exercise, std::span<const Case> cases,
                       std::span<const Costs> counted) {
  CostReport report;
  for (const Case& one : cases) report.sizes.push_back(sizes_text(*exercise.costs, one));
  for (std::size_t i = 0; i < cost_count; ++i) {
    const auto cost = static_cast<Cost>(i);
    if (!exercise.costs->bounds(cost)) continue;
    auto& [which, program, reference] =
        report.costs.emplace_back(CostReport::Counted{cost, {}, {}});
    for (std::size_t k = 0; k < cases.size(); ++k) {
      program.push_back(told(cost, of(counted[k], cost)));
      reference.push_back(told(cost, of(*cases[k].costs, cost)));
    }
  }
  for (const CostLimit& limit : exercise.costs->limits) {
    report.shares.push_back({limit.name, limit.cost, measure_text(limit),
                             told(limit.cost, value_of(limit, counted.back(), *cases.back().costs)),
                             limit.at_most});
  }
  return report;
}

void judge_costs(const Exercise& exercise, std::span<const Case> cases,
                 std::span<const Costs> counted, CaseResult& last) {
  const Costs& most = counted.back();
  const Costs& needed = *cases.back().costs;
  const auto& limits = exercise.costs->limits;
  const auto broken = std::ranges::find_if(limits, [&](const CostLimit& limit) {
    return value_of(limit, most, needed) > limit.at_most;
  });
  if (broken == limits.end()) return;
  const auto text = [&](const Costs& costs) {
    return cost_text(broken->cost, told(broken->cost, of(costs, broken->cost)));
  };
  last.verdict = Verdict::too_costly;
  last.missed.push_back({broken->name,
                         measure_text(*broken),
                         told(broken->cost, value_of(*broken, most, needed)),
                         {},
                         broken->at_most});
  last.message =
      fmt::format("{}: {}: {}, where {} are enough", sizes_text(*exercise.costs, cases.back()),
                  name_of(broken->cost), text(most), text(needed));
}

void judge_stopped(const Exercise& exercise, const Case& one, CaseResult& result) {
  result.verdict = Verdict::too_costly;
  result.message =
      fmt::format("{}: it was stopped when it had read {} times as many numbers as are enough",
                  sizes_text(*exercise.costs, one), most_reads);
  const auto& limits = exercise.costs->limits;
  const auto found = std::ranges::find(limits, Cost::reads, &CostLimit::cost);
  if (found != limits.end())
    result.missed.push_back({found->name, measure_text(*found), most_reads, {}, found->at_most});
}

const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result) {
  if (!exercise.costs || result.missed.empty()) return nullptr;
  const auto& limits = exercise.costs->limits;
  const auto found = std::ranges::find(limits, result.missed.front().requirement, &CostLimit::name);
  return found == limits.end() ? nullptr : &*found;
}

}  // namespace grader
