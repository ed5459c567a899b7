#include "judge/costs.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace grader {
namespace {

/// The share of the reference's operations below which none are believed: it does with nearly as
/// few as can be, where they are limited.
double least_operations(const CostSpec& spec) { return spec.bounds(Cost::operations) ? 0.85 : 0.5; }

double of(const Costs& costs, Cost cost) { return costs[static_cast<std::size_t>(cost)]; }

/// An amount of this cost as it is told: to two digits where compilers may differ, by the order of
/// operands.
double told(Cost cost, double amount) {
  if ((cost != Cost::misses && cost != Cost::accesses) || amount <= 0) return amount;
  const double grain = std::pow(10, std::floor(std::log10(amount)) - 1);
  return std::round(amount / grain) * grain;
}

/// The power of the size with which a cost grows from the smallest to the largest case.
double exponent(double smallest, double largest) {
  const double growth = static_cast<double>(*std::rbegin(cost_factors)) / cost_factors[0];
  return std::log(largest / smallest) / std::log(growth);
}

/// "N = 372, M = 380": the sizes that grow.
std::string sizes_text(const CostSpec& spec, const Case& one) {
  std::vector<std::string> texts;
  for (const std::string& symbol : spec.grow)
    texts.push_back(fmt::format("{} = {}", symbol, one.sizes.at(symbol)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// What a limit bounds.
double value_of(const CostLimit& limit, std::span<const Costs> counted, const Costs& needed) {
  const double largest = of(counted.back(), limit.cost);
  switch (limit.of) {
    case CostLimit::Of::reference:
      return largest / std::fmax(of(needed, limit.cost), 1);  // it may need no memory
    case CostLimit::Of::exponent:
      // A few bytes more are no growth.
      return exponent(std::fmax(of(counted.front(), limit.cost), 1), std::fmax(largest, 1));
  }
  return 0;
}

/// The same in words.
std::string measure_text(const CostLimit& limit) {
  const std::string cost(name_of(limit.cost));
  switch (limit.of) {
    case CostLimit::Of::reference:
      return cost + " over the reference's";
    case CostLimit::Of::exponent:
      return "exponent of " + cost;
  }
  return cost;
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
                             told(limit.cost, value_of(limit, counted, *cases.back().costs)),
                             limit.at_most});
  }
  return report;
}

void judge_costs(const Exercise& exercise, std::span<const Case> cases,
                 std::span<const Costs> counted, CaseResult& last) {
  const CostSpec& spec = *exercise.costs;
  const Costs& most = counted.back();
  const Costs& needed = *cases.back().costs;
  const std::string sizes = sizes_text(spec, cases.back());
  const double operations = of(most, Cost::operations);
  const double least = least_operations(spec) * of(needed, Cost::operations);
  if (operations < least) {
    last.verdict = Verdict::too_costly;
    last.message = fmt::format(
        "{}: {} operations, and no program can do with less than {}: something is computed with "
        "other numbers than Real, and not counted",
        sizes, cost_text(Cost::operations, operations), cost_text(Cost::operations, least));
    return;
  }
  const auto broken = std::ranges::find_if(spec.limits, [&](const CostLimit& limit) {
    return value_of(limit, counted, needed) > limit.at_most;
  });
  if (broken == spec.limits.end()) return;
  const double value = told(broken->cost, value_of(*broken, counted, needed));
  last.verdict = Verdict::too_costly;
  last.missed.push_back({broken->name, measure_text(*broken), value, {}, broken->at_most});
  last.message = fmt::format("{}: {}: {}, where {} are enough", sizes, name_of(broken->cost),
                             cost_text(broken->cost, told(broken->cost, of(most, broken->cost))),
                             cost_text(broken->cost, told(broken->cost, of(needed, broken->cost))));
  if (broken->of == CostLimit::Of::exponent) {
    last.message += fmt::format("; it grows with the power {:.2f} of {}, expected at most {:.3g}",
                                value, spec.grow.front(), broken->at_most);
  }
}

namespace {

using WordSet = std::set<std::string_view>;

/// Words with which numbers or memory are got at without being counted, or the counters.
const WordSet uncounted_words{"asm",
                              "__asm",
                              "__asm__",
                              "redefine_extname",
                              "weakref",
                              "dlsym",
                              "dlvsym",
                              "dl_iterate_phdr",
                              "meter",
                              "harness",
                              "grader",
                              "softmark_call",
                              "reinterpret_cast",
                              "bit_cast",
                              "union",
                              "memcpy",
                              "memmove",
                              "memset",
                              "alloca",
                              "__builtin_alloca",
                              "__builtin_memcpy",
                              "mmap",
                              "sbrk",
                              "brk",
                              "syscall",
                              "madvise",
                              "thrd_create",
                              "no_sanitize",
                              "__no_sanitize__",
                              "no_sanitize_thread",
                              "__no_sanitize_thread__",
                              "disable_sanitizer_instrumentation",
                              "__has_feature",
                              "__SANITIZE_THREAD__"};
const WordSet types{"Real", "Rows", "FloatRows", "Table", "Stream"};

/// const_cast<Real*>(...) and const_cast<...>(this) reach no matrix that is given.
bool is_harmless_cast(const std::vector<Token>& tokens, std::size_t i) {
  const auto at = [&](std::size_t k) {
    return k < tokens.size() ? tokens[k].text : std::string_view();
  };
  std::size_t end = i;
  while (end < std::min(tokens.size(), i + 32) && !tokens[end].is(">")) ++end;
  return at(end + 2) == "this" || (at(i + 2) == "Real" && at(i + 3) == "*" && end == i + 4);
}

/// Where the next line goes on, if the backslash at `at` joins it to this one; else 0.
std::size_t end_of_splice(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '\\') return 0;
  const std::size_t end = text.find_first_not_of(" \t\r\f\v", at + 1);  // compilers pass over it
  return end != text.npos && end + 1 < text.size() && text[end] == '\n' ? end + 1 : 0;
}

/// Whether the tokens from the i-th on do the same: types of the kit anew, keywords with another
/// meaning, pointers to what a Real is made of, templates of the kit in other words.
bool is_uncounted(const std::vector<Token>& tokens, std::size_t i) {
  const auto word = [&](std::size_t back) {
    return i >= back ? tokens[i - back].text : std::string_view();
  };
  if (uncounted_words.contains(word(0))) return true;
  if (word(0) == ":" && word(1) == "%" && word(2) == ":" && word(3) == "%") return true;  // is ##
  if (word(0) == "#" && word(1) == "#") {  // a number is in no word that matters
    const auto is_number = [&](std::size_t k) {
      return k < tokens.size() && tokens[k].kind == Token::Kind::number;
    };
    return !is_number(i - 2) && !is_number(i + 1);
  }
  if (tokens[i].kind == Token::Kind::literal) return word(0).find("_Z") != std::string_view::npos;
  if (word(0) == "const_cast") return !is_harmless_cast(tokens, i);
  const bool parameter = word(2) == "<" || word(2) == ",";
  if (types.contains(word(0)))
    return !parameter && WordSet{"class", "struct", "using", "define"}.contains(word(1));
  if (word(1) == "define") return WordSet{"private", "class", "struct", "const"}.contains(word(0));
  if (word(0) == "*") return WordSet{"double", "float", "long", "unsigned"}.contains(word(1));
  if (word(1) == "template") return word(0) != "<";
  return word(0) == ">" && word(1) == "<" && word(2) == "template";
}

}  // namespace

