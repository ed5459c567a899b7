#include "mutants/mutants.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "mutants/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

/// The places of tokens that stay as they are.
std::vector<bool> left_alone(const std::vector<Token>& tokens) {
  std::vector<bool> alone(tokens.size(), false);
  for (const Statement& statement : statements_of(tokens)) {
    const Token& first = tokens[statement.first];
    std::size_t from = statement.first;
    if (first.is("throw")) {
      from = statement.head;
    } else if (!first.is("record") && !first.is("using") && !first.is("static_assert")) {
      continue;
    }
    std::fill(alone.begin() + static_cast<std::ptrdiff_t>(from),
              alone.begin() + static_cast<std::ptrdiff_t>(statement.last) + 1, true);
  }
  return alone;
}

/// Without comments at the ends of lines.
std::string single_spaced(std::string_view text) {
  std::string result;
  for (const std::string& line : split_lines(text)) {
    for (const char c : trimmed(std::string_view(line).substr(0, line.find(" //")))) {
      const bool space = c == ' ' || c == '\t';
      if (!space || !result.ends_with(' ')) result += space ? ' ' : c;
    }
    if (!result.empty() && !result.ends_with(' ')) result += ' ';
  }
  return std::string(trimmed(result));
}

}  // namespace

std::vector<Mutant> mutants_of(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  const std::vector<bool> alone = left_alone(tokens);
  Changes changes(tokens, text);
  for (const auto& make :
       {change_tokens, change_calls, change_operands, change_statements, change_variables})
    make(changes);
  std::vector<Mutant> mutants = changes.take();
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return std::ranges::any_of(tokens, [&](const Token& token) {
      const auto place = static_cast<std::size_t>(&token - tokens.data());
      return alone[place] && token.begin < mutant.end && token.end > mutant.begin;
    });
  });
  std::ranges::stable_sort(mutants, {}, &Mutant::begin);
  std::set<std::string> texts{std::string(text)};
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return !texts.insert(changed_text(text, mutant)).second;
  });
  return mutants;
}

std::string changed_text(std::string_view text, const Mutant& mutant) {
  return std::string(text.substr(0, mutant.begin)) + mutant.replacement +
         std::string(text.substr(mutant.end));
}

ChangedLines changed_lines(std::string_view text, const Mutant& mutant) {
  const std::size_t line = text.rfind('\n', mutant.begin) + 1;  // 0 where there is none
  const std::size_t end = std::min(text.find('\n', mutant.end), text.size());
  ChangedLines lines;
  lines.first =
      1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, mutant.begin), '\n'));
  lines.before = single_spaced(text.substr(line, end - line));
  lines.after =
      single_spaced(std::string(text.substr(line, mutant.begin - line)) + mutant.replacement +
                    std::string(text.substr(mutant.end, end - mutant.end)));
  return lines;
}

std::vector<Excuse> read_excuses(std::string_view text, const std::string& file) {
  std::vector<Excuse> excuses;
  std::string reason;
  bool excused = false;  // the reason has been used: the next line of words begins another
  std::string before;
  std::size_t number = 0;
  const auto wrong = [&](const char* what) {
    throw InputError(fmt::format("{}:{}: {}", file, number, what));
  };
  for (const std::string& line : split_lines(text)) {
    ++number;
    const std::string words = single_spaced(line);
    if (!before.empty()) {
      if (!words.starts_with('+')) wrong("expected a line with + below the one with -");
      excuses.push_back({before, single_spaced(words.substr(1)), reason});
      before.clear();
      excused = true;
    } else if (words.starts_with('-')) {
      if (reason.empty()) wrong("expected a reason above the first line with -");
      before = single_spaced(words.substr(1));
    } else if (words.starts_with('+')) {
      wrong("expected a line with - above the one with +");
    } else if (!words.empty() && !words.starts_with('#')) {
      if (std::exchange(excused, false)) reason.clear();
      reason += (reason.empty() ? "" : " ") + words;
    }
  }
  if (!before.empty()) wrong("expected a line with + below the one with -");
  return excuses;
}

}  // namespace grader
