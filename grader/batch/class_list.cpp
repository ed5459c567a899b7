#include "batch/class_list.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "batch/exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace grader {
namespace {

bool is_list_head(const std::string& cell) {
  constexpr std::array heads = {"id",      "user", "username", "login",
                                "student", "name", "email",    "sid"};
  return std::ranges::find(heads, lower_case(cell)) != heads.end();
}

/// The ids of a submission: those of a group's students, or its own.
std::vector<std::string> ids_of(const Submitter& submitter) {
  return submitter.members.empty() ? std::vector{submitter.id} : submitter.members;
}

}  // namespace

std::vector<std::string> class_list_in(std::string_view text, const std::string& file) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  std::vector<std::string> ids;
  std::map<std::string, std::size_t> lines;
  std::size_t number = 0;
  bool first = true;
  for (const std::string& line : split_lines(text)) {
    ++number;
    const std::string words(trimmed(line));
    if (words.empty() || words.starts_with('#')) continue;
    const std::optional<TableLine> cells = first_cell(words + ",");  // also where there is but one
    if (!cells || cells->cell.empty()) {
      throw InputError(fmt::format("{}:{}: expected an id, found {}", file, number,
                                   printable_name(cut(line, 100))),
                       "an id in each line, or a CSV whose first column has the ids");
    }
    const bool head = std::exchange(first, false) && is_list_head(cells->cell);
    if (head) continue;
    const std::string id = composed(cells->cell);
    const auto [before, is_new] = lines.try_emplace(id, number);
    if (!is_new) {
      throw InputError(fmt::format("{}:{}: {} is there twice, first in line {}", file, number,
                                   printable_name(id), before->second),
                       "remove one of the two lines");
    }
    ids.push_back(id);
  }
  if (ids.empty())
    throw InputError(fmt::format("{}: expected an id in each line, found none", file));
  return ids;
}

Enrolment enrolment_of(const std::vector<std::string>& list,
                       const std::vector<const Submitter*>& submitters) {
  const std::set<std::string> listed(list.begin(), list.end());
  std::set<std::string> absent = listed;
  Enrolment enrolment;
  for (const Submitter* one : submitters) {
    for (const std::string& id : ids_of(*one)) {
      absent.erase(id);
      if (!listed.contains(id)) enrolment.strangers.push_back(id);
    }
  }
  enrolment.absent.assign(absent.begin(), absent.end());
  return enrolment;
}

std::optional<TableLine> first_cell(std::string_view text) {
  TableLine line;
  if (!text.starts_with('"')) {
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return std::nullopt;
    line.cell = trimmed(text.substr(0, comma));
    line.rest = text.substr(comma + 1);
    return line;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') {
      line.cell += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '"') {
      line.cell += text[++i];
    } else {
      if (i + 1 >= text.size() || text[i + 1] != ',') return std::nullopt;
      line.rest = text.substr(i + 2);
      return line;
    }
  }
  return std::nullopt;
}

}  // namespace grader
