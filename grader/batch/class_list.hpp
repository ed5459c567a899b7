#pragma once
// Who is in the class: those who handed in, and those whom a list of the class has.

#include "batch/exports.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The ids in a list of the class: one a line, or the first cell of each line of a CSV. The first
/// of them may be a head (`id`, `user`, `username`, `login`, `student`, `name`, `email`, `sid`).
/// Blank lines and those that begin with '#' do not count. Throws InputError, which names `file`
/// and the line.
std::vector<std::string> class_list_in(std::string_view text, const std::string& file);

/// How a list of the class differs from those who handed in.
struct Enrolment {
  std::vector<std::string> absent;     ///< on the list, and handed in nothing; sorted
  std::vector<std::string> strangers;  ///< handed in, and not on the list
};
Enrolment enrolment_of(const std::vector<std::string>& list,
                       const std::vector<const Submitter*>& submitters);

/// The first cell of a line, and what follows its comma.
struct TableLine {
  std::string cell;
  std::string_view rest;  ///< of the line's own text
};

/// Takes a line of at least two cells apart; the first may stand in quotes as in RFC 4180. Nothing
/// where there is no comma, or quotes do not end before it.
std::optional<TableLine> first_cell(std::string_view line);

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// Links and loose files are no submissions; what systems leave behind (.git, __MACOSX, ._x) is not
/// even named among these. Both are sorted. Throws InputError where there are no submissions.
Roster roster_of(const std::filesystem::path& folder);

/// Whether somebody is this submitter, or of this group.
bool is_called(const Submitter& submitter, const std::string& id);

/// File names for these ids, each another one: at most 80 letters, digits, '-', '_' and '.'. Other
/// ids, and those that differ in case only, get a piece of their SHA-256; a longer one where
/// somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
