#include "batch/roster.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 80;

bool is_left_behind(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// `id` with '_' for what a file name should not have.
std::string replaced(const std::string& id) {
  std::string name = id.substr(0, longest_name - 9);
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    if (!plain && c != '.') c = '_';
  }
  if (name.starts_with('.')) name[0] = '_';
  return name;
}

}  // namespace

std::vector<std::string> safe_names(const std::vector<std::string>& ids) {
  std::map<std::string, int> taken;  // in lower case: some systems know no other
  for (const std::string& id : ids) ++taken[lower(replaced(id))];
  std::vector<std::string> names;
  for (const std::string& id : ids) {
    std::string name = replaced(id);
    if (name != id || name.empty() || taken[lower(name)] > 1)
      name += '-' + hex(sha256(id)).substr(0, 8);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<Submitter> submitters_in(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw InputError(fmt::format("{}: expected a folder with a folder for each submission",
                                 printable_name(folder.string())));
  }
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!is_left_behind(name) && entry.is_directory() && !entry.is_symlink()) ids.push_back(name);
  }
  if (ids.empty()) {
    throw InputError(fmt::format("{}: no submissions there: expected a folder for each",
                                 printable_name(folder.string())),
                     "grade one submission with ./grade run --submission DIR");
  }
  std::ranges::sort(ids);
  const std::vector<std::string> names = safe_names(ids);
  std::vector<Submitter> submitters;
  for (std::size_t i = 0; i < ids.size(); ++i)
    submitters.push_back({ids[i], names[i], folder / ids[i]});
  return submitters;
}

}  // namespace grader