std::optional<std::pair<unsigned, std::string>> uncounted_code(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != text.npos; at = text.find('\\', at + 1)) {
    const std::size_t before = at;
    while (const std::size_t end = end_of_splice(text, at)) at = end;
    if (at != before && before > 0 && in_name(text[before - 1]) && in_name(text[at]))
      return std::pair(line_of(text, before), "a word over two lines");
  }
  const std::vector<Token> tokens = tokens_of(text, Directives::read);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_uncounted(tokens, i)) continue;
    const bool alone =
        i == 0 || uncounted_words.contains(tokens[i].text) || tokens[i].is("const_cast");
    const bool apart = !alone && tokens[i - 1].end < tokens[i].begin;
    const std::string before =
        alone ? "" : fmt::format("{}{}", tokens[i - 1].text, apart ? " " : "");
    return std::pair(line_of(text, tokens[i].begin), fmt::format("`{}{}`", before, tokens[i].text));
  }
  return std::nullopt;
}

std::optional<Place> refuse_uncounted(std::string_view text, CaseResult& last) {
  const auto code = uncounted_code(text);
  if (!code || last.verdict != Verdict::passed) return std::nullopt;
  last.verdict = Verdict::too_costly;
  last.message = fmt::format(
      "line {}: {} is refused where costs are counted: with such code a program can compute or "
      "keep numbers that nobody sees",
      code->first, code->second);
  return Place{code->first, 0};
}

const CostLimit* broken_limit(const Exercise& exercise, const CaseResult& result) {
  if (!exercise.costs || result.missed.empty()) return nullptr;
  const auto& limits = exercise.costs->limits;
  const auto found = std::ranges::find(limits, result.missed.front().requirement, &CostLimit::name);
  return found == limits.end() ? nullptr : &*found;
}

}  // namespace grader
