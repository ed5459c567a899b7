#pragma once
// Who handed in: the submissions in a folder, and a file name for each of them.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

struct Submitter {
  std::string id;    ///< as the folder is called
  std::string name;  ///< of its files in the output: safe on every system, one for each id
  std::filesystem::path path;  ///< the folder
};

/// The submissions in `folder`, by id: each of its folders is one. What systems leave behind
/// (.git, __MACOSX, ._x) is none. Throws InputError where there are none.
std::vector<Submitter> submitters_in(const std::filesystem::path& folder);

/// File names for these ids: letters, digits, '-', '_' and '.', at most 80 of them. Ids that are
/// not so, or that differ in case only, get a piece of their SHA-256.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
